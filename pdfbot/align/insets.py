"""Insets: blocks of lines, such as abstracts and quotations, with a right edge of their own."""

from __future__ import annotations

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

# Lines that end at one place show an edge.
EDGE_LINES = 2


def measure_insets(context: Context, body: list[Placed]) -> None:
    """Set how far the right edge of each block of level lines is from its column's."""
    reach = context.thresholds.edge_reach * context.em
    start = 0
    for index, placed in enumerate(body):
        after = body[index + 1] if index + 1 < len(body) else None
        if is_close(context, placed, after) and _is_level(context, placed, after):
            continue
        edge = max(p.line.box.right for p in body[start : index + 1])
        if start and body[start - 1].place == body[start].place:
            start -= abs(body[start - 1].line.box.right - edge) < reach
        block = body[start : index + 1]
        if sum(abs(edge - p.line.box.right) < reach for p in block) >= EDGE_LINES:
            for member in block:
                member.inset = max(member.right - edge, 0.0)
        start = index + 1


def is_close(context: Context, placed: Placed, after: Placed | None) -> bool:
    """The next line stands right below."""
    return (
        after is not None
        and placed.place == after.place
        and after.above <= context.thresholds.max_neighbour_pitch * context.pitch
    )


def _is_level(context: Context, placed: Placed, after: Placed | None) -> bool:
    """The next line begins at the same place."""
    slack = context.thresholds.level_slack * context.em
    return after is not None and abs(after.line.box.left - placed.line.box.left) < slack
