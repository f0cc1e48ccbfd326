"""BASE_FS: the size of most characters, and other sizes used for body text."""

from __future__ import annotations

import pytest

from pdfbot.layout.fonts import Fonts, count_fonts, measure_fonts
from pdfbot.layout.segments import join_segments
from pdfbot.model import Page, TextBlock

from ..builders import block


def fonts(*pages: list[TextBlock]) -> Fonts:
    numbered = enumerate(pages, start=1)
    return measure_fonts(
        count_fonts(Page(number, 600, 800, tuple(b)), join_segments(b)) for number, b in numbered
    )


def run(count: int, size: float, family: str = "Serif") -> TextBlock:
    return block("x" * count, 0, 0, size=size, family=family)


def test_base_size_is_counted_in_characters_not_blocks() -> None:
    measured = fonts([run(100, 10), *(run(1, 8) for _ in range(90))])
    assert measured.base_size == 10
    assert measured.histogram == {8: 90, 10: 100}


@pytest.mark.parametrize("columns", [3, 6])
@pytest.mark.parametrize("table_size", [7, 8, 9])
def test_tables_with_more_characters_than_the_text_do_not_set_its_size(
    table_size: float, columns: int
) -> None:
    text = [block("a line of running text in full", 0, 700 - 12 * i) for i in range(20)]
    cells = [
        block("1,234 ± 5.678", 600 / columns * j, 440 - 9 * i, size=table_size)
        for i in range(90 // columns)
        for j in range(columns)
    ]
    assert sum(len(b.text) for b in cells) > sum(len(b.text) for b in text)
    assert fonts([*text, *cells]).base_size == 10


def test_every_character_counts_where_hardly_any_text_is_in_long_lines() -> None:
    cells = [block("short text", 0, 700 - 12 * i) for i in range(30)]
    assert fonts([*cells, block("a title in more than one word", 0, 760, size=14)]).base_size == 10


def test_base_size_is_counted_over_all_pages() -> None:
    assert fonts([run(100, 10)], [run(60, 9)], [run(60, 9)]).base_size == 9


def test_base_size_is_the_larger_of_two_equally_frequent_sizes() -> None:
    assert fonts([run(50, 9), run(50, 10)]).base_size == 10


def test_base_size_is_exact_though_counted_in_half_points() -> None:
    measured = fonts([run(80, 9.96, "Times"), run(30, 9.8, "Times"), run(40, 10.1, "Sans")])
    assert (measured.base_size, measured.base_family) == (9.96, "Times")


def test_base_size_ignores_hidden_and_rotated_text() -> None:
    hidden = block("x" * 100, 0, 0, size=20, hidden="invisible")
    rotated = block("x" * 100, 0, 0, size=20, rotation=90)
    assert fonts([hidden, rotated, run(10, 10)]).base_size == 10


def test_base_size_ignores_a_supplement_after_the_references() -> None:
    heading = block("References", 0, 0)
    assert fonts([run(50, 10)], [heading], [run(500, 12)]).base_size == 10
    assert fonts([run(50, 10)], [run(500, 12)]).base_size == 12


def test_references_on_the_first_page_do_not_cut_off_later_pages() -> None:
    assert fonts([run(50, 10), block("References", 0, 0)], [run(500, 12)]).base_size == 12


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (400, 9.0, (9.0, 10.0)),
        (399, 9.0, (10.0,)),
        (400, 9.3, (10.0,)),
        (400, 6.9, (10.0,)),
        (400, 11.0, (10.0, 11.0)),
    ],
    ids=["enough", "too few", "nearly the same", "far smaller", "larger"],
)
def test_second_body_size_needs_enough_characters_of_similar_size(
    count: int, size: float, sizes: tuple[float, ...]
) -> None:
    assert fonts([run(1000, 10), run(count, size)]).body_sizes == sizes


def test_short_runs_do_not_make_a_second_body_size() -> None:
    assert fonts([run(1000, 10), *(run(19, 9) for _ in range(50))]).body_sizes == (10.0,)


def test_pages_without_text_have_a_default_size() -> None:
    assert fonts([]) == Fonts(10.0, "", (10.0,), {})
