"""Columns by line sweeping: where lines begin, across all pages and on each one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pdfbot.layout.column_choice import (
    MIN_COLUMN_LINES,
    MIN_LINES_AT_EDGE,
    MIN_ONE_COLUMN_LINES,
    choose_columns,
)
from pdfbot.layout.columns import (
    MAX_LABEL_HANG,
    Columns,
    Extent,
    as_large_as_body,
    find_extents,
    sweep_columns,
)
from pdfbot.layout.segments import Segment
from pdfbot.thresholds import Thresholds

from ..builders import EM, SENTENCE, block

DEFAULT = Thresholds()
LINES = MIN_COLUMN_LINES


def lines(count: int, left: float, right: float, *, size: float = EM) -> list[Segment]:
    return [
        Segment(block(SENTENCE, left, 700 - 12 * i, right=right, size=size)) for i in range(count)
    ]


def two_columns(count: int, left: float = 50) -> list[Segment]:
    return lines(count, left, left + 240) + lines(count, left + 260, left + 500)


def sweep(*segments: list[Segment], wanted: int | None = None) -> Columns:
    return sweep_columns([swept(s for part in segments for s in part)], DEFAULT, wanted)


def swept(segments: Iterable[Segment]) -> list[Extent]:
    return as_large_as_body(find_extents(segments), EM)


def test_lines_with_one_left_edge_make_one_column() -> None:
    columns = sweep(lines(20, 50, 550))
    assert (columns.lefts, columns.rights) == ((50,), (550,))


def test_sweep_finds_two_columns_and_their_edges() -> None:
    columns = sweep(two_columns(20))
    assert (columns.lefts, columns.rights) == ((50, 310), (290, 550))
    assert columns.count == 2


def test_sweep_finds_three_columns() -> None:
    columns = sweep(lines(20, 50, 200), lines(20, 220, 370), lines(20, 390, 540))
    assert columns.lefts == (50, 220, 390)


def test_sweep_finds_at_most_three_columns() -> None:
    parts = [lines(20 + i, 50 + 130 * i, 170 + 130 * i) for i in range(4)]
    assert sweep(*parts).count == 3


def test_column_edge_is_the_most_frequent_exact_position() -> None:
    assert sweep(lines(20, 50.3, 550), lines(3, 50.9, 550)).lefts == (50.3,)


@pytest.mark.parametrize(("left", "count"), [(157, 1), (158, 2)])
def test_indent_is_not_a_column(left: float, count: int) -> None:
    """A peak closer to a higher one than the minimum column width is an indent or a list."""
    narrow = lines(20, 50, 150), lines(15, left, left + 90)
    assert DEFAULT.min_column_width == 108
    assert sweep(*narrow).count == count


@pytest.mark.parametrize(("begins", "count"), [(6, 1), (7, 2), (8, 2)])
def test_column_needs_a_share_of_the_highest_peak(begins: int, count: int) -> None:
    """At least 0.35 of the highest: 7 of 20 lines."""
    assert sweep(lines(20, 50, 290), lines(begins, 310, 550)).count == count


@pytest.mark.parametrize(("full", "count"), [(10, 2), (11, 1)])
def test_boundary_crossed_by_many_lines_is_dropped(full: int, count: int) -> None:
    """At most 0.35 of the lines there may cross it: 10 next to 20."""
    assert sweep(lines(20, 50, 290), lines(20, 310, 550), lines(full, 60, 550)).count == count


def test_sweep_ignores_small_and_short_lines() -> None:
    left = lines(20, 50, 290)
    assert sweep(left, lines(30, 310, 550, size=8.7)).count == 1
    assert sweep(left, lines(30, 310, 550, size=8.8)).count == 2
    cells = [[Segment(block("x" * n, 310, 700 - 12 * i)) for i in range(30)] for n in (14, 15)]
    assert [sweep(left, short).count for short in cells] == [1, 2]


@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_sweep_finds_the_requested_number_of_columns(wanted: int) -> None:
    parts = lines(20, 50, 200), lines(3, 220, 370), lines(2, 390, 540)
    assert sweep(*parts, wanted=wanted).count == wanted


def pieces(left: float, right: float, whole: int) -> list[Segment]:
    """Ten lines as an OCR layer has them: all but some are in two pieces, cut at any place."""
    found = lines(whole, left, right)
    for i in range(10 - whole):
        cut = left + 70 + 11 * i
        found += [*lines(1, left, cut), *lines(1, cut + 5, right)]
    return found


@pytest.mark.parametrize("whole", [0, 1, 3, 4, 10])
def test_pieces_of_lines_show_where_their_column_ends(whole: int) -> None:
    found = sweep(pieces(50, 290, whole), pieces(310, 550, whole))
    assert (found.lefts, found.rights) == ((50, 310), (290, 550))


def test_ragged_lines_show_the_edge_of_a_single_column_by_themselves() -> None:
    ragged = [line for i in range(10) for line in lines(1, 50, 400 + 9 * i)]
    assert sweep(ragged, lines(3, 300, 550)).rights == (400 + 9 * 9,)


def test_page_without_text_has_one_column() -> None:
    assert sweep([]).count == 1


@pytest.mark.parametrize(
    ("left", "right", "index"),
    [(50, 290, 0), (310, 550, 1), (280, 319, 0), (280, 320, 1), (289.5, 300, 1)],
)
def test_text_belongs_to_the_column_that_holds_its_middle(
    left: float, right: float, index: int
) -> None:
    columns = Columns((50, 310), (290, 550), {})
    assert columns.gutter(1) == 300
    assert columns.of(left, right) == index


@pytest.mark.parametrize(
    ("left", "right", "crosses"),
    [(50, 550, True), (50, 290, False), (310, 550, False), (50, 314, False), (50, 316, True)],
)
def test_text_crosses_columns_when_it_exceeds_the_slack(
    left: float, right: float, crosses: bool
) -> None:
    assert Columns((50, 310), (290, 550), {}).crosses(left, right, 5) is crosses


def chosen(*pages: list[Segment], wanted: int | None = None) -> list[tuple[float, ...]]:
    starts = {n: swept(page) for n, page in enumerate(pages, 1)}
    return [c.lefts for c in choose_columns(starts, DEFAULT, wanted)]


def test_even_and_odd_pages_may_have_shifted_columns() -> None:
    pages = [two_columns(20, 50 + 30 * (i % 2)) for i in range(4)]
    assert chosen(*pages) == [(50, 310), (80, 340)] * 2


def test_page_numbers_decide_which_pages_are_even() -> None:
    """Of pages 1, 3, 5 and 6 the first three are odd, whatever their order."""
    odd, even = lines(20, 50, 550), lines(20, 70, 570)
    starts = {n: swept(odd if n % 2 else even) for n in (1, 3, 5, 6)}
    assert [c.lefts for c in choose_columns(starts, DEFAULT)] == [(50,), (50,), (50,), (70,)]


def test_page_with_few_lines_takes_the_columns_of_its_peers() -> None:
    short = lines(LINES - 1, 50, 290) + lines(2, 310, 550)
    assert chosen(two_columns(20), two_columns(20), short) == [(50, 310)] * 3


@pytest.mark.parametrize(("pages", "count"), [(7, 2), (8, 1)])
def test_usual_columns_need_a_share_of_the_pages(pages: int, count: int) -> None:
    """A quarter of the even pages: one page is enough for up to four."""
    document = [lines(20, 50, 550) for _ in range(pages + 1)]
    document[1], document[3] = two_columns(20), lines(LINES - 1, 50, 550)
    assert len(chosen(*document)[3]) == count


def test_pages_without_text_do_not_count_against_usual_columns() -> None:
    """Pages of tables or of small type show no columns, and have those of the others."""
    first = lines(40, 50, 550)
    document = [first, two_columns(20), *[[]] * 12, two_columns(20), two_columns(20), []]
    assert chosen(*document)[1:] == [(50, 310)] * (len(document) - 1)


def test_page_keeps_well_founded_columns_of_its_own() -> None:
    three = lines(20, 50, 200) + lines(20, 220, 370) + lines(20, 390, 540)
    assert chosen(two_columns(20), two_columns(20), two_columns(20), three)[3] == (50, 220, 390)


@pytest.mark.parametrize(("count", "columns"), [(LINES - 1, 1), (LINES, 2)])
def test_few_table_cells_do_not_make_columns(count: int, columns: int) -> None:
    pages = [lines(20, 50, 550) for _ in range(6)]
    pages[3] = lines(count, 50, 290) + lines(count, 310, 550)
    assert len(chosen(*pages)[3]) == columns


def test_single_column_pages_keep_their_own_edges() -> None:
    assert chosen(lines(20, 50, 550), lines(20, 70, 570)) == [(50,), (70,)]


def test_requested_number_of_columns_applies_to_all_pages() -> None:
    assert [len(c) for c in chosen(two_columns(20), lines(20, 50, 550), wanted=2)] == [2, 2]
    assert [len(c) for c in chosen(two_columns(20), two_columns(20), wanted=1)] == [1, 1]


@pytest.mark.parametrize(
    ("level", "edges"), [(LINES, (50, 310)), (LINES - 1, (50, 332))], ids=["seen", "not seen"]
)
def test_list_items_do_not_shift_a_column(level: int, edges: tuple[float, ...]) -> None:
    """On the even page most lines of the second column are list items; a few are not."""
    listed = lines(40, 50, 290) + lines(level, 310, 550) + lines(30, 332, 550)
    assert chosen(two_columns(40), listed, two_columns(40))[1] == edges


def test_columns_of_few_pages_are_not_usual_columns() -> None:
    wide = lines(40, 50, 550) + lines(LINES, 310, 550)
    assert chosen(*[wide] * 8, two_columns(40))[0] == (50,)


@pytest.mark.parametrize(("around", "count"), [(5, 3), (6, 2)])
def test_text_that_runs_around_a_picture_makes_no_column(around: int, count: int) -> None:
    """`around` of the seven lines of the second column run across the start of the third."""
    second = lines(around, 310, 550) + lines(7 - around, 310, 390)
    found = sweep(lines(20, 50, 290), second, lines(14, 420, 550))
    assert found.count == count


@pytest.mark.parametrize(("at_edge", "left"), [(2, 330.0), (3, 310.0)])
def test_column_of_lists_is_found_by_its_right_edge(at_edge: int, left: float) -> None:
    """It begins at the leftmost frequent start: 3 lines, where 8 items start."""
    items = lines(8, 330, 550), lines(4, 345, 550)
    assert sweep(lines(30, 50, 290), lines(at_edge, 310, 550), *items).lefts == (50.0, left)


@pytest.mark.parametrize(("ends", "count"), [(10, 1), (11, 2)])
def test_right_edge_of_a_column_needs_a_share_of_the_highest_peak(ends: int, count: int) -> None:
    """At least 0.35 of the 30 lines that end at the other edge."""
    lists = lines(ends // 2, 310, 550), lines(ends - ends // 2, 330, 550)
    assert sweep(lines(30, 50, 290), *lists).count == count


@pytest.mark.parametrize("lines", [20, 35, 50])
@pytest.mark.parametrize("shift", [60, 82, 95])
def test_right_column_is_no_margin_where_the_left_one_has_a_float(shift: float, lines: int) -> None:
    """Odd pages are shifted, and only one of them shows both columns."""

    def text(left: float, right: float = 0) -> list[Extent]:
        return [Extent(left, right or left + 214, 10)] * lines

    even = [*text(37), *text(262)]
    odd = [text(37 + shift, 476 + shift), [*text(37 + shift), *text(262 + shift)]]
    odd += [text(262 + shift), text(262 + shift), text(37 + shift)]
    pages = {n: odd[n // 2] if n % 2 else even for n in range(1, 10)}
    chosen = choose_columns(pages, DEFAULT)
    assert {columns.lefts for columns in chosen[1::2]} == {(37, 262)}
    assert {columns.lefts for columns in chosen[2:8:2]} == {(37 + shift, 262 + shift)}


def short_paper(width: float) -> list[Segment]:
    """Abstracts over both columns, and one and a half columns of text."""
    return lines(14, 50, 550) + lines(20, 50, 290) + lines(LINES, 310, 310 + width)


@pytest.mark.parametrize(("width", "count"), [(240, 2), (239, 2), (200, 1)])
def test_column_that_long_abstracts_hide_is_found_by_its_width(width: float, count: int) -> None:
    (found,) = choose_columns({1: swept(short_paper(width))}, DEFAULT)
    assert found.count == count
    if count > 1:
        assert found.lefts == (50, 310)


def test_column_that_was_hidden_on_one_page_is_found_on_the_next() -> None:
    """A page with few lines in it follows the page that shows it."""
    few = lines(20, 50, 290) + lines(3, 310, 550)
    first, second = choose_columns({1: swept(short_paper(240)), 2: swept(few)}, DEFAULT)
    assert first.lefts == second.lefts == (50, 310)
    (alone,) = choose_columns({2: swept(few)}, DEFAULT)
    assert alone.lefts == (50,)


def test_page_in_one_column_has_one_whatever_is_usual() -> None:
    """Where it has few lines, or some begin at the second column or are beside the only one."""
    across = lines(MIN_ONE_COLUMN_LINES, 60, 550)
    assert chosen(*[two_columns(20)] * 3, across)[3] == (60,)
    assert chosen(*[two_columns(20)] * 3, across[1:])[3] == (50, 310)
    beside = lines(MIN_LINES_AT_EDGE, 310, 550)
    assert chosen(*[two_columns(20)] * 3, [*across, *beside])[3] == (50, 310)
    narrow = lines(MIN_ONE_COLUMN_LINES, 180, 550)
    assert chosen(*[two_columns(20)] * 3, narrow)[3] == (180,)
    author = lines(1, 50, 170)
    assert chosen(*[two_columns(20)] * 3, [*narrow, *author])[3] == (50, 310)


def test_cells_in_a_row_make_no_column_of_longer_text() -> None:
    cells = lines(40, 330, 400)
    assert chosen([*cells, *lines(10, 100, 500)]) == [(100,)]
    assert chosen([*cells, *lines(6, 100, 500)]) == [(330,)]


@pytest.mark.parametrize(("hang", "count"), [(20, 3), (MAX_LABEL_HANG, 3), (MAX_LABEL_HANG + 5, 2)])
def test_labels_may_hang_left_of_their_column(hang: int, count: int) -> None:
    """References in three columns, of which some lines begin with their number."""
    page = [
        extent
        for left in (90, 250, 410)
        for extent in (*lines(7, left, left + 120), *lines(5, left - hang, left + 120))
    ]
    assert len(chosen(page)[0]) == count
