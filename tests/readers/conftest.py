"""Fonts built on the fly, with widths that a test can calculate with."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

FontMaker = Callable[..., bytes]


def _make_font(
    widths: Mapping[str, int], name: str = "ABCDEF+Probe-Regular", weight: int = 400
) -> bytes:
    builder = FontBuilder(1000, isTTF=True)
    glyphs = {char: f"uni{ord(char):04X}" for char in widths}
    builder.setupGlyphOrder([".notdef", *glyphs.values()])
    builder.setupCharacterMap({ord(char): glyph for char, glyph in glyphs.items()})
    empty = TTGlyphPen(None).glyph()
    builder.setupGlyf(dict.fromkeys([".notdef", *glyphs.values()], empty))
    metrics = {glyphs[char]: (width, 0) for char, width in widths.items()}
    builder.setupHorizontalMetrics({".notdef": (500, 0), **metrics})
    builder.setupHorizontalHeader(ascent=750, descent=-250)
    builder.setupNameTable({"familyName": "Probe", "styleName": "Regular", "psName": name})
    builder.setupOS2(usWeightClass=weight)
    builder.setupPost()
    builder.font.flavor = "woff"
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


@pytest.fixture(scope="session")
def make_font() -> FontMaker:
    """Builds a WOFF font from advance widths in thousandths of an em."""
    return _make_font
