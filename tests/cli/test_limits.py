"""--timeout and --max-memory: one line and the documented exit code, and the other inputs go on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pdfs import Form, PdfPage, make_pdf, show

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]

SENTENCE = b"The words of this sentence are those that every page shows to its readers."
LINES = b" ".join(show(SENTENCE, 20, 500 - 14 * n, size=9) for n in range(12))


def nested(depth: int, times: int) -> Form:
    """A form that draws another one several times, down to some text."""
    box = (0.0, 0.0, 400.0, 600.0)
    if not depth:
        return Form(show(b"bomb", 20, 20), box)
    return Form(b"/X Do " * times, box, forms={"X": nested(depth - 1, times)})


@pytest.fixture
def bomb(tmp_path: Path) -> Path:
    """Some kilobytes that stand for a hundred million objects."""
    path = tmp_path / "bomb.pdf"
    path.write_bytes(make_pdf(PdfPage(b"/X Do", forms={"X": nested(8, 10)})))
    return path


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.pdf"
    path.write_bytes(make_pdf(LINES))
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["extract"],
        ["rank"],
        ["regions"],
        ["blocks"],
        ["replica", "-o", "out.html"],
        ["highlight", "--layers", "2", "-o", "out.html"],
        ["explain", "-o", "out.html"],
    ],
)
def test_every_command_stops_at_the_limits(run: Run, bomb: Path, command: list[str]) -> None:
    memory = run(*command, bomb, "--max-memory", "300M")
    late = run(*command, bomb, "--timeout", "0.5", "--max-memory", "0")
    assert memory.returncode == 13
    assert memory.stderr.decode().splitlines() == [
        f"pdfbot: {bomb}: needs more memory than the limit of 300 MiB (--max-memory)"
    ]
    assert late.returncode == 11
    assert late.stderr.decode().splitlines() == [
        f"pdfbot: {bomb}: not done after 0.5 s (--timeout)"
    ]
    assert not (bomb.parent / "out.html").exists()


def test_the_other_inputs_are_processed(run: Run, bomb: Path, good: Path) -> None:
    other = good.with_name("other.pdf")
    other.write_bytes(good.read_bytes())
    done = run("extract", good, bomb, other, "-o", "all.jsonl", "--max-memory", "300M")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    lines = (good.parent / "all.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["source"] for line in lines] == [str(good), str(other)]


def test_several_processes_have_the_limits_too(run: Run, bomb: Path, good: Path) -> None:
    arguments = ("extract", bomb, good, "--jobs", "2", "-o", "out/")
    done = run(*arguments, "--timeout", "12", "--max-memory", "0")
    assert done.returncode == 1
    assert done.stderr.decode() == f"pdfbot: {bomb}: not done after 12 s (--timeout)\n"
    assert (good.parent / "out" / "good.txt").exists()


def test_honest_paper_needs_far_less_than_the_limits(run: Run, papers: Path) -> None:
    paper = papers / "twocolumn-conference" / "twocolumn-conference.pdf"
    done = run("extract", paper, "--timeout", "20", "--max-memory", "400M")
    assert (done.returncode, done.stderr) == (0, b"")


# Ctrl-C reaches the child from the terminal, and pdfbot tells it to stop as well.
TWO_SIGNALS = """
import os, signal
from pdfbot.cli import limits
both = {signal.SIGINT, signal.SIGTERM}
for number in both:
    signal.signal(number, limits._interrupt_once)
signal.pthread_sigmask(signal.SIG_BLOCK, both)
for number in both:
    os.kill(os.getpid(), number)
try:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, both)
except KeyboardInterrupt:
    os.getpid()
    print("interrupted")
"""


def test_two_signals_at_the_same_moment_are_one_interrupt() -> None:
    done = subprocess.run([sys.executable, "-c", TWO_SIGNALS], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
