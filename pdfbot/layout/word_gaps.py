"""White space inside a line: between the cells of a row, or between words set apart to fill it."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import TextBlock
from pdfbot.text.writing_systems import SOUTHEAST_ASIAN

# Ems: words are further apart; blocks of one word are not.
MIN_SPACE_BETWEEN_WORDS = 0.1
# Ems: the gaps of a justified line differ by no more.
MAX_GAP_SPREAD = 0.12
# Ems: a justified line ends this close to the right edge, and begins this close to the left one.
MAX_SLACK = 0.6
MAX_INDENT = 3.5
# Gaps in a line: one could as well be between two cells.
MIN_EQUAL_GAPS = 2


def widest_gap(blocks: Sequence[TextBlock], left: float, right: float, em: float) -> float:
    """The widest white space between neighbouring blocks of a line, in a column with these edges.

    0 in a justified line whose gaps are all alike, unlike those between cells.
    """
    if len(blocks) == 1:
        return 0.0
    gaps = _gaps(blocks)
    widest = max(gaps, default=0.0)
    between = [gap for gap in gaps if gap > MIN_SPACE_BETWEEN_WORDS * em]
    is_thai = SOUTHEAST_ASIAN.match(blocks[0].text) is not None
    if (
        len(between) >= (1 if is_thai else MIN_EQUAL_GAPS)
        and widest - min(between) <= MAX_GAP_SPREAD * em
        and _fills(blocks, left, right, em)
    ):
        return 0.0
    return widest


def _gaps(blocks: Sequence[TextBlock]) -> list[float]:
    """The white space between neighbours, from the left; 0 where they overlap."""
    boxes = sorted((block.box for block in blocks), key=lambda box: box.left)
    reach = boxes[0].right
    gaps = []
    for box in boxes[1:]:
        gaps.append(max(box.left - reach, 0.0))
        reach = max(reach, box.right)
    return gaps


def _fills(blocks: Sequence[TextBlock], left: float, right: float, em: float) -> bool:
    """Whether single words reach from one edge of the column to the other, or from an indent."""
    start = min(block.box.left for block in blocks)
    end = max(block.box.right for block in blocks)
    return (
        abs(right - end) <= MAX_SLACK * em
        and -MAX_SLACK * em <= start - left <= MAX_INDENT * em
        and all(" " not in block.text for block in blocks)
        and any(map(str.isalpha, blocks[0].text))
    )
