"""Glyphs whose claimed sign is in doubt: fonts of few signs, and codes that say nothing.

A font with more signs than a few is a font of text, whose map is trusted. Whether a font is one
shows at the end of the document only: until then the places of its glyphs are kept.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from pdfbot.frozen_objects import quick_to_make
from pdfbot.model import Page, TextBlock
from pdfbot.readers.drawn_accents import MAX_BLOCKS_OF_LINE, is_accent, put_on_letter
from pdfbot.readers.glyphs.outlines import EmBox, Outline
from pdfbot.readers.glyphs.overruled_fonts import Overruled, describe_overruled
from pdfbot.readers.glyphs.shapes import Shape, draw_shape
from pdfbot.readers.glyphs.signs import UNKNOWN, correct_sign, is_clear, recognise, text_of_name
from pdfbot.readers.glyphs.small_fonts import MAX_SIGNS, find_corrections
from pdfbot.readers.letters import plain_text
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.font_outlines import (
    FontOutlines,
    em_box,
    font_size,
    name_in,
    parse_program,
)
from pdfbot.readers.pdfium.painted_glyphs import choose_painted

# Bytes: the programs of fonts of a few signs are smaller, and take a millisecond or two to parse.
MAX_SYMBOL_FONT = 12_000
# Ems: a glyph of no height is a space; the library gives some of them a thousandth.
MAX_SPACE_HEIGHT = 0.0015

# Letters in a row show that a font is one of text, however few of them there are.
_WORD = re.compile("[A-Za-z]{4}")


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a page shows of a glyph; its outline is empty if it must be found in the program."""

    outline: Outline | None
    box: EmBox
    program: bytes


@dataclass(slots=True)
class SuspectFont:
    """What a document has shown of a font so far."""

    name: str
    signs: set[str] = field(default_factory=set)
    is_text: bool = False
    # By the claimed sign: its glyph, unless it is set at an odd angle.
    glyphs: dict[str, Sighting | None] = field(default_factory=dict)
    # By the claimed sign: the one that its glyph shows instead.
    corrections: dict[str, str] = field(default_factory=dict)
    # What glyphs without a meaning were read as, by the code and the size of the glyph.
    recognised: dict[tuple[str, int, int], str] = field(default_factory=dict)
    # Codes of a mathematical font that were asked about, and the signs of those without a meaning.
    asked: set[str] = field(default_factory=set)
    meant: dict[int, str] = field(default_factory=dict)
    # How often each sign was written for the one that the font claims.
    written: Overruled = field(default_factory=Counter)

    def show(self, chars: str) -> None:
        """Note the characters of a text object."""
        self.signs.update(chars)
        if len(self.signs) > MAX_SIGNS or _WORD.search(chars):
            self.is_text = True
            self.signs.clear()
            self.glyphs.clear()

    def settle(self) -> None:
        """Decide which signs the glyphs show, now that all are known."""
        self.corrections = find_corrections(
            {claimed: _shape_and_name(claimed, seen) for claimed, seen in self.glyphs.items()}
        )
        self.glyphs.clear()


@quick_to_make
@dataclass(frozen=True, slots=True)
class _Doubt:
    """A character in a block of a page, and the font that claims it."""

    block: int
    offset: int
    claimed: str
    font: SuspectFont


class DoubtfulGlyphs:
    """The doubtful glyphs of one document."""

    def __init__(self) -> None:
        self._fonts: dict[tuple[str, int], SuspectFont] = {}
        self._doubts: dict[int, list[_Doubt]] = {}
        self._programs: dict[bytes, bytes] = {}

    def shared(self, program: bytes) -> bytes:
        """The same bytes; the program of a font is kept once."""
        return self._programs.setdefault(program, program)

    def font(self, face: int, name: str) -> SuspectFont | None:
        """The record of an embedded font; None if it is not embedded, so that nothing is seen."""
        size = font_size(face)
        if not size or not pdfium.is_embedded(face):
            return None
        return self._fonts.setdefault((name, size), SuspectFont(name))

    def note(self, page: int, doubts: list[_Doubt]) -> None:
        if doubts:
            self._doubts[page] = doubts

    def settle(self, pages: Iterable[Page]) -> list[Page]:
        """The pages with the signs that doubtful glyphs show."""
        for font in self._fonts.values():
            font.settle()
        return [self._settle(page) for page in pages]

    def _settle(self, page: Page) -> Page:
        blocks: list[TextBlock] | None = None
        # From the end, so that a ligature does not move the places before it.
        for doubt in reversed(self._doubts.get(page.number, ())):
            sign = doubt.font.corrections.get(doubt.claimed)
            if sign is None:
                continue
            blocks = list(page.blocks) if blocks is None else blocks
            changed = _rewrite(blocks[doubt.block], doubt, sign)
            if changed is not None:
                blocks[doubt.block] = changed
                doubt.font.written[doubt.claimed, sign] += 1
                if is_accent(changed.text) and put_on_letter(
                    blocks, _near(doubt.block, blocks), changed
                ):
                    del blocks[doubt.block]
        return page if blocks is None else replace(page, blocks=tuple(blocks))

    def warnings(self) -> list[str]:
        """Which fonts were overruled, and how often."""
        return describe_overruled((font.name, font.written) for font in self._fonts.values())


