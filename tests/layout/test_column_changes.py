"""References in more columns than the text above them, and what only looks like that."""

from __future__ import annotations

import pytest

from pdfbot.layout.fonts import measure_fonts
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.page_summary import summarise_page
from pdfbot.model import Page, TextBlock
from pdfbot.thresholds import Thresholds

from ..builders import PAGE_HEIGHT, PAGE_WIDTH, block

TEXT = "the miller counted the sacks and wrote their number down"
ENTRY = "Baker B, On mills and millers"


def text_in(columns: int, lines: int) -> list[TextBlock]:
    """Lines of text from the top of a page; each ends with the number of its column."""
    width = 520 / columns
    return [
        block(
            f"{TEXT} {column}",
            50 + width * column,
            740 - 12 * i,
            right=30 + width * (column + 1),
        )
        for column in range(columns)
        for i in range(lines)
    ]


def entries(
    columns: int, lines: int, top: float, text: str = ENTRY, size: float = 10
) -> list[TextBlock]:
    width = 500 / columns
    return [
        block(
            f"{text} {column}",
            50 + width * column,
            top - 12 * i,
            right=36 + width * (column + 1),
            size=size,
        )
        for column in range(columns)
        for i in range(lines)
    ]


def last_page(*blocks: TextBlock, columns: int = 2) -> PageLayout:
    """The last of four pages, after three in this number of columns."""
    pages = [*(text_in(columns, 50) for _ in range(3)), list(blocks)]
    summaries = [
        summarise_page(Page(number, PAGE_WIDTH, PAGE_HEIGHT, tuple(page)))
        for number, page in enumerate(pages, start=1)
    ]
    fonts = measure_fonts(summary.fonts for summary in summaries)
    return lay_out(summaries, fonts, Thresholds())[-1]


def columns_read(page: PageLayout, start: str) -> list[str]:
    """The last characters of the lines that start with these words, in reading order."""
    return [line.text[-1] for line in page.lines if line.text.startswith(start)]


@pytest.mark.parametrize("white", [12, 24, 60])
@pytest.mark.parametrize("lines", [6, 15])
def test_three_columns_below_two_are_read_one_after_the_other(lines: int, white: float) -> None:
    top = 740 - 12 * 20 - white
    heading = block("References", 50, top, size=14, bold=True)
    page = last_page(*text_in(2, 20), heading, *entries(3, lines, top - 20))
    assert columns_read(page, TEXT) == ["0"] * 20 + ["1"] * 20
    assert columns_read(page, ENTRY) == ["0"] * lines + ["1"] * lines + ["2"] * lines
    texts = [line.text for line in page.lines]
    assert texts.index("References") == 40


def indented(lines: int, top: float = 740) -> list[TextBlock]:
    """One column that begins far right of the entries."""
    return [block(TEXT, 200, top - 12 * i, right=550) for i in range(lines)]


@pytest.mark.parametrize("lines", [6, 8])
def test_white_space_above_the_last_section_does_not_change_the_columns(lines: int) -> None:
    """Below it are the text and the entries, which begin further left."""
    section = [block("5 Discussion", 300, 510), *indented(15, 490)]
    heading = block("References", 100, 280)
    found = [*indented(15), *section, heading, *entries(3, lines, 256)]
    page = last_page(*found, columns=1)
    assert [line.text[:5] for line in page.lines][: 15 + 16 + 1] == [
        *[TEXT[:5]] * 15,
        "5 Dis",
        *[TEXT[:5]] * 15,
        "Refer",
    ]
    assert columns_read(page, ENTRY) == in_order(3, lines)


def in_order(columns: int, lines: int) -> list[str]:
    return [str(column) for column in range(columns) for _ in range(lines)]


@pytest.mark.parametrize("size", [10, 8])
@pytest.mark.parametrize(("text", "below"), [(1, 2), (1, 3), (2, 3), (3, 2)])
def test_references_have_columns_of_their_own(text: int, below: int, size: float) -> None:
    heading = block("References", 50, 476, size=14, bold=True)
    after_text = entries(below, 15, 456, size=size)
    page = last_page(*text_in(text, 20), heading, *after_text, columns=text)
    assert columns_read(page, TEXT) == in_order(text, 20)
    assert columns_read(page, ENTRY) == in_order(below, 15)


@pytest.mark.parametrize("columns", [2, 3])
def test_a_page_of_references_in_small_type_has_columns_of_its_own(columns: int) -> None:
    page = last_page(*entries(columns, 50, 740, size=8), columns=1)
    assert columns_read(page, ENTRY) == in_order(columns, 50)


def test_short_cells_below_two_columns_stay_rows() -> None:
    page = last_page(*text_in(2, 20), *entries(3, 15, 470, "4 sacks"))
    assert columns_read(page, "4 sacks") != ["0"] * 15 + ["1"] * 15 + ["2"] * 15


@pytest.mark.parametrize("lines", [4, 5])
def test_few_lines_show_no_other_columns(lines: int) -> None:
    page = last_page(*text_in(2, 20), *entries(3, lines, 470))
    assert columns_read(page, ENTRY) != ["0"] * lines + ["1"] * lines + ["2"] * lines
