"""The embedded engine: PDFium decodes the characters, pdfbot groups them into blocks."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TypeAlias

from pdfbot.errors import (
    CopyProtectedError,
    DamagedPdfError,
    NoTextError,
    PasswordError,
    PdfbotError,
    UsageError,
)
from pdfbot.model import Document, NamedPlace, OutlineEntry, Page
from pdfbot.options import ReadingOptions
from pdfbot.readers.glyphs.signs import unknown_warning
from pdfbot.readers.ocr_layer import has_scan, refuse_pictures
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.anchors import read_named_places, read_outline
from pdfbot.readers.pdfium.glyph_codes import map_glyph_codes
from pdfbot.readers.pdfium.pdf_page import PageReader
from pdfbot.readers.pdfium.repair import OWN_WIDTHS, REPAIRED, as_read, repair, without_widths
from pdfbot.readers.source import Source
from pdfbot.text.readability import why_unreadable

# Share of all glyphs: with more of them unmapped, the rest is not text either, and shapes alone
# confuse too many letters.
MAX_UNMAPPED = 0.3
# Share of all glyphs that are drawn over those before them: up to .01 in papers, .5 where
# the widths of letters are damaged.
MAX_STEPS_BACK = 0.03
# Page numbers named in a warning.
MAX_LISTED_PAGES = 10

_EMPTY_PAGE_TREE = re.compile(
    rb"/Type\s*/Pages\b[^>]*/Count\s+0\b|/Count\s+0\b[^>]*/Type\s*/Pages\b"
)


# Called for each page, with its place from 1 among the pages and their number.
OnPage: TypeAlias = Callable[[int, int], None]


def read_pdf(source: Source, options: ReadingOptions, on_page: OnPage | None = None) -> Document:
    """The pages of a PDF; every failure is one of pdfbot's errors and names the file."""
    read = _believe_fonts(_read_or_repair(source, options, on_page), source, options)
    reason = _why_unreadable(read)
    if reason and (mapped := map_glyph_codes(source.read(), options.password)):
        again = _read_pages(Source(mapped, source.name), options)
        # A file that was written anew no longer shows what was damaged.
        damaged = sorted({*read.damaged, *again.damaged})
        read = replace(again, damaged=damaged, repairs=read.repairs)
        reason = _why_unreadable(read)
    if reason:
        raise NoTextError(f"{source.name}: {reason}")
    warnings = _warnings(read, source.name)
    return Document(tuple(read.pages), "pdfium", warnings, read.outline, read.named_places)


def _read_or_repair(source: Source, options: ReadingOptions, on_page: OnPage | None) -> _ReadPages:
    """The pages as they are, or those of a repaired file if it has more of them."""
    try:
        read = _read_pages(source, options, on_page)
        if not read.damaged:
            return read
    except DamagedPdfError:
        if (again := _read_repaired(source, options, options.pages is not None)) is None:
            raise
        return again
    again = _read_repaired(source, options, numbered=True)
    return again if again and again.with_text > read.with_text else read


def _believe_fonts(read: _ReadPages, source: Source, options: ReadingOptions) -> _ReadPages:
    """The pages by the widths of the fonts if those in the file put letters over each other."""
    if read.steps_back <= MAX_STEPS_BACK * read.glyphs:
        return read
    again = _read_pages(without_widths(as_read(source, read.repairs)), options)
    if again.steps_back > MAX_STEPS_BACK * again.glyphs:
        return read
    return replace(again, repairs=(*read.repairs, OWN_WIDTHS))


def _read_repaired(source: Source, options: ReadingOptions, numbered: bool) -> _ReadPages | None:
    """The pages of a repaired file; None if it cannot be repaired, or has no text."""
    if (repaired := repair(source, numbered=numbered)) is None:
        return None
    try:
        read = _read_pages(repaired, options)
    except PdfbotError:
        return None
    return replace(read, repairs=(REPAIRED,)) if read.with_text else None


@dataclass(frozen=True, slots=True)
class _ReadPages:
    """The pages that can be read, the numbers of the others, the counts of glyphs, the anchors."""

    pages: list[Page]
    damaged: list[int]
    glyphs: int
    unmapped: int
    unknown: int
    steps_back: int
    overruled: list[str]
    outline: tuple[OutlineEntry, ...]
    named_places: tuple[NamedPlace, ...]
    repairs: tuple[str, ...] = ()

    @property
    def with_text(self) -> int:
        """The number of pages that have text."""
        return sum(bool(page.blocks) for page in self.pages)


