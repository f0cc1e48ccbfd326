"""Text that a replica draws as text: glyphs of a page, matched with the letters of its blocks.

Text stays in the picture of its page if an outline is missing, if it is transparent, clipped or
covered, or if it is set in bitmaps. The blocks of such text are blank in the replica.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import cos, radians, sin

from pdfbot.model import Page, TextBlock
from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import read_characters
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.font_outlines import FontOutlines
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.page_text import RIGHT_TO_LEFT
from pdfbot.readers.text_runs import COMBINING
from pdfbot.visual.replica.page_glyphs import Glyph, ObjectReader
from pdfbot.visual.replica.page_survey import PageSurvey

# Ems between the baselines of a glyph and its letter, which differ for accents and roots.
MAX_RISE = 1.3
# Ems: the same for glyphs with a different Unicode value.
SAME_BASELINE = 0.05
# Points: the side of a cell of the grid in which letters are looked up.
CELL = 1.0
# Differences in a glyph's size and place that are only rounding: as a share, and in ems.
MAX_STRETCH = 0.002
MAX_SHIFT = 0.003
# TeX's microtypography makes the letters of each line slightly wider or narrower. They are drawn in
# steps of this share; half a step is invisible.
EXPANSION_STEP = 0.02
# Decimals of the matrices of the others.
PRECISION = 3

BLANK = Outline(())


@dataclass(frozen=True, slots=True)
class PageLettering:
    """The outlines of the letters of each block that is drawn, and the text objects they replace.

    Outlines are in ems of the block, from the left edge of the letter on its baseline.
    """

    outlines: dict[int, list[Outline]] = field(default_factory=dict)
    replaced: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Letter:
    """A character of a block, and the glyphs that show it: none after the first of a ligature."""

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
        if survey.is_drawing or RIGHT_TO_LEFT.search(chars):
            return PageLettering()
        objects = ObjectReader(text, chars, frame, survey, clips, self.fonts, self._shared)
        letters = _Letters(page.blocks)
        refused: set[int] = set()
        used: dict[int, set[int]] = defaultdict(set)
        for owner, glyphs in objects.read(count):
            if glyphs is None:
                refused.add(owner)
                continue
            for glyph in glyphs:
                block = letters.place(glyph)
                if block is None:
                    refused.add(owner)
                else:
                    used[owner].add(block)
        drawn = _drawn_blocks(letters.complete(), used, refused)
        return PageLettering(
            {b: self._outlines(page.blocks[b], letters.of_block(b)) for b in drawn},
            frozenset(o for o, blocks in used.items() if o not in refused and blocks <= drawn),
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
        if stretch < MAX_STRETCH and max(abs(shift_x), abs(shift_y)) < MAX_SHIFT:
            return glyph.outline
        matrix = tuple(round(value, PRECISION) for value in (a, b, c, d, shift_x, shift_y))
        key = glyph.outline, matrix
        if key not in self._shapes:
            self._shapes[key] = glyph.outline.transformed(*matrix)
        return self._shapes[key]


def _drawn_blocks(complete: set[int], used: dict[int, set[int]], refused: set[int]) -> set[int]:
    """The blocks whose text objects are all drawn; the others are added to `refused`.

    A text object is in the picture either entirely or not at all, and so are its blocks.
    """
    drawn = set(complete)
    objects: dict[int, set[int]] = defaultdict(set)
    for owner, blocks in used.items():
        for block in blocks:
            objects[block].add(owner)
    pending = list(refused) + [o for o, blocks in used.items() if not blocks <= drawn]
    while pending:
        owner = pending.pop()
        refused.add(owner)
        for block in used.get(owner, set()) & drawn:
            drawn.discard(block)
            pending += objects[block] - refused
    return drawn & objects.keys()


class _Letters:
    """The characters of the blocks of a page, indexed by place."""

    def __init__(self, blocks: Sequence[TextBlock]) -> None:
        self._blocks = blocks
        self._of_block: list[list[_Letter | None]] = []
        # By the cosine and sine of their direction.
        self._cells: dict[tuple[float, float], dict[int, list[tuple[_Letter, int]]]] = {}
        # Block and index of the letter after the one found last.
        self._next = 0, 0
        for number, block in enumerate(blocks):
            letters: list[_Letter | None] = []
            angle = radians(block.rotation)
            cells = self._cells.setdefault((cos(angle), sin(angle)), defaultdict(list))
            for index, (char, left) in enumerate(zip(block.text, block.edges, strict=False)):
                letter = None if char == " " else _Letter(number, char, left)
                letters.append(letter)
                if letter is not None:
                    cells[round(left / CELL)].append((letter, index))
            self._of_block.append(letters)

    def of_block(self, block: int) -> list[_Letter | None]:
        return self._of_block[block]

    def complete(self) -> set[int]:
        """The visible blocks whose letters are all shown."""
        return {
            number
            for number, letters in enumerate(self._of_block)
            if not self._blocks[number].hidden and all(o is None or o.is_shown for o in letters)
        }

    def place(self, glyph: Glyph) -> int | None:
        """Assign a glyph to the letter at its place and return the block; None without one."""
        found = self._follows(glyph) or self._search(glyph)
        if found is None:
            return None
        letter, index, dx, dy = found
        letter.glyphs.append((glyph, dx, dy))
        count = max(len(glyph.letters), 1)
        for part in self._of_block[letter.block][index : index + count]:
            if part is not None:
                part.is_shown = True
        self._next = letter.block, index + count
        return letter.block

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

    def _search(self, glyph: Glyph) -> tuple[_Letter, int, float, float] | None:
        """The letter at the place of a glyph with the nearest baseline."""
        best = None
        for (cosine, sine), cells in self._cells.items():
            along = glyph.x * cosine + glyph.y * sine
            across = glyph.y * cosine - glyph.x * sine
            cell = round(along / CELL)
            near = (cells.get(number, ()) for number in (cell - 1, cell, cell + 1))
            for letter, index in chain.from_iterable(near):
                if not glyph.begins_at(along, letter.left):
                    continue
                block = self._blocks[letter.block]
                rise = across - block.baseline
                limit = MAX_RISE if _can_be(glyph, letter) else SAME_BASELINE
                if abs(rise) > limit * block.font.size:
                    continue
                if best is None or abs(rise) < abs(best[3]):
                    best = letter, index, along - letter.left, rise
        return best


def _can_be(glyph: Glyph, letter: _Letter) -> bool:
    """Whether a glyph shows a letter or its accent."""
    marks = unicodedata.normalize("NFD", letter.char)[1:]
    accent = COMBINING.get(glyph.letters, glyph.letters)
    return bool(glyph.letters) and (glyph.letters[0] == letter.char or accent in marks)
