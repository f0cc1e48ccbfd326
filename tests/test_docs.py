"""The documentation is true: its commands are run, its tables are compared with the code.

The `console` blocks of all pages are typed in order, in one folder like the checkout, and must
print what they show; a line `...` matches any lines, and `...` at the end of a line matches its
rest. A `python` block must run there, too. A `sh` block needs what a test has not, such as all of
arXiv; its calls of pdfbot must at least be understood.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import make_reference
import pytest

import pdfbot
from pdfbot import errors
from pdfbot.bibliography import Affiliation
from pdfbot.cli.parser import build_parser
from pdfbot.layout.page_summary import summarise_page
from pdfbot.model import OtherAbstract
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.chunks import chunk_record
from pdfbot.output.records import dump
from pdfbot.paragraphs.grouping import TABLES
from pdfbot.pipeline import analyse
from pdfbot.ranking.assessment import score_sentences
from pdfbot.readers.document import read_document
from pdfbot.record_fields import written_fields
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAPER = ROOT / "paper.pdf"
CITING_PAPER = ROOT / "fixtures" / "papers" / "twocolumn-physics" / "twocolumn-physics.pdf"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "\x1eend of command\x1e"


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page in one language."""
    return [match[2] for match in BLOCK.finditer(page.read_text("utf-8")) if match[1] == language]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


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


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the documentation takes from a checkout."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copy(PAPER, folder)
    (folder / "fixtures").symlink_to(ROOT / "fixtures")
    return folder


def test_paper_of_the_documentation_is_one_of_the_fixtures() -> None:
    fixture = ROOT / "fixtures" / "papers" / "onecolumn-indented" / "onecolumn-indented.pdf"
    assert PAPER.read_bytes() == fixture.read_bytes()


@pytest.mark.parametrize("page", pages_with("console"), ids=lambda page: page.name)
def test_documented_commands_print_what_is_shown(
    page: Path, checkout: Path, shell_environment: dict[str, str]
) -> None:
    calls = list(documented_calls(page))
    script = "".join(f"{call}\ncode=$?; printf '{END}'; (exit $code)\n" for call, _ in calls)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=checkout,
        env=shell_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
    )
    printed = done.stdout.decode().split(END)
    assert len(printed) == len(calls) + 1
    for (call, expected), output in zip(calls, printed[:-1], strict=True):
        assert re.fullmatch(pattern(expected), output), f"$ {call}\n{output}"
    written = {path.name for path in checkout.iterdir()} - {"paper.pdf", "fixtures"}
    assert written <= {"out"}, "git would show it"


def documented_calls(page: Path) -> Iterator[tuple[str, str]]:
    """Every command of the `console` blocks with what it is said to print."""
    for block in blocks(page, "console"):
        first, *commands = re.split(r"^\$ ", block, flags=re.MULTILINE)
        assert first == "", "the block must begin with a command"
        for command in commands:
            call, _, expected = command.partition("\n")
            yield call, expected


def pattern(expected: str) -> str:
    lines = [
        r"(?:.*\n)*?" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
        for line in expected.splitlines()
    ]
    return "".join(lines) + r"\n?"


@pytest.mark.parametrize("page", pages_with("python"), ids=lambda page: page.name)
def test_documented_python_runs(
    page: Path, checkout: Path, shell_environment: dict[str, str]
) -> None:
    for block in blocks(page, "python"):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", block],
            cwd=checkout,
            env=shell_environment,
            capture_output=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert done.stdout


@pytest.mark.parametrize(
    "call",
    [
        call
        for page in PAGES
        for block in blocks(page, "sh")
        for call in re.findall(r"^(?:\S*/)?pdfbot (.+)$", block, re.MULTILINE)
    ],
)
def test_other_documented_calls_are_understood(call: str) -> None:
    assert build_parser().parse_args(shlex.split(call, comments=True)).run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_extras_are_installed_from_the_checkout(page: Path) -> None:
    """As long as nothing is released, the package index has no pdfbot, or somebody else's."""
    assert "install 'pdfbot" not in page.read_text("utf-8")


