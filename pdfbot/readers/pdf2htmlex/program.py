"""The external engine: runs pdf2htmlEX with limits on its time and memory."""

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
    NotAPdfError,
    NoTextError,
    PasswordError,
    PdfbotError,
)
from pdfbot.options import ReadingOptions

PROGRAM = "pdf2htmlEX"
# Seconds, and bytes of virtual memory; papers need a few seconds and a few hundred megabytes.
TIMEOUT = 120.0
MAX_MEMORY = 4 << 30
# Bytes read for the header of the PDF, and of the end of the program's messages.
HEADER_BYTES = 1024
MESSAGE_BYTES = 8192
# Characters of the program's last message in an error.
MAX_QUOTED = 200

# Keep the text readable: prefer the file's Unicode maps, decompose ligatures, use one px per point
# and no second set of sizes for print.
READABLE = "--quiet 1 --zoom 1 --tounicode 1 --decompose-ligature 1 --printing 0".split()

# Sets the limit, then becomes the program: thread-safe, unlike Python code between fork and exec.
LIMITED = ["/bin/sh", "-c", 'ulimit -v "$0"; exec "$@"']

# Exit statuses of the shell when it cannot run the program.
NOT_STARTED = (126, 127)
OUT_OF_MEMORY = re.compile(r"bad_alloc|out of memory|cannot allocate memory", re.IGNORECASE)
PAGE = re.compile(rb'<div[^>]*\bclass="pf\b')


def find_program(path: str | os.PathLike[str] | None = None) -> Path:
    """The path of pdf2htmlEX: `path` itself, or the one on PATH."""
    found = shutil.which(path or PROGRAM)
    if found:
        return Path(found).absolute()
    if path:
        raise EngineMissingError(
            f"{os.fspath(path)}: no program to run; give the path of pdf2htmlEX"
        )
    raise EngineMissingError(
        "pdf2htmlEX is not on PATH: install it, give --pdf2htmlex PATH, or use --engine embedded"
    )


def convert(
    pdf: Path,
    options: ReadingOptions,
    *,
    with_graphics: bool = False,
    timeout: float = TIMEOUT,
    max_memory: int = MAX_MEMORY,
) -> bytes:
    """The replica of a PDF as HTML, from the first to the last of the requested pages.

    No process and no file of the run remains, whatever happens.
    """
    program = find_program(options.pdf2htmlex)
    _check_input(pdf)
    with tempfile.TemporaryDirectory(prefix="pdfbot-", ignore_cleanup_errors=True) as folder:
        workspace = Path(folder)
        for name in ("tmp", "out"):
            (workspace / name).mkdir()
        command = [
            str(program),
            *_arguments(options, with_graphics),
            *("--tmp-dir", str(workspace / "tmp"), "--dest-dir", str(workspace / "out")),
            *(str(pdf.absolute()), "replica.html"),
        ]
        status, messages = _run(command, workspace, pdf, timeout, max_memory)
        if status != 0:
            raise _failure(status, messages, pdf, options, max_memory)
        return _result(workspace / "out" / "replica.html", pdf)


def _check_input(pdf: Path) -> None:
    """Report bad input without starting the program."""
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


def _arguments(options: ReadingOptions, with_graphics: bool) -> list[str]:
    arguments = [*READABLE, "--process-nontext", "1" if with_graphics else "0"]
    if options.password is not None:
        arguments += ["-u", options.password, "-o", options.password]
    if (pages := options.page_numbers) is not None:
        arguments += ["-f", str(min(pages)), "-l", str(max(pages))]
    if options.allow_copy_protected:
        arguments += ["--no-drm", "1"]
    return arguments


def _run(
    command: list[str], workspace: Path, pdf: Path, timeout: float, max_memory: int
) -> tuple[int, str]:
    """The exit status and messages of the program, which is killed with its children at the end."""
    log_file = workspace / "messages.txt"
    with log_file.open("wb") as log:
        try:
            process = subprocess.Popen(
                [*LIMITED, str(max(max_memory // 1024, 1)), *command],
                cwd=workspace,
                env={**os.environ, "TMPDIR": str(workspace / "tmp")},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # one signal ends the program and all its children
            )
        except OSError as error:
            raise EngineError(f"{pdf}: no process can be started ({error.strerror})") from None
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise EngineTimeoutError(
                f"{pdf}: pdf2htmlEX was stopped after {timeout:g} s; "
                "allow more time or use --engine embedded"
            ) from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return status, _tail(log_file)


def _tail(log_file: Path) -> str:
    with log_file.open("rb") as file:
        file.seek(max(log_file.stat().st_size - MESSAGE_BYTES, 0))
        return file.read().decode("utf-8", "replace")


def _result(html: Path, pdf: Path) -> bytes:
    """The replica, if there is one: the program may succeed without output."""
    data = html.read_bytes() if html.is_file() else b""
    if not data:
        raise EngineError(
            f"{pdf}: pdf2htmlEX wrote an empty file; its data folder is missing, install it again"
        )
    if not PAGE.search(data):
        raise NoTextError(f"{pdf}: the PDF has no pages")
    return data


def _failure(
    status: int, messages: str, pdf: Path, options: ReadingOptions, max_memory: int
) -> PdfbotError:
    """The program's exit status and messages as one of pdfbot's errors."""
    if status == -signal.SIGKILL or OUT_OF_MEMORY.search(messages):
        return EngineError(
            f"{pdf}: pdf2htmlEX needs more than {max_memory / 2**20:.0f} MiB; "
            "allow more memory or use --engine embedded"
        )
    if status < 0:
        with contextlib.suppress(ValueError):
            name = signal.Signals(-status).name
            return EngineError(f"{pdf}: pdf2htmlEX crashed ({name}); try --engine embedded")
    if "Incorrect password" in messages:
        is_missing = options.password is None
        needed = "a password is needed (--password)" if is_missing else "wrong password"
        return PasswordError(f"{pdf}: encrypted, {needed}")
    if "Copying of text from this document is not allowed" in messages:
        return CopyProtectedError(
            f"{pdf}: its author forbade copying text; "
            "use --allow-copy-protected if you have the right to"
        )
    if "unrecognized option" in messages:
        return EngineError(f"{pdf}: this pdf2htmlEX does not know an option; 0.18.8 is needed")
    if "trailer dictionary" in messages or "Cannot read the file" in messages:
        return DamagedPdfError(
            f"{pdf}: damaged or cut off, no page can be read; try to download it again"
        )
    last = next((line for line in reversed(messages.splitlines()) if line.strip()), "no message")
    reason = f"status {status} ({last.strip()[:MAX_QUOTED]})"
    if status in NOT_STARTED:
        return EngineMissingError(f"pdf2htmlEX cannot be started, {reason}; check --pdf2htmlex")
    return EngineError(f"{pdf}: pdf2htmlEX failed with {reason}")
