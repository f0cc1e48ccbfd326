"""Documents built from rows, and the parts that are found in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Finding, Verdict
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.displays import by_line_before, find_displays
from pdfbot.nonbody.families import judge_lines
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.grouping import decide_starts, split_paragraphs
from pdfbot.paragraphs.joining import write_paragraphs
from pdfbot.rules import Rule
from pdfbot.structure.assembly import Known, Structure, find_structure
from pdfbot.structure.inline_formulas import InlineFormulas
from pdfbot.text.hyphens import Vocabulary

from ..builders import Row, context_of, prose, row


def structure_of(*layouts: PageLayout) -> Structure:
    """The parts of a document after all stages before."""
    context = context_of(*layouts)
    judgement = judge_lines(context)
    vocabulary = Vocabulary(line.text for line in context.lines)
    body = (line for line in context.lines if judgement.is_open(line))
    groups = split_paragraphs(body, decide_starts(context, judgement))
    displays = find_displays(context, judgement)
    paragraphs = write_paragraphs(
        groups, judgement.body_starts, vocabulary, displays=by_line_before(displays)
    )
    formulas = InlineFormulas(context)
    return find_structure(
        Known(context, judgement, paragraphs, displays, formulas, vocabulary, "en")
    )


def heading(text: str, *, size: float = 10.0, above: float = 2.0, bold: bool = True) -> Row:
    return row(text, slack=20.0, above=above, size=size, bold=bold)


def section(text: str, *, size: float = 10.0, lines: int = 4) -> list[Row]:
    """A heading and a paragraph below it."""
    return [heading(text, size=size), row(above=1.2), *prose(lines - 1)]


def judged_as(context: DocumentContext, rules: Sequence[Rule | None]) -> Judgement:
    """A judgement with these rules for the lines in order; None is body text."""
    return replace(
        Judgement.start(context),
        verdicts=tuple(
            Verdict(line.id, rule, Finding("no_words", 0, "less than", 1, "min_words"))
            if rule
            else None
            for line, rule in zip(context.lines, rules, strict=True)
        ),
    )
