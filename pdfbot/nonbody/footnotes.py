"""Footnotes: lines at the foot of a column, below a rule or white space, or after a raised mark."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule

# Words of three letters: a line of text, not a formula, has at least this many.
MIN_TEXT_WORDS = 2
# Share of characters in words: a line of text, not a formula, has at least this much.
MIN_TEXT_PROSE = 0.4
# Share of the body's size: up to this a note is clearly smaller and needs less white space above.
CLEARLY_SMALL = 0.9
# Lines of body text at the foot of a column above which no note is looked for.
MAX_TEXT_BELOW = 8
# Pitches: notes end closer than this to the lowest line of the document.
MAX_FOOT_DISTANCE = 2.5
# Lines of text on a page above its foot.
MIN_PAGE_LINES = 8
# Lines across the foot of a page other than the first; more may be text in a smaller size.
MAX_PAGE_FOOT_LINES = 6
# Lines of text in a smaller size: no note is as long, so what is below them is no note either.
MIN_SMALL_LINES = 8
# Share of the column width: longer rules belong to tables.
MAX_RULE_LENGTH = 0.75
# Share of the line's size: a mark is raised by more than this.
MIN_MARK_RISE = 0.1
# Characters of the longest mark.
MAX_MARK_CHARS = 4
_MARKS = "∗*†‡§¶⋆"


def judge_footnotes(context: DocumentContext, known: Judgement) -> Judgement:
    """From the first note of a column down to its end."""
    draft = JudgementDraft(context, known)
    foot = min((p.baseline for p in draft.open_lines()), default=0.0)
    for column in context.columns:
        if _is_abstract_zone(draft, column):
            continue
        start = _first_note(draft, column, foot)
        for line in column[start:]:
            draft.remove(line, Rule.FOOTNOTE, "max_footnote_ratio", context.ratio(line))
    for layout in context.layouts:
        _judge_page_foot(draft, layout)
    return draft.finish()


def _judge_page_foot(draft: JudgementDraft, layout: PageLayout) -> None:
    """Small lines below all text of a page, across its columns: affiliations or the licence."""
    context = draft.context
    max_size = context.thresholds.max_footnote_ratio * context.em
    open_lines = [line for line in layout.lines if draft.is_open(line)]
    text = [p.baseline for p in open_lines if p.size > max_size and p.words >= MIN_TEXT_WORDS]
    if len(text) < MIN_PAGE_LINES:
        return
    below = [p for p in open_lines if p.baseline < min(text) and p.size <= max_size]
    is_first = layout is context.layouts[0]
    max_lines = context.thresholds.max_footnote_lines if is_first else MAX_PAGE_FOOT_LINES
    if not below or len(below) > max_lines:
        return
    gap = min(text) - max(line.baseline for line in below)
    if gap >= context.thresholds.min_footnote_gap * context.pitch:
        for line in below:
            ratio = line.size / context.em
            draft.remove(line, Rule.FOOTNOTE, "max_footnote_ratio", ratio)


def _is_abstract_zone(draft: JudgementDraft, column: Sequence[LayoutLine]) -> bool:
    """A zone of the first page with running text below: an abstract in small type, no notes."""
    first, last = column[0], column[-1]
    layout = draft.context.layout_of(first)
    return layout is draft.context.layouts[0] and any(
        line.zone > last.zone
        and line.baseline < last.baseline
        and line.left < first.right
        and line.right > first.left
        and draft.is_open(line)
        and draft.is_running_text(line)
        for line in layout.lines
    )


def _first_note(draft: JudgementDraft, column: Sequence[LayoutLine], foot: float) -> int:
    """The highest line below which everything in the column is a note."""
    context = draft.context
    t = context.thresholds
    rules = _short_rules(context, column[0])
    has_graphics = any(layout.page.graphics for layout in context.layouts)
    best, text_below, note_below = len(column), False, False
    for index in range(len(column) - 1, max(-1, len(column) - 1 - t.max_footnote_lines), -1):
        line = column[index]
        if not draft.is_open(line):
            continue
        small = context.ratio(line) <= t.max_footnote_ratio
        note_below |= small and is_text(line)
        apart = _is_apart(context, line)
        marked = begins_with_mark(line) and line.words >= t.min_words
        if (_is_below_rule(context, line, rules) and (marked or small)) or (
            marked and ((small and not text_below) or (apart and not has_graphics))
        ):
            best = index
        elif small and note_below and line.words >= MIN_TEXT_WORDS and apart and not text_below:
            starts_note = (index or line.zone > 1) and not _is_widely_spaced(context, column, index)
            starts_note = starts_note and not _is_below_small_text(context, column, index)
            if starts_note and _reaches_foot(draft, column, foot):
                best = index
        elif not small and is_text(line):
            text_below = True
            if best < len(column) or len(column) - index > MAX_TEXT_BELOW:
                break
    return best


def _is_below_rule(context: DocumentContext, line: LayoutLine, rules: Sequence[float]) -> bool:
    reach = context.thresholds.max_rule_distance * context.pitch
    return any(0 < rule - line.baseline <= reach for rule in rules)


def _is_apart(context: DocumentContext, line: LayoutLine) -> bool:
    """White space above; a note nearly as large as the body needs more of it."""
    t = context.thresholds
    nearly_body = context.ratio(line) > CLEARLY_SMALL
    min_gap = t.min_footnote_gap if nearly_body else t.separate_spacing
    return line.above >= min_gap * context.pitch


def _is_widely_spaced(context: DocumentContext, column: Sequence[LayoutLine], index: int) -> bool:
    """As far from the line below (or the line above that, for the last) as from the line above."""
    line = column[index]
    other = column[index - 1].above if index == len(column) - 1 and index else line.below
    return line.above < context.thresholds.separate_spacing * other < float("inf")


def _is_below_small_text(
    context: DocumentContext, column: Sequence[LayoutLine], index: int
) -> bool:
    """Below many lines of text in its own size: some journals set their methods in small type."""
    above = column[max(0, index - MIN_SMALL_LINES) : index]
    slack = context.thresholds.strong_size_slack * context.em
    return len(above) == MIN_SMALL_LINES and all(
        is_text(line) and abs(line.size - column[index].size) <= slack for line in above
    )


def _reaches_foot(draft: JudgementDraft, column: Sequence[LayoutLine], foot: float) -> bool:
    """The column ends near the lowest line of the document."""
    lowest = min(p.baseline for p in column if draft.is_open(p))
    return lowest - foot < MAX_FOOT_DISTANCE * draft.context.pitch


def _short_rules(context: DocumentContext, first: LayoutLine) -> list[float]:
    """Heights of the rules that start at this column's left edge and do not fill it."""
    return [
        g.box.top
        for g in context.layout_of(first).page.graphics
        if g.kind == "rule"
        and abs(g.box.left - first.left) < context.thresholds.edge_slack
        and g.box.width < MAX_RULE_LENGTH * (first.right - first.left)
    ]


def is_text(line: LayoutLine) -> bool:
    """Words, not a formula."""
    return line.words >= MIN_TEXT_WORDS and line.prose >= MIN_TEXT_PROSE


def begins_with_mark(line: LayoutLine) -> bool:
    """A footnote mark, a raised number or a symbol, before the first word."""
    text = line.head.strip()
    if _starts_raised(line):
        return len(text) <= MAX_MARK_CHARS and not any(map(str.isalpha, text))
    return text[:1] in _MARKS and len(line.text) >= MAX_MARK_CHARS


def _starts_raised(line: LayoutLine) -> bool:
    """The first block is smaller and higher than the line."""
    return (
        line.first_font.size < line.size
        and len(line.blocks) > 1
        and line.blocks[0].baseline > line.baseline + MIN_MARK_RISE * line.size
    )