# The library writes its results here, as long as the lock is held.
_floats, _float_addresses = allocate("f", 6)
_doubles, _double_addresses = allocate("d", 6)


class PageDoubts:
    """Finds the doubtful glyphs of one page while its text is read."""

    def __init__(self, document: DoubtfulGlyphs, text: int, page: int = 0) -> None:
        """`page` and `text` are the library's."""
        self._document = document
        self._text = text
        self._page = page
        self._known: dict[int, SuspectFont | None] = {}
        self._unmapped: dict[int, bool] = {}
        self._outlines: dict[int, FontOutlines] = {}
        self._doubts: list[_Doubt] = []
        # Each claimed sign on this page once: font, handle, and index of a character.
        self._samples: dict[tuple[int, str], tuple[SuspectFont, int]] = {}

    def font(self, face: int, name: str) -> SuspectFont | None:
        """What is known of a font; None if it is not embedded, so that nothing is seen of it."""
        if face not in self._known:
            self._known[face] = self._document.font(face, name)
        return self._known[face]

    def is_unmapped(self, face: int, index: int) -> bool:
        """Whether the codes of a font are glyph numbers without a map, as the first one shows."""
        if face not in self._unmapped:
            has_none = pdfium.has_no_unicode(self._text, index) == 1
            self._unmapped[face] = has_none and self._outlines_of(face).are_numbered
        return self._unmapped[face]

    def claim(
        self, font: SuspectFont, face: int, index: int, claimed: str, place: tuple[int, int]
    ) -> None:
        """Remember a glyph of a font that may be one of symbols."""
        self._doubts.append(_Doubt(*place, claimed, font))
        if claimed not in font.glyphs:
            self._samples.setdefault((face, claimed), (font, index))

    def recognise(self, font: SuspectFont, face: int, index: int, char: str) -> str:
        """The sign that a glyph without a meaning shows."""
        box = self._em_box(index)
        if box is None:
            return UNKNOWN
        if box[3] - box[1] <= MAX_SPACE_HEIGHT:
            return " "
        key = char, int(100 * (box[2] - box[0])), int(100 * (box[3] - box[1]))
        sign = font.recognised.get(key)
        if sign is None:
            outline = self._outline(face, index, char)
            sign = self._recognise(font, face, outline or self._painted(face, box)) or UNKNOWN
            # Several glyphs may share the code that stands for none, and the box as well.
            if outline is not None or char != UNKNOWN:
                font.recognised[key] = sign
        if sign != UNKNOWN:
            font.written["", sign] += 1
        return sign

    def _recognise(self, font: SuspectFont, face: int, outline: Outline | None) -> str | None:
        if outline is None:
            return None
        shape = draw_shape(outline)
        if named := text_of_name(self._outlines[face].name_of(outline)):
            return (None if shape is None else correct_sign(shape, named)) or named
        return None if shape is None else recognise(shape, is_text=font.is_text)

    def meant(self, font: SuspectFont, face: int, start: int, chars: str) -> dict[int, str]:
        """The signs of codes that the library took for letters, though the font maps them to none.

        Glyphs that Adobe has no name for are among them: "radicallow" under the code of p.
        """
        if not font.asked.issuperset(chars):
            for index, char in enumerate(chars, start):
                if char not in font.asked:
                    font.asked.add(char)
                    if pdfium.has_no_unicode(self._text, index) == 1:
                        self._ask(font, face, index, char)
        for code, sign in font.meant.items():
            if count := chars.count(chr(code)):
                font.written[chr(code), sign] += count
        return font.meant

    def _ask(self, font: SuspectFont, face: int, index: int, char: str) -> None:
        """Look at a glyph whose code is all that is known of it; its name comes first."""
        outline = self._outline(face, index, char)
        if outline is None:
            return
        shape = draw_shape(outline)
        sign = text_of_name(self._outlines_of(face).name_of(outline))
        if not sign and shape is not None:
            sign = correct_sign(shape, char) or ""
        if len(sign) == 1 and sign != char:
            font.meant[ord(char)] = sign

    def name_of(self, face: int, index: int, char: str) -> str:
        """The name that the font has for a glyph; empty if it is not embedded or has none."""
        outline = self._outline(face, index, char)
        return self._outlines_of(face).name_of(outline) if outline is not None else ""

    def _painted(self, face: int, box: EmBox) -> Outline | None:
        """The outline that the page shows, among several with the box of the last glyph."""
        outlines = self._outlines_of(face).find_all(box)
        return choose_painted(self._page, _doubles[2:], outlines)

    def finish(self, page: int) -> None:
        """Note this page's doubtful glyphs, as long as it is open."""
        for (face, claimed), (font, index) in self._samples.items():
            if not font.is_text and claimed not in font.glyphs:
                font.glyphs[claimed] = self._see(face, index, claimed)
        self._document.note(page, self._doubts)

    def _see(self, face: int, index: int, claimed: str) -> Sighting | None:
        box = self._em_box(index)
        if box is None:
            return None
        outlines = self._outlines_of(face)
        program = self._document.shared(outlines.content(MAX_SYMBOL_FONT))
        return Sighting(outlines.find_in_library(claimed, box), box, program)

    def _outline(self, face: int, index: int, char: str, number: int = -1) -> Outline | None:
        box = self._em_box(index)
        if box is None:
            return None
        outlines = self._outlines_of(face)
        own = outlines.find_numbered(ord(char), box) if self._unmapped.get(face) else None
        return own or outlines.find(char, box)

    def _outlines_of(self, face: int) -> FontOutlines:
        outlines = self._outlines.get(face)
        if outlines is None:
            outlines = self._outlines[face] = FontOutlines(face, {})
        return outlines

    def _em_box(self, index: int) -> tuple[float, float, float, float] | None:
        pdfium.char_matrix(self._text, index, _float_addresses[0])
        size = pdfium.char_font_size(self._text, index)
        pdfium.char_origin(self._text, index, *_double_addresses[:2])
        pdfium.char_box(self._text, index, *_double_addresses[2:])
        a, b, c, d = (value * size for value in _floats[:4])
        return em_box(tuple(_doubles), a, b, c, d)


