"""Text that a replica draws as text: glyphs of a page, matched with the letters of its blocks.

A glyph stays in the picture of its page if its outline is missing, or if it is transparent, clipped
or covered. Its letter is blank in the replica.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import ceil, cos, hypot, radians, sin

from pdfbot.model import Box, Page, TextBlock
from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.letters import COMBINING
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import read_characters
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.font_outlines import FontOutlines
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.text.writing_systems import RIGHT_TO_LEFT
from pdfbot.visual.replica.page_glyphs import Glyph, ObjectReader
from pdfbot.visual.replica.page_survey import PageSurvey

# Ems between the baselines of a glyph and its letter, which differ for accents and roots.
MAX_LETTER_RISE = 1.3
# Ems: the same for glyphs with a different Unicode value.
SAME_BASELINE = 0.05
# Points: the side of a cell of the grid in which letters are looked up.
LETTER_CELL = 1.0
# Ems below and above the baseline of a letter that glyphs drawn with it may reach.
MIN_BOTTOM = -1.9
MAX_TOP = 1.3
# Cells left and right of a glyph in which a letter is near it.
MAX_REACH = 6
# Differences in a glyph's size and place that are only rounding: as a share, and in ems.
MAX_STRETCH = 0.002
MAX_LETTER_SHIFT = 0.003
# TeX's microtypography makes the letters of each line slightly wider or narrower. They are drawn in
# steps of this share; half a step is invisible.
EXPANSION_STEP = 0.02
# Combining classes of marks that are attached to letters of any script, such as U+0303.
MIN_MOVED = 200
# Decimals of the matrices of the others.
MATRIX_DECIMALS = 3
# Comparisons of letters and glyphs of a page, about a second of work; a page with more, such as
# one of thousands of lines, is only a picture. A detailed map has 110,000.
MAX_COMPARED = 2_000_000

BLANK = Outline(())


@dataclass(frozen=True, slots=True)
class PageLettering:
    """The outlines of the letters of each block that is drawn, and the text objects they replace.

    Outlines are in ems of the block, from the left edge of the letter on its baseline. `missing`
    has the boxes of the glyphs of these text objects that must stay in the picture, and `undrawn`
    the number of letters of the visible blocks that have no outline.
    """

    outlines: dict[int, list[Outline]] = field(default_factory=dict)
    replaced: frozenset[int] = frozenset()
    missing: dict[int, list[Box]] = field(default_factory=dict)
    undrawn: int = 0


@dataclass(slots=True)
class _Letter:
    """A character of a block, and the glyphs that show it: none after the first of a ligature.

    Spaces have none, and neither have accents that follow their letter.
    """

    block: int
    char: str
    left: float
    glyphs: list[tuple[Glyph, float, float]] = field(default_factory=list)
    is_shown: bool = False


class LetterReader:
    """Finds the lettering of the pages of one document."""

    def __init__(self) -> None:
        self.fonts: dict[int, FontOutlines] = {}
        self._shared: dict[Outline, Outline] = {BLANK: BLANK}
        self._shapes: dict[tuple[Outline, tuple[float, ...]], Outline] = {}

    def read(
        self, text: int, page: Page, frame: PageFrame, survey: PageSurvey, clips: ClipReader
    ) -> PageLettering:
        """The lettering of an open page; `text` is the library's handle of its text."""
        count = pdfium.count_chars(text)
        chars = read_characters(text, count)
        objects = ObjectReader(text, chars, frame, survey, clips, self.fonts, self._shared)
        letters = _Letters(page.blocks)
        replaced: set[int] = set()
        missing: dict[int, list[Box]] = defaultdict(list)
        for owner, found in objects.read(count):
            places = found.missing + [g.place for g in found.glyphs if not letters.place(g)]
            if letters.are_crowded:
                return PageLettering()
            if len(places) < len(found.missing) + len(found.glyphs):
                replaced.add(owner)
                if places:
                    missing[owner] = [objects.box(place) for place in places]
        return PageLettering(
            {b: self._outlines(page.blocks[b], letters.of_block(b)) for b in letters.drawn()},
            frozenset(replaced),
            missing,
            letters.count_undrawn(),
        )

    def _outlines(self, block: TextBlock, letters: Sequence[_Letter | None]) -> list[Outline]:
        found = []
        for letter in letters:
            parts = [self._shape(block, *shown) for shown in letter.glyphs] if letter else []
            if len(parts) == 1:
                found.append(parts[0])
            elif parts:
                found.append(Outline([s for part in parts for s in ((), *part.segments)]))
            else:
                found.append(BLANK)
        return found

    def _shape(self, block: TextBlock, glyph: Glyph, dx: float, dy: float) -> Outline:
        """The outline of a glyph in ems of its block, rotated and stretched as on the page."""
        size, angle = block.font.size, -radians(block.rotation)
        a, b, c, d = (value / size for value in glyph.matrix)
        if angle:
            a, b = a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle)
            c, d = c * cos(angle) - d * sin(angle), c * sin(angle) + d * cos(angle)
        a = round(a / EXPANSION_STEP) * EXPANSION_STEP
        stretch = max(abs(a - 1), abs(b), abs(c), abs(d - 1))
        shift_x, shift_y = dx / size, dy / size
        if stretch < MAX_STRETCH and max(abs(shift_x), abs(shift_y)) < MAX_LETTER_SHIFT:
            return glyph.outline
        matrix = tuple(round(value, MATRIX_DECIMALS) for value in (a, b, c, d, shift_x, shift_y))
        key = glyph.outline, matrix
        if key not in self._shapes:
            self._shapes[key] = glyph.outline.transformed(*matrix)
        return self._shapes[key]


