"""Without the modules and functions that Windows lacks: what is refused, and what still works."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .readers.pdf2htmlex.stand_in import PDF, REPLICA, working_program

WITHOUT_POSIX = """
import os, signal, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
del signal.SIGHUP, signal.setitimer, signal.pthread_sigmask, os.killpg, os.pwrite, os.mkfifo
from pdfbot.cli import main
sys.exit(main())
"""

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def run(tmp_path: Path, command_environment: dict[str, str]) -> Run:
    def start(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
        call = [sys.executable, "-c", WITHOUT_POSIX, *map(str, arguments)]
        return subprocess.run(
            call, cwd=tmp_path, env=command_environment, capture_output=True, timeout=60
        )

    return start


def test_embedded_engine_needs_nothing_of_posix(run: Run) -> None:
    done = run("extract", PDF)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_several_processes_need_nothing_of_posix(tmp_path: Path, run: Run) -> None:
    done = run("extract", PDF, REPLICA, "-o", "out", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_batch_is_refused_without_posix(tmp_path: Path, run: Run) -> None:
    done = run("batch", PDF, "-o", "out")
    assert done.returncode == 2
    assert done.stderr == b"pdfbot: batch runs need Linux or macOS; on Windows use WSL\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for pdf2htmlEX is a shell script")
def test_pdf2htmlex_runs_without_its_guard(tmp_path: Path, run: Run) -> None:
    program = working_program(tmp_path)
    done = run("extract", PDF, "--engine", "pdf2htmlex", "--pdf2htmlex", program)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout
