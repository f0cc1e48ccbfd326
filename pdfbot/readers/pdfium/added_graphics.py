"""Rulings, images and drawings from the PDF for pages whose text pdf2htmlEX has read."""

from __future__ import annotations

from dataclasses import replace

from pdfbot.errors import PdfbotError
from pdfbot.model import Document, Page
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.graphics import read_graphics
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.pdf_document import open_pdf
from pdfbot.readers.pdfium.pdf_page import hide_white
from pdfbot.readers.source import Source

# Points by which the sizes of a page may differ.
PAGE_SIZE_SLACK = 1.0


def add_graphics(document: Document, source: Source, options: ReadingOptions) -> Document:
    """The document with the graphics of its PDF; as it is if the library cannot open that."""
    with pdfium.pdfium_lock:
        try:
            pdf = open_pdf(source, options.password)
        except PdfbotError:
            return document
        try:
            pages = tuple(_with_graphics(pdf, page) for page in document.pages)
        finally:
            pdfium.close_document(pdf)
    return replace(document, pages=pages)


def _with_graphics(pdf: int, page: Page) -> Page:
    handle = pdfium.open_page(pdf, page.number - 1)
    if not handle:
        return page
    try:
        frame = PageFrame.of(handle)
        if frame is None or not _is_same_size(frame, page):
            return page
        graphics, _ = read_graphics(handle, frame)
    finally:
        pdfium.close_page(handle)
    blocks = tuple(hide_white(page.blocks, graphics))
    return replace(page, blocks=blocks, graphics=tuple(graphics))


def _is_same_size(frame: PageFrame, page: Page) -> bool:
    return (
        abs(frame.width - page.width) < PAGE_SIZE_SLACK
        and abs(frame.height - page.height) < PAGE_SIZE_SLACK
    )
