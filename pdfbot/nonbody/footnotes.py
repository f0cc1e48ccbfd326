"""Footnotes: lines at the foot of a column, below a rule or white space, behind a raised mark."""

from __future__ import annotations

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context


def judge_footnotes(context: Context) -> None:
    foot = min((p.line.baseline for p in context.open_lines()), default=0.0)
    for column in context.columns():
        start = _first_note(context, column, foot)
        for placed in column[start:]:
            context.remove(
                placed, "footnote", "max_footnote_ratio", context.ratio(placed),
                context.thresholds.max_footnote_ratio,
            )  # fmt: skip


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
        traits = context.traits[placed.line.id]
        small = context.ratio(placed) <= t.max_footnote_ratio
        worded = traits.words >= 2 and traits.prose >= 0.4
        ruled = any(0 < r - placed.line.baseline < 1.8 * context.pitch for r in rules)
        ratio = context.ratio(placed)
        apart = placed.above > (t.min_footnote_gap if ratio > 0.9 else 1.15) * context.pitch
        marked = begins_with_mark(placed) and traits.words >= 1
        if (ruled and (marked or small)) or (
            marked and ((small and not text_below) or (apart and not drawn))
        ):
            best = index
        elif small and worded and apart and not text_below and (index or placed.zone > 1):
            if _is_low(context, column, foot):
                best = index
        elif not small and worded:
            text_below = True
            if best < len(column) or len(column) - index > 8:
                break
    return best


def _is_low(context: Context, column: list[Placed], foot: float) -> bool:
    lowest = min(p.line.baseline for p in column if context.is_open(p))
    return lowest - foot < 2.5 * context.pitch


def _short_rules(context: Context, first: Placed) -> list[float]:
    """Heights of the rules that begin at this column's left edge and do not fill it."""
    page = next(lay.page for lay in context.layouts if lay.page.number == first.line.page)
    return [
        g.box.top
        for g in page.graphics
        if g.kind == "rule"
        and abs(g.box.left - first.left) < 3
        and g.box.width < 0.75 * (first.right - first.left)
    ]


def begins_with_mark(placed: Placed) -> bool:
    """A raised number or sign before the first word."""
    first = placed.line.blocks[0]
    text = first.text.strip()
    raised = first.baseline > placed.line.baseline + 0.1 * placed.line.size
    if len(placed.line.blocks) > 1 and raised and first.font.size < placed.line.size:
        return len(text) <= 4 and not any(map(str.isalpha, text))
    return text[:1] in "∗*†‡§¶⋆" and len(placed.line.text) > 3
