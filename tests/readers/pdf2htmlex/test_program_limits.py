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

from pdfbot.errors import EngineError, EngineTimeoutError
from pdfbot.readers.pdf2htmlex.program import convert

from ...documents import ROOT
from .stand_in import PDF, REPLICA, SOURCE, assert_ends, options, stand_in, working_program

pytestmark = pytest.mark.usefixtures("temporary")


def test_crash_names_the_signal_and_ends_children(home: Path) -> None:
    program = stand_in(home, "sleeper(); os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(EngineError, match=r"crashed \(SIGSEGV\)"):
        convert(SOURCE, options(program))
    assert_ends(int((home / "child.txt").read_text()))


def test_timeout_ends_the_program_and_its_children(home: Path) -> None:
    program = stand_in(
        home, "signal.signal(signal.SIGTERM, signal.SIG_IGN); sleeper(); time.sleep(600)"
    )
    start = time.monotonic()
    with pytest.raises(EngineTimeoutError, match=r"stopped after 1\.5 s"):
        convert(SOURCE, options(program, timeout=1.5))
    assert time.monotonic() - start < 10
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
    deadline = time.monotonic() + 20
    note = home / "child.txt"
    while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert any(temporary.iterdir())
    caller.send_signal(signal.SIGINT)
    _, error = caller.communicate(timeout=20)
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
