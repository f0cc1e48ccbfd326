"""The glyphs of a font that is embedded in a PDF, found by the box around their outlines.

The PDF library tells which box a character fills, but hands out outlines by Unicode value only:
ligatures, and characters whose codes are control characters, have to be found here.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from threading import Lock
from typing import Any

from pdfbot.readers.glyphs.outlines import (
    MAX_X_DIFFERENCE,
    MAX_Y_DIFFERENCE,
    EmBox,
    Outline,
    boxes_match,
    read_outline,
)

# Ems by which the box of the right outline may differ along and across the line: by rounding once,
# by rounding in fonts of other units, or as much as the library widens the boxes of some fonts.
TOLERANCES = (
    (0.0006, 0.0006),
    (MAX_X_DIFFERENCE, 0.004),
    (MAX_X_DIFFERENCE, MAX_Y_DIFFERENCE),
)
# How the files of the formats begin.
TYPE1_START = b"%!"
CFF_START = b"\x01\x00"
# Ems per unit of a Type 1 font, in all but a few old ones.
TYPE1_SCALE = 0.001
# Where Adobe's encryption of the private part of a Type 1 font, and of each of its glyphs, starts.
EEXEC_KEY = 55665
CHARSTRING_KEY = 4330

# The name of a glyph that has nothing but a number.
_GLYPH_NUMBER = re.compile(r"cid(\d+)")
# A subroutine or a glyph: its number or name, its length, and the word before its bytes.
_TYPE1_ENTRY = re.compile(
    rb"(?:dup\s+(?P<number>\d+)|/(?P<name>[^\s/]+))\s+(?P<length>\d+)\s+(?:RD|-\||\|-)\s"
)


class FontProgram:
    """The outlines of one embedded font, drawn in its order until the wanted one is found."""

    def __init__(self, data: bytes) -> None:
        self._outlines: list[Outline] = []
        # The name of each outline; a glyph without one has a number.
        self._names: dict[Outline, str] = {}
        self._numbered: dict[int, Outline] = {}
        self._data = data
        self._undrawn = self._draw()
        # Threads that read documents with the same font share its program.
        self._lock = Lock()

    def _draw_until(self, is_found: Callable[[], bool]) -> None:
        with self._lock:
            while not is_found() and next(self._undrawn, False):
                pass

    @cached_property
    def _glyphs(self) -> tuple[list[str], Mapping[str, Any], float]:
        """The names of the glyphs, the glyphs, and ems per unit; no names if it is damaged."""
        try:
            glyphs, scale = _read_glyphs(self._data)
            # The glyphs of CFF fonts cannot be iterated over.
            return list(glyphs.keys()), glyphs, scale
        except Exception as error:  # fontTools raises anything for a damaged font
            _log_damage(error)
            return [], {}, 1.0

    def _draw(self) -> Iterator[bool]:
        """Draw one glyph after the other."""
        names, glyphs, scale = self._glyphs
        try:
            for name in names:
                outline = read_outline(glyphs, name, scale)
                self._outlines.append(outline)
                self._names.setdefault(outline, name)
                if number := _GLYPH_NUMBER.fullmatch(name):
                    self._numbered[int(number[1])] = outline
                yield True
        except Exception as error:
            _log_damage(error)

    @cached_property
    def is_numbered(self) -> bool:
        """Whether glyphs have numbers instead of names, which takes no drawing."""
        with self._lock:
            return any(map(_GLYPH_NUMBER.fullmatch, self._glyphs[0]))

    def name_of(self, outline: Outline) -> str:
        """The name of the glyph with an outline that `find` returned; empty for any other."""
        self._draw_until(lambda: outline in self._names)
        return self._names.get(outline, "")

    def find_numbered(self, number: int, box: EmBox) -> Outline | None:
        """The outline of the glyph with this number, if it has this box."""
        self._draw_until(lambda: number in self._numbered)
        own = self._numbered.get(number)
        return own if own and boxes_match(own.box, box, *TOLERANCES[-1]) else None

    def find(self, box: EmBox) -> Outline | None:
        """The only outline with this box; None if there is none, or if several different ones."""
        found = self.find_all(box)
        return found[0] if len(found) == 1 else None

    def find_all(self, box: EmBox) -> list[Outline]:
        """The outlines with this box, each once: those that have it most exactly."""
        self._draw_until(lambda: False)
        drawn = [outline for outline in self._outlines if outline.segments]
        for max_x, max_y in TOLERANCES:
            found = dict.fromkeys(o for o in drawn if boxes_match(o.box, box, max_x, max_y))
            if found:
                return list(found)
        return []


def _log_damage(error: Exception) -> None:
    logging.getLogger(__name__).info("an embedded font cannot be parsed: %s", error)


def _read_glyphs(data: bytes) -> tuple[Mapping[str, Any], float]:
    """The glyphs of a font file, and ems per unit."""
    if not data:
        return {}, 1.0
    # Imported here because it takes as long as several pages, and most papers need none of it.
    from fontTools.cffLib import CFFFontSet
    from fontTools.ttLib import TTFont

    if data.startswith(TYPE1_START):
        return _read_type1(data), TYPE1_SCALE
    if data.startswith(CFF_START):
        fonts = CFFFontSet()
        fonts.decompile(io.BytesIO(data), None)
        top = fonts[0]
        return top.CharStrings, float(top.FontMatrix[0])
    file = TTFont(io.BytesIO(data), lazy=True)
    return file.getGlyphSet(), 1 / file["head"].unitsPerEm


def _read_type1(data: bytes) -> dict[str, Any]:
    """The glyphs of a Type 1 font; fontTools would first interpret all of its PostScript."""
    # Imported here for the same reason.
    from fontTools.misc.psCharStrings import T1CharString

    start = data.index(b"eexec") + len(b"eexec")
    private = _decrypt(data[start:].lstrip(b" \t\r\n"), EEXEC_KEY)
    found = re.search(rb"/lenIV\s+(\d+)", private)
    skipped = int(found[1]) if found else 4
    subroutines: dict[int, Any] = {}
    glyphs: dict[str, Any] = {}
    position = 0
    while match := _TYPE1_ENTRY.search(private, position):
        position = match.end() + int(match["length"])
        code = _decrypt(private[match.end() : position], CHARSTRING_KEY)[skipped:]
        charstring = T1CharString(code, subrs=subroutines)
        if match["number"]:
            subroutines[int(match["number"])] = charstring
        else:
            glyphs[match["name"].decode("latin-1")] = charstring
    return glyphs


def _decrypt(data: bytes, key: int) -> bytes:
    """Adobe's encryption of Type 1 fonts."""
    plain: list[int] = []
    for byte in data:
        plain.append(byte ^ (key >> 8))
        key = (byte + key) * 52845 + 22719 & 0xFFFF
    return bytes(plain)
