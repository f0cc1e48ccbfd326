"""Text that a replica draws itself: the glyphs of a page, matched with the letters of its blocks.

Text stays in the picture of its page if an outline is missing, if it is transparent, clipped or
covered, or if it is set in bitmaps. The blocks of such text are blank in the replica.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import cos, hypot, radians, sin

from pdfbot.model import Box, Page, TextBlock
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate, end_of_object, read_characters
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.page_text import RIGHT_TO_LEFT
from pdfbot.readers.text_runs import COMBINING, plain_text
from pdfbot.visual.replica.font_programs import FontProgram, read_program
from pdfbot.visual.replica.outlines import EmBox, Outline, boxes_match, library_outline
from pdfbot.visual.replica.page_survey import PageSurvey

# Text rendering mode, as numbered in the library's headers.
MODE_FILL = 0
OPAQUE = 255
# Points between the origin of a glyph and the left edge of its letter.
MAX_OFFSET = 0.06
# Ems between the baselines of a glyph and its letter: accents and roots have their own.
MAX_RISE = 1.3
# Ems: the same for glyphs whose Unicode value is another.
SAME_BASELINE = 0.05
# Points: the side of the cells in which letters are looked up.
CELL = 1.0
# Points by which text may reach beyond the area that it is clipped to.
CLIP_MARGIN = 1.0
# Differences from a glyph's own size and place that are only rounding: shares, and ems.
MAX_STRETCH = 0.002
MAX_SHIFT = 0.003
# TeX's microtypography makes the letters of each line a little wider or narrower. They are drawn in
# widths that differ by this share, half of which nobody sees.
EXPANSION_STEP = 0.02
# Decimals of the matrices of the others.
PRECISION = 3

# Which Unicode values the library may know a glyph by, if not by its own.
OTHER_CODES = {
    "\x02": "-\u00ad\u2010\u2011", "-": "\u00ad\u2010\u2011", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ",
    "ffi": "ﬃ", "ffl": "ﬄ", "st": "ﬆ",
}  # fmt: skip
BLANK = Outline(())
SPACES = frozenset(" \t\r\n\xa0\x00\ufffe")

Matrix2 = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class PageLettering:
    """The outlines of the letters of each block that is drawn, and the text objects they replace.

    Outlines are in ems of the block, from the left edge of the letter on its baseline.
    """

    outlines: dict[int, list[Outline]] = field(default_factory=dict)
    replaced: frozenset[int] = frozenset()


class FontOutlines:
    """The outlines of the characters of one font, each looked up once."""

    def __init__(self, font: int, shared: dict[Outline, Outline]) -> None:
        """`shared` has the outlines of all fonts: a document may contain a font many times."""
        self._font = font
        self._shared = shared
        self._program: FontProgram | None = None
        self._library: dict[str, Outline | None] = {}
        self._known: dict[tuple[str, int, int, int, int], Outline | None] = {}

    def find(self, text: str, box: EmBox) -> Outline | None:
        """The outline that fills this box; `text` is a character, or the letters of a ligature."""
        left, bottom, right, top = box
        key = text, int(100 * left), int(100 * bottom), int(100 * right), int(100 * top)
        if key not in self._known:
            outline = self._search(text, box)
            self._known[key] = outline and self._shared.setdefault(outline, outline)
        return self._known[key]

    def _search(self, text: str, box: EmBox) -> Outline | None:
        codes = [*(text if len(text) == 1 else ""), *OTHER_CODES.get(text, "")]
        for code in codes:
            if code not in self._library:
                self._library[code] = library_outline(self._font, ord(code))
            outline = self._library[code]
            if outline is not None and boxes_match(outline.box, box):
                return outline
        if self._program is None:
            self._program = read_program(self._font)
        return self._program.find(box)


@dataclass(slots=True)
class _Glyph:
    """A glyph on the page as it is seen: `matrix` leads from ems to points.

    `overhang` is by how much it begins before its origin, in points: so does the library's box.
    Not frozen, since a page creates thousands.
    """

    owner: int
    letters: str
    outline: Outline
    x: float
    y: float
    matrix: Matrix2
    overhang: float

    def begins_at(self, along: float, left: float) -> bool:
        """Whether a letter with this left edge is shown by the glyph with its origin at `along`."""
        return -MAX_OFFSET - self.overhang <= left - along <= MAX_OFFSET


@dataclass(slots=True)
class _Letter:
    """A character of a block, and the glyphs that show it; none for the rest of a ligature."""

    block: int
    char: str
    left: float
    glyphs: list[tuple[_Glyph, float, float]] = field(default_factory=list)
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
        objects = _ObjectReader(text, chars, frame, survey, clips, self.fonts, self._shared)
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

    def _shape(self, block: TextBlock, glyph: _Glyph, dx: float, dy: float) -> Outline:
        """The outline of a glyph in ems of its block, as it is turned and stretched on the page."""
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
    """The blocks all of whose text objects are drawn; `refused` grows by the others.

    A text object is in the picture or not as a whole, and so are all blocks that it is part of.
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
    """The characters of the blocks of a page, found by their places."""

    def __init__(self, blocks: Sequence[TextBlock]) -> None:
        self._blocks = blocks
        self._of_block: list[list[_Letter | None]] = []
        # By the cosine and the sine of their direction.
        self._cells: dict[tuple[float, float], dict[int, list[tuple[_Letter, int]]]] = {}
        # Block and index of the letter after the last one that was found.
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
        """The visible blocks of which every letter is shown."""
        return {
            number
            for number, letters in enumerate(self._of_block)
            if not self._blocks[number].hidden and all(o is None or o.is_shown for o in letters)
        }

    def place(self, glyph: _Glyph) -> int | None:
        """Give a glyph to the letter at its place, and return the block; None without a letter."""
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

    def _follows(self, glyph: _Glyph) -> tuple[_Letter, int, float, float] | None:
        """The letter after the last one, if the glyph is there: glyphs are in the same order."""
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

    def _search(self, glyph: _Glyph) -> tuple[_Letter, int, float, float] | None:
        """The letter at the place of a glyph, with the smallest distance of their baselines."""
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


