"""Finds images among the graphics: merges the parts of drawings, skips frames and rulings."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.geometry import area, contains_centre, near
from pdfbot.model import Box, Page, TextBlock

# In points: parts of one drawing touch or are this close.
MAX_PART_DISTANCE = 3.0
# Share of the page's width: anything narrower is an ornament or a bullet.
MIN_IMAGE_WIDTH = 0.06
# In points: anything lower is an ornament or a bullet.
MIN_IMAGE_HEIGHT = 18.0
# Share of the page's area: a larger drawing is its background.
MAX_IMAGE_AREA = 0.75
# Share of a drawing covered by text: with more, it is a frame around text.
MAX_TEXT_SHARE = 0.35
# The largest parts determine a drawing's extent; charts may have many thousands of small ones.
MAX_DRAWING_PARTS = 1000


def find_images(page: Page, blocks: Sequence[TextBlock]) -> list[Box]:
    """The pictures and diagrams of a page, each as one box, from the top."""
    max_area = MAX_IMAGE_AREA * page.width * page.height
    parts = [g.box for g in page.graphics if g.kind != "ruling" and area(g.box) <= max_area]
    parts.sort(key=area, reverse=True)
    images = [
        box
        for box in _merge(parts[:MAX_DRAWING_PARTS])
        if box.width >= MIN_IMAGE_WIDTH * page.width
        and box.height >= MIN_IMAGE_HEIGHT
        and not _is_frame_around_text(box, blocks)
    ]
    return sorted(images, key=lambda b: (-b.top, b.left))


def _merge(parts: Sequence[Box]) -> list[Box]:
    """Merge boxes that touch until none do."""
    merged: list[Box] = []
    for part in parts:
        joined = part
        touching = [box for box in merged if near(box, joined, MAX_PART_DISTANCE)]
        while touching:
            joined = Box.around([joined, *touching])
            merged = [box for box in merged if box not in touching]
            touching = [box for box in merged if near(box, joined, MAX_PART_DISTANCE)]
        merged.append(joined)
    return merged


def _is_frame_around_text(box: Box, blocks: Sequence[TextBlock]) -> bool:
    covered = sum(area(block.box) for block in blocks if contains_centre(box, block.box))
    return covered > MAX_TEXT_SHARE * area(box)