def _near(place: int, blocks: Sequence[TextBlock]) -> range:
    """The blocks around one that may be on its line."""
    return range(max(place - MAX_BLOCKS_OF_LINE, 0), min(place + 2, len(blocks)))


def _shape_and_name(claimed: str, seen: Sighting | None) -> tuple[Shape | None, str]:
    """The shape of a glyph, and what its name says if that is not the claimed sign."""
    if seen is None:
        return None, ""
    # Names, and outlines that the library does not hand out, take long to parse.
    outline = seen.outline or parse_program(seen.program).find(seen.box)
    shape = None if outline is None else draw_shape(outline)
    sign = None if shape is None else correct_sign(shape, claimed)
    if outline is None or shape is None or sign is None or is_clear(shape, sign):
        return shape, ""
    return shape, text_of_name(name_in(parse_program(seen.program), outline))


def _rewrite(block: TextBlock, doubt: _Doubt, sign: str) -> TextBlock | None:
    """The block with another sign in one place; None if that does not hold the claimed one."""
    text, start = block.text, doubt.offset
    end = start + len(doubt.claimed)
    if text[start:end] != doubt.claimed:
        return None
    letters = plain_text(ord(sign)) if len(sign) == 1 else sign
    edges: Sequence[float] = block.edges
    left, right = edges[start], edges[end]
    step = (right - left) / len(letters)
    inner = [left + i * step for i in range(len(letters))]
    return replace(
        block,
        text=text[:start] + letters + text[end:],
        edges=array("f", [*edges[:start], *inner, *edges[end:]]),
    )
