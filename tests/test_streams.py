"""The command as a process: full disks, closed pipes, signals and terminals."""

from __future__ import annotations

import os
import pty
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="session")
def paper(papers: Path) -> Path:
    return papers / "novel-dialogue" / "novel-dialogue.pdf"


def test_a_full_disk_is_told(run: Run, paper: Path) -> None:
    done = run("extract", paper, "-o", "/dev/full")
    assert done.returncode == 12
    assert b"/dev/full: cannot be written (No space left on device)" in done.stderr


def test_a_full_disk_behind_stdout_is_told(
    paper: Path, command_environment: dict[str, str]
) -> None:
    call = [sys.executable, "-m", "pdfbot", "extract", str(paper)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, env=command_environment)
    assert done.returncode == 12
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_nothing_half_written_is_left(
    tmp_path: Path, paper: Path, command_environment: dict[str, str]
) -> None:
    """A limit on the size of files stands in for the disk that fills up while writing."""
    target = tmp_path / "out.txt"
    target.write_text("old")
    done = subprocess.run(
        [sys.executable, "-m", "pdfbot", "extract", str(paper), "-o", str(target)],
        env={**command_environment, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert done.returncode == 12
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_a_closed_pipe_is_no_error_message(
    papers: Path, command_environment: dict[str, str]
) -> None:
    call = [sys.executable, "-m", "pdfbot", "extract", "--format", "json"]
    paper = papers / "onecolumn-indented" / "onecolumn-indented.pdf"
    child = subprocess.Popen(
        [*call, str(paper)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    errors = child.stderr.read()
    child.stderr.close()
    assert child.wait(60) == 141
    assert errors == b""


def test_an_interrupt_is_one_line_and_130(command_environment: dict[str, str]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-v", "-m", "pdfbot", "extract", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment,
    )
    assert child.stderr is not None
    while b"import 'pdfbot.source'" not in child.stderr.readline():
        pass
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"pdfbot: interrupted\n" in errors
    assert b"Traceback" not in errors


def test_progress_only_on_a_terminal(
    tmp_path: Path, paper: Path, command_environment: dict[str, str]
) -> None:
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "pdfbot", "extract", str(paper), "none.pdf", "-o", "out"]
    done = subprocess.run(
        call, stdout=subprocess.PIPE, stderr=theirs, env=command_environment, cwd=tmp_path
    )
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert done.stdout == b""
    assert b"[1/2] " + str(paper).encode() in shown
    assert b"[2/2] none.pdf" in shown
    assert b"\x1b[Kpdfbot: none.pdf: no such file" in shown


INSTALLED = "import sys; from pdfbot.cli import run_and_exit; sys.exit(run_and_exit())"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("extract", "PAPER"), 0), (("extract", "none.pdf"), 3), (("--version",), 0), ((), 2)],
)
def test_the_installed_command_ends_as_python_would(
    arguments: tuple[str, ...], code: int, paper: Path, command_environment: dict[str, str]
) -> None:
    """It leaves without tidying up, but nothing that was written is lost."""
    given = [str(paper) if a == "PAPER" else a for a in arguments]
    found = [
        subprocess.run(
            [sys.executable, *start, *given], capture_output=True, env=command_environment
        )
        for start in (("-c", INSTALLED), ("-m", "pdfbot"))
    ]
    assert [done.returncode for done in found] == [code, code]
    assert found[0].stdout == found[1].stdout
    assert found[0].stderr == found[1].stderr


def test_the_installed_command_lets_others_tidy_up(command_environment: dict[str, str]) -> None:
    code = f"import atexit; atexit.register(print, 'tidy'); {INSTALLED}"
    call = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(call, capture_output=True, env=command_environment, text=True)
    assert done.stdout.splitlines() == ["pdfbot 0.1.0", "tidy"]


@pytest.mark.parametrize("start", [("-c", INSTALLED), ("-m", "pdfbot")])
@pytest.mark.parametrize(("closed", "code"), [(1, 12), (2, 0)])
def test_a_closed_stream(
    start: tuple[str, str],
    closed: int,
    code: int,
    paper: Path,
    command_environment: dict[str, str],
) -> None:
    """Where the text should go to, that is told; messages may go nowhere."""
    done = subprocess.run(
        [sys.executable, *start, "extract", str(paper)],
        capture_output=True,
        env=command_environment,
        preexec_fn=lambda: os.close(closed),
    )
    assert done.returncode == code
    expected = f"pdfbot: {paper}: standard output is closed\n" if closed == 1 else ""
    assert done.stderr.decode() == expected
    assert bool(done.stdout) is (closed == 2)
