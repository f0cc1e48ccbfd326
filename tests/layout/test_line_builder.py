"""Lines built from their blocks: spaces, size, baseline, and where characters are."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.model import Line, TextBlock

from ..builders import block


def line_of(*blocks: TextBlock) -> Line:
    return build_line("p1.c1.l1", 1, 1, blocks)


@pytest.mark.parametrize(("gap", "text"), [(1.1, "onetwo"), (1.2, "one two")])
def test_line_has_a_space_wherever_the_page_shows_one(gap: float, text: str) -> None:
    line = line_of(block("one", 0, 0), block("two", 15 + gap, 0))
    assert line.text == text
    assert [line.text[start:][:3] for start in line.starts] == ["one", "two"]


@pytest.mark.parametrize(
    ("gap", "after", "text"),
    [(2.9, ".", "T."), (2.9, ", so", "T, so"), (3.1, ".", "T ."), (2.9, ".5", "T .5")],
)
def test_line_has_no_space_before_punctuation(gap: float, after: str, text: str) -> None:
    assert line_of(block("T", 0, 0, family="Math"), block(after, 5 + gap, 0)).text == text


@pytest.mark.parametrize(
    ("gap", "sign", "size", "text"),
    [(1.4, "+", 7, "Li+"), (1.4, "−1", 7, "Li−1"), (2.1, "+", 7, "Li +"), (1.4, "+", 10, "Li +")],
)
def test_ink_of_a_raised_sign_begins_later(gap: float, sign: str, size: float, text: str) -> None:
    assert line_of(block("Li", 0, 0), block(sign, 10 + gap, 3, size=size)).text == text


@pytest.mark.parametrize(
    ("gap", "after", "size", "text"),
    [
        (1.3, "1", 7, "cm−1"),
        (1.5, "1", 7, "cm− 1"),
        (1.3, "a", 7, "cm− a"),
        (1.9, "1", 10, "cm− 1"),
    ],
)
def test_ink_of_a_raised_sign_ends_earlier(gap: float, after: str, size: float, text: str) -> None:
    sign = block("−", 10, 3, size=7, right=15, family="Math")
    line = line_of(block("cm", 0, 0), sign, block(after, 15 + gap, 3, size=size))
    assert line.text == text


def test_line_has_no_space_where_a_wide_block_reaches_below_the_next_one() -> None:
    """The gap counts from the furthest right edge so far, not from the previous block."""
    wide = block("wide", 0, 0, right=40)
    assert line_of(wide, block("i", 10, 4, right=12), block("x", 40, 0)).text == "wideix"


def test_blocks_are_read_from_left_to_right() -> None:
    assert line_of(block("two", 20, 0), block("one", 0, 0)).text == "one two"


def test_subscripts_do_not_set_the_size_of_a_line() -> None:
    """In "N_event = E_snap" the subscripts outnumber the letters they belong to."""
    parts = [block("N", 0, 0), block("event", 5, -2, size=7), block("=E", 25, 0)]
    line = line_of(*parts, block("snap", 37, -2, size=7))
    assert (line.size, line.baseline) == (10, 0)


@pytest.mark.parametrize(("length", "size"), [(2, 7), (3, 10)])
def test_main_size_needs_a_share_of_the_characters(length: int, size: float) -> None:
    """At least 0.3 of the characters of the most frequent size: 3 of 10."""
    line = line_of(block("x" * length, 0, 0), block("y" * 10, 40, 0, size=7))
    assert line.size == size


def test_baseline_is_the_most_frequent_one_in_the_main_size() -> None:
    parts = block("up", 0, 4), block("small text", 12, -3, size=7)
    assert line_of(*parts, block("level", 80, 0)).baseline == 0


def test_box_of_a_line_encloses_its_blocks() -> None:
    line = line_of(block("one", 0, 0), block("2", 15, 4, size=7))
    assert (line.box.left, line.box.right) == (0, 18.5)
    assert (line.box.bottom, line.box.top) == (-2.2, 4 + 0.75 * 7)


def test_line_keeps_its_id_page_and_column() -> None:
    line = build_line("p3.c2.l17", 3, 2, [block("one", 0, 0)])
    assert (line.id, line.page, line.column) == ("p3.c2.l17", 3, 2)


def test_x_range_covers_the_given_characters() -> None:
    line = line_of(block("one", 0, 0), block("two", 20, 0))
    assert line.x_range(0, 3) == (0, 15)
    assert line.x_range(1, 5) == (5, 25)
    assert line.x_range(3, 4) == (0, 0)
    assert line.x_ranges([(0, 1), (1, 2), (2, 5), (6, 9)]) == [(0, 5), (5, 10), (10, 25), (30, 35)]
    assert line.x_ranges([(4, 7), (7, 8)]) == [(20, 35), (0, 0)]
    assert line.x_ranges([]) == []
