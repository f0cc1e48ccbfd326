"""Runs of Arabic, Hebrew and other letters that are read from right to left."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from pdfbot.text.writing_systems import is_mark

# In ems. A gap that is wider than this is a word space, ...
WORD_GAP = 0.17
# ... but less is enough after a space in the file: between letters that do not connect there may
# be as much.
SPACED_GAP = 0.05


class Glyph(NamedTuple):
    """One or more letters in one place, and whether a space comes before them in the file."""

    text: str
    left: float
    right: float
    has_space: bool

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2


def read_leftwards(glyphs: Iterable[Glyph], em: float) -> tuple[str, list[float]]:
    """The text of a run in the order of reading, and its edges, which descend.

    Each letter has its right edge, and the last its left one. Several letters in the same place
    are a ligature and stay in their order; marks follow the letter that they are drawn over.
    """
    marks: list[Glyph] = []
    letters: list[Glyph] = []
    for glyph in glyphs:
        (marks if is_mark(glyph.text) else letters).append(glyph)
    if not letters:
        letters, marks = marks, []
    letters.sort(key=lambda glyph: -glyph.right)
    marks.sort(key=lambda glyph: glyph.centre)
    text: list[str] = []
    edges: list[float] = []
    reach = letters[0].right
    for index, letter in enumerate(letters):
        if reach - letter.right > (SPACED_GAP if letter.has_space else WORD_GAP) * em:
            text.append(" ")
            edges.append(reach)
        step = (letter.right - letter.left) / len(letter.text)
        text += letter.text
        edges += [letter.right - i * step for i in range(len(letter.text))]
        following = (g.right for g in islice(letters, index + 1, None) if g.text.isalpha())
        end = next(following, float("-inf"))
        while marks and letter.text.isalpha() and marks[-1].centre > end:
            text += marks.pop().text
            edges += [letter.left] * (len(text) - len(edges))
        reach = min(reach, letter.left)
    for mark in reversed(marks):
        text += mark.text
        edges += [reach] * len(mark.text)
    edges.append(min(reach, edges[-1]))
    return "".join(text), edges
