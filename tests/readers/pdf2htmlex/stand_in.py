"""A stand-in for pdf2htmlEX: a real process that behaves as documented."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from pdfbot.options import ReadingOptions
from pdfbot.readers.source import Source
from tests.patience import wait_until

from ...documents import PAPERS

PAPER = PAPERS / "novel-dialogue" / "novel-dialogue"
PDF, REPLICA = PAPER.with_suffix(".pdf"), PAPER.with_suffix(".html")
SOURCE = Source.of(PDF)

# All stand-ins take the options of the real program and, like it, join the name of the output to
# the destination folder; each test appends the behaviour it needs.
STAND_IN = """
import json, os, shutil, signal, subprocess, sys, time
from pathlib import Path

here = Path(__file__).parent
(here / "arguments.json").write_text(json.dumps(sys.argv[1:]))
KNOWN = ["--quiet", "--zoom", "--tounicode", "--decompose-ligature", "--printing", "--tmp-dir",
         "--dest-dir", "--process-nontext", "--no-drm", "-u", "-o", "-f", "-l",
         "--correct-text-visibility", "--heps"]
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


def stand_in(home: Path, behaviour: str) -> Path:
    """Write a stand-in that ends with the given statements."""
    (home / "program.py").write_text(STAND_IN + behaviour, "utf-8")
    program = home / "pdf2htmlEX"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{home}/program.py" "$@"\n', "utf-8")
    program.chmod(0o755)
    return program


def working_program(home: Path) -> Path:
    """A stand-in that converts any PDF to the same replica."""
    return stand_in(home, f"shutil.copy({str(REPLICA)!r}, out)\n")


def arguments(home: Path) -> list[str]:
    """The arguments that the stand-in was started with."""
    found: list[str] = json.loads((home / "arguments.json").read_text("utf-8"))
    return found


def is_running(pid: int) -> bool:
    """Whether a process is alive; a zombie is not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.is_file() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def assert_ends(pid: int) -> None:
    """The process ends soon."""
    wait_until(lambda: not is_running(pid))


def options(program: Path, **limits: Any) -> ReadingOptions:
    return ReadingOptions(engine="pdf2htmlex", pdf2htmlex=program, **limits)
