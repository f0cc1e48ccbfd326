"""The command as a process: full disks, closed streams, signals and terminals."""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .conftest import Run

fcntl = pytest.importorskip("fcntl", reason="needs a POSIX system")
pty = pytest.importorskip("pty", reason="needs a POSIX system")
resource = pytest.importorskip("resource", reason="needs a POSIX system")
termios = pytest.importorskip("termios", reason="needs a POSIX system")


def test_full_disk_is_reported(run: Run, paper: Path) -> None:
    done = run("extract", paper, "-o", "/dev/full")
    assert done.returncode == 12
    assert b"/dev/full: cannot be written (No space left on device)" in done.stderr


def test_stdout_on_a_full_disk_is_reported(
    paper: Path, command_environment: dict[str, str]
) -> None:
    call = [sys.executable, "-m", "pdfbot", "extract", str(paper)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(call, stdout=full, stderr=subprocess.PIPE, env=command_environment)
    assert done.returncode == 12
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_failed_write_leaves_the_old_file_intact(
    tmp_path: Path, paper: Path, command_environment: dict[str, str]
) -> None:
    """A file size limit simulates a disk that fills up during the write."""
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


def test_closed_pipe_ends_the_command_silently(
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


def test_interrupt_is_reported_in_one_line(command_environment: dict[str, str]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-v", "-m", "pdfbot", "extract", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=command_environment,
    )
    assert child.stderr is not None
    while b"import 'pdfbot.cli.extract'" not in child.stderr.readline():
        pass
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert b"pdfbot: interrupted\n" in errors
    assert b"Traceback" not in errors


def test_terminal_shows_the_current_input(
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


@pytest.mark.parametrize(
    "name", ["a-name-of-more-than-forty-columns.pdf", "长长的长长的长长的论文.pdf"]
)
def test_current_input_takes_one_line_of_the_terminal(
    name: str, tmp_path: Path, command_environment: dict[str, str]
) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    call = [sys.executable, "-m", "pdfbot", "extract", "1.pdf", name, "-o", "out"]
    subprocess.run(call, stderr=theirs, env=command_environment, cwd=tmp_path)
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    lines = [part for part in re.split(r"[\r\n]", shown) if part.startswith("\x1b[K[2/2] ")]
    (line,) = (part.removeprefix("\x1b[K") for part in lines)
    assert line.endswith(name[-9:])
    assert 26 < len(line) + sum(character > "⺀" for character in line) < 30


@pytest.mark.parametrize("command", [["rank"], ["extract", "--format", "md"]])
def test_progress_does_not_mix_with_data_in_a_pipe(
    paper: Path, command: list[str], command_environment: dict[str, str]
) -> None:
    ours, theirs = pty.openpty()
    call = [sys.executable, "-m", "pdfbot", *command, str(paper)]
    done = subprocess.run(call, stdout=subprocess.PIPE, stderr=theirs, env=command_environment)
    os.write(theirs, b"end")
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert done.stdout
    assert str(paper).encode() not in shown


INSTALLED = "import sys; from pdfbot_command import run_and_exit; sys.exit(run_and_exit())"
# Ctrl-C at the moment when a module is about to be imported.
INTERRUPTED = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
{start}
"""


@pytest.mark.parametrize("module", ["pdfbot.model", "pdfbot.cli", "pdfbot.cli.extract"])
def test_ctrl_c_during_the_imports_is_one_line(
    module: str, paper: Path, command_environment: dict[str, str]
) -> None:
    code = INTERRUPTED.format(module=module, start=INSTALLED)
    call = [sys.executable, "-c", code, "extract", str(paper)]
    done = subprocess.run(call, capture_output=True, text=True, env=command_environment)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "pdfbot: interrupted\n"


def test_an_ignored_ctrl_c_stays_ignored(paper: Path, command_environment: dict[str, str]) -> None:
    code = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code += INTERRUPTED.format(module="pdfbot.model", start=INSTALLED)
    call = [sys.executable, "-c", code, "extract", str(paper)]
    done = subprocess.run(call, capture_output=True, text=True, env=command_environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("extract", "PAPER"), 0), (("extract", "none.pdf"), 3), (("--version",), 0), ((), 2)],
)
def test_installed_command_behaves_like_the_module(
    arguments: tuple[str, ...], code: int, paper: Path, command_environment: dict[str, str]
) -> None:
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


@pytest.mark.parametrize("start", [("-c", INSTALLED), ("-m", "pdfbot")])
@pytest.mark.parametrize(("closed", "code"), [(1, 12), (2, 0)])
def test_closed_stdout_is_an_error_but_closed_stderr_is_not(
    start: tuple[str, str],
    closed: int,
    code: int,
    paper: Path,
    command_environment: dict[str, str],
) -> None:
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
