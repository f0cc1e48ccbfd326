"""Drawings: images, embedded figures, and clusters of loose strokes."""

from __future__ import annotations

from pdfbot.geometry import area
from pdfbot.model import Box, Page

# Ems: smaller pictures are symbols in the text.
MIN_PICTURE_SIDE = 2
# Share of the page: larger pictures are its background.
MAX_PICTURE_SHARE = 0.9
# Strokes of a drawing: fewer are underlines and fraction bars.
MIN_STROKES = 5


def drawn_regions(page: Page, em: float) -> list[Box]:
    """Boxes of images, embedded figures and clusters of strokes, but not the page background."""
    boxes = [
        g.box
        for g in page.graphics
        if g.kind in ("image", "form")
        and g.box.width > MIN_PICTURE_SIDE * em
        and g.box.height > MIN_PICTURE_SIDE * em
        and area(g.box) < MAX_PICTURE_SHARE * page.width * page.height
    ]
    strokes = [g.box for g in page.graphics if g.kind == "drawing"]
    if len(strokes) >= MIN_STROKES:
        boxes += [box for box, parts in _cluster(strokes, em) if parts >= MIN_STROKES]
    return boxes


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
