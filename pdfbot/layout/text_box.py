"""A tinted box of text on a first page, often the abstract, with the text of a column beside it.

Such a box is wider than a column, so the lines beside it are narrower than those below. Read line
by line together with them, its sentences would be torn apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.columns import Columns
from pdfbot.layout.fonts import MIN_RUNNING_CHARS
from pdfbot.layout.segments import Segment
from pdfbot.model import Box, Page

# Lines of running text inside the box, and beside it.
MIN_BOX_LINES = 5


def find_text_box(
    page: Page, segments: Sequence[Segment], columns: Columns, em: float
) -> Box | None:
    """The box that covers one column and a part of the next, and that no line crosses."""
    for graphic in page.graphics:
        box = graphic.box
        if graphic.kind != "drawing" or not columns.crosses(box.left, box.right, em):
            continue
        level = [s for s in segments if box.bottom < s.baseline < box.top]
        inside = [s for s in level if is_inside(s, box)]
        beside = [s for s in level if s.left >= box.right or s.right <= box.left]
        if (
            len(inside) + len(beside) == len(level)
            and _count_lines(inside) >= MIN_BOX_LINES
            and _count_lines(beside) >= MIN_BOX_LINES
        ):
            return box
    return None


def is_inside(segment: Segment, box: Box) -> bool:
    return (
        box.left <= segment.left
        and segment.right <= box.right
        and box.bottom < segment.baseline < box.top
    )


def _count_lines(segments: Sequence[Segment]) -> int:
    return sum(segment.length >= MIN_RUNNING_CHARS for segment in segments)
