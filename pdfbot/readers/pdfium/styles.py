"""The style of a text object: font, size, colour, rotation, baseline, and whether it is seen."""

from __future__ import annotations

import ctypes
from array import array
from dataclasses import replace
from functools import cache, lru_cache
from math import atan2, cos, degrees, hypot, radians, sin

from pdfbot.model import Box, Font
from pdfbot.readers.font_names import parse_font_name
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.bare_calls import Pointer
from pdfbot.readers.pdfium.bitmap_fonts import BitmapFonts
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.text_runs import ASCENT, DESCENT, Style

INVISIBLE_MODES = (pdfium.MODE_INVISIBLE, pdfium.MODE_CLIP)
BLACK = "#000000"
FONT_NAME_BYTES = 256
# The library writes them here, as long as the lock is held.
_name = ctypes.create_string_buffer(FONT_NAME_BYTES)
# Points: below this, as in Type 3 fonts, the height of a glyph is a better measure of the size.
MIN_NOMINAL_SIZE = 1.0
# Ems: the top of a hanging root sign is at most this far above its own baseline, ...
MAX_ROOT_TOP = 0.2
# ... and its foot is this far below the baseline of its line.
ROOT_DESCENT = 0.2
# Cosine of the angle: above this, text runs more or less horizontally.
MIN_HORIZONTAL = 0.7

# The library writes its results here, as long as the lock is held.
_matrix, _doubles, _colour = array("f", [0] * 6), array("d", [0] * 4), array("I", [0] * 4)
_matrix_reference = bare.references(_matrix)[0]
_double_references = bare.references(_doubles)
_x_reference, _y_reference = _double_references[:2]
_colour_references = bare.references(_colour)

# A font as seen on the page, its rotation, and its size before that is rounded.
_Seen = tuple[Font, float, float]


