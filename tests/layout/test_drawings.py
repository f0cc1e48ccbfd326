"""Drawings: images, embedded figures and clusters of strokes."""

from __future__ import annotations

import pytest

from pdfbot.layout.drawings import drawn_regions
from pdfbot.model import Box, Graphic, Page

from ..builders import EM, PAGE_HEIGHT, PAGE_WIDTH, block


def regions(*graphics: Graphic) -> list[Box]:
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, (), graphics)
    return drawn_regions(page, EM)


@pytest.mark.parametrize("kind", ["image", "form"])
def test_images_and_embedded_figures_are_drawn_regions(kind: str) -> None:
    box = Box(100, 100, 300, 250)
    assert regions(Graphic(kind, box)) == [box]


@pytest.mark.parametrize("box", [Box(0, 0, 19, 100), Box(0, 0, 100, 19)])
def test_small_images_are_not_drawn_regions(box: Box) -> None:
    assert regions(Graphic("image", box)) == []


def test_page_background_is_not_a_drawn_region() -> None:
    assert regions(Graphic("image", Box(0, 0, PAGE_WIDTH, PAGE_HEIGHT))) == []


@pytest.mark.parametrize(
    ("lines", "labels", "height", "is_drawing"),
    [(4, 0, 600, True), (5, 0, 600, False), (5, 0, 300, True), (5, 300, 600, True)],
)
def test_form_that_holds_the_text_of_a_page_is_no_drawing(
    lines: int, labels: int, height: float, is_drawing: bool
) -> None:
    """Labels in a figure are shorter than lines, and a smaller form may be a box of text."""
    box = Box(50, 100, 550, 100 + height)
    text = [
        block("Thirty characters of a text it", 60, 390 - 12 * i, right=300) for i in range(lines)
    ]
    marks = [block("ab", 60 + i, 110, right=61 + i) for i in range(labels)]
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, (*text, *marks), (Graphic("form", box),))
    assert drawn_regions(page, EM) == ([box] if is_drawing else [])


def strokes(count: int, *, gap: float) -> list[Graphic]:
    step = 20 + gap
    return [Graphic("drawing", Box(step * i, 100, step * i + 20, 140)) for i in range(count)]


@pytest.mark.parametrize(("count", "found"), [(4, 0), (5, 1), (12, 1)])
def test_five_touching_strokes_make_a_drawing(count: int, found: int) -> None:
    assert len(regions(*strokes(count, gap=0))) == found


@pytest.mark.parametrize(("gap", "found"), [(9, 1), (11, 0)])
def test_strokes_within_an_em_are_one_drawing(gap: float, found: int) -> None:
    boxes = regions(*strokes(6, gap=gap))
    assert len(boxes) == found
    if found:
        assert (boxes[0].left, boxes[0].right) == (0, 20 * 6 + 5 * gap)


def test_rules_do_not_count_as_strokes() -> None:
    assert regions(*(Graphic("ruling", Box(0, y, 300, y + 0.4)) for y in range(0, 100, 5))) == []


def test_stroke_that_touches_two_clusters_merges_them() -> None:
    """A bar below two groups of strokes makes one drawing of them."""
    left = [Graphic("drawing", Box(0, 100 + i, 20, 140 + i)) for i in range(3)]
    right = [Graphic("drawing", Box(200, 100 + i, 220, 140 + i)) for i in range(3)]
    assert regions(*left, *right) == []
    assert regions(*left, *right, Graphic("drawing", Box(0, 90, 220, 99))) == [Box(0, 90, 220, 142)]


@pytest.mark.parametrize(
    ("height", "right", "count"), [(15, 300, 0), (16, 300, 1), (15, 281, 0), (15, 278, 1)]
)
def test_boxes_behind_lines_of_text_are_no_drawing(height: float, right: float, count: int) -> None:
    """As word processors draw them behind shaded text: as high as a line, and full of it."""
    boxes = [Box(100, 100 + 12 * i, 300, 100 + 12 * i + height) for i in range(6)]
    blocks = [block("mills " * 6, 100, box.bottom + 3, right=right, size=10) for box in boxes]
    drawn = tuple(Graphic("drawing", box) for box in boxes)
    assert len(drawn_regions(Page(1, PAGE_WIDTH, PAGE_HEIGHT, tuple(blocks), drawn), EM)) == count
