"""The order in which rectangles on a page are read: section 4.1 of the paper."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Box

# Boxes that share less than this part of the lower height are above each other, not beside.
BESIDE = 0.3
# Levels of columns within columns; a page that goes deeper is no page of columns.
DEEPEST = 20


def order_boxes(boxes: Sequence[Box]) -> list[int]:
    """Indices in reading order: the top left box, those at its right, then the next one below."""
    return _order(boxes, list(range(len(boxes))), 0)


def _order(boxes: Sequence[Box], indices: list[int], depth: int) -> list[int]:
    if len(indices) < 2 or depth > DEEPEST:
        return sorted(indices, key=lambda i: (-boxes[i].top, boxes[i].left))
    result: list[int] = []
    while indices:
        first = _top_left(boxes, indices)
        right = [
            i
            for i in indices
            if i != first and boxes[i].left >= boxes[first].left and _beside(boxes[i], boxes[first])
        ]
        result.append(first)
        result += _order(boxes, right, depth + 1)
        taken = {first, *right}
        indices = [i for i in indices if i not in taken]
    return result


def _top_left(boxes: Sequence[Box], indices: Sequence[int]) -> int:
    """From the topmost box to the left, as long as another stands there beside it."""
    best = max(indices, key=lambda i: (boxes[i].top, -boxes[i].left))
    while True:
        lefter = [
            i
            for i in indices
            if boxes[i].right <= (boxes[best].left + boxes[best].right) / 2
            and boxes[i].left < boxes[best].left
            and _beside(boxes[i], boxes[best])
        ]
        if not lefter:
            return best
        best = max(lefter, key=lambda i: (boxes[i].top, -boxes[i].left))


def _beside(one: Box, other: Box) -> bool:
    shared = min(one.top, other.top) - max(one.bottom, other.bottom)
    return shared > BESIDE * min(one.height, other.height)
