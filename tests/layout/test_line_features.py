"""The features of a line in its column, which all rules share."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.layout.line_features import LayoutLine, Place, measure_line
from pdfbot.model import Line, TextBlock

from ..builders import block

PLACE = Place(zone=2, left=50, right=350, widest_gap=0)


def measured(*blocks: TextBlock) -> LayoutLine:
    return measure_line(build_line("p1.c3.l1", 1, 3, blocks), PLACE, 7)


def test_column_key_is_page_zone_and_column() -> None:
    assert measured(block("words", 50, 0)).column_key == (1, 2, 3)


def test_shares_are_of_the_characters_that_are_not_blank() -> None:
    line = measured(
        block("two words", 50, 0),
        block("bolds", 100, 0, bold=True),
        block("slant", 140, 0, italic=True),
        block("typed", 180, 0, family="Courier"),
        block("=", 220, 0, family="CMMI10"),
        block("x+y", 230, 4, size=7),
    )
    assert line.chars == 27
    assert (line.bold, line.italic, line.mono) == (5 / 27, 5 / 27, 5 / 27)
    assert line.math == 4 / 27
    assert line.prose == 23 / 27


@pytest.mark.parametrize(
    ("text", "words", "prose"),
    [("the mill", 2, 1.0), ("a mill", 1, 4 / 5), ("of 12", 0, 2 / 4), ("lim sup x", 0, 0.0)],
)
def test_words_have_three_letters_and_are_not_names_of_functions(
    text: str, words: int, prose: float
) -> None:
    line = measured(block(text, 50, 0))
    assert (line.words, line.prose) == (words, prose)


def test_first_and_last_font_are_those_of_the_outer_blocks() -> None:
    line = measured(block("Head.", 50, 0, bold=True), block("The text", 90, 0, italic=True))
    assert (line.first_font.bold, line.last_font.italic) == (True, True)
    assert line.head == "Head."


@pytest.mark.parametrize(("family", "found"), [("CMCSC10", True), ("Serif", False)])
def test_small_capitals_are_recognised_by_the_font_name(family: str, found: bool) -> None:
    assert measured(block("Methods", 50, 0, family=family)).small_capitals is found


def test_plain_line_has_nothing_that_only_rules_need() -> None:
    given = build_line("p1.c3.l1", 1, 3, [block("one", 50, 0), block("two", 80, 0)])
    plain = measure_line(given, PLACE, 7).plain
    assert type(plain) is Line
    assert plain == given
