"""Lines that look like running text on their own: what the other rules build on."""

from __future__ import annotations

from itertools import pairwise

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext

# Share of characters in bold: a line next to running text with more is a heading, unless the text
# is bold too.
ALL_BOLD = 0.9


def is_strong(context: DocumentContext, line: LayoutLine) -> bool:
    """A full line of words in the body's size, from the column's left edge to its right edge."""
    t = context.thresholds
    em = context.em
    return (
        abs(context.ratio(line) - 1) <= t.strong_size_slack
        and line.words >= t.strong_min_words
        and line.prose >= t.strong_min_prose
        and -t.strong_max_slack * em <= line.indent <= t.strong_max_indent * em
        and abs(line.right_slack) <= t.strong_max_slack * em
        and line.widest_gap <= t.strong_max_gap * em
    )


def find_running_text(context: DocumentContext) -> frozenset[int]:
    """Strong lines, the indented line above each run of them and the short one below it."""
    strong = {p.index for p in context.lines if is_strong(context, p)}
    found = set(strong)
    for column in context.columns:
        for upper, lower in pairwise(column):
            if lower.above > context.thresholds.max_pitch_ratio * context.pitch:
                continue
            for one, other in ((upper, lower), (lower, upper)):
                if (
                    one.index in strong
                    and other.index not in strong
                    and abs(context.ratio(other) - 1) <= context.thresholds.strong_size_slack
                    and _matches(context, one, other)
                ):
                    found.add(other.index)
    return frozenset(found)


def _matches(context: DocumentContext, strong: LayoutLine, other: LayoutLine) -> bool:
    """Words in the same weight that start near the left edge of a strong line."""
    t = context.thresholds
    return (
        other.indent <= strong.indent + t.strong_max_shift * context.em
        and other.widest_gap <= t.strong_max_gap * context.em
        and other.prose >= t.min_bodylike_prose
        and (other.bold < ALL_BOLD or strong.bold >= t.majority_share)
    )
