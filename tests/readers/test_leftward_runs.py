"""Runs from right to left: their letters, marks and spaces in the order of reading."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pdfbot.readers.leftward_runs import LEFTWARD_WORD_GAP, SPACED_GAP, Glyph, read_leftwards

EM = 10.0


def glyphs(text: str, gap: float = 0.0, has_space: bool = False) -> list[Glyph]:
    """The letters of `text`, each 5 points wide, one to the left of the other."""
    found, x, spaced = [], 100.0, False
    for char in text:
        if char == " ":
            x -= gap
            spaced = has_space
            continue
        found.append(Glyph(char, x - 5, x, spaced))
        x, spaced = x - 5, False
    return found


@pytest.mark.parametrize("order", [1, -1])
def test_letters_are_read_from_the_right_in_whichever_order_the_file_has_them(order: int) -> None:
    text, edges = read_leftwards(glyphs("שלום")[::order], EM)
    assert text == "שלום"
    assert edges == [100, 95, 90, 85, 80]


@pytest.mark.parametrize(
    ("gap", "has_space", "expected"),
    [
        (LEFTWARD_WORD_GAP * EM + 0.1, False, "של ום"),
        (LEFTWARD_WORD_GAP * EM - 0.1, False, "שלום"),
        (SPACED_GAP * EM + 0.1, True, "של ום"),
        (SPACED_GAP * EM - 0.1, True, "שלום"),
    ],
)
def test_space_is_wider_than_the_gap_between_letters(
    gap: float, has_space: bool, expected: str
) -> None:
    text, edges = read_leftwards(glyphs("של ום", gap, has_space), EM)
    assert text == expected
    assert len(edges) == len(text) + 1
    assert all(one >= other for one, other in pairwise(edges))


def test_mark_follows_the_letter_it_is_drawn_over() -> None:
    letters = glyphs("סبا.")
    mark = Glyph("\u064b", 85, 88, False)
    text, _ = read_leftwards([mark, *letters], EM)
    assert text == "סبا\u064b."


def test_ligature_keeps_the_order_of_its_letters() -> None:
    text, edges = read_leftwards([Glyph("لا", 90, 100, False)], EM)
    assert (text, edges) == ("لا", [100, 95, 90])


@pytest.mark.parametrize("order", [1, -1])
def test_stacked_letters_have_the_order_of_the_file_around_them(order: int) -> None:
    """The second letter hangs below the first, and reaches further right."""
    letters = [
        Glyph("ا", 100, 105, False),
        Glyph("م", 94, 99.4, False),
        Glyph("ح", 93.8, 99.6, False),
        Glyph("ل", 89, 94, False),
    ]
    assert read_leftwards(letters[::order], EM)[0] == "امحل"


def test_stroke_that_lengthens_a_word_is_left_out_inside_it() -> None:
    assert read_leftwards(glyphs("لـكن"), EM)[0] == "لكن"
    assert read_leftwards(glyphs("لـ"), EM)[0] == "لـ"
