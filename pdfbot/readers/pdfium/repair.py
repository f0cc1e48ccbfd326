"""Damaged files, made readable in memory: by pypdf, or by the widths that the fonts have."""

from __future__ import annotations

from collections.abc import Collection
from io import BytesIO
from typing import Any

from pdfbot.readers.pdfium.glyph_codes import MAX_BYTES
from pdfbot.readers.source import Source

REPAIRED = "the file is damaged and was repaired in memory; some pages may be missing"
OWN_WIDTHS = "the widths of letters are damaged in the file and were taken from its fonts"


def repair(source: Source, *, numbered: bool = False) -> Source | None:
    """The same pages in a file with a sound table of its objects; None if that cannot be had.

    What an encrypted file allows would be lost, so it stays as it is. The numbers of the pages
    after a lost one change unless they are to stay `numbered`: then there is no such file.
    """
    content = source.read()
    if len(content) > MAX_BYTES:
        return None
    # Imported here because it takes longer than a page, and hardly any document needs it.
    from pypdf import PdfReader, PdfWriter

    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted:
            return None
        writer = PdfWriter()
        for page in reader.pages:
            writer.add_page(page)
        tree: Any = reader.root_object["/Pages"]
        if numbered and len(writer.pages) < tree.get("/Count", 0):
            return None
        output = BytesIO()
        writer.write(output)
    except Exception:
        # Damaged files raise errors of all kinds; what PDFium says of the file then stands.
        return None
    return Source(output.getvalue(), source.name)


def without_widths(source: Source) -> Source:
    """The file with another name for its lists of widths: PDFium then asks the fonts themselves.

    Nothing changes its place, and the names of keys are never encrypted.
    """
    return Source(source.read().replace(b"/Widths", b"/Unused"), source.name)


def as_read(source: Source, warnings: Collection[str]) -> Source:
    """The file as the engine read it that gave these warnings."""
    if REPAIRED in warnings:
        source = repair(source) or source
    return without_widths(source) if OWN_WIDTHS in warnings else source
