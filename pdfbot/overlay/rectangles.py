"""Characters of a line to rectangles on the page, sub- and superscripts included."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.align.hyphens import HYPHENS
from pdfbot.model import Box, Line, Span, TextBlock

# Above and below the baseline, in ems: what letters of usual fonts take.
ASCENT, DESCENT = 0.78, 0.24
# In ems, to the left and to the right: slanted letters lean out of their widths.
MARGIN = 0.04
# In ems: a block this near to the line's baseline stands on it.
ON_BASELINE = 0.12
# In points: what sticks out less than this cannot be seen.
LEAST = 0.3


def cover_spans(spans: Sequence[Span], lines: dict[str, Line]) -> list[tuple[int, Box]]:
    """Page and rectangle of all parts of a sentence; hyphens at its line ends belong to it."""
    found = []
    for index, span in enumerate(spans):
        line = lines.get(span.line_id)
        if line is None or not line.blocks:
            found.append((span.page, span.box))
            continue
        end = span.end
        goes_on = index + 1 < len(spans) and end == len(line.text) - 1
        if goes_on and line.text[end] in HYPHENS:
            end += 1
        found += [(span.page, box) for box in cover(line, span.start, end)]
    return found


def cover(line: Line, start: int, end: int) -> list[Box]:
    """Rectangles over the characters `start` to `end` of a line that do not overlap each other."""
    pieces = _pieces(line, start, end)
    if not pieces:
        return []
    if any(block.rotation for block, _, _ in pieces):
        return [Box.around(block.box for block, _, _ in pieces)]
    band = _band(line, pieces)
    rectangles = [band]
    high = [Box(x0, band.top, x1, t) for b, x0, x1 in pieces if (t := _top(b)) > band.top + LEAST]
    low = [
        Box(x0, d, x1, band.bottom)
        for b, x0, x1 in pieces
        if (d := _bottom(b)) < band.bottom - LEAST
    ]
    return rectangles + _apart(high) + _apart(low)


def _pieces(line: Line, start: int, end: int) -> list[tuple[TextBlock, float, float]]:
    """The blocks under the characters, each with its left and right x there."""
    found = []
    for block, first in zip(line.blocks, line.starts, strict=True):
        low, high = max(start - first, 0), min(end - first, len(block.text))
        if low < high:
            edges = block.edges[low : high + 1]
            found.append((block, min(edges), max(edges)))
    return found


def _band(line: Line, pieces: Sequence[tuple[TextBlock, float, float]]) -> Box:
    """From the first to the last character, as high as the text on the line's baseline."""
    margin = MARGIN * line.size
    left, right = min(p[1] for p in pieces) - margin, max(p[2] for p in pieces) + margin
    near = [b for b, _, _ in pieces if abs(b.baseline - line.baseline) <= ON_BASELINE * line.size]
    blocks = near or [block for block, _, _ in pieces]
    return Box(left, min(map(_bottom, blocks)), right, max(map(_top, blocks)))


def _top(block: TextBlock) -> float:
    return block.baseline + ASCENT * block.font.size


def _bottom(block: TextBlock) -> float:
    return block.baseline - DESCENT * block.font.size


def _apart(boxes: list[Box]) -> list[Box]:
    """Boxes that touch or overlap become one, so that no place is coloured twice."""
    joined: list[Box] = []
    for box in sorted(boxes, key=lambda b: b.left):
        if joined and box.left <= joined[-1].right:
            joined[-1] = Box.around([joined[-1], box])
        else:
            joined.append(box)
    return joined
