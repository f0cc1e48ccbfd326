"""Shortcuts for reading PDFs that are built on the fly."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Document, Page, TextBlock
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source

from ...pdfs import PdfPage, make_pdf


def read(*pages: PdfPage | bytes, numbers: Sequence[int] | None = None) -> Document:
    source = Source(make_pdf(*pages), "built.pdf")
    return read_pdf(source, ReadingOptions(pages=numbers))


def read_page(content: bytes, entries: str = "") -> Page:
    (page,) = read(PdfPage(content, entries)).pages
    return page


def read_block(content: bytes, entries: str = "") -> TextBlock:
    (block,) = read_page(content, entries).blocks
    return block


def read_texts(content: bytes) -> list[str]:
    return [block.text for block in read_page(content).blocks]
