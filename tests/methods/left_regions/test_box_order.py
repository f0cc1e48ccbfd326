"""The order of boxes: the top left one, those on its right, then the next one below."""

from __future__ import annotations

from pdfbot.methods.left_regions.box_order import order_boxes
from pdfbot.model import Box

TITLE = Box(0, 90, 100, 100)
LEFT_COLUMN = Box(0, 10, 45, 85)
RIGHT_COLUMN = Box(55, 10, 100, 85)


def test_title_is_read_before_the_columns_below_from_left_to_right() -> None:
    assert order_boxes([RIGHT_COLUMN, LEFT_COLUMN, TITLE]) == [2, 1, 0]


def test_left_column_that_starts_lower_is_still_read_first() -> None:
    assert order_boxes([RIGHT_COLUMN, Box(0, 10, 45, 60)]) == [1, 0]


def test_no_boxes_give_an_empty_order() -> None:
    assert order_boxes([]) == []
