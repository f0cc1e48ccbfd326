"""Headers and footers: lines that pages repeat at the top and the bottom."""

from __future__ import annotations

from pdfbot.methods.left_regions.page_headers import find_headers_and_footers
from pdfbot.methods.left_regions.text_regions import find_regions
from pdfbot.model import Page

from .builders import column, line, page


def pages_with_headers(*headers: list[str]) -> list[Page]:
    """Pages with these lines at the top and different text below."""
    pages = []
    for number, texts in enumerate(headers, 1):
        rows = [line(text, 50, 780 - 11 * i) for i, text in enumerate(texts)]
        body = column(chr(96 + number) * 7, 50, 550, 720 - number, 8)
        pages.append(page(*rows, *body, number=number))
    return pages


def test_even_and_odd_pages_may_have_different_headers() -> None:
    odd, even = "Proceedings of the Society", "A. Author and B. Writer"
    pages = pages_with_headers([f"{odd} 1"], [f"2 {even}"], [f"{odd} 3"], [f"4 {even}"])
    texts = [[row.text for row in found.header] for found in find_headers_and_footers(pages)]
    assert texts == [[f"{odd} 1"], [f"2 {even}"], [f"{odd} 3"], [f"4 {even}"]]


def test_header_ends_at_the_first_line_that_differs() -> None:
    lines = ["Official Gazette", "Ministry of Waters"]
    pages = pages_with_headers([*lines, "qwertz uiop"], [*lines, "asdfgh jkl"], [*lines, "yxcvbnm"])
    assert [len(found.header) for found in find_headers_and_footers(pages)] == [2, 2, 2]


def test_pages_without_repeated_lines_have_no_header() -> None:
    pages = pages_with_headers([], [], [])
    assert all(not found.header for found in find_headers_and_footers(pages))


def test_given_number_of_header_lines_replaces_the_comparison() -> None:
    pages = pages_with_headers(["One thing"], ["Another matter"])
    assert [len(found.header) for found in find_headers_and_footers(pages)] == [0, 0]
    assert [len(found.header) for found in find_headers_and_footers(pages, 1)] == [1, 1]


def test_page_numbers_at_the_bottom_are_read_last() -> None:
    pages = [
        page(
            *column(f"a{n}", 50, 290, 760 - n, 20),
            *column(f"b{n}", 310, 550, 760 - n, 20),
            line(str(10 + n), 50, 30),
            number=n,
        )
        for n in (1, 2, 3)
    ]
    for found in find_regions(pages):
        assert [region.kind for region in found.regions] == ["text", "text", "footer"]
