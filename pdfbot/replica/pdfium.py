"""The embedded engine: the PDF library gives the characters, pdfbot makes the blocks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    NoTextError,
    PasswordError,
    UsageError,
)
from pdfbot.model import Document, Page
from pdfbot.replica import pdfium_functions as functions
from pdfbot.replica.page_reader import PageReader
from pdfbot.source import read_file

COPY_PERMISSION = 0x10


def read_pdf(
    source: str | os.PathLike[str] | bytes,
    *,
    name: str,
    password: str | None = None,
    pages: Sequence[int] | None = None,
    allow_copy_protected: bool = False,
    look: Callable[[Page], object] | None = None,
) -> Document:
    """The pages of a PDF; every failure is an error of pdfbot's that names the file.

    `look` gets each page as soon as it is read, while its blocks are at hand.
    """
    content = source if isinstance(source, bytes) else os.fspath(source)
    with functions.busy:
        return _read(content, name, password, pages, allow_copy_protected, look)


def _read(
    content: str | bytes,
    name: str,
    password: str | None,
    pages: Sequence[int] | None,
    allow_copy_protected: bool,
    look: Callable[[Page], object] | None,
) -> Document:
    pdf = _open(content, name, password)
    try:
        if not allow_copy_protected and not functions.permissions(pdf) & COPY_PERMISSION:
            raise CopyProtectedError(
                f"{name}: its author forbade copying text; "
                "use --allow-copy-protected if you have the right to"
            )
        count = functions.count_pages(pdf)
        wanted: Sequence[int] = range(1, count + 1)
        if pages is not None:
            wanted = sorted(set(pages).intersection(wanted))
        if not wanted:
            raise UsageError(f"{name}: none of the wanted pages exists, the PDF has {count}")
        reader = PageReader()
        read: list[Page] = []
        for number in wanted:
            read.append(reader.page(pdf, number, name))
            if look is not None:
                look(read[-1])
        return Document(tuple(read), "pdfium", _warnings(read, reader, name))
    finally:
        functions.close_document(pdf)


def _open(content: str | bytes, name: str, password: str | None) -> int:
    """The library's handle of a PDF with pages; it needs bytes as long as the PDF is open."""
    key = None if password is None else password.encode()
    if isinstance(content, bytes):
        pdf = functions.open_bytes(content, len(content), key)
    else:
        pdf = functions.open_file(os.fsencode(content), key)
    if pdf and functions.count_pages(pdf) > 0:
        return int(pdf)
    error = functions.last_error()
    if pdf:
        functions.close_document(pdf)
    data = content if isinstance(content, bytes) else read_file(content, name)
    # The library's code may be left over from an earlier file: the file itself must say it.
    if error == functions.ERROR_PASSWORD and b"/Encrypt" in data:
        needed = "a password is needed (--password)" if password is None else "wrong password"
        raise PasswordError(f"{name}: encrypted, {needed}")
    if re.search(rb"/Type\s*/Pages\b[^>]*/Count\s+0\b|/Count\s+0\b[^>]*/Type\s*/Pages\b", data):
        raise NoTextError(f"{name}: the PDF has no pages")
    raise DamagedPdfError(
        f"{name}: damaged or cut off, no page can be read; try to download it again"
    )


def _warnings(pages: Sequence[Page], reader: PageReader, name: str) -> tuple[str, ...]:
    """What the user should know; garbage and scans are errors, for there is nothing to give."""
    if reader.glyphs and reader.unmapped > 0.3 * reader.glyphs:
        raise NoTextError(
            f"{name}: the fonts do not say which letters their glyphs are; "
            "the text cannot be read without OCR"
        )
    has_text = any(page.blocks for page in pages)
    if not has_text and any(g.kind == "image" for page in pages for g in page.graphics):
        raise NoTextError(f"{name}: no text layer, the pages are pictures; OCR is needed first")
    warnings = []
    if reader.unmapped:
        warnings.append(f"{reader.unmapped} glyphs have no Unicode value and were left out")
    scans = [page.number for page in pages if _is_scan(page)]
    if has_text and scans:
        listed = ", ".join(map(str, scans[:10])) + (" …" if len(scans) > 10 else "")
        warnings.append(f"no text on page {listed}: a picture, OCR is needed")
    return tuple(warnings)


def _is_scan(page: Page) -> bool:
    area = page.width * page.height
    return not page.blocks and any(
        g.kind == "image" and g.box.width * g.box.height > 0.5 * area for g in page.graphics
    )
