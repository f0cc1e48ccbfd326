"""A tinted box of text on the first page, and the column beside it."""

from __future__ import annotations

import pytest

from pdfbot.layout.columns import Columns
from pdfbot.layout.segments import Segment
from pdfbot.layout.text_box import MIN_BOX_LINES, find_text_box
from pdfbot.layout.zones import divide
from pdfbot.model import Box, Graphic, Page
from pdfbot.thresholds import Thresholds

from ..builders import EM, PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block

TWO = Columns((50, 310), (290, 550), {})
BOX = Box(40, 590, 380, 710)


def lines(count: int, left: float, right: float, top: float) -> list[Segment]:
    return [Segment(block(SENTENCE, left, top - 12 * i, right=right)) for i in range(count)]


def page(*, kind: str = "drawing", box: Box = BOX, number: int = 1) -> Page:
    return Page(number, PAGE_WIDTH, PAGE_HEIGHT, (), (Graphic(kind, box),))


INSIDE, BESIDE = lines(8, 50, 370, 700), lines(8, 390, 550, 695)


@pytest.mark.parametrize(
    ("given", "inside", "beside"),
    [
        (page(kind="image"), INSIDE, BESIDE),
        (page(box=Box(40, 590, 295, 710)), lines(8, 50, 290, 700), BESIDE),
        (page(), INSIDE[: MIN_BOX_LINES - 1], BESIDE),
        (page(), INSIDE, BESIDE[: MIN_BOX_LINES - 1]),
        (page(), INSIDE, [*BESIDE, *lines(1, 50, 550, 598)]),
    ],
    ids=["an image", "within a column", "few lines inside", "few lines beside", "a line across"],
)
def test_no_box_of_text(given: Page, inside: list[Segment], beside: list[Segment]) -> None:
    assert find_text_box(given, [*inside, *beside], TWO, EM) is None


@pytest.mark.parametrize("count", [MIN_BOX_LINES, 8])
def test_box_of_text_has_some_lines_inside_and_beside_it(count: int) -> None:
    assert find_text_box(page(), [*INSIDE[:count], *BESIDE[:count]], TWO, EM) == BOX


@pytest.mark.parametrize(("number", "is_first"), [(1, True), (2, False)])
def test_box_of_text_on_the_first_page_is_read_before_the_columns_beside_and_below_it(
    number: int, is_first: bool
) -> None:
    title = lines(1, 50, 550, 740)
    left, right = lines(10, 50, 290, 570), lines(10, 310, 550, 570)
    segments = [*title, *INSIDE, *BESIDE, *left, *right]
    found = [area.segments for area in divide(page(number=number), segments, TWO, EM, Thresholds())]
    in_order = [group for group in found if group] == [title, INSIDE, left, [*BESIDE, *right]]
    assert in_order == is_first
