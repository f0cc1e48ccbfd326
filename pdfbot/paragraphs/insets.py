"""Insets: blocks of lines, such as abstracts and quotations, with a right edge of their own."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext

# Ems: indents this close are the same.
SAME_INDENT = 0.2
# Lines that end at the same x and so show an edge.
MIN_EDGE_LINES = 2


def measure_insets(context: DocumentContext, body: Sequence[LayoutLine]) -> dict[int, float]:
    """How far the right edge of a block of aligned lines is from its column's, by line index."""
    insets: dict[int, float] = {}
    reach = context.thresholds.edge_reach * context.em
    start = 0
    for index, line in enumerate(body):
        after = body[index + 1] if index + 1 < len(body) else None
        if is_close(context, line, after) and _is_aligned(context, line, after):
            continue
        edge = max(p.box.right for p in body[start : index + 1])
        if start and body[start - 1].column_key == body[start].column_key:
            start -= abs(body[start - 1].box.right - edge) < reach
        block = body[start : index + 1]
        if sum(abs(edge - p.box.right) < reach for p in block) >= MIN_EDGE_LINES:
            insets.update((p.index, max(p.right - edge, 0.0)) for p in block)
        start = index + 1
    return insets


def is_close(context: DocumentContext, line: LayoutLine, after: LayoutLine | None) -> bool:
    """Whether the next line is right below."""
    return (
        after is not None
        and line.column_key == after.column_key
        and after.above <= context.thresholds.max_neighbour_gap * context.pitch
    )


def _is_aligned(context: DocumentContext, line: LayoutLine, after: LayoutLine | None) -> bool:
    """Whether the next line starts at the same x."""
    slack = SAME_INDENT * context.em
    return after is not None and abs(after.box.left - line.box.left) < slack
