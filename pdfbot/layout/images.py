"""Graphics to images: the parts of one drawing put together, text boxes and rules left out."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Box, Page, TextBlock

# Parts of one drawing touch, or stand this close, in points.
TOUCH = 3.0
# Of the page's width, and in points: anything smaller is an ornament or a bullet.
MIN_WIDTH = 0.06
MIN_HEIGHT = 18.0
# A drawing of more than this part of the page is its background.
MAX_PAGE = 0.75
# A drawing of which text covers more than this is a box around text.
MAX_TEXT = 0.35
# The largest parts give a drawing its extent; charts may have many thousands of small ones.
MOST_PARTS = 1000


def find_images(page: Page, blocks: Sequence[TextBlock]) -> list[Box]:
    """The pictures and diagrams of a page, each as one box, from the top."""
    parts = [
        g.box
        for g in page.graphics
        if g.kind != "rule" and _area(g.box) <= MAX_PAGE * page.width * page.height
    ]
    parts.sort(key=_area, reverse=True)
    images = [
        box
        for box in _merge(parts[:MOST_PARTS])
        if box.width >= MIN_WIDTH * page.width
        and box.height >= MIN_HEIGHT
        and not _is_text_box(box, blocks)
    ]
    return sorted(images, key=lambda b: (-b.top, b.left))


def holds(box: Box, block: TextBlock) -> bool:
    """Is the middle of the block inside the box?"""
    x = (block.box.left + block.box.right) / 2
    y = (block.box.bottom + block.box.top) / 2
    return box.left <= x <= box.right and box.bottom <= y <= box.top


def _area(box: Box) -> float:
    return box.width * box.height


def _merge(parts: list[Box]) -> list[Box]:
    """Boxes that touch become one, until none do."""
    merged: list[Box] = []
    for part in parts:
        joined = part
        touching = [box for box in merged if _touch(box, joined)]
        while touching:
            joined = Box.around([joined, *touching])
            merged = [box for box in merged if box not in touching]
            touching = [box for box in merged if _touch(box, joined)]
        merged.append(joined)
    return merged


def _touch(one: Box, other: Box) -> bool:
    return (
        one.left - TOUCH <= other.right
        and other.left - TOUCH <= one.right
        and one.bottom - TOUCH <= other.top
        and other.bottom - TOUCH <= one.top
    )


def _is_text_box(box: Box, blocks: Sequence[TextBlock]) -> bool:
    covered = sum(_area(block.box) for block in blocks if holds(box, block))
    return covered > MAX_TEXT * _area(box)
