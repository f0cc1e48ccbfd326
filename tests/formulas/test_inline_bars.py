"""Small fractions and roots in a line: what a drawn line has above and below it."""

from __future__ import annotations

import pytest

from pdfbot.formulas.bars import AXIS
from pdfbot.formulas.inline import find_formulas
from pdfbot.formulas.inline_bars import MAX_AXIS_SHIFT, find_fractions, find_roots
from pdfbot.formulas.pieces import Bar
from pdfbot.layout.line_builder import build_line
from pdfbot.model import Line, TextBlock

from .test_rows import ROMAN, SYMBOLS, bar, sign

SMALL = 0.7
ABOVE = sign("ab cd", 2, 0.39, SMALL, ROMAN)
BELOW = sign("ef", 2.5, -0.34, SMALL, ROMAN)
BAR = bar(2, 3.75, AXIS)


def line_of(*blocks: TextBlock) -> Line:
    before, behind = sign("at", 0, family=ROMAN), sign("we stop", 4.5, family=ROMAN)
    return build_line("l1", 1, 1, (before, *blocks, behind))


def formulas(line: Line, *bars: Bar) -> list[str]:
    return [line.text[start:end] for start, end in find_formulas(line, find_fractions(line, bars))]


def test_words_above_and_below_a_line_are_one_formula() -> None:
    line = line_of(ABOVE, BELOW)
    assert formulas(line, BAR) == [line.text[3:-8]]
    assert formulas(line) == []


@pytest.mark.parametrize("blocks", [(ABOVE,), (BELOW,)])
def test_what_is_only_above_or_below_a_line_is_no_fraction(blocks: tuple[TextBlock, ...]) -> None:
    assert formulas(line_of(*blocks), BAR) == []


def test_letter_on_the_line_of_text_is_no_part_of_a_fraction() -> None:
    """As under a bar that crosses out a word."""
    assert formulas(line_of(ABOVE, sign("x", 3, 0, family=ROMAN), BELOW), BAR) == []


@pytest.mark.parametrize(("shift", "is_found"), [(-0.01, True), (0.01, False)])
def test_line_of_a_fraction_is_at_the_height_of_a_minus_sign(shift: float, is_found: bool) -> None:
    shifted = bar(2, 3.75, AXIS + MAX_AXIS_SHIFT + shift)
    high = sign("ab", 2, 0.6, SMALL, ROMAN)
    assert bool(find_fractions(line_of(high, BELOW), [shifted])) is is_found


@pytest.mark.parametrize(("before", "found"), [("√", "√ tf gh"), ("at", "tf gh")])
def test_letters_below_the_line_of_a_root_are_one_formula(before: str, found: str) -> None:
    """In the font of the text as well; the sign may be none of the characters of the line."""
    letters = sign("tf gh", 1.4, family="Times-Italic")
    signs = sign(before, 0, family=SYMBOLS if before == "√" else ROMAN)
    line = build_line("l1", 1, 1, (signs, letters, sign("we stop", 4.5, family=ROMAN)))
    whole = find_roots(line, [bar(1.3, 4.0, 0.9)])
    assert [line.text[start:end] for start, end in find_formulas(line, whole)] == [found]
    assert [line.text[start:end] for start, end in find_formulas(line)] != [found]
