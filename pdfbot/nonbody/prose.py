"""Which lines look like running text by themselves: the ground the other rules stand on."""

from __future__ import annotations

import itertools

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

# Share of a line in bold beside a line of text: a heading, unless the text is bold too.
ALL_BOLD = 0.9


def is_strong(context: Context, placed: Placed) -> bool:
    """A full line of words in the body's size, from the column's left edge to its right edge."""
    t = context.thresholds
    em = context.em
    return (
        abs(context.ratio(placed) - 1) <= t.strong_size_slack
        and placed.words >= t.strong_min_words
        and placed.prose >= t.strong_min_prose
        and -t.strong_max_slack * em <= placed.indent <= t.strong_max_indent * em
        and abs(placed.slack) <= t.strong_max_slack * em
        and placed.widest_gap <= t.strong_max_gap * em
    )


def find_bodylike(context: Context) -> set[str]:
    """Strong lines, the line above each run of them (indented) and the short one below it."""
    strong = {p.line.id for p in context.flow if is_strong(context, p)}
    found = set(strong)
    for column in context.columns():
        for upper, lower in itertools.pairwise(column):
            near = lower.above <= context.thresholds.max_pitch_ratio * context.pitch
            if not near:
                continue
            for one, other in ((upper, lower), (lower, upper)):
                if (
                    one.line.id in strong
                    and other.line.id not in strong
                    and abs(context.ratio(other) - 1) <= context.thresholds.strong_size_slack
                    and _same_measure(context, one, other)
                ):
                    found.add(other.line.id)
    return found


def _same_measure(context: Context, strong: Placed, other: Placed) -> bool:
    """Words in the same weight that begin near the left edge of a strong line."""
    t = context.thresholds
    return (
        other.indent <= strong.indent + t.strong_max_shift * context.em
        and other.widest_gap <= t.strong_max_gap * context.em
        and other.prose >= t.min_bodylike_prose
        and (other.bold < ALL_BOLD or strong.bold >= t.min_mostly)
    )
