"""Drawings: images, embedded figures, and clusters of loose strokes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter

from pdfbot.geometry import area, contains_centre
from pdfbot.model import Box, Page, TextBlock

# Ems: smaller pictures are symbols in the text.
MIN_PICTURE_SIDE = 2
# Share of the page: larger pictures are its background.
MAX_PICTURE_SHARE = 0.9
# Share of the page: a form that is larger may be the page itself, ...
MIN_PAGE_SHARE = 0.5
# ... if it has as many lines of text, by the characters of the shortest, ...
MIN_TEXT_LINES, MIN_LINE_CHARS = 5, 30
# ... and more than this share of its characters in them; labels are shorter.
MIN_LINES_SHARE = 0.25
# Strokes of a drawing: fewer are underlines and fraction bars.
MIN_STROKES = 5
# Times the size of its text, and share of its width that the text fills: the shading of a line.
MAX_SHADING_HEIGHT = 1.5
MIN_SHADING_FILLED = 0.9

_baseline = attrgetter("baseline")


def drawn_regions(page: Page, em: float) -> list[Box]:
    """Boxes of images, embedded figures and clusters of strokes, but not of the page itself."""
    boxes = [
        g.box
        for g in page.graphics
        if g.kind in ("image", "form")
        and g.box.width > MIN_PICTURE_SIDE * em
        and g.box.height > MIN_PICTURE_SIDE * em
        and area(g.box) < MAX_PICTURE_SHARE * page.width * page.height
        and not (g.kind == "form" and _is_page(page, g.box))
    ]
    strokes = [g.box for g in page.graphics if g.kind == "drawing"]
    if len(strokes) >= MIN_STROKES:
        blocks = sorted(page.blocks, key=_baseline)
        strokes = [box for box in strokes if not _shades_line(box, blocks)]
        boxes += [box for box, parts in _cluster(strokes, em) if parts >= MIN_STROKES]
    return boxes


def _is_page(page: Page, box: Box) -> bool:
    """Whether a form holds the running text of a page, as some programs write it."""
    if area(box) <= MIN_PAGE_SHARE * page.width * page.height:
        return False
    inside = [len(b.text) for b in page.blocks if not b.hidden and contains_centre(box, b.box)]
    lines = [count for count in inside if count >= MIN_LINE_CHARS]
    return len(lines) >= MIN_TEXT_LINES and sum(lines) > MIN_LINES_SHARE * sum(inside)


def _shades_line(box: Box, blocks: Sequence[TextBlock]) -> bool:
    """Whether a line of text fills a box: word processors put one behind each line of shaded text.

    The blocks are sorted by their baselines.
    """
    first = bisect_left(blocks, box.bottom, key=_baseline)
    end = bisect_left(blocks, box.top, key=_baseline)
    inside = [
        b
        for b in blocks[first:end]
        if box.left <= (b.box.left + b.box.right) / 2 <= box.right
        and box.height <= MAX_SHADING_HEIGHT * b.font.size
    ]
    return sum(b.box.width for b in inside) >= MIN_SHADING_FILLED * box.width > 0


def _cluster(boxes: list[Box], reach: float) -> list[tuple[Box, int]]:
    """Merge boxes within `reach` of each other, from the top down, and count their parts."""
    # Sides and parts; a plot has thousands of strokes.
    clusters: list[tuple[float, float, float, float, int]] = []
    for box in sorted(boxes, key=lambda b: -b.top):
        left, bottom, right, top, parts = box.left, box.bottom, box.right, box.top, 1
        apart = []
        for other in clusters:
            its_left, its_bottom, its_right, its_top, count = other
            width = (right if right < its_right else its_right) - (
                left if left > its_left else its_left
            )
            height = (top if top < its_top else its_top) - (
                bottom if bottom > its_bottom else its_bottom
            )
            if width >= -reach and height >= -reach:
                left, bottom = min(left, its_left), min(bottom, its_bottom)
                right, top, parts = max(right, its_right), max(top, its_top), parts + count
            else:
                apart.append(other)
        clusters = [*apart, (left, bottom, right, top, parts)]
    return [(Box(*sides), parts) for *sides, parts in clusters]
