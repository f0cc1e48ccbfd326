"""The summary of a page: everything that the statistics of the document need."""

from __future__ import annotations

from pdfbot.layout.columns import Extent
from pdfbot.layout.page_summary import PageSummary, summarise_page
from pdfbot.model import Page, TextBlock

from ..builders import EM, PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block


def summary(*blocks: TextBlock) -> PageSummary:
    return summarise_page(Page(1, PAGE_WIDTH, PAGE_HEIGHT, blocks))


def test_segments_hold_only_visible_upright_text() -> None:
    found = summary(
        block("one", 60, 700),
        block("two", 300, 700),
        block("arXiv", 20, 300, rotation=90),
        block("unseen words", 60, 300, hidden="invisible"),
    )
    assert [[b.text for b in segment.blocks] for segment in found.segments] == [["one"], ["two"]]


def test_line_numbers_are_not_in_the_segments() -> None:
    text = [block(SENTENCE, 60, 700 - 12 * i, right=360) for i in range(9)]
    found = summary(*text, *(block(str(i + 1), 45, 700 - 12 * i) for i in range(9)))
    assert found.line_numbers == frozenset(range(9, 18))
    assert {b.text for segment in found.segments for b in segment.blocks} == {SENTENCE}


def test_extents_leave_out_short_segments() -> None:
    found = summary(block(SENTENCE, 60, 700, right=360), block("a cell", 60, 600))
    assert found.extents == [Extent(60, 360, EM)]


def test_fonts_of_the_page_are_counted() -> None:
    found = summary(block("x" * 30, 0, 0), block("y" * 5, 0, 20, size=8))
    assert found.fonts.visible == {("Serif", 10.0): 30, ("Serif", 8.0): 5}
    assert found.fonts.long == {10.0: 30}