class _Letters:
    """The characters of the blocks of a page, indexed by place."""

    def __init__(self, blocks: Sequence[TextBlock]) -> None:
        self._blocks = blocks
        self._of_block: list[list[_Letter | None]] = []
        # By the cosine and sine of their direction.
        self._cells: dict[tuple[float, float], dict[int, list[tuple[_Letter, int]]]] = {}
        # Browsers put the letters of lines in order that have some from right to left.
        ordered = [b for b in blocks if RIGHT_TO_LEFT.search(b.text)]
        self._compared = len(blocks) * len(ordered)
        self._closed: set[int] = {
            number
            for number, block in enumerate(blocks)
            if block.hidden
            or self.are_crowded
            or any(_share_line(block, other) for other in ordered)
        }
        # Block and index of the letter after the one found last.
        self._next = 0, 0
        for number, block in enumerate(blocks):
            letters: list[_Letter | None] = []
            angle = radians(block.rotation)
            cells = self._cells.setdefault((cos(angle), sin(angle)), defaultdict(list))
            for index, (char, left) in enumerate(zip(block.text, block.edges, strict=False)):
                letter = None if char == " " or _is_moved(char) else _Letter(number, char, left)
                letters.append(letter)
                if letter is not None:
                    cells[round(left / LETTER_CELL)].append((letter, index))
            self._of_block.append(letters)

    @property
    def are_crowded(self) -> bool:
        """Whether so many letters are above each other that matching glyphs takes too long."""
        return self._compared > MAX_COMPARED

    def of_block(self, block: int) -> list[_Letter | None]:
        return self._of_block[block]

    def drawn(self) -> list[int]:
        """The blocks of which something is drawn."""
        return [
            number
            for number, letters in enumerate(self._of_block)
            if any(letter is not None and letter.glyphs for letter in letters)
        ]

    def count_undrawn(self) -> int:
        """How many letters of the visible blocks no glyph shows."""
        return sum(
            letter is not None and not letter.is_shown
            for number, letters in enumerate(self._of_block)
            for letter in letters
            if not self._blocks[number].hidden
        )

    def place(self, glyph: Glyph) -> bool:
        """Assign a glyph to the letter at its place, or else near it; whether there is one."""
        found = self._follows(glyph) or self._search(glyph)
        if found is None:
            found = self._search(glyph, is_near=True)
            if found is None:
                return False
        letter, index, dx, dy = found
        if letter.block in self._closed:
            return False
        letter.glyphs.append((glyph, dx, dy))
        count = max(len(glyph.letters), 1)
        for part in self._of_block[letter.block][index : index + count]:
            if part is not None:
                part.is_shown = True
        self._next = letter.block, index + count
        return True

    def _follows(self, glyph: Glyph) -> tuple[_Letter, int, float, float] | None:
        """The letter after the last one, if the glyph is there: both come in the same order."""
        number, index = self._next
        letters = self._of_block[number] if number < len(self._of_block) else []
        if index < len(letters) and letters[index] is None:
            index += 1
        if index >= len(letters) or self._blocks[number].rotation:
            return None
        letter, block = letters[index], self._blocks[number]
        if letter is None or not glyph.begins_at(glyph.x, letter.left):
            return None
        rise = glyph.y - block.baseline
        is_level = abs(rise) < SAME_BASELINE * block.font.size
        return (letter, index, glyph.x - letter.left, rise) if is_level else None

    def _search(
        self, glyph: Glyph, is_near: bool = False
    ) -> tuple[_Letter, int, float, float] | None:
        """The letter at the place of a glyph with the nearest baseline.

        With `is_near` any letter of its colour around it, which is then drawn with the glyph: such
        as the part of a large bracket, or a sign that was read at another height.
        """
        best = None
        if self.are_crowded:
            return best
        for (cosine, sine), cells in self._cells.items():
            along = glyph.x * cosine + glyph.y * sine
            across = glyph.y * cosine - glyph.x * sine
            cell, reach = (
                round(along / LETTER_CELL),
                MAX_REACH if is_near else 1 + ceil(glyph.overhang),
            )
            near = [cells.get(number, ()) for number in range(cell - reach, cell + reach + 1)]
            self._compared += sum(map(len, near))
            for letter, index in chain.from_iterable(near):
                block = self._blocks[letter.block]
                rise = across - block.baseline
                if is_near:
                    limit = MAX_LETTER_RISE if can_carry(glyph, rise, block) else 0.0
                elif glyph.begins_at(along, letter.left):
                    limit = MAX_LETTER_RISE if _can_be(glyph, letter) else SAME_BASELINE
                else:
                    continue
                if abs(rise) > limit * block.font.size:
                    continue
                if best is None or abs(rise) < abs(best[3]):
                    best = letter, index, along - letter.left, rise
        return best


