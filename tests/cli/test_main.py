"""The command without a subcommand, and calls that cannot be parsed."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

import pdfbot
from pdfbot.cli import main, terminal
from pdfbot.cli.examples import EXAMPLES
from pdfbot.cli.parser import COMMANDS, build_parser

from .conftest import Streams


def test_version_is_printed(capsys: Streams) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pdfbot {pdfbot.__version__}\n"


def test_help_lists_all_commands(capsys: Streams) -> None:
    assert main(["--help"]) == 0
    output = capsys.readouterr().out
    for command, summary in COMMANDS.items():
        assert f"\n  {command:<10}  {summary}\n" in output
    assert "commands:\n  extract " in output
    assert max(map(len, output.splitlines())) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: Streams) -> None:
    assert main([command, "--help"]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"usage: pdfbot {command}")
    assert f"\n{COMMANDS[command][0].upper()}{COMMANDS[command][1:]}.\n" in output
    assert output.endswith("\n  ".join(["\nexamples:", *EXAMPLES[command]]) + "\n")


@pytest.mark.parametrize("command", EXAMPLES)
def test_examples_of_the_help_can_be_typed(
    command: str, papers: Path, root: Path, tmp_path: Path, shell_environment: dict[str, str]
) -> None:
    for folder in ("papers", "texts", "out"):
        (tmp_path / folder).mkdir()
    shutil.copy(papers / "onecolumn-indented" / "onecolumn-indented.pdf", tmp_path / "paper.pdf")
    shutil.copy(papers / "novel-dialogue" / "novel-dialogue.pdf", tmp_path / "papers")
    shutil.copy(root / "fixtures" / "recovery" / "novel-dialogue.txt", tmp_path / "texts")
    (tmp_path / "fixtures").symlink_to(root / "fixtures")
    for example in EXAMPLES[command]:
        if command == "serve":
            # It would serve until the end of the test; tests/web starts servers.
            assert build_parser().parse_args(shlex.split(example)[1:]).run
            continue
        if example.startswith("pdftotext") and shutil.which("pdftotext") is None:
            continue
        if "completion" in example and find_spec("shtab") is None:
            continue
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", example],
            cwd=tmp_path,
            env=shell_environment,
            capture_output=True,
            timeout=120,
        )
        assert done.returncode == 0, (example, done.stderr)
        assert done.stdout or example.startswith("eval") or any((tmp_path / "out").iterdir())


def test_call_without_a_command_prints_help_to_stderr(capsys: Streams) -> None:
    assert main([]) == 2
    assert "extract" in capsys.readouterr().err


@pytest.mark.parametrize(
    "call",
    [
        ["extrakt", "a.pdf"],
        ["extract"],
        ["extract", "a.pdf", "--form", "json"],
        ["extract", "a.pdf", "--format", "xml"],
    ],
)
def test_wrong_call_is_reported_in_one_line(call: list[str], capsys: Streams) -> None:
    assert main(call) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert len(streams.err.splitlines()) == 1
    assert streams.err.startswith("pdfbot: ")
    assert "--help" in streams.err


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (["extrakt", "a.pdf"], "extrakt: no such command; did you mean extract?"),
        (["highlihgt"], "did you mean highlight?"),
        (["frobnicate"], "frobnicate: no such command (see: pdfbot --help)"),
        (["a paper.pdf", "-o", "a.txt"], "pdfbot extract 'a paper.pdf' -o a.txt"),
        (["-q", "paper.html.gz"], "pdfbot extract paper.html.gz"),
        (["-"], "pdfbot extract -"),
        (["notes"], "pdfbot extract notes"),
        (["folder"], "pdfbot batch folder -o OUT"),
        (["dump.tar"], "pdfbot batch dump.tar -o OUT"),
    ],
)
def test_call_without_a_command_is_told_what_to_type(
    call: list[str], advice: str, folder: Path, capsys: Streams
) -> None:
    (folder / "notes").touch()
    (folder / "folder").mkdir()
    assert main(call) == 2
    line = capsys.readouterr().err
    assert advice in line
    assert line.count("\n") == 1


def test_mistyped_option_names_the_help_of_its_command(capsys: Streams) -> None:
    assert main(["extract", "a.pdf", "--colums", "2"]) == 2
    error = capsys.readouterr().err
    assert error == "pdfbot: unrecognized arguments: --colums 2 (see: pdfbot extract --help)\n"


@pytest.mark.parametrize("output", ["out.txt", "out.MD", "out.chunks.jsonl.gz"])
def test_several_inputs_need_a_folder_not_a_file(
    output: str, folder: Path, capsys: Streams
) -> None:
    assert main(["extract", "a.pdf", "b.pdf", "-o", output, "--format", "txt"]) == 2
    assert "2 inputs need a folder: -o out/" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


class TestVerbosity:
    @pytest.fixture(autouse=True)
    def _ordinary_afterwards(self) -> Iterator[None]:
        yield
        terminal.set_verbosity(0)

    @pytest.fixture
    def damaged(self, root: Path) -> str:
        """A paper that is read with a warning."""
        return str(root / "fixtures" / "world" / "broken-page" / "broken-page.pdf")

    @pytest.mark.parametrize("call", [["-q", "extract"], ["extract", "--quiet"]])
    def test_quiet_suppresses_warnings_but_not_errors(
        self, call: list[str], damaged: str, capsys: Streams
    ) -> None:
        assert main([*call, damaged]) == 0
        streams = capsys.readouterr()
        assert streams.out
        assert streams.err == ""
        assert main([*call, "none.pdf"]) == 3
        assert capsys.readouterr().err == "pdfbot: none.pdf: no such file\n"
        assert main(["extract", damaged]) == 0
        assert "warning" in capsys.readouterr().err

    @pytest.mark.parametrize("call", [["-v", "extract"], ["extract", "--verbose"]])
    def test_verbose_reports_every_input(
        self, call: list[str], paper: Path, capsys: Streams
    ) -> None:
        assert main([*call, str(paper)]) == 0
        first, second = capsys.readouterr().err.splitlines()
        assert re.fullmatch(r"pages: 3, paragraphs: \d+, sentences: \d+", first.split(".pdf: ")[1])
        assert second.startswith(f"pdfbot: {paper}: done in ")

    def test_verbose_prints_the_traceback_of_an_internal_error(
        self, paper: Path, monkeypatch: pytest.MonkeyPatch, capsys: Streams
    ) -> None:
        monkeypatch.setattr("pdfbot.cli.extract.extract_body", lambda *_: 1 / 0)
        for option, shown in (("-q", False), ("-v", True)):
            assert main(["extract", option, str(paper)]) == 1
            lines = capsys.readouterr().err
            assert "internal error, please report it" in lines
            assert ("Traceback" in lines) is shown

    def test_batch_is_silent_or_names_what_failed(
        self, root: Path, folder: Path, capsys: Streams
    ) -> None:
        given = str(root / "fixtures" / "hostile" / "empty.pdf")
        assert main(["batch", given, "-o", "quiet", "-q", "--jobs", "1"]) == 1
        assert capsys.readouterr().err == ""
        assert main(["batch", given, "-o", "verbose", "-v", "--jobs", "1"]) == 1
        assert "empty.pdf: failed: the file is empty" in capsys.readouterr().err
