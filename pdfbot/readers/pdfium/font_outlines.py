"""The outlines of an embedded font: the library hands them out by Unicode value only.

Ligatures, and characters whose codes are control characters, are found by the box they fill.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat

from pdfbot.readers.glyphs.font_programs import FontProgram
from pdfbot.readers.glyphs.outlines import UNITS_PER_EM, EmBox, Outline, Segment, boxes_match
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate

# Bytes: larger ones hold whole scripts, and take seconds to read.
MAX_FONT_SIZE = 400_000
# As numbered in the library's headers.
SEGMENT_LINE = 0
SEGMENT_CURVE = 1
# Which Unicode values the library may know a glyph by, if not by its own.
OTHER_CODES = {
    "\x02": "-\u00ad\u2010\u2011", "-": "\u00ad\u2010\u2011", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ",
    "ffi": "ﬃ", "ffl": "ﬄ", "st": "ﬆ",
}  # fmt: skip
# Share of its size by which text may slant and still count as level.
MAX_SLANT = 0.002


_point = array("f", [0] * 2)
_coordinates = bare.references(_point)


class FontOutlines:
    """The outlines of the characters of one font, each looked up once."""

    def __init__(self, font: int, shared: dict[Outline, Outline]) -> None:
        """`shared` has the outlines of all fonts: a document may contain a font many times."""
        self._font = font
        self._shared = shared
        self._data: bytes | None = None
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

    @property
    def are_numbered(self) -> bool:
        """Whether the font has nothing but numbers for its glyphs."""
        return parse_program(self.content(MAX_FONT_SIZE)).is_numbered

    def find_numbered(self, number: int, box: EmBox) -> Outline | None:
        """The outline of the glyph that a code without a meaning is the number of."""
        return parse_program(self.content(MAX_FONT_SIZE)).find_numbered(number, box)

    def find_all(self, box: EmBox) -> list[Outline]:
        """All outlines of the program that fill this box."""
        return parse_program(self.content(MAX_FONT_SIZE)).find_all(box)

    def name_of(self, outline: Outline) -> str:
        """The name that the font has for a glyph, found by its outline; empty if not found."""
        return name_in(parse_program(self.content(MAX_FONT_SIZE)), outline)

    def content(self, max_size: int) -> bytes:
        """The program of the font if it was read before, or is no larger; empty if neither."""
        if self._data is None:
            if font_size(self._font) > max_size:
                return b""
            self._data = read_data(self._font)
        return self._data

    def _search(self, text: str, box: EmBox) -> Outline | None:
        found = self.find_in_library(text, box)
        return found or parse_program(self.content(MAX_FONT_SIZE)).find(box)

    def find_in_library(self, text: str, box: EmBox) -> Outline | None:
        """The outline that fills this box among those that the library hands out."""
        # Many glyphs may have the character that stands for none.
        own = text if len(text) == 1 and text != "\ufffd" else ""
        codes = [*own, *OTHER_CODES.get(text, "")]
        for code in codes:
            if code not in self._library:
                self._library[code] = library_outline(self._font, ord(code))
            outline = self._library[code]
            if outline is not None and boxes_match(outline.box, box):
                return outline
        return None


_size, _size_address = allocate("Q", 1)


def font_size(font: int) -> int:
    """The bytes of the program of a font, which the library replaces if it is not embedded."""
    pdfium.font_data(font, None, 0, _size_address[0])
    return int(_size[0])


def read_data(font: int) -> bytes:
    """The program of a font of the library; empty if it is not embedded, or too large."""
    size = font_size(font)
    if not 0 < size <= MAX_FONT_SIZE:
        return b""
    data = array("B", bytes(size))
    pdfium.font_data(font, data.buffer_info()[0], size, _size_address[0])
    return data.tobytes()


# Pages have the same fonts as those before them.
@lru_cache(maxsize=16)
def parse_program(data: bytes) -> FontProgram:
    """The glyphs of a font's program; none if it is empty."""
    return FontProgram(data)


def name_in(program: FontProgram, outline: Outline) -> str:
    """The name that a program has for a glyph, found by its outline or the box of that."""
    return program.name_of(outline) or program.name_of(program.find(outline.box) or outline)


def library_outline(font: int, code: int) -> Outline | None:
    """The outline that the library has for a Unicode value; the font is its handle."""
    path = pdfium.glyph_path(font, code, 1.0)
    count = pdfium.count_glyph_segments(path) if path else 0
    if count <= 0:
        return None
    segments: list[Segment] = []
    control: Segment = ()
    for segment in map(bare.glyph_segment, repeat(bare.reference(path)), range(count)):
        bare.segment_point(segment, *_coordinates)
        x, y = _point
        point = round(x * UNITS_PER_EM), round(y * UNITS_PER_EM)
        kind = bare.segment_type(segment)
        if kind == SEGMENT_CURVE:
            control += point
            if len(control) == 6:
                segments.append(control)
                control = ()
        elif kind == SEGMENT_LINE:
            segments.append(point)
        else:
            segments += (), point
    return Outline(segments)


def em_box(place: Sequence[float], a: float, b: float, c: float, d: float) -> EmBox | None:
    """The box of a glyph in ems from its origin; None for text that runs at an odd angle."""
    x, y, left, right, bottom, top = place
    if abs(b) + abs(c) < MAX_SLANT * (abs(a) + abs(d)) and a and d:
        xs, ys = ((left - x) / a, (right - x) / a), ((bottom - y) / d, (top - y) / d)
    elif abs(a) + abs(d) < MAX_SLANT * (abs(b) + abs(c)) and b and c:
        xs, ys = ((bottom - y) / b, (top - y) / b), ((left - x) / c, (right - x) / c)
    else:
        return None
    return min(xs), min(ys), max(xs), max(ys)