def _share_line(one: TextBlock, other: TextBlock) -> bool:
    """Whether two blocks may be in one line."""
    distance = abs(one.baseline - other.baseline)
    return one.rotation == other.rotation and distance < max(one.font.size, other.font.size)


def _is_moved(char: str) -> bool:
    """Whether browsers put a character above or below the one before it, wherever its glyph is."""
    return unicodedata.combining(char) >= MIN_MOVED


def can_carry(glyph: Glyph, rise: float, block: TextBlock) -> bool:
    """Whether a letter of this block may carry a glyph so much higher than its baseline.

    The numbers in a font have two bytes, and steps from one contour to the next are numbers.
    """
    em, size = hypot(*glyph.matrix[2:]), block.font.size
    _, bottom, _, top = glyph.outline.box
    is_near = MIN_BOTTOM * size < rise + bottom * em and rise + top * em < MAX_TOP * size
    return is_near and block.colour == glyph.colour


def _can_be(glyph: Glyph, letter: _Letter) -> bool:
    """Whether a glyph shows a letter or its accent."""
    marks = unicodedata.normalize("NFD", letter.char)[1:]
    accent = COMBINING.get(glyph.letters, glyph.letters)
    return bool(glyph.letters) and (glyph.letters[0] == letter.char or accent in marks)
