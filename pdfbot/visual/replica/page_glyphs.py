"""The glyphs of a page with their outlines, as far as a replica can draw them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from pdfbot.model import Box
from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.letters import plain_text
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.bare_calls import Pointer, reference
from pdfbot.readers.pdfium.characters import allocate, end_of_object
from pdfbot.readers.pdfium.clipping import ClipReader
from pdfbot.readers.pdfium.font_outlines import FontOutlines, em_box
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.styles import hexadecimal
from pdfbot.visual.replica.page_survey import PageSurvey

# Text rendering mode, as numbered in the library's headers.
MODE_FILL = 0
OPAQUE = 255
# Points by which text may reach beyond the area that it is clipped to.
CLIP_MARGIN = 1.0
SPACES = frozenset(" \t\r\n\xa0\x00\ufffe")
# Points between the origin of a glyph and the left edge of its letter.
MAX_ORIGIN_OFFSET = 0.06

Matrix2 = tuple[float, float, float, float]
# Origin, left, right, bottom and top of a character.
Place = tuple[float, ...]


@dataclass(slots=True)
class Glyph:
    """A glyph on the page as it is seen: `matrix` leads from ems to points.

    `overhang` is by how much it begins before its origin, in points: so does the library's box.
    `place` is its origin and box in the library's coordinates, and `colour` that of its fill. Not
    frozen, since a page creates thousands.
    """

    letters: str
    outline: Outline
    x: float
    y: float
    matrix: Matrix2
    overhang: float
    place: Place
    colour: str

    def begins_at(self, along: float, left: float) -> bool:
        """Whether a letter with this left edge is shown by the glyph with its origin at `along`."""
        return -MAX_ORIGIN_OFFSET - self.overhang <= left - along <= MAX_ORIGIN_OFFSET


@dataclass(frozen=True, slots=True)
class ReadObject:
    """The glyphs of a text object that can be drawn, and the places of those that cannot."""

    glyphs: list[Glyph]
    missing: list[Place]


class ObjectReader:
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

    def read(self, count: int) -> Iterator[tuple[int, ReadObject]]:
        """Each text object with its glyphs, unless all of it must stay in the picture."""
        index = 0
        while index < count:
            owner = pdfium.text_object(self._text, index)
            if owner is None:
                index += 1
                continue
            end = end_of_object(reference(self._text), owner, index, count)
            if not SPACES.issuperset(self._chars[index:end]) and self._is_plain(owner):
                yield owner, self._open_glyphs(owner, self._glyphs(owner, index, end))
            index = end

    def box(self, place: Place) -> Box:
        """The box of a character as seen on the page."""
        return self._frame.box(place[2], place[4], place[3], place[5])

    def _is_plain(self, owner: int) -> bool:
        """Whether a text object is filled with one opaque colour."""
        return (
            pdfium.rendering_mode(owner) == MODE_FILL
            and owner in self._survey.places
            and owner not in self._survey.transparent
            and pdfium.fill_colour(owner, *self._colour_addresses)
            and self._colour[3] == OPAQUE
        )

    def _glyphs(self, owner: int, start: int, end: int) -> ReadObject:
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
        colour = hexadecimal(*self._colour[:3])
        glyphs: list[Glyph] = []
        missing: list[Place] = []
        for text, place in self._characters(start, end):
            x, y, left, right, bottom, top = place
            if right <= left and top <= bottom:
                continue
            box = em_box(place, a, b, c, d)
            outline = outlines.find(text, box) if box else None
            if outline is None:
                missing.append(place)
                continue
            letters = text if text.isalnum() and text.isascii() else _plain(text)
            overhang = max(-outline.box[0], 0.0) * scale
            x, y = self._frame.point(x, y)
            glyphs.append(Glyph(letters, outline, x, y, seen, overhang, place, colour))
        return ReadObject(glyphs, missing)

    def _open_glyphs(self, owner: int, read: ReadObject) -> ReadObject:
        """The same without the glyphs that are clipped or covered."""
        places = [glyph.place for glyph in read.glyphs]
        clips = self._clips.text_clips(Pointer(owner))
        if not places or self._is_open(owner, _around(places), clips):
            return read
        glyphs = []
        for glyph in read.glyphs:
            if self._is_open(owner, glyph.place, clips):
                glyphs.append(glyph)
            else:
                read.missing.append(glyph.place)
        return ReadObject(glyphs, read.missing)

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

    def _is_open(self, owner: int, place: Place, clips: Sequence[Box]) -> bool:
        """Whether nothing clips or covers what a text object has at a place."""
        box = self.box(place)
        if self._survey.is_covered(owner, box):
            return False
        return all(_contains(clip, box) for clip in clips)


def _around(places: Sequence[Place]) -> Place:
    """The place that is around all of these; its origin is that of the first."""
    return (
        *places[0][:2],
        min(p[2] for p in places),
        max(p[3] for p in places),
        min(p[4] for p in places),
        max(p[5] for p in places),
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
