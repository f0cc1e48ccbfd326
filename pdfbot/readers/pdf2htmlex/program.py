"""The external engine: runs pdf2htmlEX with limits on its time and memory."""

from __future__ import annotations

import errno
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
    EngineMemoryError,
    EngineMissingError,
    EngineTimeoutError,
    NoTextError,
    PasswordError,
    PdfbotError,
)
from pdfbot.options import MIB, ReadingOptions
from pdfbot.posix import run_guarded
from pdfbot.readers.pdfium.pdf_document import decrypted
from pdfbot.readers.source import Source, is_whole_html

PROGRAM = "pdf2htmlEX"
# Bytes read of the end of the program's messages.
MESSAGE_BYTES = 8192
# Characters of the program's last message in an error.
MAX_QUOTED = 200

# Keep the text readable: prefer the file's Unicode maps, decompose ligatures, use one px per point
# and no second set of sizes for print, and keep gaps of half a point, which separate words in small
# print. docs/pdf2htmlex.md says what is known of each.
READABLE = "--quiet 1 --zoom 1 --tounicode 1 --decompose-ligature 1 --printing 0 --heps 0.5".split()
# Where only the text is wanted, text that a drawing covers stays: it may be a marker pen. A replica
# shows what can be seen on the page.
TEXT_ONLY = "--process-nontext 0 --correct-text-visibility 0".split()
AS_SEEN = "--process-nontext 1 --correct-text-visibility 1".split()

# Exit statuses of the shell when it cannot run the program.
NOT_STARTED = (126, 127)
# The program catches the signals of a crash itself, and exits with this after a page of text.
CAUGHT_SIGNAL = 255
OUT_OF_MEMORY = re.compile(
    r"bad_alloc|out of memory|cannot allocate memory|failed to map segment|cannot map zero-fill",
    re.IGNORECASE,
)
# Bytes: with less, a program that crashes most likely ran out of memory.
LITTLE_MEMORY = 128 * MIB
# Bytes that a disk which is not full has room for.
ROOM = 1 << 16
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


def convert(source: Source, options: ReadingOptions, *, with_graphics: bool = False) -> bytes:
    """The replica of a PDF as HTML, from the first to the last of the requested pages.

    No process and no file of the run remains, whatever happens to pdfbot.
    """
    program = find_program(options.pdf2htmlex)
    try:
        with tempfile.TemporaryDirectory(prefix="pdfbot-", ignore_cleanup_errors=True) as folder:
            return _convert_in(Path(folder), program, source, options, with_graphics)
    except OSError as error:
        raise EngineError(
            f"{source.name}: temporary files cannot be written ({error.strerror}); make room, or "
            "set TMPDIR to another folder"
        ) from None


def _convert_in(
    workspace: Path, program: Path, source: Source, options: ReadingOptions, with_graphics: bool
) -> bytes:
    for name in ("tmp", "out"):
        (workspace / name).mkdir()
    if isinstance(source.content, str):
        pdf = Path(source.content).absolute()
    else:
        pdf = workspace / "paper.pdf"
        pdf.write_bytes(source.content)
    if options.password is not None:
        pdf = _without_password(source, options, workspace / "open.pdf")
    command = [
        str(program),
        *_arguments(options, with_graphics),
        *("--tmp-dir", str(workspace / "tmp"), "--dest-dir", str(workspace / "out")),
        *(str(pdf), "replica.html"),
    ]
    status, messages = _run(command, workspace, source.name, options)
    if status != 0:
        if _is_full(workspace):
            raise EngineError(
                f"{source.name}: the disk for temporary files is full; make room, or set TMPDIR to "
                "another folder"
            )
        raise _failure(status, messages, source.name, options)
    return _result(workspace / "out" / "replica.html", source.name)


def _arguments(options: ReadingOptions, with_graphics: bool) -> list[str]:
    arguments = [*READABLE, *(AS_SEEN if with_graphics else TEXT_ONLY)]
    if (pages := options.page_numbers) is not None:
        arguments += ["-f", str(min(pages)), "-l", str(max(pages))]
    if options.allow_copy_protected:
        arguments += ["--no-drm", "1"]
    return arguments


