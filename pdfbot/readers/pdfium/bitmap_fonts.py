"""Bitmap fonts (Type 3): their size, letters and widths, of which the library knows little."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import hypot
from statistics import median

from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.tex_encoding import LIGATURE_CODES, STOP_CODES, TEX_LETTERS

# Characters of one height in book faces, and that height in ems; the first group that a font has
# letters of shows its size.
LETTER_HEIGHTS = (
    (frozenset("bdhklABDEFHIKLMNPRTUVWXYZ"), 0.69),
    (frozenset("acemnorsuvwxz"), 0.45),
    (frozenset("0123456789"), 0.65),
)
# Letters that show the size of a font, and the characters among which they are found.
MAX_SAMPLED_LETTERS = 40
MAX_SAMPLED_CHARS = 1000
# Points: sizes measured on bitmaps are rounded to this.
BITMAP_SIZE_STEP = 0.5
# Different ones in a text font, on one page.
MAX_ACCENTS = 6
# The library writes a hyphen at the end of a line as this code.
LINE_END_HYPHEN = 0x02

_READ_LETTERS = {code: char for code, char in TEX_LETTERS.items() if code != LINE_END_HYPHEN}
# Without those that the library writes as well.
_CONTROL_CODES = re.compile(r"[^\x02\n\r\x20-\U0010ffff]")
_STOPS = re.compile(f"[{''.join(map(chr, STOP_CODES))}]")


# The library writes its results here, as long as the lock is held.
_doubles, _double_addresses = allocate("d", 4)
_floats, _float_addresses = allocate("f", 6)


class BitmapFonts:
    """Measures the bitmap fonts of one page, each of them once."""

    def __init__(self, text: int, chars: str) -> None:
        """`text` is the library's handle of the page's text, `chars` are its characters."""
        self._text = text
        self._chars = chars
        self._sizes: dict[int, float | None] = {}
        self._letters: dict[int, dict[int, str]] = {}

    def size(self, face: int, start: int) -> float | None:
        """The size of a font by the height of its letters from `start` on; None without any.

        Its own measures say nothing: the matrix may be any, and the box is that of the subset.
        """
        if face not in self._sizes:
            self._sizes[face] = None
            for letters, share in LETTER_HEIGHTS:
                heights = self._letter_heights(face, start, letters)
                if heights:
                    size = median(heights) / share
                    self._sizes[face] = round(size / BITMAP_SIZE_STEP) * BITMAP_SIZE_STEP
                    break
        return self._sizes[face]

    def height(self, index: int) -> float:
        """The height of a glyph as drawn."""
        _, _, bottom, top = self._ink(index)
        return top - bottom

    def letters(self, face: int) -> dict[int, str]:
        """The letters by their codes where the font is TeX's, and the library gives codes."""
        known = self._letters.get(face)
        if known is None:
            is_tex = self._has_ligatures(face) and any(self._found(face, _STOPS))
            known = self._letters[face] = _READ_LETTERS if is_tex else {}
        return known

    def has_box(self, index: int, left: float, right: float) -> bool:
        """Whether the edges of a glyph are not those of its ink, as in fonts with an empty box."""
        return self._ink(index)[:2] != (left, right)

    def extents(self, face: int, start: int, end: int) -> list[tuple[float, float]]:
        """Where each glyph of a level text object begins, and where the next one would."""
        pdfium.char_matrix(self._text, start, _float_addresses[0])
        scale = hypot(*_floats[:2]) * pdfium.char_font_size(self._text, start)
        origins = [self._origin(index) for index in range(start, end)]
        letters = Counter(origins)
        extents = []
        for index, left in enumerate(origins, start):
            # A ligature is several letters at one place, and has none of their widths.
            width = self._width(face, self._chars[index], scale) if letters[left] == 1 else 0.0
            extents.append((left, left + width if width else self._ink(index)[1]))
        return extents

    def _origin(self, index: int) -> float:
        pdfium.char_origin(self._text, index, *_double_addresses[:2])
        return float(_doubles[0])

    def _width(self, face: int, char: str, size: float) -> float:
        """The advance width of a letter; 0 if the library does not know its glyph."""
        pdfium.glyph_width(face, ord(char), size, _float_addresses[0])
        return float(_floats[0])

    def _ink(self, index: int) -> tuple[float, float, float, float]:
        pdfium.char_box(self._text, index, *_double_addresses)
        left, right, bottom, top = _doubles
        return left, right, bottom, top

    def _letter_heights(self, face: int, start: int, letters: frozenset[str]) -> list[float]:
        """The heights of the next letters of a font."""
        heights: list[float] = []
        for index, char in enumerate(self._chars[start : start + MAX_SAMPLED_CHARS], start):
            if (
                char in letters
                and len(heights) < MAX_SAMPLED_LETTERS
                and self._face_at(index) == face
            ):
                heights.append(self.height(index))
        return heights

    def _has_ligatures(self, face: int) -> bool:
        """Whether control codes are ligatures and a few accents, and not all kinds of glyphs."""
        codes = {ord(char) for char in self._found(face, _CONTROL_CODES)}
        return bool(codes & LIGATURE_CODES) and len(codes - LIGATURE_CODES) <= MAX_ACCENTS

    def _found(self, face: int, chars: re.Pattern[str]) -> Iterator[str]:
        """Those of these characters that are set in this font."""
        matches = chars.finditer(self._chars)
        return (match[0] for match in matches if self._face_at(match.start()) == face)

    def _face_at(self, index: int) -> int | None:
        owner = pdfium.text_object(self._text, index)
        face: int | None = pdfium.object_font(owner) if owner else None
        return face
