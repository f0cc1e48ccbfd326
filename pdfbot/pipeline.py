"""The stages in order: page summaries, fonts, lines in columns, verdicts, paragraphs, structure."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any

from pdfbot._version import __version__
from pdfbot.deferred_parts import PendingParts
from pdfbot.errors import UsageError
from pdfbot.garbage_collection import keep_objects, relaxed_gc
from pdfbot.layout.fonts import Fonts, measure_fonts
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.mirroring import (
    axis_of,
    is_last_column_first,
    is_right_to_left,
    mirror,
    set_apart_signs,
)
from pdfbot.layout.page_summary import summarise_page
from pdfbot.model import (
    Document,
    Extraction,
    Finding,
    Line,
    Reason,
    StartDecision,
    Statistics,
    Verdict,
)
from pdfbot.nonbody.context import DocumentContext, build_context
from pdfbot.nonbody.displays import by_line_before, find_displays
from pdfbot.nonbody.families import judge_lines
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.lost_text import find_lost_text
from pdfbot.nonbody.note_owners import note_marks
from pdfbot.nonbody.published import base_density, judge_as_published
from pdfbot.nonbody.torn_text import find_torn_text
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.page_selection import select_pages
from pdfbot.paragraphs.grouping import decide_starts, split_paragraphs
from pdfbot.paragraphs.joining import write_paragraphs
from pdfbot.readers.document import read_document
from pdfbot.readers.source import Source
from pdfbot.rules import Rule
from pdfbot.structure.assembly import Known, Structure, find_structure
from pdfbot.structure.inline_formulas import InlineFormulas, with_written_formulas
from pdfbot.text.hyphens import Vocabulary
from pdfbot.text.languages.detection import detect_language

# For those who configure logging; nothing of it is shown by default.
log: logging.Logger = logging.getLogger("pdfbot")
log.addHandler(logging.NullHandler())

STRUCTURE = frozenset(field.name for field in fields(Structure))
# The fields of an extraction that plain text does without.
PARTS = STRUCTURE | {"lines", "verdicts", "reasons"}


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
    started = time.perf_counter()
    with relaxed_gc():
        document = read_document(source, replace(reading, pages=None))
        read = time.perf_counter()
        analysis = analyse(document, options)
        if document.engine == "pdfium":
            keep_objects()
    log.info(
        "%s: %d pages read by %s in %.2f s, judged in %.2f s",
        *(source.name, len(document.pages), document.engine),
        *(read - started, time.perf_counter() - read),
    )
    for warning in analysis.extraction.warnings:
        log.warning("%s: %s", source.name, warning)
    return on_pages(analysis, reading.page_numbers, source.name)


def on_pages(analysis: Analysis, wanted: Collection[int] | None, name: str) -> Analysis:
    """Restrict an analysis to pages, unless `wanted` is None; `name` is for the error message."""
    if wanted is None:
        return analysis
    readable = {page.number for page in analysis.extraction.pages}
    numbers = readable.intersection(wanted)
    if not numbers:
        raise UsageError(
            f"{name}: none of the requested pages can be read, the last one is page {max(readable)}"
        )
    return Analysis(
        select_pages(analysis.extraction, numbers),
        analysis.fonts,
        [layout for layout in analysis.layouts if layout.page.number in numbers],
    )


def analyse(document: Document, options: RuleOptions) -> Analysis:
    """Analyse a document; one that is read from right to left is laid out in a mirror."""
    if not is_right_to_left(document):
        return _analyse(document, options)
    axis = axis_of(document)
    mirrored = _analyse(mirror(set_apart_signs(document), axis), options, is_mirrored=True)
    extraction = replace(mirror(mirrored.extraction, axis), pages=document.pages)
    return Analysis(extraction, mirrored.fonts, mirror(mirrored.layouts, axis))


def _analyse(document: Document, options: RuleOptions, *, is_mirrored: bool = False) -> Analysis:
    """From positioned text blocks to body text, with a verdict for every line.

    The structure is found on first access, since plain text does without.
    """
    thresholds = options.thresholds
    summaries = [summarise_page(page) for page in document.pages]
    fonts = measure_fonts(summary.fonts for summary in summaries)
    layouts = lay_out(summaries, fonts, thresholds, options.columns)
    if is_mirrored and is_last_column_first(layouts):
        layouts = lay_out(summaries, fonts, thresholds, options.columns, last_column_first=True)
    context = build_context(layouts, fonts, thresholds, document.outline, document.named_places)
    if options.rules == "paper":
        judgement, starts = judge_as_published(context)
    else:
        judgement = judge_lines(context)
        starts = decide_starts(context, judgement)
    body = (line for line in context.lines if judgement.is_open(line))
    groups = split_paragraphs(body, starts)
    language = options.language or detect_language(line.text for line in context.lines)
    vocabulary = Vocabulary((line.text for line in context.lines), language)
    displays = find_displays(context, judgement)
    paragraphs = write_paragraphs(
        groups,
        judgement.body_starts,
        vocabulary,
        language,
        by_line_before(displays),
        note_marks(context, judgement),
    )
    formulas = InlineFormulas(context)
    paragraphs = with_written_formulas(formulas, paragraphs)
    known = Known(context, judgement, paragraphs, displays, formulas, vocabulary, language)
    find_parts = partial(_find_parts, known, starts)
    extraction = Extraction.deferred(
        PendingParts(PARTS, paragraphs, find_parts),
        pages=document.pages,
        statistics=Statistics(
            base_size=fonts.base_size,
            base_pitch=context.pitch,
            base_density=base_density(context),
            columns=max((layout.columns.count for layout in layouts), default=0),
        ),
        language=language,
        engine=document.engine,
        version=__version__,
        thresholds=thresholds.fingerprint(),
        warnings=(
            *document.warnings,
            *find_lost_text(_judged(context, judgement)),
            *find_torn_text(_judged(context, judgement)),
        ),
    )
    return Analysis(extraction, fonts, layouts)


def _judged(context: DocumentContext, judgement: Judgement) -> Iterator[tuple[Line, Rule]]:
    """Every line with the rule that took it out, or `Rule.BODY`."""
    for line, verdict in zip(context.lines, judgement.verdicts, strict=True):
        yield line, Rule.BODY if verdict is None else verdict.rule
    for layout in context.layouts:
        for aside, verdict in layout.out_of_flow:
            yield aside, verdict.rule


def _find_parts(known: Known, starts: Mapping[str, StartDecision]) -> dict[str, Any]:
    """The structure, the lines with their verdicts, and the reasons, as fields of an extraction."""
    context, judgement = known.context, known.judgement
    with relaxed_gc():
        structure = find_structure(known)
        aside = [pair for layout in context.layouts for pair in layout.out_of_flow]
        return {name: getattr(structure, name) for name in STRUCTURE} | {
            "paragraphs": tuple(p.with_placed_sentences() for p in structure.paragraphs),
            "lines": (*(line.plain for line in context.lines), *(line for line, _ in aside)),
            "verdicts": (
                *(
                    verdict or Verdict(line.id, Rule.BODY)
                    for line, verdict in zip(context.lines, judgement.verdicts, strict=True)
                ),
                *(verdict for _, verdict in aside),
            ),
            "reasons": tuple(
                Reason(line_id, start.outcome, Finding.of(start))
                for line_id, start in starts.items()
            ),
        }
