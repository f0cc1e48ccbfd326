"""Zones of a page: anything that spans several columns divides them into bands."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pdfbot.layout.columns import Columns
from pdfbot.layout.drawings import MIN_STROKES
from pdfbot.layout.segments import Segment
from pdfbot.layout.zones import Area, divide
from pdfbot.model import Box, Graphic, Page
from pdfbot.thresholds import Thresholds

from ..builders import EM, PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block

TWO = Columns((50, 310), (290, 550), {})


def text(
    count: int,
    left: float,
    right: float,
    top: float,
    *,
    size: float = EM,
    words: str = SENTENCE,
) -> list[Segment]:
    return [Segment(block(words, left, top - 12 * i, right=right, size=size)) for i in range(count)]


def columns(count: int, top: float, *, size: float = EM) -> list[Segment]:
    return text(count, 50, 290, top, size=size) + text(count, 310, 550, top, size=size)


def areas(
    *parts: Iterable[Segment], graphics: tuple[Graphic, ...] = (), given: Columns = TWO
) -> list[Area]:
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, (), graphics)
    segments = [s for part in parts for s in part]
    return [a for a in divide(page, segments, given, EM, Thresholds()) if a.segments]


def shape(found: list[Area]) -> list[tuple[int, int]]:
    """Column and number of lines of every area in reading order."""
    return [(area.column, len(area.segments)) for area in found]


def test_page_with_one_column_is_one_area() -> None:
    one = Columns((50,), (550,), {})
    (area,) = areas(text(10, 50, 550, 700), given=one)
    assert (area.zone, area.column, area.left, area.right) == (1, 1, 50, 550)


def test_two_columns_are_read_one_after_the_other() -> None:
    found = areas(columns(10, 700))
    assert shape(found) == [(1, 10), (2, 10)]
    assert [(a.left, a.right) for a in found] == [(50, 290), (310, 550)]


def test_title_spanning_both_columns_is_its_own_zone() -> None:
    found = areas(text(1, 100, 500, 740), columns(10, 700))
    assert shape(found) == [(1, 1), (1, 10), (2, 10)]
    assert (found[0].left, found[0].right) == (50, 550)
    assert found[0].zone < found[1].zone == found[2].zone


def test_line_spanning_both_columns_divides_the_page() -> None:
    found = areas(columns(5, 700), text(1, 60, 540, 630), columns(8, 600))
    assert shape(found) == [(1, 5), (2, 5), (1, 1), (1, 8), (2, 8)]


@pytest.mark.parametrize(("between", "zones"), [("√", 1), ("k", 2)])
def test_symbol_between_lines_spanning_both_columns_does_not_separate_them(
    between: str, zones: int
) -> None:
    """The sign of a root starts at the line above its own."""
    symbol = [Segment(block(between, 320, 721, right=328))]
    found = areas(text(1, 50, 550, 730), symbol, text(1, 50, 550, 711), columns(8, 660))
    assert len({a.zone for a in found if len(a.segments) < 8 and a.right - a.left > 250}) == zones


def test_short_last_line_stays_with_the_full_lines_above_it() -> None:
    found = areas(text(3, 50, 550, 740), text(1, 50, 120, 704), columns(8, 660))
    assert shape(found) == [(1, 4), (1, 8), (2, 8)]


def test_short_line_with_text_next_to_it_stays_in_its_column() -> None:
    right = text(1, 310, 550, 704)
    found = areas(text(3, 50, 550, 740), text(1, 50, 120, 704), right, columns(8, 692))
    assert shape(found) == [(1, 3), (1, 9), (2, 9)]


@pytest.mark.parametrize(("gap", "zones"), [(9, 1), (11, 3)])
def test_line_cut_at_the_gutter_stays_between_full_lines(gap: float, zones: int) -> None:
    """A wide word space is less than an em; columns are further apart."""
    pieces = text(1, 50, 300 - gap / 2, 688) + text(1, 300 + gap / 2, 550, 688)
    found = areas(text(1, 50, 550, 700), pieces, text(1, 50, 550, 676))
    assert len({area.zone for area in found}) == zones


@pytest.mark.parametrize(("distance", "zones"), [(29, 1), (31, 3)])
def test_line_cut_at_the_gutter_is_right_between_full_lines(distance: float, zones: int) -> None:
    pieces = text(1, 50, 296, 700 - distance / 2) + text(1, 303, 550, 700 - distance / 2)
    found = areas(text(1, 50, 550, 700), pieces, text(1, 50, 550, 700 - distance))
    assert len({area.zone for area in found}) == zones


def label(*, drop: float = 12, left: float = 50, right: float = 120, size: float = EM) -> Segment:
    """A short line above text that spans both columns, whose first baseline is 740."""
    return Segment(block("Figure 4", left, 740 + drop, right=right, size=size))


def below_label(given: Segment, *others: Segment) -> int:
    """How many lines the zone of text across both columns has, with `given` above it."""
    wide = text(3, 50, 550, 740)
    found = areas(columns(4, 830), [given, *others], wide, columns(8, 660))
    return next(len(a.segments) for a in found if wide[0] in a.segments)


def test_label_alone_above_lines_spanning_both_columns_stays_with_them() -> None:
    assert below_label(label()) == 4


@pytest.mark.parametrize(("drop", "lines"), [(7.9, 3), (8.1, 4), (14.9, 4), (15.1, 3)])
def test_label_is_right_above_the_lines_spanning_both_columns(drop: float, lines: int) -> None:
    assert below_label(label(drop=drop)) == lines


@pytest.mark.parametrize(("left", "lines"), [(47.1, 4), (52.9, 4), (53.1, 3)])
def test_label_starts_where_the_lines_spanning_both_columns_do(left: float, lines: int) -> None:
    assert below_label(label(left=left)) == lines


@pytest.mark.parametrize(("size", "lines"), [(9.5, 3), (9.7, 4), (10.3, 4), (10.5, 3)])
def test_label_has_the_size_of_the_lines_spanning_both_columns(size: float, lines: int) -> None:
    assert below_label(label(size=size)) == lines


@pytest.mark.parametrize(("right", "lines"), [(290, 4), (309, 4), (311, 3)])
def test_label_ends_before_the_last_column(right: float, lines: int) -> None:
    assert below_label(label(right=right)) == lines


@pytest.mark.parametrize(("up", "lines"), [(5.9, 3), (6.1, 4)])
def test_label_has_no_text_next_to_it(up: float, lines: int) -> None:
    """Otherwise it is the last line of a column."""
    beside = Segment(block(SENTENCE, 310, 752 + up, right=550))
    assert below_label(label(), beside) == lines


def test_overfull_line_does_not_span_both_columns() -> None:
    """It runs into the text of the next column."""
    left = text(9, 50, 290, 700) + text(1, 50, 330, 592)
    assert shape(areas(left, text(10, 310, 550, 700))) == [(1, 10), (2, 10)]


def figure(*, top: float = 600, bottom: float = 500, kind: str = "image") -> Graphic:
    return Graphic(kind, Box(60, bottom, 540, top))


def test_image_spanning_both_columns_divides_the_page() -> None:
    found = areas(columns(5, 700), columns(8, 480), graphics=(figure(),))
    assert shape(found) == [(1, 5), (2, 5), (1, 8), (2, 8)]


def test_image_in_one_column_does_not_divide_the_page() -> None:
    inside = Graphic("image", Box(60, 500, 280, 600))
    found = areas(columns(5, 700), columns(8, 480), graphics=(inside,))
    assert shape(found) == [(1, 13), (2, 13)]


def test_image_behind_running_text_does_not_divide_the_page() -> None:
    found = areas(columns(20, 700), graphics=(figure(),))
    assert shape(found) == [(1, 20), (2, 20)]


def test_equally_wide_rules_spanning_both_columns_enclose_a_table() -> None:
    table = (figure(top=600, bottom=599, kind="ruling"), figure(top=501, bottom=500, kind="ruling"))
    cells = text(3, 70, 150, 580, words="cell") + text(3, 400, 480, 580, words="cell")
    found = areas(columns(5, 700), cells, columns(8, 480), graphics=table)
    assert shape(found) == [(1, 5), (2, 5), (1, 6), (1, 8), (2, 8)]
    other = (table[0], Graphic("ruling", Box(60, 500, 500, 501)))
    assert shape(areas(columns(5, 700), cells, columns(8, 480), graphics=other)) == [
        (1, 16),
        (2, 16),
    ]


@pytest.mark.parametrize(("right", "parts"), [(1, [(1, 7), (2, 6)]), (0, [(1, 5), (2, 5), (1, 2)])])
def test_three_lines_that_fill_their_columns_between_rules_are_no_table(
    right: int, parts: list[tuple[int, int]]
) -> None:
    """The last lines of a page, between the frame of a figure and the rule of the footer."""
    rules = (figure(top=600, bottom=599, kind="ruling"), figure(top=541, bottom=540, kind="ruling"))
    foot = text(2, 50, 290, 585) + text(right, 310, 550, 585)
    assert shape(areas(columns(5, 700), foot, graphics=rules)) == parts


def strokes(count: int) -> tuple[Graphic, ...]:
    """Touching strokes from the left column to the right one."""
    width = 480 / count
    return tuple(
        Graphic("drawing", Box(60 + i * width, 500, 60 + (i + 1) * width, 600))
        for i in range(count)
    )


@pytest.mark.parametrize(("parts", "zones"), [(4, 1), (5, 2), (9, 2)])
def test_many_strokes_spanning_both_columns_divide_the_page(parts: int, zones: int) -> None:
    assert MIN_STROKES == 5
    found = areas(columns(5, 700), columns(8, 480), graphics=strokes(parts))
    assert len({area.zone for area in found}) == zones


def test_columns_in_a_different_size_below_are_a_new_zone() -> None:
    """Balanced columns of text above columns of notes that begin at the same height."""
    found = areas(columns(10, 700), columns(10, 560, size=8))
    assert shape(found) == [(1, 10), (2, 10), (1, 10), (2, 10)]


def test_different_size_in_one_column_does_not_make_a_zone() -> None:
    """It is a footnote."""
    left = text(10, 50, 290, 700) + text(10, 50, 290, 560, size=8)
    assert shape(areas(left, text(22, 310, 550, 700))) == [(1, 20), (2, 22)]


def test_part_spanning_all_columns_may_have_its_own_columns() -> None:
    """Remark 3 of section 4.2: two columns on a page of three."""
    three = Columns((50, 220, 390), (200, 370, 540), {})
    above = [s for left in three.lefts for s in text(8, left, left + 150, 700)]
    below = text(8, 50, 285, 560) + text(8, 305, 540, 560)
    assert shape(areas(above, below, given=three)) == [(1, 8), (2, 8), (3, 8), (1, 8), (2, 8)]
