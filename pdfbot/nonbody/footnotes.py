"""Footnotes: lines at the foot of a column, below a rule or white space, behind a raised mark."""

from __future__ import annotations

from pdfbot.layout.lines import Placed
from pdfbot.model import Font, Line
from pdfbot.nonbody.rule import Context

# Words of three letters, share of characters in words: a line of text, not a formula.
NOTE_WORDS, NOTE_PROSE = 2, 0.4
# Share of the body's size: surely smaller, so that less white space above will do.
SMALL = 0.9
# Lines of body text at the column's foot after which no note is looked for.
TEXT_LINES = 8
# Pitches: notes end so near to the lowest line of the document.
FOOT = 2.5
# Share of the column: longer rules belong to tables.
SHORT_RULE = 0.75
# A raised mark: how high (share of the line's size), and its most characters.
RAISED, MARK_CHARS = 0.1, 4
_SIGNS = "∗*†‡§¶⋆"


def judge_footnotes(context: Context) -> None:
    """From the first note of a column down to its end."""
    foot = min((p.line.baseline for p in context.open_lines()), default=0.0)
    for column in context.columns():
        start = _first_note(context, column, foot)
        for placed in column[start:]:
            context.remove(placed, "footnote", "max_footnote_ratio", context.ratio(placed))


def _first_note(context: Context, column: list[Placed], foot: float) -> int:
    """The highest line from which on all lines down to the column's end are notes."""
    t = context.thresholds
    rules = _short_rules(context, column[0])
    drawn = any(layout.page.graphics for layout in context.layouts)
    best, text_below = len(column), False
    for index in range(len(column) - 1, max(-1, len(column) - 1 - t.max_footnote_lines), -1):
        placed = column[index]
        if not context.is_open(placed):
            continue
        ratio = context.ratio(placed)
        small = ratio <= t.max_footnote_ratio
        worded = placed.words >= NOTE_WORDS and placed.prose >= NOTE_PROSE
        reach = t.max_rule_distance * context.pitch
        ruled = any(0 < r - placed.line.baseline <= reach for r in rules)
        gap = t.min_footnote_gap if ratio > SMALL else t.min_apart
        apart = placed.above >= gap * context.pitch
        marked = begins_with_mark(placed) and placed.words >= t.min_words
        if (ruled and (marked or small)) or (
            marked and ((small and not text_below) or (apart and not drawn))
        ):
            best = index
        elif small and worded and apart and not text_below and (index or placed.zone > 1):
            if _is_low(context, column, foot):
                best = index
        elif not small and worded:
            text_below = True
            if best < len(column) or len(column) - index > TEXT_LINES:
                break
    return best


def _is_low(context: Context, column: list[Placed], foot: float) -> bool:
    lowest = min(p.line.baseline for p in column if context.is_open(p))
    return lowest - foot < FOOT * context.pitch


def _short_rules(context: Context, first: Placed) -> list[float]:
    """Heights of the rules that begin at this column's left edge and do not fill it."""
    return [
        g.box.top
        for g in context.page_of(first).graphics
        if g.kind == "rule"
        and abs(g.box.left - first.left) < context.thresholds.edge_slack
        and g.box.width < SHORT_RULE * (first.right - first.left)
    ]


def begins_with_mark(placed: Placed) -> bool:
    """A raised number or sign before the first word."""
    text = placed.head.strip()
    if _opens_raised(placed.line, placed.first_font):
        return len(text) <= MARK_CHARS and not any(map(str.isalpha, text))
    return text[:1] in _SIGNS and len(placed.line.text) >= MARK_CHARS


def _opens_raised(line: Line, first: Font) -> bool:
    """The first block is smaller than the line and stands higher."""
    return (
        first.size < line.size
        and len(line.blocks) > 1
        and line.blocks[0].baseline > line.baseline + RAISED * line.size
    )
