"""Runs of Arabic, Hebrew and other letters that are read from right to left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from pdfbot.text.writing_systems import is_mark

# Lengthens the stroke between two letters.
TATWEEL = "\u0640"
# In ems. A gap that is wider than this is a word space, ...
LEFTWARD_WORD_GAP = 0.17
# ... but less is enough after a space in the file: between letters that do not connect there may
# be as much.
SPACED_GAP = 0.05


# Share of the narrower of two letters: they are above each other if they have more in common.
MIN_STACKED_OVERLAP = 0.6


class Glyph(NamedTuple):
    """One or more letters in one place, and whether a space comes before them in the file."""

    text: str
    left: float
    right: float
    has_space: bool

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2


def _from_right(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Sorted by their right edges; letters that are stacked have the order of the file around."""
    ranked = sorted(enumerate(glyphs), key=lambda pair: -pair[1].right)
    for place, (first, second) in enumerate(pairwise(ranked)):
        start, end = sorted((first[0], second[0]))
        if end == start + 1 and _is_stacked(first[1], second[1]):
            is_in_order = first[0] < second[0]
            if is_in_order != _falls(glyphs, start, end):
                ranked[place : place + 2] = second, first
    return [glyph for _, glyph in ranked]


def _is_stacked(one: Glyph, other: Glyph) -> bool:
    """Whether two letters are above each other, though not in exactly the same place."""
    if one.left == other.left and one.right == other.right:
        return False
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > MIN_STACKED_OVERLAP * min(one.right - one.left, other.right - other.left)


def _falls(glyphs: Sequence[Glyph], start: int, end: int) -> bool:
    """Whether the file goes to the left at two glyphs, as those right beside them show."""
    pair = glyphs[start : end + 1]
    left, right = min(g.left for g in pair), max(g.right for g in pair)
    votes = 0
    for direction, index in ((1, start - 1), (-1, end + 1)):
        if 0 <= index < len(glyphs):
            to_right = abs(glyphs[index].left - right) < abs(glyphs[index].right - left)
            nearest = min(abs(glyphs[index].left - right), abs(glyphs[index].right - left))
            if nearest < right - left:
                votes += direction if to_right else -direction
    return votes >= 0


def _is_inside_word(letters: Sequence[Glyph], index: int, em: float) -> bool:
    """Whether a letter touches the next one."""
    gap = letters[index].left - letters[index + 1].right if index + 1 < len(letters) else em
    return gap < SPACED_GAP * em


def read_leftwards(glyphs: Iterable[Glyph], em: float) -> tuple[str, list[float]]:
    """The text of a run in the order of reading, and its edges, which descend.

    Each letter has its right edge, and the last its left one. Letters above each other stay in the
    order of the file; marks follow the letter that they are drawn over. The stroke that lengthens a
    word is left out.
    """
    letters, marks = _without_marks(glyphs)
    written: list[tuple[str, float]] = []
    reach = letters[0].right
    for index, letter in enumerate(letters):
        if letter.text == TATWEEL and _is_inside_word(letters, index, em):
            reach = min(reach, letter.left)
            continue
        if reach - letter.right > (SPACED_GAP if letter.has_space else LEFTWARD_WORD_GAP) * em:
            written.append((" ", reach))
        step = (letter.right - letter.left) / len(letter.text)
        written += [(char, letter.right - i * step) for i, char in enumerate(letter.text)]
        if letter.text.isalpha():
            end = _next_right(letters, index)
            while marks and marks[-1].centre > end:
                written += [(char, letter.left) for char in marks.pop().text]
        reach = min(reach, letter.left)
    for mark in reversed(marks):
        written += [(char, reach) for char in mark.text]
    edges = [edge for _, edge in written]
    return "".join(char for char, _ in written), [*edges, min(reach, edges[-1])]


def _without_marks(glyphs: Iterable[Glyph]) -> tuple[list[Glyph], list[Glyph]]:
    """The letters in the order of reading, and the marks from the left; marks alone are letters."""
    marks: list[Glyph] = []
    letters: list[Glyph] = []
    for glyph in glyphs:
        (marks if is_mark(glyph.text) else letters).append(glyph)
    if not letters:
        letters, marks = marks, []
    return _from_right(letters), sorted(marks, key=lambda glyph: glyph.centre)


def _next_right(letters: Sequence[Glyph], index: int) -> float:
    """The right edge of the next letter of a word; what is not a letter is passed over."""
    following = (g.right for g in islice(letters, index + 1, None) if g.text.isalpha())
    return next(following, float("-inf"))
