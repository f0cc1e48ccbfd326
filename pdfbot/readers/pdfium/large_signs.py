"""Operators and brackets of fonts of large signs, which belong to no line of text."""

from __future__ import annotations

from array import array
from dataclasses import replace

from pdfbot.model import Box, TextBlock
from pdfbot.readers.glyphs.signs import text_of_name
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.doubtful_glyphs import PageDoubts
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.tex_extension import (
    MAX_TEXT_HEIGHT,
    OPERATORS,
    has_other_codes,
    large_sign,
    may_be_large,
    sign_of_name,
)
from pdfbot.readers.text_runs import Style

ROOT = "√"
LAST_OF_OMX = 0xFF
# Ems: this share of an operator that is as high as its line is below the baseline.
OPERATOR_DEPTH = 0.25


# The library writes its results here, as long as the lock is held.
_sides, _addresses = allocate("d", 4)


class LargeSigns:
    """The large signs of one page."""

    def __init__(self, text: int, frame: PageFrame, doubts: PageDoubts) -> None:
        """`text` is the library's."""
        self.blocks: list[TextBlock] = []
        self._text = text
        self._frame = frame
        self._doubts = doubts
        self._named: dict[tuple[int, int], str] = {}

    def sign(self, index: int, code: int, face: int, family: str) -> str:
        """The sign with this code in a font of large signs; empty if there is none."""
        if not has_other_codes(family):
            return large_sign(code)
        if (face, code) not in self._named:
            name = self._doubts.name_of(face, index, chr(code))
            self._named[face, code] = sign_of_name(name) or _known_sign(name, code)
        return self._named[face, code]

    def box(self, index: int) -> Box:
        """What a glyph fills: the box that the library gives to text may be that of its font."""
        pdfium.char_box(self._text, index, *_addresses)
        left, right, bottom, top = _sides
        return self._frame.box(left, bottom, right, top)

    def in_line(self, sign: str, box: Box, style: Style) -> Style | None:
        """The style of an operator that is as high as its line, and a part of it; else None."""
        if sign not in OPERATORS or box.height > MAX_TEXT_HEIGHT * style.font.size:
            return None
        return replace(style, baseline=box.bottom + OPERATOR_DEPTH * box.height)

    def keep(self, sign: str, box: Box, style: Style) -> None:
        edges = array("f", (box.left, box.right))
        self.blocks.append(
            TextBlock(sign, box, style.baseline, style.font, style.colour, edges=edges)
        )


def _known_sign(name: str, code: int) -> str:
    """The sign by a name that Adobe knows, or by a code that is a Unicode value, or one of OMX."""
    text = text_of_name(name)
    if may_be_large(text) or text == ROOT:
        return text
    if code > LAST_OF_OMX and (may_be_large(chr(code)) or chr(code) == ROOT):
        return chr(code)
    return large_sign(code)
