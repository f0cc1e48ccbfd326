"""Documents read from right to left: laid out in a mirror, with the boxes of the page."""

from __future__ import annotations

from array import array

from pdfbot.layout.line_builder import build_line
from pdfbot.layout.mirroring import axis_of, is_right_to_left, mirror, set_apart_signs
from pdfbot.model import Box, Document, Font, Page, TextBlock

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
