"""`replica`, `highlight` and `explain`: outputs are checked first, and progress is shown."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pdfbot.cli.single_output import format_size
from pdfbot.cli.terminal import count
from tests.documents import HOSTILE, PAPERS

from .conftest import Run

pty = pytest.importorskip("pty", reason="needs a POSIX system")

PAPER = PAPERS / "onecolumn-indented" / "onecolumn-indented.pdf"
# No PDF, so that a message about the output shows that the input was not read.
NO_PDF = HOSTILE / "not-a-pdf.pdf"
COMMANDS = [
    ["replica", NO_PDF],
    ["highlight", NO_PDF, "--layers", "3"],
    ["explain", NO_PDF],
]


def on_terminal(
    environment: dict[str, str], folder: Path, *arguments: str | Path
) -> tuple[int, str]:
    """Run the command on a terminal; its exit code, and what is seen there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pdfbot", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**environment, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break
        if not part:
            break
        seen += part
    os.close(ours)
    return process.wait(timeout=120), seen.decode()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_missing_output_is_reported_before_any_work(
    command: list[Any], command_environment: dict[str, str], tmp_path: Path
) -> None:
    code, seen = on_terminal(command_environment, tmp_path, *command)
    assert code == 2
    assert "the result is not meant for a terminal: name a file with -o" in seen


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("output", "code", "message"),
    [
        ("folder/", 2, "a folder; name a file"),
        ("there", 2, "a folder; name a file"),
        ("file/x.html", 12, "is not a folder"),
    ],
)
def test_output_that_cannot_be_written_is_reported_before_any_work(
    command: list[Any], output: str, code: int, message: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("x")
    done = run(*command, "-o", output, *(["--format", "html"] if "highlight" in command else []))
    assert done.returncode == code
    assert message in done.stderr.decode()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_folder_without_permission_is_reported_before_any_work(run: Run, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o500)
    done = run("replica", NO_PDF, "-o", "locked/x.html")
    assert done.returncode == 12
    assert b"no permission to write" in done.stderr


def test_folders_of_the_output_are_made(run: Run, tmp_path: Path) -> None:
    done = run("replica", PAPER, "-o", "new/folder/x.html", "--pages", "1")
    assert done.returncode == 0
    assert (tmp_path / "new" / "folder" / "x.html").is_file()
    assert done.stderr.decode().endswith(" kB, 1 page\n")


@pytest.mark.parametrize("command", ["replica", "highlight", "explain"])
def test_work_shows_its_progress_on_a_terminal(
    command: str, command_environment: dict[str, str], tmp_path: Path
) -> None:
    arguments: list[str | Path] = [command, PAPER, "-o", "x.html"]
    if command == "highlight":
        arguments += ["--layers", "3"]
    code, seen = on_terminal(command_environment, tmp_path, *arguments)
    assert code == 0
    assert "drawing pages, 4 of 4" in seen
    assert "pdfbot: x.html: " in seen.splitlines()[-1]
    code, seen = on_terminal(command_environment, tmp_path, *arguments, "-q")
    assert (code, seen) == (0, "")


def test_no_progress_is_shown_elsewhere(run: Run) -> None:
    done = run("explain", PAPER, "-o", "x.html")
    assert done.stderr.decode().splitlines() == [done.stderr.decode().strip()]
    assert b"drawing" not in done.stderr


def test_device_may_be_the_output(run: Run) -> None:
    assert run("replica", PAPER, "-o", os.devnull).returncode == 0


@pytest.mark.parametrize(
    ("size", "expected"),
    [(999, "999 bytes"), (1000, "1 kB"), (999_499, "999 kB"), (1_440_000, "1.4 MB")],
)
def test_sizes_are_rounded(size: int, expected: str) -> None:
    assert format_size(size) == expected


def test_one_is_counted_in_the_singular() -> None:
    assert [count(number, "page") for number in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]
