"""The package as a whole: its public names, what an import costs, what a checkout promises."""

from __future__ import annotations

import ast
import gzip
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from configparser import ConfigParser
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import pdfbot
from pdfbot import errors
from pdfbot.cli import main
from pdfbot.readers import source
from tests.conftest import SLOW_FILES

PACKAGE = Path(pdfbot.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
# Optional dependencies, and those that only some papers or some commands need.
# Pillow draws glyphs in doubt, which the formulas of an ordinary paper may have.
HEAVY = {"aiohttp", "distributed", "fsspec", "nltk", "numpy", "pyarrow", "rich", "zstandard"}
# Seconds of processor time for `import pdfbot`; beside fifteen other processes it took 0.35.
MAX_IMPORT_SECONDS = 0.6
MAX_COMPLEXITY = 15


def python(code: str, environment: dict[str, str]) -> str:
    call = [sys.executable, "-c", code]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_public_names_are_sorted_and_exist() -> None:
    assert pdfbot.__all__ == sorted(pdfbot.__all__)
    for name in pdfbot.__all__:
        assert getattr(pdfbot, name) is not None


def test_everything_in_the_package_namespace_is_public_or_a_module() -> None:
    others = {
        name: item
        for name, item in vars(pdfbot).items()
        if name not in pdfbot.__all__ and not name.startswith("_")
    }
    assert [name for name, item in others.items() if not isinstance(item, ModuleType)] == []


def test_every_error_class_is_public() -> None:
    raised = {
        name
        for name, item in vars(errors).items()
        if isinstance(item, type) and issubclass(item, errors.PdfbotError)
    }
    assert raised <= set(pdfbot.__all__)


def test_extracting_an_ordinary_paper_loads_no_heavy_dependency(
    papers: Path, command_environment: dict[str, str]
) -> None:
    paper = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
    code = (
        "import sys, pdfbot\n"
        f"pdfbot.extract({str(paper)!r})\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    assert not HEAVY & set(python(code, command_environment).split())


def test_import_is_fast(command_environment: dict[str, str]) -> None:
    """One of several times, because other work on the machine only ever adds."""
    code = (
        "import time\n"
        "before = time.process_time()\n"
        "import pdfbot\n"
        "print(time.process_time() - before)"
    )
    times = (float(python(code, command_environment)) for _ in range(10))
    assert any(seconds < MAX_IMPORT_SECONDS for seconds in times)


def test_every_module_can_be_imported_first(command_environment: dict[str, str]) -> None:
    """No module relies on another one having been imported before it, except by the package.

    Each in a fork of a process that has imported pdfbot and fastapi, which costs less than a new
    interpreter each.
    """
    paths = [path.relative_to(PACKAGE.parent).with_suffix("") for path in MODULES]
    names = [".".join(path.parts).removesuffix(".__init__") for path in paths]
    code = (
        "import importlib, os, sys\n"
        "import fastapi, pdfbot\n"
        f"for name in {[name for name in names if not name.endswith('__main__')]}:\n"
        "    if name not in sys.modules:\n"
        "        child = os.fork()\n"
        "        if child == 0:\n"
        "            importlib.import_module(name)\n"
        "            os._exit(0)\n"
        "        assert os.waitpid(child, 0)[1] == 0, name\n"
    )
    python(code, command_environment)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_imports_from_the_package_namespace(path: Path) -> None:
    """`from pdfbot import extract` inside pdfbot is a cycle; import-linter does not see it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert "pdfbot" not in [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "pdfbot":
            for alias in node.names:
                is_module = (PACKAGE / f"{alias.name}.py").exists()
                assert is_module or (PACKAGE / alias.name).is_dir(), alias.name


def test_nothing_is_unpickled_or_downloaded() -> None:
    for path in MODULES:
        imported = re.findall(
            r"^\s*(?:import|from) ([\w.]+)", path.read_text("utf-8"), re.MULTILINE
        )
        assert not {"pickle", "urllib.request", "requests", "nltk.downloader"} & set(imported), path


def test_ci_runs_the_second_command_of_the_readme(root: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", (root / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 2
    second = blocks[1].strip()
    ci = (root / ".ci" / "run").read_text("utf-8")
    assert f"\n{second} </dev/null\n" in ci
    assert "set -euo pipefail" in ci
    for script in (root / ".ci" / "run", root / second):
        assert os.access(script, os.X_OK)
        subprocess.run(["bash", "-n", script], check=True)


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        ([], "run-parallel --parallel 2 --parallel-no-spinner"),
        (["-e", "py", "--", "tests/cli", "-k", "a b"], "run -e py -- tests/cli -k a b"),
    ],
)
@pytest.mark.parametrize("code", [0, 1])
def test_all_checks_run_side_by_side_and_chosen_ones_as_asked(
    root: Path, tmp_path: Path, arguments: list[str], call: str, code: int
) -> None:
    """With a stand-in for tox: what it is asked, and that a failure is passed on."""
    script, tox = tmp_path / "scripts" / "test", tmp_path / ".venv-tox" / "bin" / "tox"
    for file in (script, tox):
        file.parent.mkdir(parents=True)
    script.write_bytes((root / "scripts" / "test").read_bytes())
    tox.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exit\necho "$*"\nexit {code}\n')
    tox.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    done = subprocess.run(
        ["bash", script, *arguments], env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (code, f"{call}\n"), done.stderr


def test_workflow_runs_ci_on_linux_and_macos_and_builds_the_package(root: Path) -> None:
    workflow = (root / ".github" / "workflows" / "ci.yml").read_text("utf-8")
    checks, windows, package = re.split(r"^  (?:windows|package):$", workflow, flags=re.MULTILINE)
    assert "os: [ubuntu-latest, macos-latest]\n" in checks
    assert "- run: .ci/run\n" in checks
    assert "tox run -e py312-quick\n" in windows
    assert "- run: python -m build\n" in package


def test_every_issue_form_is_checked(root: Path) -> None:
    tox = (root / "tox.ini").read_text("utf-8")
    for form in (root / ".github" / "ISSUE_TEMPLATE").iterdir():
        assert f" .github/ISSUE_TEMPLATE/{form.name}" in tox


def test_pre_commit_runs_what_the_lint_and_types_jobs_run(root: Path) -> None:
    tox = ConfigParser()
    tox.read(root / "tox.ini")
    jobs = [tox[f"testenv:{name}"]["commands"] for name in ("lint", "types")]
    commands = "\n".join(jobs).strip().splitlines()
    hooks = re.findall(
        r"^ +entry: (.+)$", (root / ".pre-commit-config.yaml").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(hooks) == sorted(commands)


def test_tox_leaves_the_name_of_the_development_environment_alone(root: Path) -> None:
    """Newer versions of tox write a file .venv, on which `python3 -m venv .venv` fails."""
    tox = ConfigParser()
    tox.read(root / "tox.ini")
    assert tox["tox"].getboolean("venv_redirect") is False


def test_files_that_tests_begin_with_exist(root: Path) -> None:
    assert [name for name in SLOW_FILES if not (root / "tests" / name).is_file()] == []


def test_changelog_has_an_entry_for_this_version(root: Path) -> None:
    assert f"\n## {pdfbot.__version__} " in (root / "CHANGELOG.md").read_text("utf-8")


def test_citation_names_this_version(root: Path) -> None:
    citation = (root / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {pdfbot.__version__}\n" in citation


@pytest.mark.parametrize("suffix", ["pdf", "html"])
def test_path_bytes_and_file_object_give_the_same_result(papers: Path, suffix: str) -> None:
    path = papers / "novel-dialogue" / f"novel-dialogue.{suffix}"
    expected = pdfbot.extract(path).to_json()
    data = path.read_bytes()
    assert pdfbot.extract(str(path)).to_json() == expected
    assert pdfbot.extract(data).to_json() == expected
    assert pdfbot.extract(BytesIO(data)).to_json() == expected
    with path.open("rb") as file:
        assert pdfbot.extract(file).to_json() == expected


def test_compressed_replica_is_recognised_by_its_content(papers: Path, tmp_path: Path) -> None:
    html = (papers / "novel-dialogue" / "novel-dialogue.html").read_bytes()
    misnamed = tmp_path / "novel.pdf"
    misnamed.write_bytes(gzip.compress(html))
    assert pdfbot.extract(misnamed).to_json() == pdfbot.extract(html).to_json()


def test_junk_before_the_pdf_header_is_allowed(papers: Path) -> None:
    data = (papers / "novel-dialogue" / "novel-dialogue.pdf").read_bytes()
    assert pdfbot.extract(b"HTTP/1.1 200 OK\r\n\r\n" + data).text == pdfbot.extract(data).text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the PDF: the file is empty"),
        (b"\n\xef\xbb\xbf  ", "not a PDF"),
        (b"<!DOCTYPE html><title>503</title>", "failed download"),
        (b"\xef\xbb\xbf\n<html><div id=page>", "failed download"),
        (b"x" * 1024 + b"%PDF-1.4", "not a PDF"),
        (b"%!PS-Adobe-3.0", "PostScript"),
        (b"PK\x03\x04rest", "ZIP archive"),
        (b"\x89PNG\r\n", "a picture"),
        (b"\x1f\x8b\x08broken", "damaged gzip"),
    ],
)
def test_other_file_types_are_refused_by_name(data: bytes, message: str) -> None:
    with pytest.raises(pdfbot.NotAPdfError, match=message):
        pdfbot.extract(data)


def test_gzip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_DECOMPRESSED", 1 << 20)
    with pytest.raises(pdfbot.InputError, match="expands to more than the limit of 1 MiB"):
        pdfbot.extract(gzip.compress(b"<" * ((1 << 20) + 1)))


def test_unreadable_files_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(pdfbot.FileMissingError, match=r"none\.pdf: no such file"):
        pdfbot.extract(tmp_path / "none.pdf")
    with pytest.raises(pdfbot.FileMissingError, match="a folder, not a file"):
        pdfbot.extract(tmp_path)
    with pytest.raises(pdfbot.FileMissingError, match="not a file name"):
        pdfbot.extract("a\0b.pdf")
    text = tmp_path / "paper.pdf"
    text.write_text("%PDF-1.4")
    with text.open() as file, pytest.raises(pdfbot.UsageError, match="binary mode"):
        pdfbot.extract(file)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"engine": "mupdf"}, "unknown engine 'mupdf'"),
        ({"rules": "mine"}, "unknown rules 'mine'"),
        ({"columns": 0}, "0 columns"),
        ({"columns": 4}, "4 columns"),
        ({"pages": []}, "counted from 1"),
        ({"pages": [0, 1]}, "counted from 1"),
        ({"pages": "0-1"}, "counted from 1"),
        ({"pages": "all"}, "write it as 3, 2-7 or 1,4-6"),
        ({"pages": ["2"]}, "write it as"),
        ({"pages": 2}, "write it as"),
    ],
)
def test_invalid_options_are_refused_before_the_file_is_opened(
    option: dict[str, object], message: str
) -> None:
    with pytest.raises(pdfbot.UsageError, match=message):
        pdfbot.extract("unopened.pdf", **option)  # type: ignore[arg-type]


@pytest.fixture
def replaying_program(papers: Path, tmp_path: Path) -> Path:
    """A stand-in for pdf2htmlEX that writes the replica the real one made of novel-dialogue."""
    html = papers / "novel-dialogue" / "novel-dialogue.html"
    program = tmp_path / "pdf2htmlEX"
    program.write_text(
        "#!/bin/sh\n"
        'while [ $# -gt 2 ]; do [ "$1" = --dest-dir ] && folder=$2; shift; done\n'
        f'cp "{html}" "$folder/$2"\n'
    )
    program.chmod(0o755)
    return program


def test_external_engine_reads_files_and_bytes(papers: Path, replaying_program: Path) -> None:
    pdf = papers / "novel-dialogue" / "novel-dialogue.pdf"
    expected = pdfbot.extract(pdf.with_suffix(".html"), pages=[1, 3]).to_json()
    for given in (pdf, pdf.read_bytes()):
        paper = pdfbot.extract(
            given, engine="pdf2htmlex", pdf2htmlex=replaying_program, pages=[1, 3]
        )
        assert [page.number for page in paper.pages] == [1, 3]
        assert paper.to_json() == expected


def test_errors_of_the_external_engine_name_the_input(tmp_path: Path) -> None:
    program = tmp_path / "pdf2htmlEX"
    program.write_text("#!/bin/sh\necho broken >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(pdfbot.EngineError, match=r"^the PDF: pdf2htmlEX failed"):
        pdfbot.extract(b"%PDF-1.4", engine="pdf2htmlex", pdf2htmlex=program)
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"%PDF-1.4")
    with pytest.raises(pdfbot.EngineError, match=f"^{paper}: pdf2htmlEX failed"):
        pdfbot.extract(paper, engine="pdf2htmlex", pdf2htmlex=program)


def test_errors_of_an_empty_replica_name_the_input(tmp_path: Path) -> None:
    replica = tmp_path / "paper.html"
    replica.write_text('<html><div id="page-container"></div></html>')
    with pytest.raises(pdfbot.NoTextError, match=f"^{replica}: the replica has no pages"):
        pdfbot.extract(replica)


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_requested_pages_come_once_and_in_document_order(papers: Path, suffix: str) -> None:
    given = papers / "novel-dialogue" / f"novel-dialogue{suffix}"
    paper = pdfbot.extract(given, pages=[3, 1, 3, 99])
    assert [page.number for page in paper.pages] == [1, 3]
    assert paper.to_json() == pdfbot.extract(given, pages=[1, 3]).to_json()
    assert paper.to_json() == pdfbot.extract(given, pages="1,3").to_json()


def test_replica_and_explain_write_what_their_commands_write(papers: Path, tmp_path: Path) -> None:
    given = str(papers / "novel-dialogue" / "novel-dialogue.pdf")
    for command, function in (("replica", pdfbot.replica), ("explain", pdfbot.explain)):
        output = tmp_path / f"{command}.html"
        assert main([command, given, "--pages", "2", "-o", str(output)]) == 0
        assert output.read_text("utf-8") == function(given, pages=[2])
    with pytest.raises(pdfbot.UsageError, match="unknown option 'colums'"):
        pdfbot.explain(given, colums=2)


def test_lowest_versions_are_those_that_are_declared(root: Path) -> None:
    declared = (root / "pyproject.toml").read_text("utf-8").split("dependencies = [")[1]
    lowest = dict(re.findall(r'"([a-z0-9]+)>=([\d.]+)', declared.split("]")[0]))
    tested = dict(re.findall(r"^([a-z0-9]+)==([\d.]+)$", (root / "lowest.txt").read_text(), re.M))
    assert lowest.keys() == tested.keys()
    assert all(f"{tested[name]}.".startswith(f"{lowest[name]}.") for name in lowest)


def test_no_function_is_complicated(root: Path) -> None:
    """Radon counts the ways through a function; one with more than these is to be divided."""
    radon = pytest.importorskip("radon.complexity")
    found = {
        f"{path.stem}.{block.fullname}": block.complexity
        for folder in (PACKAGE, root / "scripts")
        for path in sorted(folder.rglob("*.py"))
        for block in _functions(radon.cc_visit(path.read_text("utf-8")))
    }
    assert len(found) > 2000
    assert {name for name, ways in found.items() if ways > MAX_COMPLEXITY} == set()


def _functions(blocks: Iterable[Any]) -> Iterator[Any]:
    for block in blocks:
        if block.letter == "C":
            yield from block.methods
        else:
            yield block


def numeric_constants(path: Path) -> Iterator[tuple[str, float]]:
    """The numbers that a module gives names in capitals to."""
    for statement in ast.parse(path.read_text("utf-8")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                if name.isupper() and isinstance(value, int | float):
                    yield name, value


def test_name_of_a_constant_has_one_value_in_the_whole_package() -> None:
    values: dict[str, dict[float, str]] = defaultdict(dict)
    for path in MODULES:
        for name, value in numeric_constants(path):
            values[name][value] = str(path.relative_to(PACKAGE))
    several = {name: found for name, found in values.items() if len(found) > 1}
    assert several == {}


def test_name_of_a_module_occurs_once() -> None:
    names = Counter(path.name for path in MODULES)
    del names["__init__.py"]
    assert [name for name, count in names.items() if count > 1] == []
