"""The documentation tells the truth: its commands are run, its tables are compared with the code.

A `console` block is run line by line and must print what it shows; a line `...` stands for any
lines, and `...` at the end of a line for its rest. A `python` block must run. Both find a paper
as paper.pdf and the folder fixtures where they run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot import errors
from pdfbot.output.records import dump
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAPER = ROOT / "fixtures" / "papers" / "onecolumn-indented" / "onecolumn-indented.pdf"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "\x1eend of command\x1e"


def blocks(language: str) -> list[Any]:
    return [
        pytest.param(match[2], id=f"{page.name}:{number}")
        for page in PAGES
        for number, match in enumerate(BLOCK.finditer(page.read_text("utf-8")), 1)
        if match[1] == language
    ]


def table(page: Path, *head: str) -> list[list[str]]:
    """The rows of the first table with these column names, without backticks."""
    lines = iter(page.read_text("utf-8").splitlines())
    rows: list[list[str]] = []
    for line in lines:
        if cells(line) == list(head):
            next(lines)
            for row in lines:
                if not row.startswith("|"):
                    return rows
                rows.append(cells(row))
    assert rows, f"{page.name} has no table {head}"
    return rows


def cells(line: str) -> list[str]:
    return [cell.strip().replace("`", "") for cell in line.strip().strip("|").split("|")]


@pytest.fixture
def workplace(tmp_path: Path, command_environment: dict[str, str]) -> tuple[Path, dict[str, str]]:
    """A folder with a paper, and an environment in which `pdfbot` is the one under test."""
    folder, programs = tmp_path / "here", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    shutil.copy(PAPER, folder / "paper.pdf")
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    for name, call in (("pdfbot", "-m pdfbot "), ("python", "")):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {call}"$@"\n')
        (programs / name).chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return folder, {**command_environment, "PATH": path}


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_is_shown(block: str, workplace: tuple[Path, dict[str, str]]) -> None:
    folder, environment = workplace
    commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert commands[0] == "", "the block begins with a command"
    shown = [command.partition("\n") for command in commands[1:]]
    script = "".join(f"{call}\nkept=$?; printf '{END}'; (exit $kept)\n" for call, _, _ in shown)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
    )
    printed = done.stdout.decode().split(END)
    assert len(printed) == len(shown) + 1
    for (call, _, expected), output in zip(shown, printed[:-1], strict=True):
        assert re.fullmatch(pattern(expected), output), f"$ {call}\n{output}"


def pattern(expected: str) -> str:
    lines = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
        for line in expected.splitlines()
    ]
    return "".join(lines) + r"\n?"


@pytest.mark.parametrize("block", blocks("python"))
def test_programs_run(block: str, workplace: tuple[Path, dict[str, str]]) -> None:
    folder, environment = workplace
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block],
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout


@pytest.mark.install
def test_the_first_command_of_the_readme(tmp_path: Path) -> None:
    """Word for word, in a copy of the checkout, with nothing installed before."""
    checkout, environment = tmp_path / "checkout", tmp_path / "environment"
    names = ["pdfbot", "fixtures/papers", "pyproject.toml", "README.md", "LICENSE"]
    for name in names:
        place = checkout / name
        place.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place)
    venv.create(environment, with_pip=True)
    first = next(m[2] for m in BLOCK.finditer((ROOT / "README.md").read_text("utf-8")))
    done = subprocess.run(
        ["bash", "-euc", first],
        cwd=checkout,
        env={**os.environ, "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().endswith(pdfbot.extract(PAPER).text + "\n")


def test_exit_codes_are_those_of_the_code() -> None:
    documented = {
        row[1]: int(row[0])
        for row in table(ROOT / "docs" / "output.md", "code", "error", "when")
        if row[1]
    }
    raised = {
        name: item.exit_code
        for name, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, errors.PdfbotError)
    }
    assert documented == raised


def test_the_tree_of_errors_is_drawn_right() -> None:
    drawn = dict(re.findall(r"(\w+Error)\s+(\d+)", errors.__doc__ or ""))
    assert drawn == {
        name: str(item.exit_code)
        for name, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, errors.PdfbotError)
    }


def test_thresholds_are_those_of_the_code() -> None:
    page = ROOT / "docs" / "algorithm.md"
    rows = table(page, "name", "default", "paper", "unit", "meaning")
    documented = {row[0]: (float(row[1]), float(row[2])) for row in rows}
    ours, published = Thresholds(), Thresholds.paper()
    assert documented == {
        field.name: (getattr(ours, field.name), getattr(published, field.name))
        for field in fields(Thresholds)
    }
    assert all(row[3] and row[4] for row in rows)


def test_every_field_of_the_record_is_described() -> None:
    described: dict[str, list[str]] = {}
    place = ""
    for line in (ROOT / "docs" / "output.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            place = line.lstrip("# ").replace("`", "")
        elif re.match(r"\| `\w+` \|", line):
            described.setdefault(place, []).append(cells(line)[0])
    record = pdfbot.extract(PAPER)
    found: dict[str, list[str]] = {}
    collect(json.loads(dump(record, source="paper.pdf")), "", found)
    found["The record"] = found.pop("")
    assert described == found


def collect(item: object, place: str, found: dict[str, list[str]]) -> None:
    if isinstance(item, dict):
        found.setdefault(place, list(item))
        for key, value in item.items():
            collect(value, f"{place}.{key}".lstrip("."), found)
    elif isinstance(item, list):
        for value in item:
            collect(value, f"{place}[]", found)


def test_every_module_has_its_line_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = text.partition("## The rooms")[2].partition("\n## ")[0]
    package = ROOT / "pdfbot"
    modules = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if path.name != "__init__.py" or path.parent == package
    }
    named = set(re.findall(r"^\| `([\w/]+\.py)` \|", rooms, re.MULTILINE))
    assert named == modules


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        assert link.startswith("https://") or (page.parent / link).exists(), link
