"""The stages in order: pages, fonts, lines in columns, verdicts, paragraphs, sentences."""

from __future__ import annotations

from itertools import chain

from pdfbot import __version__
from pdfbot.align.hyphens import Vocabulary
from pdfbot.align.paragraphs import draft_as_published, draft_paragraphs
from pdfbot.align.text import write_paragraphs
from pdfbot.layout.fonts import measure_fonts
from pdfbot.layout.lines import lay_out
from pdfbot.layout.making import Judged, MadeLate
from pdfbot.layout.sketches import Sketch, sketch_pages
from pdfbot.model import Document, Extraction, Statistics
from pdfbot.nonbody.judge import judge_as_published, judge_lines
from pdfbot.thresholds import Thresholds


def extract_body(
    document: Document,
    thresholds: Thresholds,
    *,
    rules: str = "default",
    columns: int | None = None,
    sketches: list[Sketch] | None = None,
) -> Extraction:
    """From positioned text blocks to body text, with a verdict for every line.

    `sketches` are used up, where the pages were sketched while they were read.
    """
    sketches = sketches or sketch_pages(document.pages, thresholds)
    fonts = measure_fonts(sketch.tally for sketch in sketches)
    layouts = lay_out(document.pages, sketches, fonts, thresholds, columns)
    if rules == "paper":
        context = judge_as_published(layouts, fonts, thresholds)
        drafts = draft_as_published(context)
    else:
        context = judge_lines(layouts, fonts, thresholds)
        drafts = draft_paragraphs(context)
    asides = [layout.aside for layout in layouts]
    flow = tuple(p.line for p in context.flow)
    judged = Judged(flow, (p.verdict for p in context.flow))
    lines = MadeLate((len(flow), flow.__getitem__), *((len(a), a.line) for a in asides))
    verdicts = MadeLate((len(flow), judged.verdict), *((len(a), a.verdict) for a in asides))
    densities = chain((line.density for line in flow), *(a.densities() for a in asides))
    vocabulary = Vocabulary(line.text for line in flow)
    statistics = Statistics(
        base_size=fonts.base_size,
        base_pitch=context.pitch,
        base_density=sum(densities) / max(len(lines), 1),
        columns=max((layout.columns.count for layout in layouts), default=0),
    )
    kept = [[p.line for p in draft.lines] for draft in drafts]
    trims = context.trims
    # What the rules measured would take as much room again as the sentences.
    del drafts, context, layouts
    return Extraction(
        paragraphs=write_paragraphs(kept, trims, vocabulary),
        lines=lines,
        verdicts=verdicts,
        pages=document.pages,
        statistics=statistics,
        engine=document.engine,
        version=__version__,
        thresholds=thresholds.fingerprint(),
        warnings=document.warnings,
    )
