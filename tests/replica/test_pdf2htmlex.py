"""The runner of pdf2htmlEX, tried on a stand-in: a real process that behaves as documented."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    EngineError,
    EngineMissingError,
    EngineTimeoutError,
    FileMissingError,
    NotAPdfError,
    NoTextError,
    PasswordError,
    PdfbotError,
)
from pdfbot.replica.html import read_replica
from pdfbot.replica.pdf2htmlex import convert, find_program

FIXTURES = Path(__file__).parents[2] / "fixtures"
PAPER = FIXTURES / "papers" / "novel-dialogue" / "novel-dialogue"
PDF, REPLICA = PAPER.with_suffix(".pdf"), PAPER.with_suffix(".html")

# What all stand-ins share: the options of the real program, and its habit of joining the output
# name to the destination folder. `behave` is put in by each test.
STAND_IN = """
import json, os, shutil, signal, subprocess, sys, time
from pathlib import Path

here = Path(__file__).parent
(here / "arguments.json").write_text(json.dumps(sys.argv[1:]))
KNOWN = ["--quiet", "--zoom", "--tounicode", "--decompose-ligature", "--printing", "--tmp-dir",
         "--dest-dir", "--process-nontext", "--no-drm", "-u", "-o", "-f", "-l"]
options, names = {}, []
words = iter(sys.argv[1:])
for word in words:
    if word in KNOWN:
        options[word] = next(words)
    elif word.startswith("-"):
        sys.exit(f"pdf2htmlEX: unrecognized option '{word}'")
    else:
        names.append(word)
assert not names[1].startswith("/")
out = Path(options["--dest-dir"]) / names[1]
Path(options["--tmp-dir"], "pdf2htmlEX-x").mkdir()

def sleeper():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    (here / "child.txt").write_text(str(child.pid))

"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder that must be empty again when a test is over."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the stand-in lives and leaves its notes."""
    folder = tmp_path / "home of program"
    folder.mkdir()
    return folder


def stand_in(home: Path, behave: str) -> Path:
    (home / "program.py").write_text(STAND_IN + behave, "utf-8")
    program = home / "pdf2htmlEX"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{home}/program.py" "$@"\n', "utf-8")
    program.chmod(0o755)
    return program


def well_behaved(home: Path) -> Path:
    return stand_in(home, f"shutil.copy({str(REPLICA)!r}, out)\n")


def arguments(home: Path) -> list[str]:
    found: list[str] = json.loads((home / "arguments.json").read_text("utf-8"))
    return found


def is_running(pid: int) -> bool:
    """Whether a process is alive; one that only waits to be collected is not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.is_file() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def assert_ends(pid: int) -> None:
    deadline = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(pid)


def test_the_replica_comes_back(home: Path) -> None:
    html = convert(PDF, program=well_behaved(home))
    assert html == REPLICA.read_bytes()
    assert len(read_replica(html).pages) == 3


def test_flags_that_keep_the_text_readable(home: Path) -> None:
    convert(PDF, program=well_behaved(home))
    said = " ".join(arguments(home))
    for flag in ("--tounicode 1", "--decompose-ligature 1", "--printing 0", "--zoom 1"):
        assert flag in said
    assert "--process-nontext 0" in said
    assert "--no-drm" not in said
    assert arguments(home)[-2:] == [str(PDF), "replica.html"]


def test_options_are_passed_on(home: Path) -> None:
    convert(
        PDF,
        program=well_behaved(home),
        password="se cret",
        pages=(2, 7),
        with_graphics=True,
        allow_copy_protected=True,
    )
    given = arguments(home)
    pairs = dict(zip(given[:-2:2], given[1:-2:2], strict=True))
    assert pairs["-u"] == pairs["-o"] == "se cret"
    assert (pairs["-f"], pairs["-l"]) == ("2", "7")
    assert pairs["--process-nontext"] == "1"
    assert pairs["--no-drm"] == "1"


