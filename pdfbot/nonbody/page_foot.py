"""Small print across the foot of a page, below all of its text: affiliations or the licence."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.decisions import DecisionTable, Test, at_least
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.nonbody.note_lines import MIN_TEXT_WORDS, goes_on
from pdfbot.rules import Rule
from pdfbot.text.caption_sentences import reads_as_caption

# Lines of text on a page above its foot.
MIN_PAGE_LINES = 8
# Lines across the foot of a page other than the first; more may be text in a smaller size.
MAX_PAGE_FOOT_LINES = 6


def judge_page_foot(draft: JudgementDraft, layout: PageLayout) -> None:
    """Remove small print below all text of a page, across columns: affiliations or the licence."""
    context = draft.context
    max_size = context.thresholds.max_footnote_ratio * context.em
    lines = [line for line in layout.lines if draft.is_open(line)]
    text = [p.baseline for p in lines if p.size > max_size and p.words >= MIN_TEXT_WORDS]
    if len(text) < MIN_PAGE_LINES:
        return
    foot = min(text)
    below = [p for p in lines if p.baseline < foot and p.size <= max_size]
    is_first = layout is context.layouts[0]
    max_lines = context.thresholds.max_footnote_lines if is_first else MAX_PAGE_FOOT_LINES
    if below and len(below) <= max_lines:
        gap = foot - max(line.baseline for line in below)
        _remove_page_foot(draft, below, gap)


def _remove_page_foot(draft: JudgementDraft, lines: Sequence[LayoutLine], gap: float) -> None:
    if reads_as_caption(lines[0].text) or goes_on(draft, lines):
        return
    if found := PAGE_FOOT.decide(draft.context, gap):
        for line in lines:
            draft.remove(line, found.outcome, found)


PAGE_FOOT: DecisionTable[[DocumentContext, float], Rule] = DecisionTable(
    "foot of the page",
    (
        Test(
            "across_page_foot",
            Rule.FOOTNOTE,
            lambda context, gap: at_least(
                gap / context.pitch, context.scales.visible_gap, "visible_gap"
            ),
        ),
    ),
)
