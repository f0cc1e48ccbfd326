"""pdf2htmlEX and its folder go with pdfbot, however pdfbot ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.patience import PATIENCE, wait_until

from .stand_in import PDF, assert_ends, stand_in

Start = Callable[..., "subprocess.Popen[bytes]"]


def hang_up_ends_it() -> None:
    """In the new process, which inherits from nohup that SIGHUP is ignored."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def start(home: Path, temporary: Path, command_environment: dict[str, str]) -> Start:
    """Start a command with a pdf2htmlEX that hangs, and wait until that runs."""
    program = stand_in(home, "sleeper(); (here / 'pid.txt').write_text(str(os.getpid()))\n"
                             "time.sleep(600)")  # fmt: skip

    def begin(command: str, *arguments: str) -> subprocess.Popen[bytes]:
        call = [sys.executable, "-m", "pdfbot", command, str(PDF), *arguments]
        process = subprocess.Popen(
            [*call, "--engine", "pdf2htmlex", "--pdf2htmlex", str(program)],
            env={**command_environment, "TMPDIR": str(temporary)},
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=hang_up_ends_it,
        )
        note = home / "pid.txt"
        wait_until(lambda: process.poll() is not None or (note.exists() and note.read_text()))
        assert process.poll() is None, process.communicate()
        assert any(temporary.iterdir())
        return process

    return begin


def assert_nothing_remains(home: Path, temporary: Path) -> None:
    for note in ("pid.txt", "child.txt"):
        assert_ends(int((home / note).read_text()))
    wait_until(lambda: not any(temporary.iterdir()))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGKILL"])
def test_program_ends_with_extract(home: Path, temporary: Path, start: Start, name: str) -> None:
    process = start("extract")
    process.send_signal(signal.Signals[name])
    process.communicate(timeout=PATIENCE)
    assert_nothing_remains(home, temporary)


def test_program_ends_at_the_time_limit_of_a_batch(
    home: Path, temporary: Path, start: Start
) -> None:
    process = start("batch", "-o", "out", "--timeout", "2")
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert b'"status":"timeout"' in (home / "out" / "files-00001.jsonl").read_bytes()
    assert_nothing_remains(home, temporary)


def test_program_ends_with_the_second_interrupt_of_a_batch(
    home: Path, temporary: Path, start: Start
) -> None:
    process = start("batch", "-o", "out")
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert_nothing_remains(home, temporary)


def test_program_ends_with_a_killed_batch_without_a_time_limit(
    home: Path, temporary: Path, start: Start
) -> None:
    process = start("batch", "-o", "out", "--timeout", "0")
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert_nothing_remains(home, temporary)