def _read_pages(
    source: Source, options: ReadingOptions, on_page: OnPage | None = None
) -> _ReadPages:
    name = source.name
    with pdfium.pdfium_lock:
        pdf = open_pdf(source, options.password)
        try:
            _check_permission(pdf, options, name)
            reader = PageReader()
            numbers = _page_numbers(pdf, options, name)
            read = {}
            for place, number in enumerate(numbers, 1):
                if on_page is not None:
                    on_page(place, len(numbers))
                read[number] = reader.read(pdf, number)
            read = {n: page and reader.with_jumps(pdf, page) for n, page in read.items()}
            outline = read_outline(pdf, reader.frames)
            named_places = read_named_places(pdf, reader.frames)
        finally:
            pdfium.close_document(pdf)
    pages = reader.doubts.settle(page for page in read.values() if page is not None)
    damaged = [number for number, page in read.items() if page is None]
    if not pages:
        raise DamagedPdfError(f"{name}: damaged, no page can be read; try to download it again")
    counts = reader.glyphs, reader.unmapped, reader.unknown, reader.steps_back
    warnings = reader.doubts.warnings()
    return _ReadPages(pages, damaged, *counts, warnings, outline, named_places)


def open_pdf(source: Source, password: str | None) -> int:
    """The library's handle of a PDF with pages; its bytes must outlive the handle."""
    pdf = _try_to_open(source, usable_password(source, password))
    if pdf and pdfium.count_pages(pdf) > 0:
        return int(pdf)
    error = pdfium.last_error()
    if pdf:
        pdfium.close_document(pdf)
    data, name = source.read(), source.name
    # The error code may be left over from an earlier file, so the file itself has to confirm it.
    if error == pdfium.ERROR_PASSWORD and b"/Encrypt" in data:
        needed = "a password is needed (--password)" if password is None else "wrong password"
        raise PasswordError(f"{name}: encrypted, {needed}")
    if _EMPTY_PAGE_TREE.search(data):
        raise NoTextError(f"{name}: the PDF has no pages")
    raise DamagedPdfError(
        f"{name}: damaged or cut off, no page can be read; try to download it again"
    )


def usable_password(source: Source, password: str | None) -> str | None:
    """The password, unless the file opens without: the library would refuse one that is wrong."""
    if password is None or not (pdf := _try_to_open(source, None)):
        return password
    pdfium.close_document(pdf)
    return None


def decrypted(source: Source, options: ReadingOptions) -> bytes:
    """The PDF without its encryption, if the password opens it and it may be read."""
    # Imported here because hardly any document needs it.
    import pypdfium2

    output = BytesIO()
    with pdfium.pdfium_lock:
        pdf = open_pdf(source, options.password)
        try:
            _check_permission(pdf, options, source.name)
        finally:
            pdfium.close_document(pdf)
        password = usable_password(source, options.password)
        with pypdfium2.PdfDocument(source.content, password=password) as opened:
            opened.save(output, flags=pypdfium2.raw.FPDF_REMOVE_SECURITY)
    return output.getvalue()


def _try_to_open(source: Source, password: str | None) -> int | None:
    key, content = None if password is None else password.encode(), source.content
    if isinstance(content, bytes):
        return pdfium.open_bytes(content, len(content), key) or None
    return pdfium.open_file(os.fsencode(content), key) or None


def _check_permission(pdf: int, options: ReadingOptions, name: str) -> None:
    if not (options.allow_copy_protected or pdfium.permissions(pdf) & pdfium.COPY_PERMISSION):
        raise CopyProtectedError(
            f"{name}: its author forbade copying text; "
            "use --allow-copy-protected if you have the right to"
        )


def _page_numbers(pdf: int, options: ReadingOptions, name: str) -> Sequence[int]:
    """The pages to read, in the order of the document."""
    count = pdfium.count_pages(pdf)
    if options.page_numbers is None:
        return range(1, count + 1)
    requested = sorted(set(options.page_numbers).intersection(range(1, count + 1)))
    if not requested:
        raise UsageError(f"{name}: none of the requested pages exists, the PDF has {count}")
    return requested


def _why_unreadable(read: _ReadPages) -> str | None:
    """Why the text of the document cannot be read; None if it can."""
    if read.glyphs and read.unmapped > MAX_UNMAPPED * read.glyphs:
        return (
            "the fonts do not say which letters their glyphs are; "
            "the text cannot be read without OCR"
        )
    return why_unreadable(read.pages)


def _warnings(read: _ReadPages, name: str) -> tuple[str, ...]:
    """What the user should know; a document without text is an error instead."""
    pages = read.pages
    refuse_pictures(pages, name)
    has_text = any(page.blocks for page in pages)
    warnings = [*read.overruled, *read.repairs]
    if read.unknown:
        warnings.append(unknown_warning(read.unknown))
    scans = [page.number for page in pages if _is_scan(page)]
    if has_text and scans:
        warnings.append(f"no text on page {_listed(scans)}: a picture, OCR is needed")
    if read.damaged:
        several = "s" if len(read.damaged) > 1 else ""
        verb = "were" if several else "was"
        warnings.append(f"damaged page{several} {_listed(read.damaged)} {verb} left out")
    return tuple(warnings)


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:MAX_LISTED_PAGES])) + (
        " …" if len(numbers) > MAX_LISTED_PAGES else ""
    )


def _is_scan(page: Page) -> bool:
    return not page.blocks and has_scan(page.graphics, page.width * page.height)
