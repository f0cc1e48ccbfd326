"""The external engine: the only module that starts pdf2htmlEX, in a cage it cannot outlive."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    EngineError,
    EngineMissingError,
    EngineTimeoutError,
    FileMissingError,
    InputError,
    NotAPdfError,
    NoTextError,
    PasswordError,
)

PROGRAM = "pdf2htmlEX"
HEADER_BYTES = 1024
MESSAGE_BYTES = 8192

# The text stays readable: Unicode maps of the file first, ligatures as letters, one px a point,
# and no second set of sizes for print.
READABLE = "--quiet 1 --zoom 1 --tounicode 1 --decompose-ligature 1 --printing 0".split()

# Sets the limit and becomes the program: safe where threads run, unlike code between fork and exec.
LIMITED = ["/bin/sh", "-c", 'ulimit -v "$0"; exec "$@"']

OUT_OF_MEMORY = re.compile(r"bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)


def find_program(path: str | None = None) -> Path:
    """Where pdf2htmlEX is: at `path`, or on PATH."""
    found = shutil.which(path or PROGRAM)
    if found:
        return Path(found).absolute()
    if path:
        raise EngineMissingError(f"{path}: no program to run; give the path of pdf2htmlEX")
    raise EngineMissingError(
        "pdf2htmlEX is not on PATH: install it, give --pdf2htmlex PATH, or use --engine pdfium"
    )


def convert(
    pdf: Path,
    *,
    program: Path,
    password: str | None = None,
    pages: tuple[int, int] | None = None,
    with_graphics: bool = False,
    timeout: float = 120.0,
    max_memory: int | None = None,
    allow_copy_protected: bool = False,
) -> bytes:
    """The replica of a PDF as HTML; `pages` are the first and the last, `max_memory` is in bytes.

    Whatever happens, no process and no file of the run is left behind.
    """
    _check_input(pdf)
    options = [*READABLE, "--process-nontext", "1" if with_graphics else "0"]
    if password is not None:
        options += ["-u", password, "-o", password]
    if pages is not None:
        options += ["-f", str(pages[0]), "-l", str(pages[1])]
    if allow_copy_protected:
        options += ["--no-drm", "1"]
    with tempfile.TemporaryDirectory(prefix="pdfbot-", ignore_cleanup_errors=True) as folder:
        room = Path(folder)
        for name in ("tmp", "out"):
            (room / name).mkdir()
        places = ["--tmp-dir", str(room / "tmp"), "--dest-dir", str(room / "out")]
        command = [str(program), *options, *places, str(pdf.absolute()), "replica.html"]
        status, said = _run(command, room, pdf, timeout, max_memory)
        if status != 0:
            raise _failure(status, said, pdf, password, max_memory)
        return _result(room / "out" / "replica.html", pdf)


def _check_input(pdf: Path) -> None:
    """What can be told without the program is told without it."""
    try:
        with pdf.open("rb") as file:
            head = file.read(HEADER_BYTES)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FileMissingError(f"{pdf}: cannot be read ({reason})") from None
    if not head:
        raise NotAPdfError(f"{pdf}: the file is empty")
    if b"%PDF-" not in head:
        raise NotAPdfError(f"{pdf}: not a PDF")


def _run(
    command: list[str], room: Path, pdf: Path, timeout: float, max_memory: int | None
) -> tuple[int, str]:
    """Exit status and messages. A session of its own lets one signal end all its children."""
    if max_memory is not None:
        command = [*LIMITED, str(max(max_memory // 1024, 1)), *command]
    messages = room / "messages.txt"
    with messages.open("wb") as log:
        try:
            process = subprocess.Popen(
                command,
                cwd=room,
                env={**os.environ, "TMPDIR": str(room / "tmp")},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineMissingError(
                f"{command[0]}: cannot be started ({error.strerror}); check --pdf2htmlex"
            ) from None
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise EngineTimeoutError(
                f"{pdf}: pdf2htmlEX was stopped after {timeout:g} s; "
                "allow more time or use --engine pdfium"
            ) from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return status, _tail(messages)


def _tail(messages: Path) -> str:
    with messages.open("rb") as file:
        file.seek(max(messages.stat().st_size - MESSAGE_BYTES, 0))
        return file.read().decode("utf-8", "replace")


def _result(html: Path, pdf: Path) -> bytes:
    """The replica, when it is one: the program can end well with nothing in its hands."""
    data = html.read_bytes() if html.is_file() else b""
    if not data:
        raise EngineError(
            f"{pdf}: pdf2htmlEX wrote an empty file; its data folder is missing, install it again"
        )
    if not re.search(rb'<div[^>]*\bclass="pf\b', data):
        raise NoTextError(f"{pdf}: the PDF has no pages")
    return data


def _failure(
    status: int, said: str, pdf: Path, password: str | None, max_memory: int | None
) -> EngineError | InputError:
    """The program's exit status and messages as one of pdfbot's errors."""
    if max_memory is not None and (status == -signal.SIGKILL or OUT_OF_MEMORY.search(said)):
        return EngineError(
            f"{pdf}: pdf2htmlEX needs more than {max_memory / 2**20:.0f} MiB; "
            "allow more memory or use --engine pdfium"
        )
    if status < 0:
        with contextlib.suppress(ValueError):
            name = signal.Signals(-status).name
            return EngineError(f"{pdf}: pdf2htmlEX crashed ({name}); try --engine pdfium")
    if "Incorrect password" in said:
        needed = "a password is needed (--password)" if password is None else "wrong password"
        return PasswordError(f"{pdf}: encrypted, {needed}")
    if "Copying of text from this document is not allowed" in said:
        return CopyProtectedError(
            f"{pdf}: its author forbade copying text; "
            "use --allow-copy-protected if you have the right to"
        )
    if "unrecognized option" in said:
        return EngineError(f"{pdf}: this pdf2htmlEX does not know an option; 0.18.8 is needed")
    if "trailer dictionary" in said or "Cannot read the file" in said:
        return DamagedPdfError(
            f"{pdf}: damaged or cut off, no page can be read; try to download it again"
        )
    last = next((line for line in reversed(said.splitlines()) if line.strip()), "no message")
    return EngineError(f"{pdf}: pdf2htmlEX failed with status {status} ({last.strip()[:200]})")
