"""Several inputs in parallel: the same results as in sequence, and no process left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdfbot.cli.parallel import run_ahead
from pdfbot.errors import PdfbotError
from pdfbot.options import ReadingOptions
from tests.patience import PATIENCE, wait_until

from .conftest import Run


def test_results_and_messages_are_those_of_one_process(
    run: Run, papers: Path, root: Path, tmp_path: Path
) -> None:
    inputs = [*sorted(papers.glob("*/*.pdf")), *sorted((root / "fixtures/hostile").glob("*.pdf"))]
    calls = {
        jobs: run("extract", *inputs, "none.pdf", "-o", f"out{jobs}/", "--jobs", jobs)
        for jobs in ("1", "3")
    }
    assert calls["1"].returncode == calls["3"].returncode == 1
    assert calls["1"].stderr == calls["3"].stderr
    texts = [
        {path.name: path.read_bytes() for path in (tmp_path / f"out{jobs}").iterdir()}
        for jobs in calls
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) > 9


def test_records_on_stdout_are_in_the_order_of_the_inputs(run: Run, papers: Path) -> None:
    inputs = sorted(map(str, papers.glob("*column*/*.pdf")), key=len)
    given = [*inputs[:2], "-", *inputs[2:]]
    stdin = (papers / "novel-dialogue" / "novel-dialogue.pdf").read_bytes()
    done = run("extract", *given, "--format", "jsonl", "--jobs", "2", stdin=stdin)
    sources = [json.loads(line)["source"] for line in done.stdout.splitlines()]
    assert sources == ["<stdin>" if name == "-" else name for name in given]


def test_number_of_processes_is_checked(run: Run) -> None:
    done = run("extract", "paper.pdf", "--jobs", "0")
    assert (done.returncode, done.stderr) == (
        2,
        b"pdfbot: --jobs 0: at least one process is needed\n",
    )


def test_dead_process_is_an_error_for_every_input_left() -> None:
    """`os._exit` stands for a crash of the PDF library."""
    with run_ahead(os._exit, [1] * 9, 2, ReadingOptions()) as result_of:
        for _ in range(9):
            with pytest.raises(PdfbotError, match="a process died"):
                result_of(1)


CALL = """
from pdfbot.cli.parallel import run_ahead
from pdfbot.options import ReadingOptions
from pdfbot.errors import PdfbotError
slow = "__import__('pathlib').Path('begun').touch() or __import__('time').sleep(600)"
try:
    with run_ahead(eval, [slow, slow], 2, ReadingOptions()) as result_of:
        result_of(slow)
except KeyboardInterrupt:
    raise SystemExit(130)
except PdfbotError as error:
    raise SystemExit(str(error).partition(",")[0])
"""


# Python runs it at the start of every process.
SLOW_START = """
import os, pathlib, sys, time
if "spawn_main" in str(sys.orig_argv):
    pathlib.Path(f"{os.getpid()}.starting").touch()
    while not pathlib.Path("go").exists():
        time.sleep(0.02)
"""


@pytest.fixture
def command(
    tmp_path: Path, command_environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Two processes that never end by themselves and their parent, in a separate process group."""
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    path = f"{tmp_path}{os.pathsep}{command_environment['PYTHONPATH']}"
    with subprocess.Popen(
        [sys.executable, "-c", CALL],
        cwd=tmp_path,
        env={**command_environment, "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as child:
        yield child
        if is_group(child.pid):
            os.killpg(child.pid, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_command(
    command: subprocess.Popen[bytes], number: signal.Signals, tmp_path: Path
) -> None:
    """Only the command gets the signal; the group is empty when all its processes have ended."""
    (tmp_path / "go").touch()
    wait_until(lambda: (tmp_path / "begun").exists())
    command.send_signal(number)
    assert command.wait(20) == (130 if number == signal.SIGINT else -number)
    wait_until(lambda: not is_group(command.pid))


def test_interrupt_of_starting_processes_prints_no_traceback(
    command: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    """Ctrl-C in a terminal reaches them, too; the command is spared so that it kills none."""
    wait_until(lambda: len([*tmp_path.glob("*.starting")]) == 2)
    for path in tmp_path.glob("*.starting"):
        os.kill(int(path.stem), signal.SIGINT)
    (tmp_path / "go").touch()
    _, errors = command.communicate(timeout=PATIENCE)
    assert (command.returncode, errors) == (1, b"a process died\n")


def is_group(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True
