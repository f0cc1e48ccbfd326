"""Which characters of a line are a formula, by fonts, connecting signs and brackets."""

from __future__ import annotations

import pytest

from pdfbot.formulas.inline import find_formulas
from pdfbot.layout.line_builder import build_line
from pdfbot.model import TextBlock

from .test_rows import ROMAN, SYMBOLS, sign

SLANTED = "Times-Italic"


def formulas(*parts: tuple[str, str] | TextBlock) -> list[str]:
    """The formulas of a line of these texts in their fonts, a word space apart."""
    blocks: list[TextBlock] = []
    left = 0.0
    for part in parts:
        block = part if isinstance(part, TextBlock) else sign(part[0], left, family=part[1])
        blocks.append(block)
        left = block.box.right / 10 + 0.3
    line = build_line("l1", 1, 1, blocks)
    return [line.text[start:end] for start, end in find_formulas(line)]


M, R = "CMMI10", ROMAN


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ([("let", R), ("x", M), ("be", R)], ["x"]),
        ([("let", R), ("x", M), ("=", R), ("5,", R), ("and", R)], ["x = 5"]),
        ([("is", R), ("x", M), ("20", R), ("times", R)], ["x"]),
        ([("all", R), ("(x,", M), ("y)", M), ("of", R)], ["(x, y)"]),
        ([("if", R), ("(x", M), ("is", R)], ["x"]),
        ([("so", R), ("x)", M), ("is", R)], ["x"]),
        ([("as", R), ("log", R), ("x", M), ("grows.", R)], ["log x"]),
        ([("map", R), ("f", M), (":", R), ("X", M), ("→", SYMBOLS), ("Y", M)], ["f : X → Y"]),
        ([("put", R), ("x", M), (":=", R), ("3.", R)], ["x := 3"]),
        ([("x", M), ("and", R), ("y", M)], ["x", "y"]),
        ([("10", R), ("+", R), ("5", R)], []),
        ([("∑", SYMBOLS), ("x", M), ("is", R)], ["∑ x"]),
        ([("Cov(", R), ("x,", M), ("y)", M)], ["Cov( x, y)"]),
    ],
)
def test_formula_is_letters_of_math_fonts_and_what_is_connected(
    parts: list[tuple[str, str]], found: list[str]
) -> None:
    assert formulas(*parts) == found


def italic(text: str, left: float) -> TextBlock:
    block = sign(text, left, family=SLANTED)
    font = type(block.font)(SLANTED, block.font.size, italic=True)
    return TextBlock(text, block.box, block.baseline, font, edges=block.edges)


def test_lone_italic_letter_is_a_formula() -> None:
    assert formulas(("of", "Times"), italic("R", 1.5), ("and", "Times")) == ["R"]


def test_letter_of_an_italic_phrase_is_none() -> None:
    assert formulas(italic("not", 0), italic("a", 2.0), ("word", "Times")) == []


def test_initial_of_a_species_is_none() -> None:
    assert formulas(("of", "Times"), italic("C", 1.5), sign(". elegans", 2.0, family="T")) == []


def test_letters_below_a_root_are_one_product() -> None:
    parts = sign("√", 0, family=SYMBOLS), italic("ab", 0.5), ("is", "Times")
    assert formulas(*parts) == ["√ab"]


def test_lowered_word_belongs_to_its_letter() -> None:
    label = sign("max", 0.5, -0.2, 0.7, family=ROMAN)
    assert formulas(sign("x", 0, family=M), label, ("is", R)) == ["xmax"]
