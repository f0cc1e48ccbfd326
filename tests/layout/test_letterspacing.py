"""Letterspaced capitals are read as words; tables, tight lines and other text stay as they are."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.model import Box, Font, Line, TextBlock

SIZE = 10.0
LETTER = 0.6


def spaced(words: str, spacing: float, word_space: float, *, cuts: Sequence[int] = ()) -> Line:
    """Letters `spacing` ems apart; a space is drawn in the text after the letters in `cuts`."""
    text, edges, x = "", [], 0.0
    count = 0
    for char in words:
        if char == " ":
            x += word_space * SIZE
            text += " "
            edges.append(x - word_space * SIZE)
            continue
        text += char
        edges.append(x)
        x += (LETTER + spacing) * SIZE
        count += 1
        if count in cuts:
            text += " "
            edges.append(x - spacing * SIZE)
    right = x - spacing * SIZE
    return line(block(text, [*edges, right]))


def block(text: str, edges: Sequence[float], rotation: float = 0.0) -> TextBlock:
    return TextBlock(
        text=text,
        box=Box(edges[0], 0, edges[-1], SIZE),
        baseline=2,
        font=Font("Serif", SIZE, False, False),
        rotation=rotation,
        edges=array("f", edges),
    )


def line(*blocks: TextBlock) -> Line:
    return build_line("p1.c1.l1", 1, 1, blocks)


@pytest.mark.parametrize("spacing", [0.0, 0.1, 0.2, 0.35, 0.5])
@pytest.mark.parametrize("cuts", [(), range(1, 18)], ids=["in advances", "in spaces"])
def test_words_come_out_whole(spacing: float, cuts: Sequence[int]) -> None:
    found = spaced("CONFLICT OF INTEREST", spacing, 0.25, cuts=cuts)
    assert found.text == "CONFLICT OF INTEREST"


@pytest.mark.parametrize("spacing", [0.1, 0.12, 0.14])
def test_words_come_out_whole_where_only_some_letters_are_moved(spacing: float) -> None:
    found = spaced("CONFLICT OF INTEREST", spacing, 0.25, cuts=(1, 2, 4, 7, 12))
    assert found.text == "CONFLICT OF INTEREST"


def test_a_word_alone_comes_out_whole() -> None:
    assert spaced("INTRODUCTION", 0.12, 0, cuts=(9,)).text == "INTRODUCTION"
    assert spaced("ORCID", 0.12, 0, cuts=(1, 4)).text == "ORCID"


def test_every_letter_keeps_its_place() -> None:
    found = spaced("DATA SET", 0.3, 0.3, cuts=range(1, 8))
    assert found.text == "DATA SET"
    assert found.x_range(0, 1) == pytest.approx((0, 9))
    assert found.x_range(5, 8) == pytest.approx((39, 63))


def test_letters_may_be_blocks_of_their_own() -> None:
    blocks = [block(c, [9 * i, 9 * i + 6]) for i, c in enumerate("RESULT S") if c != " "]
    assert line(*blocks).text == "RESULT S"
    assert len(line(*blocks).blocks) == 7


@pytest.mark.parametrize(("word_space", "text"), [(0.16, "ABOUTMILLS"), (0.18, "ABOUT MILLS")])
def test_a_word_space_is_wider_than_the_spacing(word_space: float, text: str) -> None:
    assert spaced("ABOUT MILLS", 0.0, word_space).text == text


def test_narrow_spaces_between_many_words_stay() -> None:
    words = "THE MILLS OF THE NORTHERN VALLEYS"
    assert spaced(words, 0.0, 0.16).text == words


@pytest.mark.parametrize(
    ("words", "spacing"),
    [("about mills", 0.12), ("About Mills", 0.12), ("A B C D E F G H", 0.8), ("DATA", 0.12)],
    ids=["lower case", "mixed", "cells", "short"],
)
def test_other_lines_stay_as_they_are(words: str, spacing: float) -> None:
    letters = words.replace(" ", "")
    cuts = range(1, len(letters))
    assert spaced(letters, spacing, 0.3, cuts=cuts).text == " ".join(letters)


def test_turned_lines_stay_as_they_are() -> None:
    turned = block("A B O U T", [float(i * 6) for i in range(10)], rotation=90)
    assert line(turned).text == "A B O U T"
