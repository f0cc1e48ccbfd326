"""Documents read from right to left: laid out in a mirror, with the boxes of the page."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.layout.lines import PageLayout
from pdfbot.layout.mirroring import (
    axis_of,
    is_last_column_first,
    is_right_to_left,
    mirror,
    set_apart_signs,
)
from pdfbot.model import Box, Document, Font, Page, TextBlock

from ..builders import layout, row

FONT = Font("Test", 10.0)


def leftward(text: str, right: float, y: float = 700) -> TextBlock:
    """A block from right to left, its letters 5 points wide."""
    edges = array("f", (right - 5 * i for i in range(len(text) + 1)))
    return TextBlock(text, Box(edges[-1], y - 2, right, y + 8), y, FONT, edges=edges)


def rightward(text: str, left: float, y: float = 700) -> TextBlock:
    edges = array("f", (left + 5 * i for i in range(len(text) + 1)))
    return TextBlock(text, Box(left, y - 2, edges[-1], y + 8), y, FONT, edges=edges)


def document(*blocks: TextBlock) -> Document:
    return Document((Page(1, 600, 800, blocks),), "pdfium")


def read(*blocks: TextBlock) -> str:
    """The text of one line, read in a mirror."""
    mirrored = mirror(set_apart_signs(document(*blocks)), 600)
    return build_line("p1.c1.l1", 1, 1, mirrored.pages[0].blocks).text


def test_direction_follows_most_letters() -> None:
    hebrew, english = leftward("שלום עולם", 500), rightward("hello", 100)
    assert is_right_to_left(document(hebrew, english))
    assert not is_right_to_left(document(leftward("של", 500), english))
    assert axis_of(document(hebrew)) == 600


def test_mirroring_twice_gives_the_page_again() -> None:
    original = document(leftward("שלום", 500), rightward("abc", 100))
    mirrored = mirror(original, 600)
    assert mirrored.pages[0].blocks[0].box.left == 100
    assert list(mirrored.pages[0].blocks[0].edges) == [100, 105, 110, 115, 120]
    assert mirror(mirrored, 600) == original


def test_words_are_ordered_from_the_right_and_latin_ones_in_their_own_direction() -> None:
    assert read(leftward("שלום", 500), leftward("עולם", 470)) == "שלום עולם"
    latin = [rightward("big", 430), rightward("world", 450)]
    assert read(leftward("שלום", 500), *latin, leftward("עולם", 420)) == "שלום big world עולם"


def test_stop_to_the_left_of_a_number_is_behind_it() -> None:
    assert read(leftward("איור", 500), rightward(":12", 460)) == "איור 12:"


def test_characters_of_a_line_are_found_where_they_are_printed() -> None:
    line = build_line("p1.c1.l1", 1, 1, [leftward("שלום", 500)])
    assert line.x_range(0, 1) == (495, 500)
    assert line.x_range(1, 4) == (480, 495)


def test_stop_set_with_a_latin_word_is_behind_it_and_one_beside_it_stays() -> None:
    """ "Git." in one piece has the stop on its right, towards the words before."""
    words = leftward("שלום", 500), leftward("עולם", 430)
    assert read(words[0], rightward(".", 470), rightward("Git", 455), words[1]) == "שלום Git. עולם"
    assert read(words[0], rightward("Git", 460), rightward(",", 455), words[1]) == "שלום Git, עולם"


def test_latin_words_with_stops_on_their_left_follow_each_other_to_the_left() -> None:
    one, other = rightward("Git", 460), rightward("Ada", 430)
    assert read(leftward("שלום", 500), one, rightward(",", 455), other) == "שלום Git, Ada"


@pytest.mark.parametrize("signs", ["()", ")(", "))", "(("])
def test_bracket_faces_the_word_it_touches(signs: str) -> None:
    """Files have brackets in a leftward text as they look, as they are meant, or mixed."""
    opening, closing = rightward(signs[0], 475), rightward(signs[1], 455)
    line = leftward("שלום", 505), opening, rightward("VCS", 460), closing, leftward("עולם", 450)
    assert read(*line) == "שלום (VCS) עולם"


def test_straight_quotes_stay_on_both_sides_of_a_latin_word() -> None:
    quoted = [rightward('"', 440), rightward("git", 445), rightward('"', 460)]
    assert read(leftward("שלום", 500), *quoted, leftward("עולם", 430)) == 'שלום "git" עולם'


def test_sign_that_touches_two_latin_letters_is_inside_their_word() -> None:
    word = [rightward("it", 430), rightward("’", 440.8), rightward("s", 445.8)]
    assert read(leftward("שלום", 500), *word, leftward("עולם", 420)) == "שלום it’s עולם"


def test_number_behind_a_hyphen_belongs_to_its_latin_word() -> None:
    word = [rightward("SHA", 430), rightward("-", 445), rightward("1", 450)]
    assert read(leftward("שלום", 500), *word, leftward("עולם", 420)) == "שלום SHA-1 עולם"


@pytest.mark.parametrize(
    ("lefts", "expected"),
    [((410, 440, 470), "של Git، Vim، Tig"), ((400, 430, 460), "של Tig، Vim، Git")],
    ids=["Git، Vim، Tig", "Git ،Vim ،Tig"],
)
def test_arabic_comma_joins_latin_words_if_it_is_set_with_them(
    lefts: tuple[int, ...], expected: str
) -> None:
    names = [rightward(*pair) for pair in zip(("Git", "Vim", "Tig"), lefts, strict=True)]
    commas = [leftward("،", 430), leftward("،", 460)]
    assert read(leftward("של", 500), *names, *commas) == expected


def test_brackets_at_the_ends_of_a_block_face_their_words() -> None:
    """The file has the glyphs that are seen: a bracket before a word looks like one behind it."""
    text = [leftward("שלום ]", 500), rightward("1", 465), rightward("[", 460)]
    assert read(*text) == "שלום [1]"
    assert read(leftward("של", 500), rightward(") (", 465), leftward("לא", 460)) == "של ( ) לא"


def test_number_inside_a_block_cuts_it() -> None:
    label = leftward("איור   :", 500)
    assert read(label, rightward("2", 465), leftward("שלום", 450)) == "איור 2: שלום"


def test_numbers_without_words_between_them_follow_each_other_to_the_left() -> None:
    assert read(leftward("איור", 500), rightward("12", 460), rightward("34", 440)) == "איור 12 34"


def columns_of(*numbers: str) -> list[PageLayout]:
    """A page with a numbered heading in each column, the one that is read first on the right."""
    texts = enumerate(numbers, 1)
    lines = [replace(layout([row(f"{n} Mühlen")]).lines[0], column=column) for column, n in texts]
    return [replace(layout([row()]), lines=tuple(lines))]


def test_numbers_of_headings_tell_which_column_comes_first() -> None:
    assert is_last_column_first(columns_of("2", "1"))
    assert not is_last_column_first(columns_of("1", "2"))
    assert not is_last_column_first(columns_of("1", "1"))