def test_the_path_may_be_relative_or_odd(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(PDF, tmp_path / "-f odd name.pdf")
    monkeypatch.chdir(tmp_path)
    assert convert(Path("-f odd name.pdf"), program=well_behaved(home))
    assert arguments(home)[-2] == str(tmp_path / "-f odd name.pdf")


@pytest.mark.parametrize(
    ("message", "error", "said"),
    [
        ("Error: Incorrect password", PasswordError, r"a password is needed \(--password\)"),
        (
            "Error: Copying of text from this document is not allowed.",
            CopyProtectedError,
            "--allow-copy-protected",
        ),
        ("Syntax Error: Couldn't find trailer dictionary", DamagedPdfError, "damaged"),
        ("Error: Cannot read the file", DamagedPdfError, "damaged"),
        ("pdf2htmlEX: unrecognized option '--printing'", EngineError, "0.18.8 is needed"),
        ("Cannot open /data/manifest", EngineError, r"status 1 \(Cannot open /data/manifest\)"),
        ("", EngineError, r"status 1 \(no message\)"),
    ],
)
def test_failures_have_a_name(
    home: Path, message: str, error: type[PdfbotError], said: str
) -> None:
    program = stand_in(home, f"print({message!r}, file=sys.stderr); sys.exit(1)")
    with pytest.raises(error, match=f"^{re.escape(str(PDF))}: .*{said}") as caught:
        convert(PDF, program=program)
    assert type(caught.value) is error
    assert "\n" not in str(caught.value)


def test_a_wrong_password(home: Path) -> None:
    program = stand_in(home, "print('Incorrect password', file=sys.stderr); sys.exit(1)")
    with pytest.raises(PasswordError, match="wrong password"):
        convert(PDF, program=program, password="guess")


@pytest.mark.parametrize(
    ("content", "error", "said"),
    [
        (None, FileMissingError, "cannot be read"),
        (b"", NotAPdfError, "empty"),
        (b"<html>404</html>", NotAPdfError, "not a PDF"),
    ],
)
def test_bad_input_does_not_start_the_program(
    home: Path, tmp_path: Path, content: bytes | None, error: type[PdfbotError], said: str
) -> None:
    pdf = tmp_path / "bad.pdf"
    if content is not None:
        pdf.write_bytes(content)
    with pytest.raises(error, match=said):
        convert(pdf, program=well_behaved(home))
    assert not (home / "arguments.json").exists()


def test_no_pages_although_all_is_well(home: Path) -> None:
    program = stand_in(home, """out.write_text('<div id="page-container">\\n</div>')""")
    with pytest.raises(NoTextError, match="no pages"):
        convert(PDF, program=program)


@pytest.mark.parametrize("behave", ["out.write_bytes(b'')", "pass"])
def test_an_empty_or_missing_replica_although_all_is_well(home: Path, behave: str) -> None:
    with pytest.raises(EngineError, match="data folder"):
        convert(PDF, program=stand_in(home, behave))


def test_a_crash_names_the_signal(home: Path) -> None:
    program = stand_in(home, "sleeper(); os.kill(os.getpid(), signal.SIGSEGV)")
    with pytest.raises(EngineError, match=r"crashed \(SIGSEGV\)"):
        convert(PDF, program=program)
    assert_ends(int((home / "child.txt").read_text()))


def test_time_runs_out_for_the_program_and_its_children(home: Path) -> None:
    program = stand_in(
        home, "signal.signal(signal.SIGTERM, signal.SIG_IGN); sleeper(); time.sleep(600)"
    )
    start = time.monotonic()
    with pytest.raises(EngineTimeoutError, match=r"stopped after 1\.5 s"):
        convert(PDF, program=program, timeout=1.5)
    assert time.monotonic() - start < 10
    assert_ends(int((home / "child.txt").read_text()))


def test_a_child_that_outlives_the_program_is_ended(home: Path) -> None:
    program = stand_in(home, f"sleeper(); shutil.copy({str(REPLICA)!r}, out)")
    assert convert(PDF, program=program)
    assert_ends(int((home / "child.txt").read_text()))


EATER = """
try:
    hoard = bytearray(2**31)
except MemoryError:
    print("terminate called after throwing an instance of 'std::bad_alloc'", file=sys.stderr)
    sys.stderr.flush()
    os.kill(os.getpid(), signal.SIGABRT)
"""


def test_memory_is_limited(home: Path) -> None:
    program = stand_in(home, EATER + f"shutil.copy({str(REPLICA)!r}, out)")
    with pytest.raises(EngineError, match="needs more than 1024 MiB"):
        convert(PDF, program=program, max_memory=2**30)


def test_enough_memory_is_no_hindrance(home: Path) -> None:
    assert convert(PDF, program=well_behaved(home), max_memory=2**32)


def test_an_interrupt_ends_the_program_and_cleans_up(home: Path, temporary: Path) -> None:
    program = stand_in(home, "sleeper(); time.sleep(600)")
    code = (
        "import signal, sys; from pathlib import Path\n"
        "from pdfbot.replica.pdf2htmlex import convert\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "convert(Path(sys.argv[1]), program=Path(sys.argv[2]))"
    )
    caller = subprocess.Popen(
        [sys.executable, "-c", code, str(PDF), str(program)],
        cwd=FIXTURES.parent,
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 20
    note = home / "child.txt"
    while not (note.exists() and note.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert any(temporary.iterdir())
    caller.send_signal(signal.SIGINT)
    _, said = caller.communicate(timeout=20)
    assert b"KeyboardInterrupt" in said
    assert_ends(int(note.read_text()))


def test_runs_side_by_side_do_not_meet(home: Path) -> None:
    program = well_behaved(home)
    results: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda: results.append(convert(PDF, program=program, max_memory=2**32))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [REPLICA.read_bytes()] * 4


def test_the_program_is_found_on_the_path(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = well_behaved(home)
    monkeypatch.setenv("PATH", str(home))
    assert find_program() == program
    assert find_program(str(program)) == program


def test_a_missing_program_comes_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissingError, match="install it, give --pdf2htmlex PATH"):
        find_program()
    (tmp_path / "notes.txt").write_text("not a program")
    for wrong in ("nowhere/pdf2htmlEX", str(tmp_path / "notes.txt"), str(tmp_path)):
        with pytest.raises(EngineMissingError, match="no program to run"):
            find_program(wrong)


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    broken = tmp_path / "pdf2htmlEX"
    broken.write_text("#!/nowhere/interpreter\n")
    broken.chmod(0o755)
    with pytest.raises(EngineMissingError, match="cannot be started"):
        convert(PDF, program=broken)


@pytest.mark.skipif(shutil.which("pdf2htmlEX") is None, reason="pdf2htmlEX is not on PATH")
class TestRealProgram:
    def test_a_paper(self) -> None:
        program = find_program()
        fresh = read_replica(convert(PDF, program=program, max_memory=2**33))
        kept = read_replica(REPLICA.read_bytes())
        assert [[b.text for b in p.blocks] for p in fresh.pages] == [
            [b.text for b in p.blocks] for p in kept.pages
        ]

    @pytest.mark.parametrize(
        ("name", "error"),
        [
            ("truncated", DamagedPdfError),
            ("encrypted-user-password", PasswordError),
            ("copy-protected", CopyProtectedError),
            ("zero-pages", NoTextError),
        ],
    )
    def test_hostile_files(self, name: str, error: type[PdfbotError]) -> None:
        with pytest.raises(error):
            convert(FIXTURES / "hostile" / f"{name}.pdf", program=find_program())