class StyleReader:
    """Reads the styles of one page; each font is looked up once."""

    def __init__(self, text: int, chars: str, frame: PageFrame, clips: ClipReader) -> None:
        """`text` is the library's handle of the page's text, `chars` are its characters."""
        self.bitmaps: BitmapFonts = BitmapFonts(text, chars)
        # The library's handle of the last font.
        self.face: int = 0
        self._text = bare.reference(text)
        self._frame = frame
        self._clips = clips
        self._font_names: dict[int, tuple[str, bool, bool]] = {}
        self._fonts: dict[tuple[int, float], Font] = {}
        # By the handle of the font, its size and the matrix.
        self._seen: dict[tuple[int, float, float, float, float, float], _Seen] = {}
        self._last_size: float | None = None

    def style_at(self, index: int, owner: int) -> Style:
        """The style that the characters of a text object share."""
        text, frame = self._text, self._frame
        bare.char_matrix(text, index, _matrix_reference)
        size = bare.char_font_size(text, index)
        item = Pointer(owner)
        self.face = face = bare.object_font(item) or 0
        a, b, c, d, _, _ = _matrix
        key = face, size, a, b, c, d
        known = self._seen.get(key)
        if known is None:
            known = self._measure(index, *key)
        font, rotation, size = known
        self._last_size = size
        bare.char_origin(text, index, _x_reference, _y_reference)
        x, y, _, _ = _doubles
        if frame.rotation:
            x, y = frame.point(x, y)
        else:
            x, y = x - frame.left, y - frame.bottom
        colour = BLACK
        if bare.fill_colour(item, *_colour_references):
            red, green, blue, _ = _colour
            if red or green or blue:
                colour = hexadecimal(red, green, blue)
        return Style(
            font,
            y if rotation == 0.0 else _across(x, y, rotation),
            colour,
            rotation,
            self._hidden(item, x, y, size),
            ASCENT * size,
            DESCENT * size,
        )

    def _measure(
        self, index: int, face: int, font_size: float, a: float, b: float, c: float, d: float
    ) -> _Seen:
        """A font as seen through a matrix, its rotation, and its size before that is rounded."""
        size = font_size * (hypot(c, d) or hypot(a, b) or 1.0)
        rotation = 0.0
        if self._frame.rotation or b or a < 0:
            angle = degrees(atan2(b, a)) - self._frame.rotation
            rotation = float(round((angle + 180) % 360 - 180, 1))
        family, _, _ = self._font_names.get(face) or self._font_name(face)
        if size < MIN_NOMINAL_SIZE or _is_type3(family):
            # The size of the glyphs, which may be different at the next place.
            size = self.bitmaps.size(face, index) or self._size_beside(index)
            return self._font(face, size), rotation, size
        known = self._font(face, size), rotation, size
        self._seen[face, font_size, a, b, c, d] = known
        return known

    def _font(self, face: int, size: float) -> Font:
        key = face, round(size, 2)
        font = self._fonts.get(key)
        if font is None:
            family, bold, italic = self._font_names[face]
            font = self._fonts[key] = Font(family, key[1], bold, italic)
        return font

    def hang_root(self, index: int, style: Style) -> Style:
        """The style of a root sign: TeX hangs it from the top, so its ink shows the baseline."""
        pdfium.char_box(self._text, index, *_double_references)
        _, _, bottom, top = _doubles
        low, high = self._frame.point(0, bottom)[1], self._frame.point(0, top)[1]
        em = style.font.size
        if self._frame.rotation or high > style.baseline + MAX_ROOT_TOP * em:
            return style
        return replace(style, baseline=low + ROOT_DESCENT * em)

    def extent_along(self, index: int, box: Box, style: Style) -> tuple[float, float]:
        """Start and end of a glyph along its own direction, for rotated text or pages."""
        x, y = self._origin(index)
        angle = radians(style.rotation)
        start = x * cos(angle) + y * sin(angle)
        is_horizontal = abs(cos(angle)) > MIN_HORIZONTAL
        extent = abs(box.width * cos(angle)) if is_horizontal else box.height
        return start, start + min(extent, style.font.size)

    def _origin(self, index: int) -> tuple[float, float]:
        bare.char_origin(self._text, index, _x_reference, _y_reference)
        x, y, _, _ = _doubles
        frame = self._frame
        return frame.point(x, y) if frame.rotation else (x - frame.left, y - frame.bottom)

    def _hidden(self, item: Pointer, x: float, y: float, size: float) -> str:
        """Why text that begins at (x, y) cannot be seen; empty if it can."""
        if bare.rendering_mode(item) in INVISIBLE_MODES:
            return "invisible"
        if not self._frame.contains(x, y, size):
            return "off-page"
        for clip in self._clips.text_clips(item):
            if not (clip.left - size < x < clip.right and clip.bottom - size < y < clip.top):
                return "clipped"
        return ""

    def _font_name(self, face: int) -> tuple[str, bool, bool]:
        _name[0] = b"\0"
        pdfium.font_name(face, ctypes.addressof(_name), FONT_NAME_BYTES)
        known = _parse_font_name(_name.value)
        self._font_names[face] = known
        return known

    def _size_beside(self, index: int) -> float:
        """The size of a font of symbols: that of the text before it, or else a symbol's height."""
        if self._last_size is None:
            return max(self.bitmaps.height(index), MIN_NOMINAL_SIZE)
        return self._last_size


@lru_cache(maxsize=512)
def _parse_font_name(name: bytes) -> tuple[str, bool, bool]:
    return parse_font_name(name.decode("utf-8", "replace"))


@cache
def _is_type3(family: str) -> bool:
    return "type3" in family.lower()


@lru_cache(maxsize=512)
def hexadecimal(red: int, green: int, blue: int) -> str:
    """A colour as CSS writes it."""
    return f"#{red:02x}{green:02x}{blue:02x}"


def is_bitmap(font: Font) -> bool:
    """Whether this is a bitmap font: only these have no name."""
    return not font.family or _is_type3(font.family)


def _across(x: float, y: float, rotation: float) -> float:
    """The position of a point across the direction of rotated text."""
    angle = radians(rotation)
    return y * cos(angle) - x * sin(angle)
