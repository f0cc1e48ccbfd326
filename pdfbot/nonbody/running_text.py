"""Lines that look like running text by themselves: the basis of the other rules."""

from __future__ import annotations

from itertools import pairwise

from pdfbot.layout.line_features import MAJORITY, LayoutLine
from pdfbot.nonbody.context import DocumentContext

# Ems: hyphens and full stops of a full line may hang into the margin.
MAX_OVERHANG = 0.6
# Ems: the widest space of a justified line.
MAX_WORD_SPACE = 1.6
# Ems: the items of a list below a full line are indented by no more.
MAX_LIST_SHIFT = 3.5
# Share of characters in words of a line next to a full one.
MIN_NEXT_PROSE = 0.35
# Share of characters in bold: a line next to running text with more is a heading, unless the text
# is bold too.
ALL_BOLD = 0.9


def is_strong(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether this is a full line of words in the body's size, from edge to edge."""
    t = context.thresholds
    em = context.em
    return (
        context.ratio(line) == 1.0
        and line.words >= t.strong_min_words
        and line.prose >= t.strong_min_prose
        and -MAX_OVERHANG * em <= line.indent <= t.strong_max_indent * em
        and abs(line.right_slack) <= MAX_OVERHANG * em
        and line.widest_gap <= MAX_WORD_SPACE * em
    )


def find_running_text(context: DocumentContext) -> frozenset[int]:
    """Strong lines, with the indented line above and the short line below each run of them."""
    strong = {p.index for p in context.lines if is_strong(context, p)}
    found = set(strong)
    for column in context.columns:
        for upper, lower in pairwise(column):
            if lower.above > context.thresholds.max_block_gap * context.pitch:
                continue
            for one, other in ((upper, lower), (lower, upper)):
                if (
                    one.index in strong
                    and other.index not in strong
                    and context.ratio(other) == 1.0
                    and _matches(context, one, other)
                ):
                    found.add(other.index)
    return frozenset(found)


def _matches(context: DocumentContext, strong: LayoutLine, other: LayoutLine) -> bool:
    """Whether words of the same weight start near the left edge of a strong line."""
    return (
        other.indent <= strong.indent + MAX_LIST_SHIFT * context.em
        and other.widest_gap <= MAX_WORD_SPACE * context.em
        and other.prose >= MIN_NEXT_PROSE
        and (other.bold < ALL_BOLD or strong.bold >= MAJORITY)
    )
