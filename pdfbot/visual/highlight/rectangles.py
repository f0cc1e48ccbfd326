"""The rectangles that cover characters of a line, including subscripts and superscripts."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Box, Line, Span, TextBlock
from pdfbot.output.places import box_record, parse_box
from pdfbot.text.hyphens import HYPHENS

# Ems above and below the baseline that letters of common fonts occupy.
BAND_TOP = 0.78
BAND_BOTTOM = 0.24
# Ems to the left and right, because slanted letters extend beyond their widths.
BAND_MARGIN = 0.04
# Ems: a block whose baseline is this close to the line's is neither subscript nor superscript.
MAX_BASELINE_OFFSET = 0.12
# Points: anything that extends less than this beyond the line is invisible.
MIN_PROTRUSION = 0.3


def span_rectangles(spans: Sequence[Span], lines: dict[str, Line]) -> list[tuple[int, Box]]:
    """Page and rectangle of each part of a sentence, including the hyphens of broken words.

    They are rounded as in a record, so that a stored paper looks the same.
    """
    found = []
    for index, span in enumerate(spans):
        line = lines.get(span.line_id)
        if line is None or not line.blocks:
            found.append((span.page, span.box))
            continue
        end = span.end
        continues = index + 1 < len(spans) and end == len(line.text) - 1
        if continues and line.text[end] in HYPHENS:
            end += 1
        found += [(span.page, box) for box in line_rectangles(line, span.start, end)]
    return [(page, parse_box(box_record(box))) for page, box in found]


def line_rectangles(line: Line, start: int, end: int) -> list[Box]:
    """Rectangles that cover the characters `start` to `end` of a line without overlapping."""
    pieces = _pieces(line, start, end)
    if not pieces:
        return []
    if any(block.rotation for block, _, _ in pieces):
        return [Box.around(block.box for block, _, _ in pieces)]
    band = _band(line, pieces)
    above = [
        Box(left, band.top, right, top)
        for block, left, right in pieces
        if (top := _top(block)) > band.top + MIN_PROTRUSION
    ]
    below = [
        Box(left, bottom, right, band.bottom)
        for block, left, right in pieces
        if (bottom := _bottom(block)) < band.bottom - MIN_PROTRUSION
    ]
    return [band, *_merge(above), *_merge(below)]


def _pieces(line: Line, start: int, end: int) -> list[tuple[TextBlock, float, float]]:
    """The blocks that hold the characters, each with the left and right x of its part."""
    found = []
    for block, first in zip(line.blocks, line.starts, strict=True):
        low, high = max(start - first, 0), min(end - first, len(block.text))
        if low < high:
            edges = block.edges[low : high + 1]
            found.append((block, min(edges), max(edges)))
    return found


def _band(line: Line, pieces: Sequence[tuple[TextBlock, float, float]]) -> Box:
    """The rectangle from the first to the last character, as high as the text on the baseline."""
    margin = BAND_MARGIN * line.size
    left, right = min(p[1] for p in pieces) - margin, max(p[2] for p in pieces) + margin
    blocks = [block for block, _, _ in pieces]
    max_offset = MAX_BASELINE_OFFSET * line.size
    on_baseline = [b for b in blocks if abs(b.baseline - line.baseline) <= max_offset] or blocks
    return Box(left, min(map(_bottom, on_baseline)), right, max(map(_top, on_baseline)))


def _top(block: TextBlock) -> float:
    return block.baseline + BAND_TOP * block.font.size


def _bottom(block: TextBlock) -> float:
    return block.baseline - BAND_BOTTOM * block.font.size


def _merge(boxes: list[Box]) -> list[Box]:
    """Merge boxes that touch or overlap, so that no area is coloured twice."""
    merged: list[Box] = []
    for box in sorted(boxes, key=lambda b: b.left):
        if merged and box.left <= merged[-1].right:
            merged[-1] = Box.around([merged[-1], box])
        else:
            merged.append(box)
    return merged
