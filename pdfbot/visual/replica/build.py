"""Builds a replica that is safe to show from a PDF or an existing replica."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pypdfium2

from pdfbot.errors import NoTextError
from pdfbot.garbage_collection import relaxed_gc
from pdfbot.model import Document, Extraction, Page
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.pipeline import Analysis, analyse, analyse_source, on_pages
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.readers.pdf2htmlex.program import convert
from pdfbot.readers.pdfium.bindings import pdfium_lock
from pdfbot.readers.pdfium.pdf_document import OnPage, read_pdf, usable_password
from pdfbot.readers.pdfium.repair import as_read
from pdfbot.readers.source import Source, SourceLike
from pdfbot.visual.replica.block_order import find_passages
from pdfbot.visual.replica.foreign_replica import clean_replica
from pdfbot.visual.replica.language import declared_title, find_language
from pdfbot.visual.replica.links import read_links
from pdfbot.visual.replica.page_images import view_pages
from pdfbot.visual.replica.writer import write_replica


@dataclass(frozen=True, slots=True)
class Replica:
    """The HTML, and the pages it was written from or that were read from it."""

    html: str
    document: Document


@dataclass(frozen=True, slots=True)
class AnalysedReplica:
    """The HTML, and the analysis of its pages."""

    html: str
    analysis: Analysis


def build_replica(
    given: SourceLike | Source, options: ReadingOptions, on_page: OnPage | None = None
) -> Replica:
    """The replica of a source, by the chosen engine; an existing replica is sanitised.

    The embedded engine calls `on_page` after drawing each page.
    """
    source = Source.of(given).decompressed()
    if _is_embedded(source, options):
        document = read_pdf(source, options)
        paper = analyse(document, RuleOptions()).extraction
        return Replica(_draw(source, options, paper, on_page), document)
    html, document = _read_html(source, options)
    return Replica(clean_replica(html, document.pages, source.name), document)


def build_analysed_replica(
    given: SourceLike | Source,
    reading: ReadingOptions,
    rules: RuleOptions,
    on_page: OnPage | None = None,
) -> AnalysedReplica:
    """The replica of the requested pages and their analysis; the document is analysed once.

    The whole document is read, as for the text, since pages are judged by the style of all of it.
    """
    source = Source.of(given).decompressed()
    if _is_embedded(source, reading):
        analysis = analyse_source(source, reading, rules)
        return AnalysedReplica(_draw(source, reading, analysis.extraction, on_page), analysis)
    with relaxed_gc():
        html, document = _read_html(source, replace(reading, pages=None))
        analysis = on_pages(analyse(document, rules), reading.page_numbers, source.name)
    pages = analysis.extraction.pages
    return AnalysedReplica(clean_replica(html, pages, source.name), analysis)


def replica_of(paper: Extraction, given: SourceLike | Source, reading: ReadingOptions) -> str:
    """The replica of the pages of a paper that was extracted before, which is not analysed again.

    A paper read from JSON has no text blocks to draw, so the PDF is read again for it.
    """
    source = Source.of(given).decompressed()
    if not _is_embedded(source, reading):
        is_fresh = not source.is_replica()
        html = convert(source, reading, with_graphics=True) if is_fresh else source.read()
        return clean_replica(html, paper.pages, source.name)
    if any(page.blocks for page in paper.pages):
        return _draw(source, reading, paper, None)
    return build_replica(source, replace(reading, pages=[p.number for p in paper.pages])).html


def build_page(
    given: SourceLike | Source, options: ReadingOptions, page: Page, targets: Iterable[int]
) -> str:
    """The replica of one page of a document, whose links may also lead to the target pages."""
    source = Source.of(given).decompressed()
    only = replace(options, pages=(page.number,))
    if not _is_embedded(source, only):
        html, document = _read_html(source, only)
        return clean_replica(html, document.pages, source.name)
    try:
        document = read_pdf(source, only)
    except NoTextError:
        # A page of pictures.
        document = Document((page,), "pdfium")
    return _draw(source, only, analyse(document, RuleOptions()).extraction, None, targets)


def _is_embedded(source: Source, options: ReadingOptions) -> bool:
    """Whether the embedded engine is to draw the pages."""
    return options.engine != "pdf2htmlex" and not source.is_replica()


def _read_html(source: Source, options: ReadingOptions) -> tuple[str | bytes, Document]:
    """The HTML and pages of an existing replica, or of one that pdf2htmlEX writes."""
    is_fresh = not source.is_replica()
    html = convert(source, options, with_graphics=True) if is_fresh else source.read()
    document = read_replica(html, options.page_numbers, name=source.name, is_fresh=is_fresh)
    return html, document


def _draw(
    source: Source,
    options: ReadingOptions,
    paper: Extraction,
    on_page: OnPage | None,
    targets: Iterable[int] = (),
) -> str:
    """The replica of a paper as the embedded engine draws it."""
    source = as_read(source, paper.warnings)
    numbers = [page.number for page in paper.pages]
    password = usable_password(source, options.password)
    with pdfium_lock, pypdfium2.PdfDocument(source.content, password=password) as pdf:
        title = paper.title or declared_title(pdf) or Path(source.name).name
        language = find_language(pdf, (sentence.text for sentence in paper.sentences))
        views = {}
        for number, view in view_pages(pdf, paper.pages):
            views[number] = view
            if on_page is not None:
                on_page(len(views), len(numbers))
        links = read_links(pdf, numbers, targets)
    return write_replica(
        Document(paper.pages, paper.engine),
        title=title,
        language=language,
        views=views,
        links=links,
        passages=find_passages(paper),
    )
