"""The order in which a person reads the boxes on a page: section 4.1 of the paper."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.geometry import overlap_height
from pdfbot.model import Box

# Share of the smaller height: boxes that overlap less are above each other, not side by side.
MIN_BOX_OVERLAP = 0.3
# Levels of columns within columns; pages of columns are never nested deeper.
MAX_NESTED_COLUMNS = 20


def order_boxes(boxes: Sequence[Box]) -> list[int]:
    """The indices in reading order: the top left box, those to its right, then the next below."""
    return _order(boxes, list(range(len(boxes))), 0)


def _order(boxes: Sequence[Box], indices: list[int], depth: int) -> list[int]:
    if len(indices) < 2 or depth > MAX_NESTED_COLUMNS:
        return sorted(indices, key=lambda i: (-boxes[i].top, boxes[i].left))
    result: list[int] = []
    while indices:
        first = _top_left(boxes, indices)
        right = [
            i
            for i in indices
            if i != first
            and boxes[i].left >= boxes[first].left
            and _are_side_by_side(boxes[i], boxes[first])
        ]
        result.append(first)
        result += _order(boxes, right, depth + 1)
        taken = {first, *right}
        indices = [i for i in indices if i not in taken]
    return result


def _top_left(boxes: Sequence[Box], indices: Sequence[int]) -> int:
    """The top left box: from the topmost, go left as long as there is a box beside it."""
    best = max(indices, key=lambda i: (boxes[i].top, -boxes[i].left))
    while True:
        further_left = [
            i
            for i in indices
            if boxes[i].right <= (boxes[best].left + boxes[best].right) / 2
            and boxes[i].left < boxes[best].left
            and _are_side_by_side(boxes[i], boxes[best])
        ]
        if not further_left:
            return best
        best = max(further_left, key=lambda i: (boxes[i].top, -boxes[i].left))


def _are_side_by_side(one: Box, other: Box) -> bool:
    return overlap_height(one, other) > MIN_BOX_OVERLAP * min(one.height, other.height)
