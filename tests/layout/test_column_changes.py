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


def two_columns(lines: int) -> list[TextBlock]:
    return [
        block(f"{TEXT} {column}", left, 740 - 12 * i, right=left + 240)
        for column, left in enumerate((50, 310))
        for i in range(lines)
    ]


def entries(columns: int, lines: int, top: float, text: str = ENTRY) -> list[TextBlock]:
    width = 500 / columns
    return [
        block(
            f"{text} {column}", 50 + width * column, top - 12 * i, right=36 + width * (column + 1)
        )
        for column in range(columns)
        for i in range(lines)
    ]


def last_page(*blocks: TextBlock) -> PageLayout:
    """The last of four pages, after three in two columns."""
    pages = [*(two_columns(50) for _ in range(3)), list(blocks)]
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
    page = last_page(*two_columns(20), heading, *entries(3, lines, top - 20))
    assert columns_read(page, TEXT) == ["0"] * 20 + ["1"] * 20
    assert columns_read(page, ENTRY) == ["0"] * lines + ["1"] * lines + ["2"] * lines
    texts = [line.text for line in page.lines]
    assert texts.index("References") == 40


def test_short_cells_below_two_columns_stay_rows() -> None:
    page = last_page(*two_columns(20), *entries(3, 15, 470, "4 sacks"))
    assert columns_read(page, "4 sacks") != ["0"] * 15 + ["1"] * 15 + ["2"] * 15


@pytest.mark.parametrize("lines", [4, 5])
def test_few_lines_show_no_other_columns(lines: int) -> None:
    page = last_page(*two_columns(20), *entries(3, lines, 470))
    assert columns_read(page, ENTRY) != ["0"] * lines + ["1"] * lines + ["2"] * lines
