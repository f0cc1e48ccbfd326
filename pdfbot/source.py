"""What the user hands over, to pages: told apart by content, never by the file's name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

from pdfbot.errors import FileMissingError, NotAPdfError, PdfbotError, UsageError
from pdfbot.model import Document, Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

ENGINES = ("auto", "embedded", "pdf2htmlex")
RULES = ("default", "paper")
MOST_COLUMNS = 3

# Readers of PDF allow this much junk before the header.
HEAD = 1024
# A replica's page is a few hundred kilobytes; what unpacks to more than this is a bomb.
MOST_UNPACKED = 1 << 30
# Bytes for pdf2htmlEX; papers need a few hundred megabytes.
MOST_MEMORY = 4 << 30

_REPLICA = rb"""<div\b[^>]*\bid\s*=\s*["']?page-container\b"""
_STRANGERS = (
    (b"%!PS", "PostScript, not a PDF: convert it with ps2pdf first"),
    (b"PK\x03\x04", "a ZIP archive or an office document, not a PDF"),
    (b"\x89PNG", "a picture, not a PDF"),
    (b"\xff\xd8\xff", "a picture, not a PDF"),
    (b"II*\x00", "a picture, not a PDF"),
    (b"MM\x00*", "a picture, not a PDF"),
    (b"\\documentclass", "LaTeX source, not a PDF"),
)


def check_choices(
    *, engine: str, rules: str, columns: int | None, pages: Sequence[int] | None
) -> None:
    """Refuses what makes no sense before any file is opened."""
    if engine not in ENGINES:
        raise UsageError(f"unknown engine {engine!r}: use {', '.join(ENGINES)}")
    if rules not in RULES:
        raise UsageError(f"unknown rules {rules!r}: use {' or '.join(RULES)}")
    if columns is not None and columns not in range(1, MOST_COLUMNS + 1):
        raise UsageError(f"{columns} columns: use 1 to {MOST_COLUMNS}, or leave it to pdfbot")
    if pages is not None and (len(pages) == 0 or min(pages) < 1):
        raise UsageError("pages are counted from 1, and at least one is needed")


def open_document(
    source: str | os.PathLike[str] | bytes | BinaryIO,
    *,
    engine: str = "auto",
    pages: Sequence[int] | None = None,
    password: str | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
    name: str | None = None,
    look: Callable[[Page], object] | None = None,
) -> Document:
    """The pages of `source`; a replica is read as it is, whatever the engine.

    `look` gets each page of a PDF as soon as the embedded engine has read it.
    """
    content, kind, name = open_content(source, name)
    if kind == "replica":
        return _read_replica(whole_content(content), pages, name)
    if engine == "pdf2htmlex":
        html = convert_content(content, name, pages, password, allow_copy_protected, pdf2htmlex)
        return _read_replica(html, pages, name)
    from pdfbot.replica.pdfium import read_pdf

    return read_pdf(
        content,
        name=name,
        password=password,
        pages=pages,
        allow_copy_protected=allow_copy_protected,
        look=look,
    )


def open_content(
    source: str | os.PathLike[str] | bytes | BinaryIO, name: str | None = None
) -> tuple[str | bytes, str, str]:
    """What was given, unpacked: the content, its kind (`pdf` or `replica`) and its name."""
    content, name = locate_content(source, name)
    content = _unpacked(content, name)
    return content, _kind(content, name), name


def locate_content(
    source: str | os.PathLike[str] | bytes | BinaryIO, name: str | None = None
) -> tuple[str | bytes, str]:
    """A path that can be opened, or the bytes, with the name that messages use."""
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        return path, name or path
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), name or "the PDF"
    content = source.read()
    if not isinstance(content, bytes):
        raise UsageError("the file object gives text: open it in binary mode")
    given = getattr(source, "name", None)
    return content, name or (given if isinstance(given, str) else "the PDF")


def read_file(path: str, name: str, size: int = -1) -> bytes:
    """The bytes, or the beginning of them; what is wrong is said in one line."""
    try:
        with open(path, "rb") as file:
            return file.read(size)
    except FileNotFoundError:
        raise FileMissingError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise FileMissingError(f"{name}: a folder, not a file; name the files in it") from None
    except OSError as error:
        raise FileMissingError(f"{name}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        raise FileMissingError(f"{name!r}: not a file name ({error})") from None


def _head(content: str | bytes, name: str) -> bytes:
    return content[:HEAD] if isinstance(content, bytes) else read_file(content, name, HEAD)


def whole_content(content: str | bytes) -> bytes:
    """The bytes, read when they are still in a file."""
    return content if isinstance(content, bytes) else read_file(content, content)


def _unpacked(content: str | bytes, name: str) -> str | bytes:
    """What is inside a gzip file (replicas are large and often kept so); all else unchanged."""
    if not _head(content, name).startswith(b"\x1f\x8b"):
        return content
    import gzip
    import zlib
    from io import BytesIO

    packed = BytesIO(content) if isinstance(content, bytes) else content
    try:
        with gzip.open(packed, "rb") as file:
            unpacked = file.read(MOST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error):
        raise NotAPdfError(f"{name}: a damaged gzip file; try to download it again") from None
    if len(unpacked) > MOST_UNPACKED:
        raise NotAPdfError(f"{name}: unpacks to more than {MOST_UNPACKED >> 20} MiB; not a replica")
    return unpacked


def _kind(content: str | bytes, name: str) -> str:
    """`pdf` or `replica`; anything else is refused with what it looks like."""
    head = _head(content, name)
    if not head:
        raise NotAPdfError(f"{name}: the file is empty")
    if b"%PDF-" in head:
        return "pdf"
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text.startswith(b"<"):
        if re.search(_REPLICA, whole_content(content), re.IGNORECASE):
            return "replica"
        raise NotAPdfError(
            f"{name}: HTML or XML, neither a PDF nor a pdf2htmlEX replica; this is the usual "
            "result of a failed download, so download it again"
        )
    looks = next((what for magic, what in _STRANGERS if text.startswith(magic)), "not a PDF")
    raise NotAPdfError(f"{name}: {looks}")


def _read_replica(html: bytes, pages: Sequence[int] | None, name: str) -> Document:
    from pdfbot.replica.html import read_replica

    return read_replica(html, pages, name=name)


def convert_content(
    content: str | bytes,
    name: str,
    pages: Sequence[int] | None,
    password: str | None,
    allow_copy_protected: bool,
    pdf2htmlex: str | os.PathLike[str] | None,
    with_graphics: bool = False,
) -> bytes:
    """The replica that pdf2htmlEX makes; the program needs a file, so bytes become one."""
    import tempfile
    from pathlib import Path

    from pdfbot.replica.pdf2htmlex import convert, find_program

    program = find_program(None if pdf2htmlex is None else os.fspath(pdf2htmlex))
    with tempfile.TemporaryDirectory(prefix="pdfbot-") as folder:
        if isinstance(content, bytes):
            path = Path(folder, "paper.pdf")
            path.write_bytes(content)
        else:
            path = Path(content)
        try:
            return convert(
                path,
                program=program,
                password=password,
                pages=None if pages is None else (min(pages), max(pages)),
                with_graphics=with_graphics,
                max_memory=MOST_MEMORY,
                allow_copy_protected=allow_copy_protected,
            )
        except PdfbotError as error:
            # The user knows the name, not the path of a file that exists only for the program.
            raise type(error)(f"{name}: {str(error).removeprefix(f'{path}: ')}") from None
