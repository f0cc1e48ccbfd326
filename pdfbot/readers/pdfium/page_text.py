"""The text of a page: its characters, grouped by text object, become text blocks."""

from __future__ import annotations

import re

from pdfbot.model import TextBlock
from pdfbot.readers.font_names import is_extension
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import end_of_object, read_boxes, read_characters
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.styles import StyleReader, is_bitmap
from pdfbot.readers.text_runs import ENCODED_SPACE, GUESSED_SPACE, RunBuilder, Style, plain_text

# The order in which the library returns the sides of a box.
LEFT, TOP, RIGHT, BOTTOM = range(4)
SPACE = 0x20
LINE_BREAKS = (0x0A, 0x0D)
ROOT_SIGN = 0x221A
ASCII_END = 0x7F
ASCII = [plain_text(code) for code in range(ASCII_END)]
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufeff]")


class TextReader:
    """Walks through the characters of one page and counts its glyphs."""

    def __init__(
        self,
        text: int,
        frame: PageFrame,
        clips: ClipReader,
        f_advances: dict[str, tuple[float, int]],
    ) -> None:
        """`text` is the library's handle; `f_advances` is what the run builder remembers."""
        self.glyphs = 0
        self.unmapped = 0
        self._text = text
        self._frame = frame
        self._runs = RunBuilder(f_advances)
        self._count = pdfium.count_chars(text)
        self._chars = read_characters(text, self._count)
        self._styles = StyleReader(text, self._chars, frame, clips)
        self._boxes = read_boxes(text, self._count)
        self._lefts = _shift(self._boxes[LEFT::4].tolist(), frame.left)
        self._rights = _shift(self._boxes[RIGHT::4].tolist(), frame.left)
        # The library reorders right-to-left scripts and so splits up text objects.
        self._is_contiguous = RIGHT_TO_LEFT.search(self._chars) is None
        # The text object of the current character, where it ends, and its style.
        self._owner: int | None = None
        self._owner_end = 0
        self._style: Style | None = None
        self._letters: dict[int, str] = {}
        self._has_letters = True
        self._is_level = True

    def read(self) -> list[TextBlock]:
        """All blocks of the page, in the order of the file."""
        high_surrogate = 0
        index = 0
        while index < self._count:
            code = ord(self._chars[index])
            if code == SPACE:
                self._read_space(index)
            elif 0xD800 <= code < 0xDC00:
                high_surrogate = code
            elif code not in LINE_BREAKS or self._is_ligature(index):
                if 0xDC00 <= code < 0xE000:
                    code = 0x10000 + ((high_surrogate & 0x3FF) << 10) + (code & 0x3FF)
                if index < self._owner_end or self._enter_object(index):
                    index = self._read_glyph(index, code)
                    continue
            index += 1
        self._runs.flush()
        return self._runs.blocks

    def _read_space(self, index: int) -> None:
        if pdfium.text_object(self._text, index) is not None:
            is_wide = self._rights[index] > self._lefts[index]
            self._runs.space(ENCODED_SPACE if is_wide else GUESSED_SPACE)

    def _enter_object(self, index: int) -> bool:
        """Look up the text object of a character; False if it has none."""
        owner = pdfium.text_object(self._text, index)
        if owner is None:
            return False
        self._owner_end = (
            end_of_object(self._text, owner, index, self._count)
            if self._is_contiguous
            else index + 1
        )
        if owner != self._owner:
            self._owner = owner
            self._style = style = self._styles.style_at(index, owner)
            self._has_letters = not is_extension(style.font.family)
            self._is_level = self._frame.rotation == 0 and style.rotation == 0.0
            if is_bitmap(style.font):
                self._enter_bitmap_font(pdfium.object_font(owner) or 0, index)
            else:
                self._letters = {}
        return True

    def _enter_bitmap_font(self, face: int, index: int) -> None:
        """Look up the letters of a bitmap font, and the widths of those in the text object."""
        bitmaps, end, shift = self._styles.bitmaps, self._owner_end, self._frame.left
        self._letters = bitmaps.letters(face)
        edges = self._boxes[4 * index + LEFT], self._boxes[4 * index + RIGHT]
        if self._is_level and not bitmaps.has_box(index, *edges):
            extents = bitmaps.extents(face, index, end)
            self._lefts[index:end] = [left - shift for left, _ in extents]
            self._rights[index:end] = [right - shift for _, right in extents]

    def _is_ligature(self, index: int) -> bool:
        """Whether a line break is a glyph: TeX's bitmap fonts have a ligature in its place."""
        return bool(self._letters) and pdfium.text_object(self._text, index) is not None

    def _read_glyph(self, index: int, code: int) -> int:
        """Add a glyph and the plain letters that follow it; returns the next index."""
        style, runs = self._style, self._runs
        assert style is not None
        left, right = self._lefts[index], self._rights[index]
        self.glyphs += 1
        if code in self._letters:
            code = ord(self._letters[code])
        text = ASCII[code] if code < ASCII_END else plain_text(code)
        is_private = 0xE000 <= code < 0xF900
        if not text or is_private or (not self._has_letters and code < ASCII_END):
            self.unmapped += self._has_letters
            runs.skip(left, right)
            return index + 1
        if text == " ":
            runs.space()
            return index + 1
        if code == ROOT_SIGN:
            style = self._styles.hang_root(index, style)
            self._owner, self._owner_end = None, index
        if not self._is_level:
            left, right = self._extent_along(index, style)
        runs.add(text, left, right, style)
        if not (self._is_level and self._has_letters):
            return index + 1
        end = runs.follow(self._chars, self._lefts, self._rights, index + 1, self._owner_end)
        self.glyphs += end - index - 1 - self._chars.count(" ", index, end)
        return end

    def _extent_along(self, index: int, style: Style) -> tuple[float, float]:
        sides = (self._boxes[4 * index + side] for side in (LEFT, BOTTOM, RIGHT, TOP))
        return self._styles.extent_along(index, self._frame.box(*sides), style)


def _shift(xs: list[float], origin: float) -> list[float]:
    return [x - origin for x in xs] if origin else xs
