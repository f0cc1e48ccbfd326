"""Limits on pdf2htmlEX: time and memory, child processes, interrupts, concurrent runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pdfbot.errors import EngineError, EngineMemoryError, EngineTimeoutError
from pdfbot.readers.pdf2htmlex.program import convert
from tests.patience import PATIENCE, wait_until

from ...conftest import Run
from ...documents import ROOT
from .stand_in import PDF, REPLICA, SOURCE, assert_ends, options, stand_in, working_program

pytestmark = pytest.mark.usefixtures("temporary")


def test_crash_names_the_signal_and_ends_children(home: Path) -> None:
    program = stand_in(home, "sleeper(); os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(EngineError, match=r"crashed \(SIGSEGV\)"):
        convert(SOURCE, options(program))
    assert_ends(int((home / "child.txt").read_text()))


CAUGHT = """
def caught(number, frame):
    print("pdf2htmlEX has crashed due to the signal: (11) SIGSEGV", file=sys.stderr)
    print("Something went horribly wrong with Poppler" + "\\nplease tell us" * 40, file=sys.stderr)
    sys.stderr.flush()
    os._exit(255)
signal.signal(signal.SIGSEGV, caught)
os.kill(os.getpid(), signal.SIGSEGV)
time.sleep(60)
"""


def test_crash_that_the_program_catches_itself_is_a_crash_or_too_little_memory(home: Path) -> None:
    with pytest.raises(EngineError, match=r"pdf2htmlEX crashed, or needs more than 4096 MiB") as e:
        convert(SOURCE, options(stand_in(home, CAUGHT)))
    assert "try --max-memory or --engine embedded" in str(e.value)
    assert "please tell us" not in str(e.value)


def test_kill_from_outside_is_not_called_a_lack_of_memory(home: Path) -> None:
    program = stand_in(home, "os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(EngineError, match=r"was killed from outside \(SIGKILL\)") as caught:
        convert(SOURCE, options(program))
    assert "MiB" not in str(caught.value)


def test_timeout_ends_the_program_and_its_children(home: Path) -> None:
    program = stand_in(
        home, "signal.signal(signal.SIGTERM, signal.SIG_IGN); sleeper(); time.sleep(600)"
    )
    start = time.monotonic()
    with pytest.raises(EngineTimeoutError, match=r"stopped after 1\.5 s"):
        convert(SOURCE, options(program, timeout=1.5))
    assert time.monotonic() - start < PATIENCE
    assert_ends(int((home / "child.txt").read_text()))


def test_child_that_outlives_the_program_is_ended(home: Path) -> None:
    program = stand_in(home, f"sleeper(); shutil.copy({str(REPLICA)!r}, out)")
    assert convert(SOURCE, options(program))
    assert_ends(int((home / "child.txt").read_text()))


MEMORY_HOG = """
try:
    memory = bytearray(2**31)
except MemoryError:
    print("terminate called after throwing an instance of 'std::bad_alloc'", file=sys.stderr)
    sys.stderr.flush()
    os.kill(os.getpid(), signal.SIGABRT)
"""


def test_memory_is_limited(home: Path) -> None:
    program = stand_in(home, MEMORY_HOG + f"shutil.copy({str(REPLICA)!r}, out)")
    with pytest.raises(EngineError, match="needs more than 1024 MiB"):
        convert(SOURCE, options(program, max_memory=2**30))


@pytest.mark.parametrize("max_memory", [2**20, 2**22])
def test_too_little_memory_to_start_the_program_is_called_so(home: Path, max_memory: int) -> None:
    """Its libraries cannot be mapped, or it crashes before it can say anything."""
    program = stand_in(home, "")
    with pytest.raises(EngineMemoryError, match=r"needs more than \d+ MiB; allow more") as caught:
        convert(SOURCE, options(program, max_memory=max_memory))
    assert caught.value.exit_code == 13


def test_memory_limit_may_exceed_the_need(home: Path) -> None:
    assert convert(SOURCE, options(working_program(home), max_memory=2**32))


def test_interrupt_ends_the_program_and_cleans_up(home: Path, temporary: Path) -> None:
    program = stand_in(home, "sleeper(); time.sleep(600)")
    code = (
        "import signal, sys\n"
        "from pdfbot.options import ReadingOptions\n"
        "from pdfbot.readers.pdf2htmlex.program import convert\n"
        "from pdfbot.readers.source import Source\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "convert(Source.of(sys.argv[1]), ReadingOptions(pdf2htmlex=sys.argv[2]))"
    )
    caller = subprocess.Popen(
        [sys.executable, "-c", code, str(PDF), str(program)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
    )
    note = home / "child.txt"
    wait_until(lambda: note.exists() and note.read_text())
    assert any(temporary.iterdir())
    caller.send_signal(signal.SIGINT)
    _, error = caller.communicate(timeout=PATIENCE)
    assert b"KeyboardInterrupt" in error
    assert_ends(int(note.read_text()))


def test_concurrent_runs_do_not_interfere(home: Path) -> None:
    program = working_program(home)
    results: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda: results.append(convert(SOURCE, options(program, max_memory=2**32)))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [REPLICA.read_bytes()] * 4


def test_limits_are_options_of_the_command(home: Path, run: Run) -> None:
    program = stand_in(home, "time.sleep(60)")
    call = ("extract", PDF, "--engine", "pdf2htmlex", "--pdf2htmlex", program)
    late = run(*call, "--timeout", "1")
    assert (late.returncode, late.stdout) == (11, b"")
    assert late.stderr.count(b"\n") == 1
    assert b"stopped after 1 s; allow more time (--timeout) or use --engine emb" in late.stderr
    hungry = stand_in(home, MEMORY_HOG)
    done = run("extract", PDF, "--engine", "pdf2htmlex", "--pdf2htmlex", hungry,
               "--max-memory", "512M")  # fmt: skip
    assert done.returncode == 13
    assert b"needs more than 512 MiB; allow more memory (--max-memory)" in done.stderr
    assert run(*call, "--timeout", "-1").returncode == 2


def test_batch_gives_the_program_the_limits_of_a_paper(home: Path, run: Run) -> None:
    """Its memory limit is lower than that of `extract`, and the program itself has none."""
    call = ("batch", PDF, "--engine", "pdf2htmlex", "--pdf2htmlex", stand_in(home, MEMORY_HOG))
    assert run(*call, "-o", home / "out", "--max-memory", "1G").returncode == 1
    (record,) = (home / "out" / "files-00001.jsonl").read_text("utf-8").splitlines()
    assert "needs more than 1024 MiB" in record
