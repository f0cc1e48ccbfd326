"""Text beside a float, and the float as a column of its own."""

from __future__ import annotations

import pytest

from pdfbot.layout.segments import join_segments
from pdfbot.layout.wrapped_floats import set_apart_wrapped
from pdfbot.layout.zones import Area
from pdfbot.model import Box, Graphic, Page, TextBlock

from ..builders import EM, LEFT, PAGE_HEIGHT, PAGE_WIDTH, PITCH, SENTENCE, TOP, WIDTH, block

RIGHT = LEFT + WIDTH
EDGE = LEFT + 120


def line(number: int, left: float = LEFT, right: float = RIGHT, text: str = SENTENCE) -> TextBlock:
    return block(text, left, TOP - number * PITCH, right=right)


def parts(*blocks: TextBlock, image: Box | None = None) -> list[tuple[int, float, float, int]]:
    """Column, edges and number of segments of each part of a column."""
    graphics = (Graphic("image", image),) if image else ()
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, blocks, graphics)
    area = Area(1, 1, LEFT, RIGHT, join_segments(blocks))
    found = set_apart_wrapped(area, page, 2, EM)
    return [(a.column, a.left, a.right, len(a.segments)) for a in found if a.segments]


def beside(count: int) -> list[TextBlock]:
    """A full line, lines to the right of a float, and a full line below them."""
    wrapped = [line(number, left=EDGE) for number in range(1, count + 1)]
    return [line(0), *wrapped, line(count + 1)]


CAPTION = line(2, right=EDGE - EM, text="Figure 1: Sacks")
WHOLE = (1, LEFT, RIGHT)


@pytest.mark.parametrize(("count", "found"), [(3, False), (4, True), (5, True)])
def test_float_needs_four_lines_beside_it(count: int, found: bool) -> None:
    wrapped = [(*WHOLE, 1), (1, EDGE, RIGHT, count), (*WHOLE, 1), (2, LEFT, EDGE, 1)]
    given = beside(count)
    assert parts(*given, CAPTION) == (wrapped if found else [(*WHOLE, count + 3)])


def test_float_may_be_on_the_right() -> None:
    lines = [line(number, right=EDGE) for number in range(4)]
    caption = line(1, left=EDGE + EM, text="Table 2. Sacks")
    assert parts(*lines, caption) == [(1, LEFT, EDGE, 4), (2, EDGE, RIGHT, 1)]


def test_first_line_of_a_paragraph_beside_a_float_is_indented() -> None:
    given = beside(6)
    given[3] = line(3, left=EDGE + 1.5 * EM)
    assert (1, EDGE, RIGHT, 6) in parts(*given, CAPTION)


def test_short_line_beside_a_float_belongs_to_the_text() -> None:
    given = beside(6)
    given[3] = line(3, left=EDGE, right=EDGE + 5 * EM, text="by night.")
    assert (1, EDGE, RIGHT, 6) in parts(*given, CAPTION)


@pytest.mark.parametrize(("width", "found"), [(39, False), (41, True)])
def test_drawing_takes_a_share_of_its_side(width: float, found: bool) -> None:
    """At least 0.4 of the 10 ems on the float's side of the inner edge."""
    edge = LEFT + 100
    lines = [line(number, left=edge) for number in range(5)]
    image = Box(LEFT, TOP - 3 * PITCH, LEFT + width, TOP)
    label = line(1, right=LEFT + 30, text="sacks")
    assert (len(parts(*lines, label, image=image)) == 2) is found


def test_lists_with_labels_at_the_left_are_not_wrapped() -> None:
    labels = [line(number, right=EDGE - EM, text="the mill") for number in range(1, 5)]
    assert parts(*beside(4), *labels) == [(*WHOLE, 10)]