def _can_be(glyph: _Glyph, letter: _Letter) -> bool:
    """Whether a glyph shows a letter or its accent."""
    marks = unicodedata.normalize("NFD", letter.char)[1:]
    accent = COMBINING.get(glyph.letters, glyph.letters)
    return bool(glyph.letters) and (glyph.letters[0] == letter.char or accent in marks)


class _ObjectReader:
    """Reads the text objects of a page, as far as they can be drawn."""

    def __init__(
        self,
        text: int,
        chars: str,
        frame: PageFrame,
        survey: PageSurvey,
        clips: ClipReader,
        fonts: dict[int, FontOutlines],
        shared: dict[Outline, Outline],
    ) -> None:
        self._shared = shared
        self._text, self._chars, self._frame = text, chars, frame
        self._survey, self._clips, self._fonts = survey, clips, fonts
        self._floats, self._float_addresses = allocate("f", 6)
        self._doubles, addresses = allocate("d", 6)
        self._origin, self._box = addresses[:2], addresses[2:]
        self._colour, self._colour_addresses = allocate("I", 4)
        angle = radians(frame.rotation)
        self._turn = cos(angle), sin(angle)

    def read(self, count: int) -> Iterator[tuple[int, list[_Glyph] | None]]:
        """Each text object with its glyphs; None if it must stay in the picture."""
        index = 0
        while index < count:
            owner = pdfium.text_object(self._text, index)
            if owner is None:
                index += 1
                continue
            end = end_of_object(self._text, owner, index, count)
            if not SPACES.issuperset(self._chars[index:end]):
                yield owner, self._glyphs(owner, index, end) if self._is_plain(owner) else None
            index = end

    def _is_plain(self, owner: int) -> bool:
        """Whether a text object is filled with one opaque colour."""
        return (
            pdfium.rendering_mode(owner) == MODE_FILL
            and owner in self._survey.places
            and owner not in self._survey.transparent
            and pdfium.fill_colour(owner, *self._colour_addresses)
            and self._colour[3] == OPAQUE
        )

    def _glyphs(self, owner: int, start: int, end: int) -> list[_Glyph] | None:
        pdfium.char_matrix(self._text, start, self._float_addresses[0])
        size = pdfium.char_font_size(self._text, start)
        a, b, c, d = (value * size for value in self._floats[:4])
        scale = hypot(a, b)
        font = pdfium.object_font(owner) or 0
        outlines = self._fonts.get(font)
        if outlines is None:
            outlines = self._fonts[font] = FontOutlines(font, self._shared)
        cosine, sine = self._turn
        seen = (
            a * cosine + b * sine,
            b * cosine - a * sine,
            c * cosine + d * sine,
            d * cosine - c * sine,
        )
        glyphs: list[_Glyph] = []
        places = []
        for text, place in self._characters(start, end):
            x, y, left, right, bottom, top = place
            if right <= left and top <= bottom:
                continue
            places.append(place)
            box = _em_box(place, a, b, c, d)
            outline = outlines.find(text, box) if box else None
            if outline is None:
                return None
            letters = text if text.isalnum() and text.isascii() else _plain(text)
            overhang = max(-outline.box[0], 0.0) * scale
            x, y = self._frame.point(x, y)
            glyphs.append(_Glyph(owner, letters, outline, x, y, seen, overhang))
        return glyphs if not places or self._is_open(owner, places) else None

    def _characters(self, start: int, end: int) -> Iterator[tuple[str, tuple[float, ...]]]:
        """The characters of a text object with origin and box; a ligature's letters are one."""
        last: tuple[float, ...] | None = None
        text = ""
        for index in range(start, end):
            char = self._chars[index]
            if char in SPACES:
                continue
            place = self._place(index)
            if place == last:
                text += char
                continue
            if last is not None:
                yield text, last
            text, last = char, place
        if last is not None:
            yield text, last

    def _place(self, index: int) -> tuple[float, ...]:
        pdfium.char_origin(self._text, index, *self._origin)
        pdfium.char_box(self._text, index, *self._box)
        return tuple(self._doubles)

    def _is_open(self, owner: int, places: Sequence[tuple[float, ...]]) -> bool:
        """Whether nothing clips or covers the text object."""
        box = self._frame.box(
            min(p[2] for p in places),
            min(p[4] for p in places),
            max(p[3] for p in places),
            max(p[5] for p in places),
        )
        return not self._survey.is_covered(owner, box) and all(
            _contains(clip, box) for clip in self._clips.text_clips(owner)
        )


def _plain(text: str) -> str:
    """The letters of a character as blocks have them; two surrogates are one character."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "".join(plain_text(ord(char)) for char in whole)


def _contains(clip: Box, box: Box) -> bool:
    return (
        clip.left - CLIP_MARGIN <= box.left
        and clip.bottom - CLIP_MARGIN <= box.bottom
        and box.right <= clip.right + CLIP_MARGIN
        and box.top <= clip.top + CLIP_MARGIN
    )


def _em_box(place: Sequence[float], a: float, b: float, c: float, d: float) -> EmBox | None:
    """The box of a glyph in ems from its origin; None for text that runs at an odd angle."""
    x, y, left, right, bottom, top = place
    if abs(b) + abs(c) < MAX_STRETCH * (abs(a) + abs(d)) and a and d:
        xs, ys = ((left - x) / a, (right - x) / a), ((bottom - y) / d, (top - y) / d)
    elif abs(a) + abs(d) < MAX_STRETCH * (abs(b) + abs(c)) and b and c:
        xs, ys = ((bottom - y) / b, (top - y) / b), ((left - x) / c, (right - x) / c)
    else:
        return None
    return min(xs), min(ys), max(xs), max(ys)
