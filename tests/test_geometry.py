"""Geometry of boxes: overlap, shares, nearness and containment."""

from __future__ import annotations

import pytest

from pdfbot.geometry import (
    area,
    contains_centre,
    near,
    overlap_height,
    overlap_width,
    share_inside,
    shared_height,
)
from pdfbot.model import Box

SQUARE = Box(0, 0, 10, 10)


@pytest.mark.parametrize(
    ("low", "high", "share"),
    [(0, 10, 1.0), (5, 15, 0.5), (10, 20, 0.0), (2, 4, 1.0), (15, 25, -0.5)],
)
def test_shared_height_is_a_share_of_the_smaller_height(
    low: float, high: float, share: float
) -> None:
    assert shared_height(0, 10, low, high) == share
    assert shared_height(low, high, 0, 10) == share


def test_shared_height_of_an_empty_range_is_zero() -> None:
    assert shared_height(0, 0, 0, 10) == 0.0


@pytest.mark.parametrize(
    ("other", "width", "height"),
    [
        (Box(4, 7, 20, 20), 6, 3),
        (Box(2, 3, 5, 9), 3, 6),
        (Box(10, 10, 20, 20), 0, 0),
        (Box(12, 15, 20, 20), -2, -5),
    ],
    ids=["overlapping", "inside", "touching", "apart"],
)
def test_overlap_is_symmetric_and_negative_for_boxes_apart(
    other: Box, width: float, height: float
) -> None:
    assert overlap_width(SQUARE, other) == overlap_width(other, SQUARE) == width
    assert overlap_height(SQUARE, other) == overlap_height(other, SQUARE) == height


@pytest.mark.parametrize(("box", "size"), [(Box(1, 2, 4, 7), 15), (Box(1, 2, 1, 7), 0)])
def test_area_is_width_times_height(box: Box, size: float) -> None:
    assert area(box) == size


@pytest.mark.parametrize(
    ("box", "share"),
    [
        (Box(2, 2, 8, 8), 1.0),
        (Box(5, 0, 15, 10), 0.5),
        (Box(5, 5, 15, 15), 0.25),
        (Box(20, 0, 30, 10), 0.0),
        (Box(20, 20, 30, 30), 0.0),
        (Box(5, 5, 5, 8), 0.0),
    ],
    ids=["inside", "half", "corner", "to the right", "diagonal", "empty"],
)
def test_share_inside_is_a_share_of_the_box_not_the_region(box: Box, share: float) -> None:
    assert share_inside(box, SQUARE) == share


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (Box(5, 5, 15, 15), True),
        (Box(13, 0, 20, 10), True),
        (Box(13.1, 0, 20, 10), False),
        (Box(13, 13, 20, 20), True),
        (Box(13, 13.1, 20, 20), False),
    ],
    ids=["overlapping", "at the reach", "beyond the reach", "diagonal", "too high"],
)
def test_boxes_are_near_within_the_reach_in_both_directions(other: Box, expected: bool) -> None:
    assert near(SQUARE, other, 3) is near(other, SQUARE, 3) is expected


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (Box(2, 2, 4, 4), True),
        (Box(5, 5, 15, 15), True),
        (Box(5.2, 5, 15, 15), False),
        (Box(-10, -10, 30, 30), True),
    ],
    ids=["inside", "centre on the corner", "centre outside", "larger around the same centre"],
)
def test_box_holds_the_centre_of_another(inner: Box, expected: bool) -> None:
    assert contains_centre(SQUARE, inner) is expected
