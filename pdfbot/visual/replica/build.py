"""From a PDF, or an existing replica, to a replica that is safe to show to anybody."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from pdfbot.model import Document
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.pipeline import Analysis, analyse, analyse_source
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.readers.pdf2htmlex.program import convert
from pdfbot.readers.pdfium.bindings import pdfium_lock
from pdfbot.readers.pdfium.document import OnPage, read_pdf
from pdfbot.readers.source import Source, SourceLike
from pdfbot.visual.replica.editor import ReplicaEditor
from pdfbot.visual.replica.language import find_language
from pdfbot.visual.replica.links import read_links
from pdfbot.visual.replica.page_images import view_pages
from pdfbot.visual.replica.reading_order import find_passages
from pdfbot.visual.replica.writer import write_replica


@dataclass(frozen=True, slots=True)
class Replica:
    """The HTML, and the pages that were read from it or written into it.

    `analysis` is what the default rules find on them, where that was needed to write it.
    """

    html: str
    document: Document
    analysis: Analysis | None = None


def build_replica(
    given: SourceLike | Source, options: ReadingOptions, on_page: OnPage | None = None
) -> Replica:
    """The replica of a source by the chosen engine; an existing one is sanitised and kept.

    The embedded engine calls `on_page` after each page that was drawn.
    """
    source = Source.of(given).decompressed()
    is_fresh = not source.is_replica()
    if not is_fresh:
        html = source.read()
    elif options.engine == "pdf2htmlex":
        html = convert(source, options, with_graphics=True)
    else:
        return _build_embedded(source, options, on_page)
    document = read_replica(html, options.page_numbers, name=source.name, is_fresh=is_fresh)
    return Replica(ReplicaEditor(html, document.pages).html(), document)


def analyse_replica(
    replica: Replica, source: Source, reading: ReadingOptions, options: RuleOptions
) -> Analysis:
    """What is on the pages of a replica; the rest of the document is read if it has some only."""
    if reading.page_numbers is None:
        if replica.analysis is not None and options == RuleOptions():
            return replica.analysis
        return analyse(replica.document, options)
    return analyse_source(source, reading, options)


def _build_embedded(source: Source, options: ReadingOptions, on_page: OnPage | None) -> Replica:
    document = read_pdf(source, options)
    analysis = analyse(document, RuleOptions())
    paper = analysis.extraction
    numbers = [page.number for page in document.pages]
    with pdfium_lock, pypdfium2.PdfDocument(source.content, password=options.password) as pdf:
        title = paper.title or pdf.get_metadata_value("Title") or Path(source.name).name
        language = find_language(pdf, (sentence.text for sentence in paper.sentences))
        views = {}
        for number, view in view_pages(pdf, document.pages):
            views[number] = view
            if on_page is not None:
                on_page(len(views), len(numbers))
        links = read_links(pdf, numbers)
    html = write_replica(
        document,
        title=title,
        language=language,
        views=views,
        links=links,
        passages=find_passages(paper),
    )
    return Replica(html, document, analysis)
