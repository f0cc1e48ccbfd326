"""Drawings: images, embedded figures, and loose strokes that stand together."""

from __future__ import annotations

from pdfbot.model import Box, Page
from pdfbot.thresholds import Thresholds

# Ems: smaller pictures are signs in the text. Share of the page: larger ones are its ground.
LEAST_SIDE, GROUND = 2, 0.9


def drawn_regions(page: Page, em: float, thresholds: Thresholds) -> list[Box]:
    """Boxes of images, embedded drawings, and clusters of loose strokes; not the page's ground."""
    boxes = [
        g.box
        for g in page.graphics
        if g.kind in ("image", "form")
        and g.box.width > LEAST_SIDE * em
        and g.box.height > LEAST_SIDE * em
        and g.box.width * g.box.height < GROUND * page.width * page.height
    ]
    strokes = [g.box for g in page.graphics if g.kind == "drawing"]
    least = thresholds.min_drawing_parts
    if len(strokes) >= least:
        boxes += [box for box, parts in _clusters(strokes, em) if parts >= least]
    return boxes


def _clusters(boxes: list[Box], reach: float) -> list[tuple[Box, int]]:
    """Join boxes that touch or nearly touch, from the top down."""
    clusters: list[tuple[Box, int]] = []
    for box in sorted(boxes, key=lambda b: -b.top):
        merged, parts = box, 1
        rest = []
        for other, count in clusters:
            if (
                other.left - reach <= merged.right
                and merged.left - reach <= other.right
                and other.bottom - reach <= merged.top
                and merged.bottom - reach <= other.top
            ):
                merged, parts = Box.around((merged, other)), parts + count
            else:
                rest.append((other, count))
        clusters = [*rest, (merged, parts)]
    return clusters