def _run(
    command: list[str], workspace: Path, name: str, options: ReadingOptions
) -> tuple[int, str]:
    """The exit status and messages of the program; these need no room on any disk."""
    try:
        status, messages = run_guarded(
            command,
            workspace,
            environment={**os.environ, "TMPDIR": str(workspace / "tmp")},
            kept_bytes=MESSAGE_BYTES,
            timeout=options.timeout,
            max_memory=options.max_memory,
        )
    except OSError as error:
        raise EngineError(f"{name}: no process can be started ({error.strerror})") from None
    except subprocess.TimeoutExpired:
        raise EngineTimeoutError(
            f"{name}: pdf2htmlEX was stopped after {options.timeout:g} s; "
            "allow more time (--timeout) or use --engine embedded"
        ) from None
    return status, messages.decode("utf-8", "replace")


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room left, or the user's share of it."""
    try:
        (folder / "room").write_bytes(bytes(ROOM))
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return False


def _without_password(source: Source, options: ReadingOptions, target: Path) -> Path:
    """The PDF as a file that needs no password: arguments of programs can be seen by others."""
    target.touch(0o600)
    target.write_bytes(decrypted(source, options))
    return target


def _result(html: Path, name: str) -> bytes:
    """The replica, if there is one: the program may succeed without output."""
    data = html.read_bytes() if html.is_file() else b""
    if not data:
        raise EngineError(
            f"{name}: pdf2htmlEX wrote an empty file; its data folder is missing, install it again"
        )
    if not is_whole_html(data):
        raise EngineError(
            f"{name}: pdf2htmlEX cut its output off, most likely because the disk for temporary "
            "files is full; make room, or set TMPDIR to another folder"
        )
    if not PAGE.search(data):
        raise NoTextError(f"{name}: the PDF has no pages")
    return data


def _death(status: int, messages: str, options: ReadingOptions) -> str:
    """How the program died and what to do, or nothing if it ended by itself."""
    limit = f"{options.max_memory / MIB:.0f} MiB"
    if status == CAUGHT_SIGNAL and "horribly wrong" in messages:
        return (
            f"crashed, or needs more than {limit}, which look the same; "
            "try --max-memory or --engine embedded"
        )
    if status == -signal.SIGKILL:
        return (
            "was killed from outside (SIGKILL), often because the machine ran out of memory; "
            "try again, or use --engine embedded"
        )
    return f"crashed ({signal.Signals(-status).name}); try --engine embedded" if status < 0 else ""


def _failure(status: int, messages: str, name: str, options: ReadingOptions) -> PdfbotError:
    """The program's exit status and messages as one of pdfbot's errors."""
    has_little = 0 < options.max_memory < LITTLE_MEMORY
    if OUT_OF_MEMORY.search(messages) or (status < 0 and has_little):
        return EngineMemoryError(
            f"{name}: pdf2htmlEX needs more than {options.max_memory / MIB:.0f} MiB; allow more "
            "memory (--max-memory) or use --engine embedded"
        )
    died = _death(status, messages, options)
    if died:
        return EngineError(f"{name}: pdf2htmlEX {died}")
    if "Incorrect password" in messages:
        return PasswordError(f"{name}: encrypted, a password is needed (--password)")
    if "Copying of text from this document is not allowed" in messages:
        return CopyProtectedError(
            f"{name}: its author forbade copying text; "
            "use --allow-copy-protected if you have the right to"
        )
    if "unrecognized option" in messages:
        return EngineError(f"{name}: this pdf2htmlEX does not know an option; 0.18.8 is needed")
    if "trailer dictionary" in messages or "Cannot read the file" in messages:
        return DamagedPdfError(
            f"{name}: damaged or cut off, no page can be read; try to download it again"
        )
    last = next((line for line in reversed(messages.splitlines()) if line.strip()), "no message")
    reason = f"status {status} ({last.strip()[:MAX_QUOTED]})"
    if status in NOT_STARTED:
        return EngineMissingError(f"pdf2htmlEX cannot be started, {reason}; check --pdf2htmlex")
    return EngineError(f"{name}: pdf2htmlEX failed with {reason}")
