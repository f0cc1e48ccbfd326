"""Any input to pages of text blocks, by the embedded engine or by pdf2htmlEX."""

from __future__ import annotations

from pdfbot.errors import NoTextError, PdfbotError
from pdfbot.model import Document
from pdfbot.options import ReadingOptions
from pdfbot.readers.ocr_layer import OCR_ADVICE, refuse_pictures
from pdfbot.readers.pdf2htmlex.program import convert
from pdfbot.readers.pdfium.added_graphics import add_graphics
from pdfbot.readers.pdfium.pdf_document import OnPage, read_pdf
from pdfbot.readers.source import Source, SourceLike
from pdfbot.text.readability import why_unreadable


def read_document(
    given: SourceLike | Source, options: ReadingOptions, on_page: OnPage | None = None
) -> Document:
    """The pages of a source; a replica needs no engine.

    The embedded engine calls `on_page` before each page with its place and the number of pages.
    """
    source = Source.of(given).decompressed()
    is_fresh = not source.is_replica()
    if not is_fresh:
        html = source.read()
    elif options.engine == "pdf2htmlex":
        html = convert(source, options)
    else:
        return read_pdf(source, options, on_page)
    # beautifulsoup4 takes 65 ms to import, which PDFs need not wait for.
    from pdfbot.readers.pdf2htmlex.dom import read_replica

    if is_fresh:
        return _read_fresh(html, source, options)
    document = read_replica(html, options.page_numbers, name=source.name)
    if reason := why_unreadable(document.pages):
        raise NoTextError(f"{source.name}: {reason}")
    return document


def _read_fresh(html: bytes, source: Source, options: ReadingOptions) -> Document:
    """What pdf2htmlEX has written, with the graphics of the PDF."""
    from pdfbot.readers.pdf2htmlex.dom import read_replica

    try:
        document = read_replica(html, options.page_numbers, name=source.name, is_fresh=True)
        if reason := why_unreadable(document.pages):
            raise NoTextError(f"{source.name}: {reason}")
    except NoTextError as error:
        raise NoTextError(f"{error}; {_advice(source, options)}") from None
    document = add_graphics(document, source, options)
    refuse_pictures(document.pages, source.name)
    return document


def _advice(source: Source, options: ReadingOptions) -> str:
    """What to do with a PDF that pdf2htmlEX cannot read: the other engine may be no better."""
    try:
        read_pdf(source, options)
    except PdfbotError:
        return f"--engine embedded cannot read it either; {OCR_ADVICE}"
    return "--engine embedded can read it"
