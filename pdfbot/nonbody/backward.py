"""The backward traversal (section 4.4, item 4): four tests, the flag P and three rules."""

from __future__ import annotations

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

# Points: "at least a pixel" from the column's left edge, with room for rounding.
INDENTED = 1.0
_PUNCTUATION = tuple(".,;:?!)]}\"'”’-–—")


def judge_backward(context: Context) -> None:
    """From the last line to the first: pages, columns from the right, lines from the bottom."""
    density = [p.line.density for p in context.flow]
    base = sum(density) / max(len(density), 1)
    removed_before = False
    for placed in reversed(context.flow):
        if not context.is_open(placed):
            continue
        if is_indented(placed) and is_sparse(context, placed, base):
            limit = context.thresholds.gamma5_density * base
            context.remove(placed, "sparse_indented", "gamma5_density", placed.line.density, limit)
            removed_before = True
            continue
        if not removed_before and is_apart(context, placed) and is_unended(placed):
            gap = min(placed.above, placed.below) - context.pitch
            context.remove(placed, "apart_unended", "gamma4_spacing", gap)
        removed_before = False


def is_apart(context: Context, placed: Placed) -> bool:
    """Line-spacing test: the gaps above and below (where there are lines) leave the interval."""
    t = context.thresholds
    gaps = [g for g in (placed.above, placed.below) if t.delta1_same_line < g < float("inf")]
    return all(abs(g - context.pitch) >= t.gamma4_spacing for g in gaps)


def is_sparse(context: Context, placed: Placed, base: float) -> bool:
    """Char-TBK density test."""
    return placed.line.density < context.thresholds.gamma5_density * base


def is_unended(placed: Placed) -> bool:
    """Punctuation test: the rightmost block does not end with a mark."""
    return not placed.line.text.rstrip().endswith(_PUNCTUATION)


def is_indented(placed: Placed) -> bool:
    """Indentation test: over a pixel away from the column's left edge."""
    return placed.indent > INDENTED
