"""The documentation is true: its commands are run, its tables are compared with the code.

A `console` block is run line by line and must print what it shows; a line `...` matches any lines,
and `...` at the end of a line matches its rest. A `python` block must run. Both are run in a folder
with a paper as paper.pdf and with the folder fixtures.
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
from pdfbot.layout.page_summary import summarise_page
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.chunks import chunk_record
from pdfbot.output.records import dump
from pdfbot.pipeline import analyse
from pdfbot.readers.document import read_document
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PAPER = ROOT / "fixtures" / "papers" / "onecolumn-indented" / "onecolumn-indented.pdf"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "\x1eend of command\x1e"


def blocks(language: str) -> list[Any]:
    """The code blocks of all pages in one language, as parameters of a test."""
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
def workspace(tmp_path: Path, command_environment: dict[str, str]) -> tuple[Path, dict[str, str]]:
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
def test_documented_commands_print_what_is_shown(
    block: str, workspace: tuple[Path, dict[str, str]]
) -> None:
    folder, environment = workspace
    commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
    assert commands[0] == "", "the block must begin with a command"
    shown = [command.partition("\n") for command in commands[1:]]
    script = "".join(f"{call}\ncode=$?; printf '{END}'; (exit $code)\n" for call, _, _ in shown)
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
def test_documented_python_runs(block: str, workspace: tuple[Path, dict[str, str]]) -> None:
    folder, environment = workspace
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
def test_first_command_of_the_readme_installs_and_extracts(tmp_path: Path) -> None:
    """Word for word, in a copy of the checkout and an empty environment."""
    checkout, environment = tmp_path / "checkout", tmp_path / "environment"
    names = ["pdfbot", "fixtures/papers", "pyproject.toml", "README.md", "LICENSE"]
    for name in names:
        target = checkout / name
        target.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, target)
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


def error_codes() -> dict[str, int]:
    """The exit code of every error class by its name."""
    return {
        name: int(item.exit_code)
        for name, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, errors.PdfbotError)
    }


def test_documented_exit_codes_are_those_of_the_code() -> None:
    rows = table(ROOT / "docs" / "output.md", "code", "error", "when")
    assert {row[1]: int(row[0]) for row in rows if row[1]} == error_codes()
    assert {int(row[0]) for row in rows} == set(errors.ExitCode)


def test_error_tree_in_the_docstring_has_every_class_and_code() -> None:
    drawn = re.findall(r"(\w+Error)\s+(\d+)", errors.__doc__ or "")
    assert {name: int(code) for name, code in drawn} == error_codes()


def test_documented_thresholds_are_those_of_the_code() -> None:
    rows = table(ROOT / "docs" / "algorithm.md", "name", "default", "unit", "meaning")
    documented = {row[0]: float(row[1]) for row in rows}
    defaults = Thresholds()
    assert documented == {f.name: getattr(defaults, f.name) for f in fields(Thresholds)}
    assert all(row[2] and row[3] for row in rows)


def test_every_key_of_the_json_record_is_documented() -> None:
    documented: dict[str, list[str]] = {}
    heading = ""
    for line in (ROOT / "docs" / "output.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").replace("`", "")
        elif re.match(r"\| `\w+` \|", line):
            documented.setdefault(heading, []).append(cells(line)[0])
    paper = pdfbot.extract(PAPER)
    record = json.loads(dump(paper, source="paper.pdf"))
    written: dict[str, list[str]] = {}
    collect_keys(record, "", written)
    written["The record"] = written.pop("")
    written["A chunk"] = list(chunk_record(paper.chunks()[0], "paper.pdf"))
    assert documented == written


def test_every_key_of_a_batch_record_is_documented() -> None:
    rows = table(ROOT / "docs" / "batch.md", "key", "type", "meaning")
    (record,) = pdfbot.batch(PAPER, jobs=1)
    own = [key for key in record if key not in json.loads(dump(pdfbot.extract(PAPER), source=""))]
    assert [row[0] for row in rows] == [*own, "file"]


def collect_keys(item: object, path: str, found: dict[str, list[str]]) -> None:
    """The keys of all objects, by the path that leads to them."""
    if isinstance(item, dict):
        found.setdefault(path, list(item))
        for key, value in item.items():
            collect_keys(value, f"{path}.{key}".lstrip("."), found)
    elif isinstance(item, list):
        for value in item:
            collect_keys(value, f"{path}[]", found)


def test_every_module_is_listed_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = text.partition("## The rooms")[2].partition("\n## ")[0]
    package = ROOT / "pdfbot"
    modules = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if path.name != "__init__.py" or path.parent == package
    }
    listed = set(re.findall(r"^\| `([\w/]+\.py)` \|", rooms, re.MULTILINE))
    assert listed == modules


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_named_in_the_documentation_exist(page: Path) -> None:
    for name in re.findall(r"`((?:\w+/)*\w+\.py)`", page.read_text("utf-8")):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "pdfbot")), name


def test_walk_in_the_architecture_has_the_real_figures() -> None:
    text = " ".join((ROOT / "docs" / "architecture.md").read_text("utf-8").split())
    paper = ROOT / "fixtures" / "papers" / "twocolumn-conference" / "twocolumn-conference.pdf"
    document = read_document(paper, ReadingOptions())
    analysis = analyse(document, RuleOptions())
    page, layout = document.pages[1], analysis.layouts[1]
    segments = summarise_page(page, Thresholds()).segments
    left, right = layout.columns.lefts
    for figure in (
        f"{len(page.blocks)} `TextBlock`s",
        f"{len(page.graphics)} `Graphic`s",
        f"{len(segments)} `Segment`s",
        f"set in {analysis.fonts.base_size:g} points",
        f"begin at x = {left:g} and x = {right:g}",
        f"has {len(layout.lines)} lines",
        f"distance, {analysis.extraction.statistics.base_pitch:g} points",
    ):
        assert figure in text


def test_documented_order_of_imports_is_the_contract() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    documented = re.search(r"^`_version`.*?\n\n", text, re.MULTILINE | re.DOTALL)
    pyproject = (ROOT / "pyproject.toml").read_text("utf-8")
    contract = re.search(r"^layers = \[.*?^\]", pyproject, re.MULTILINE | re.DOTALL)
    assert documented
    assert contract
    layers = re.findall(r'"(\w+)"', contract[0])
    assert re.findall(r"`(\w+)`", documented[0]) == layers[::-1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_existing_files_and_headings(page: Path) -> None:
    for path, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text("utf-8")):
        if path.startswith("https://"):
            continue
        target = page.parent / path if path else page
        assert target.exists(), path
        if anchor:
            assert anchor in anchors(target), f"{path}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
