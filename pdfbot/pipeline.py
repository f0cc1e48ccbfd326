"""The stages in order: page summaries, fonts, lines in columns, verdicts, paragraphs, structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pdfbot._version import __version__
from pdfbot.errors import UsageError
from pdfbot.garbage_collection import relaxed_gc
from pdfbot.layout.fonts import Fonts, measure_fonts
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.page_summary import summarise_page
from pdfbot.model import Document, Extraction, Statistics, Verdict
from pdfbot.nonbody.context import build_context
from pdfbot.nonbody.families import judge_lines
from pdfbot.nonbody.published import base_density, judge_as_published
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.page_selection import select_pages
from pdfbot.paragraphs.grouping import group_paragraphs
from pdfbot.paragraphs.joining import write_paragraphs
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source
from pdfbot.rules import Rule
from pdfbot.structure.assembly import find_structure
from pdfbot.text.hyphens import Vocabulary


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result, and what the stages found on the way to it; explain shows both."""

    extraction: Extraction
    fonts: Fonts
    layouts: Sequence[PageLayout]


def extract_body(source: Source, reading: ReadingOptions, options: RuleOptions) -> Extraction:
    """Read a document and find its body text."""
    return analyse_source(source, reading, options).extraction


def analyse_source(source: Source, reading: ReadingOptions, options: RuleOptions) -> Analysis:
    """Read and analyse a whole document, and return what is on the requested pages of it.

    Pages are judged by what the whole document looks like, and ids count through all of it.
    """
    with relaxed_gc():
        analysis = analyse(read_document(source, replace(reading, pages=None)), options)
    if reading.page_numbers is None:
        return analysis
    readable = {page.number for page in analysis.extraction.pages}
    numbers = readable.intersection(reading.page_numbers)
    if not numbers:
        raise UsageError(
            f"{source.name}: none of the requested pages can be read, the last one is page "
            f"{max(readable)}"
        )
    return Analysis(
        select_pages(analysis.extraction, numbers),
        analysis.fonts,
        [layout for layout in analysis.layouts if layout.page.number in numbers],
    )


def analyse(document: Document, options: RuleOptions) -> Analysis:
    """From positioned text blocks to body text, with a verdict for every line."""
    thresholds = options.thresholds
    summaries = [summarise_page(page, thresholds) for page in document.pages]
    fonts = measure_fonts(summary.fonts for summary in summaries)
    layouts = lay_out(summaries, fonts, thresholds, options.columns)
    context = build_context(layouts, fonts, thresholds)
    if options.rules == "paper":
        judgement, groups = judge_as_published(context)
    else:
        judgement = judge_lines(context)
        groups = group_paragraphs(context, judgement)
    vocabulary = Vocabulary(line.text for line in context.lines)
    aside = [pair for layout in layouts for pair in layout.out_of_flow]
    paragraphs = write_paragraphs(groups, judgement.body_starts, vocabulary)
    structure = find_structure(context, judgement, paragraphs, vocabulary)
    extraction = Extraction(
        title=structure.title,
        authors=structure.authors,
        abstract_ids=structure.abstract_ids,
        sections=structure.sections,
        paragraphs=tuple(p.with_placed_sentences() for p in structure.paragraphs),
        captions=structure.captions,
        footnotes=structure.footnotes,
        references=structure.references,
        lines=(*(line.plain for line in context.lines), *(line for line, _ in aside)),
        verdicts=(
            *(
                verdict or Verdict(line.id, Rule.BODY)
                for line, verdict in zip(context.lines, judgement.verdicts, strict=True)
            ),
            *(verdict for _, verdict in aside),
        ),
        pages=document.pages,
        statistics=Statistics(
            base_size=fonts.base_size,
            base_pitch=context.pitch,
            base_density=base_density(context),
            columns=max((layout.columns.count for layout in layouts), default=0),
        ),
        engine=document.engine,
        version=__version__,
        thresholds=thresholds.fingerprint(),
        warnings=document.warnings,
    )
    return Analysis(extraction, fonts, layouts)