@pytest.mark.install
def test_first_command_of_the_readme_installs_and_extracts(tmp_path: Path) -> None:
    """Word for word, in a copy of the checkout, with the Python of the system if it can do it."""
    for name in (
        "docs",
        "pdfbot",
        "pdfbot_command.py",
        "paper.pdf",
        "pyproject.toml",
        "README.md",
        "LICENSE",
    ):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, tmp_path / name)
    done = subprocess.run(
        ["bash", "-euc", blocks(ROOT / "README.md", "sh")[0]],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{python_folder()}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().endswith(pdfbot.extract(PAPER).text + "\n")


def python_folder() -> Path:
    """Where to find a `python3`: Debian's own refuses to install packages beside its own."""
    system = Path("/usr/bin/python3")
    suitable = "import ensurepip, sys; sys.exit(sys.version_info < (3, 10))"
    if system.exists() and subprocess.run([system, "-c", suitable]).returncode == 0:
        return system.parent
    return Path(sys.executable).parent


def test_man_page_describes_the_current_options(
    tmp_path: Path, command_environment: dict[str, str]
) -> None:
    page = tmp_path / "pdfbot.1"
    call = [sys.executable, str(ROOT / "scripts" / "make_man_page.py"), "-o", str(page)]
    subprocess.run(call, env=command_environment, check=True)
    advice = "an option changed: run scripts/make_man_page.py"
    assert page.read_text("utf-8") == (ROOT / "docs" / "pdfbot.1").read_text("utf-8"), advice


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_man_page_is_correct_roff() -> None:
    call = ["groff", "-man", "-Tutf8", "-ww", str(ROOT / "docs" / "pdfbot.1")]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "pdfbot extract" in re.sub(".\b", "", done.stdout)


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


def test_documented_tests_of_paragraphs_are_those_of_the_code() -> None:
    """In the order in which they are asked."""
    text = (ROOT / "docs" / "algorithm.md").read_text("utf-8")
    part = text.partition("\n## Paragraphs\n")[2].partition("\n## ")[0]
    documented: dict[str, list[list[str]]] = {}
    for section in part.split("\n### ")[1:]:
        rows = [cells(line)[:2] for line in section.splitlines() if line.startswith("| `")]
        documented[section.splitlines()[0].lower()] = rows
    assert documented == {
        table.name: [[test.name, test.outcome] for test in table.tests] for table in TABLES
    }


def test_schema_and_tables_of_the_record_are_those_of_the_types(
    tmp_path: Path, command_environment: dict[str, str]
) -> None:
    call = [sys.executable, str(ROOT / "scripts" / "make_schema.py"), "-o", str(tmp_path)]
    subprocess.run(call, env=command_environment, check=True)
    written = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 3
    for name in written:
        advice = f"{name}: a field changed: run scripts/make_schema.py"
        assert (tmp_path / name).read_text("utf-8") == (ROOT / name).read_text("utf-8"), advice


def test_reference_is_that_of_the_docstrings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    assert page == make_reference.render(), "a docstring changed: run scripts/make_reference.py"
    for name in set(pdfbot.__all__) - {"__version__"}:
        assert f"`{name}" in page or f"pdfbot.{name}" in page, name


def test_reference_has_an_example_and_every_field_of_every_public_type() -> None:
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    parts = re.split(r"^### `(\w+)`$", page.partition("## Errors")[0], flags=re.M)
    assert len(parts) > 100
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        assert "\n>>> " in text, f"{name} has no example"
        assert "|  |" not in text, f"{name} has a field without a meaning"


# What a paper keeps of its source is not for users.
INTERNAL = {"Source", "ReadingOptions"}


def test_types_of_public_fields_are_public() -> None:
    public = {item for name in pdfbot.__all__ if isinstance(item := getattr(pdfbot, name), type)}
    for owner in filter(is_dataclass, public):
        hints = get_type_hints(owner, localns={"array": Sequence})
        for field in fields(owner):
            for item in flat_types(hints[field.name]):
                known = item in public or item.__name__ in INTERNAL
                assert known or not item.__module__.startswith("pdfbot"), (owner, field.name)


def flat_types(hint: object) -> Iterator[type]:
    """The type, and those inside it."""
    if isinstance(hint, type):
        yield hint
    for inner in get_args(hint):
        yield from flat_types(inner)


def test_public_names_have_docstrings() -> None:
    for name in set(pdfbot.__all__) - {"__version__"}:
        item = getattr(pdfbot, name)
        if not (isinstance(item, type) and issubclass(item, pdfbot.PdfbotError)):
            assert inspect.getdoc(item), name


def test_every_key_of_the_json_record_is_documented() -> None:
    documented: dict[str, list[str]] = {}
    heading = ""
    for line in (ROOT / "docs" / "output.md").read_text("utf-8").splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").replace("`", "")
        elif re.match(r"\| `\w+` \|", line):
            documented.setdefault(heading, []).append(cells(line)[0])
    paper = pdfbot.extract(PAPER)
    record = json.loads(
        dump(paper, source="paper.pdf", scores=score_sentences(paper), reasons=True)
    )
    written: dict[str, list[str]] = {}
    collect_keys(record, "", written)
    written["The record"] = written.pop("")
    # Another paper has raised citations.
    cited: dict[str, list[str]] = {}
    collect_keys(json.loads(dump(pdfbot.extract(CITING_PAPER))), "", cited)
    name = "paragraphs[].sentences[].citations[]"
    written[name] = cited[name]
    mentions = "paragraphs[].sentences[].mentions[]"
    written[mentions] = cited[mentions]
    # Few papers have them.
    rare = {"metadata.affiliations[]": Affiliation, "other_abstracts[]": OtherAbstract}
    for name, owner in rare.items():
        written[name] = [item.key for item in written_fields(owner, frozenset())]
    # Documented once for all parts that have them.
    for name in ("spans[]", "finding", "scripts[]", "citations[]"):
        keys = [written.pop(path) for path in list(written) if path.endswith(f".{name}")]
        assert all(found == keys[0] for found in keys)
        written[name] = keys[0]
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
    segments = summarise_page(page).segments
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


@pytest.mark.parametrize(
    ("overview", "link"),
    [
        ("docs/index.md", r"\]\(([\w/]+\.md)\)"),
        ("mkdocs.yml", r": ([\w/]+\.md)$"),
        ("llms.txt", r"\]\(docs/([\w/]+\.md)\)"),
    ],
)
def test_every_page_is_in_every_overview_once(overview: str, link: str) -> None:
    linked = re.findall(link, (ROOT / overview).read_text("utf-8"), re.MULTILINE)
    docs = ROOT / "docs"
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    assert sorted({*linked, "index.md"}) == sorted(pages)
    assert len(linked) == len(set(linked))


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "SECURITY.md", ROOT / "llms.txt"], ids=lambda page: page.name
)
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
