"""Underlined lines: a ruling along the foot of a line, from its first letter to its last."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Box
from pdfbot.nonbody.context import DocumentContext

# Share of the size: how far below the baseline a line of text is underlined.
MAX_UNDERLINE_DEPTH = 0.3


def are_underlined(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether each of these lines of one page is underlined."""
    graphics = context.layout_of(lines[0]).page.graphics
    rulings = [graphic.box for graphic in graphics if graphic.kind == "ruling"]
    reach = context.thresholds.edge_reach * context.em
    return all(any(_underlines(ruling, line, reach) for ruling in rulings) for line in lines)


def _underlines(ruling: Box, line: LayoutLine, reach: float) -> bool:
    return (
        abs(ruling.left - line.box.left) < reach
        and abs(ruling.right - line.box.right) < reach
        and line.baseline - MAX_UNDERLINE_DEPTH * line.size <= ruling.bottom <= line.baseline
    )
