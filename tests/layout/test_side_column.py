"""The side column of a first page: narrow, ragged, and on a grid of lines of its own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pdfbot.layout.columns import Columns
from pdfbot.layout.segments import Segment
from pdfbot.layout.side_column import find_side_column

from ..builders import EM, SENTENCE, block

# Points: the text area of the page, and the pitch of its lines.
LEFT, RIGHT, TOP, PITCH = 50.0, 550.0, 700.0, 12.0
PAGE = Columns((LEFT,), (RIGHT,), {})
# Points: the ends of the lines of a ragged column are this far apart.
RAGGED = (0, 9, 18, 27)


def text(count: int = 20, *, left: float = 220, right: float = RIGHT) -> list[Segment]:
    """Full lines of running text."""
    return [Segment(block(SENTENCE, left, TOP - PITCH * i, right=right)) for i in range(count)]


def side(
    count: int = 10,
    *,
    left: float = LEFT,
    width: float = 140,
    size: float = 8.0,
    on_grid: int = 0,
    off_grid: float = 5.0,
    full: int = 0,
    top: float = TOP,
    words: str = "Received by the editors",
) -> list[Segment]:
    """Small lines; the first `on_grid` are on the text's baselines, the others below them.

    The ends of the lines vary, except for the first and the last `full`.
    """
    found = []
    for i in range(count):
        baseline = top - PITCH * i - (0 if i < on_grid else off_grid)
        short = 0 if i >= count - full else RAGGED[i % len(RAGGED)]
        found.append(Segment(block(words, left, baseline, right=left + width - short, size=size)))
    return found


def find(*parts: Sequence[Segment]) -> list[Segment]:
    return find_side_column([s for part in parts for s in part], PAGE, EM)


def is_found(given: list[Segment], beside: list[Segment]) -> bool:
    """Whether exactly these segments are a side column; otherwise none is."""
    found = find(given, beside)
    assert found == [] or set(found) == set(given)
    return bool(found)


def test_narrow_column_left_of_the_text_is_a_side_column() -> None:
    assert is_found(side(), text())


def test_narrow_column_right_of_the_text_is_a_side_column() -> None:
    assert is_found(side(left=410), text(left=LEFT, right=390))


@pytest.mark.parametrize(("size", "inside"), [(9.5, True), (9.7, False), (12.0, False)])
def test_heading_of_the_body_below_a_side_column_is_no_part_of_it(
    size: float, inside: bool
) -> None:
    below = Segment(block("Introduction", LEFT, TOP - 180, size=size))
    found = find(side(), [below], text())
    assert len(found) == (11 if inside else 10)
    assert (below in found) is inside


@pytest.mark.parametrize(
    ("size", "above", "inside"),
    [(9.5, 9.5, True), (12.0, 12.0, False), (12.0, 20.0, True), (12.0, None, True)],
)
def test_last_of_the_authors_above_a_side_column_is_no_part_of_it(
    size: float, above: float | None, inside: bool
) -> None:
    """They begin in a line of the same size above both columns; other large lines are labels."""
    last = Segment(block("Dora Draper", LEFT, TOP + 6, size=size))
    authors = [] if above is None else text(1, left=LEFT)
    for segment in authors:
        segment.baseline, segment.size = TOP + 20, above or 0.0
    assert (last in find(authors, [last], side(), text())) is inside


def test_page_without_a_second_column_has_no_side_column() -> None:
    assert find(text(left=LEFT)) == []
    assert find() == []


def test_two_columns_of_text_are_no_side_column() -> None:
    assert find(text(left=LEFT, right=290), text(left=310)) == []
    shifted = [Segment(block(SENTENCE, LEFT, TOP - 6 - PITCH * i, right=290)) for i in range(20)]
    assert find(shifted, text(left=310)) == []


@pytest.mark.parametrize(("width", "found"), [(209, True), (210, True), (211, False)])
def test_side_column_has_at_most_42_percent_of_the_text_width(width: float, found: bool) -> None:
    assert is_found(side(width=width), text(left=280)) is found


def test_text_beside_a_side_column_may_be_wider_than_the_columns_of_the_document() -> None:
    """The first page is in one column, all others in two."""
    narrow = Columns((LEFT,), (300.0,), {})
    beside = side(width=180)
    assert set(find_side_column([*beside, *text(left=280)], narrow, EM)) == set(beside)


@pytest.mark.parametrize(("width", "found"), [(241, True), (240, True), (238, False)])
def test_text_beside_a_side_column_is_clearly_wider(width: float, found: bool) -> None:
    """At least 1.2 times as wide as the side column of 200 points."""
    assert is_found(side(width=200), text(left=RIGHT - width)) is found


@pytest.mark.parametrize(("on_grid", "found"), [(0, True), (6, True), (7, False), (10, False)])
def test_most_lines_of_a_side_column_are_not_level_with_lines_of_text(
    on_grid: int, found: bool
) -> None:
    """At most 60 % of them are; cells of a table are level with their row."""
    assert is_found(side(on_grid=on_grid), text()) is found


@pytest.mark.parametrize(
    ("size", "on_grid", "found"),
    [(9.5, 6, True), (9.7, 6, False), (9.7, 5, True), (10, 6, False), (10, 5, True)],
)
def test_side_column_as_large_as_the_text_has_fewer_lines_level_with_it(
    size: float, on_grid: int, found: bool
) -> None:
    """At most 50 % of them, if it is not smaller by 4 %."""
    assert is_found(side(size=size, on_grid=on_grid), text()) is found


@pytest.mark.parametrize(("off_grid", "found"), [(0.7, False), (0.9, True)])
def test_lines_are_level_within_less_than_a_point(off_grid: float, found: bool) -> None:
    assert is_found(side(off_grid=off_grid), text()) is found


@pytest.mark.parametrize(("full", "found"), [(2, True), (3, False), (10, False)])
def test_justified_text_in_a_narrow_column_is_no_side_column(full: int, found: bool) -> None:
    """An abstract in small type beside the introduction: half of its lines end at one edge."""
    assert is_found(side(full=full), text()) is found


def test_short_labels_do_not_make_a_column_ragged() -> None:
    labels = side(12, words="Email:", width=40, top=TOP - 6)
    assert not is_found(side(full=10) + labels, text())


@pytest.mark.parametrize(("lines", "found"), [(4, False), (5, True), (6, True)])
def test_side_column_has_at_least_five_lines(lines: int, found: bool) -> None:
    assert is_found(side(lines), text()) is found


@pytest.mark.parametrize(("beside", "found"), [(4, False), (5, False), (6, True)])
def test_at_least_five_lines_of_a_side_column_are_beside_text(beside: int, found: bool) -> None:
    """Its lines begin half a line lower, so that one is below the last line of the text."""
    assert is_found(side(10), text(beside)) is found


@pytest.mark.parametrize(("gutter", "found"), [(4, False), (5, True), (6, True)])
def test_white_space_separates_the_side_column_from_the_text(gutter: float, found: bool) -> None:
    """Half an em."""
    assert is_found(side(width=170 - gutter), text()) is found


def test_text_may_start_at_edges_that_differ_by_a_point() -> None:
    uneven = [s for i in range(3) for s in text(2, left=219 + i)]
    lines = [
        Segment(block(SENTENCE, s.left, TOP - PITCH * i, right=RIGHT)) for i, s in enumerate(uneven)
    ]
    assert is_found(side(), lines + text()[6:])


def test_title_above_the_side_column_spans_both() -> None:
    title = [Segment(block("On the Number of Sacks", LEFT, TOP + 40, right=500, size=17))]
    above = side(3, top=TOP + 100)
    assert set(find(title, above, lower := side(), text())) == set(lower)
