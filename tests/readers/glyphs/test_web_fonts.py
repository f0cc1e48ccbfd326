from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from pdfbot.readers.glyphs.web_fonts import read_meanings

from ...pdfs import Contours
from .drawings import EQUALS, GAMMA, GREATER, LETTER_H, MINUS, MODERN_FI, MODERN_FL, PLUS, SQUIGGLE


def meanings(drawn: Mapping[str, Contours]) -> dict[str, str]:
    """What is read in a font that draws these signs under these characters."""
    names = {ord(char): f"glyph{number}" for number, char in enumerate(drawn)}
    builder = FontBuilder(1000)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    glyphs = {".notdef": TTGlyphPen(None).glyph()}
    for name, contours in zip(names.values(), drawn.values(), strict=True):
        pen = TTGlyphPen(None)
        for first, *rest in contours:
            pen.moveTo(first)
            for point in rest:
                pen.lineTo(point)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (700, 0)))
    builder.setupHorizontalHeader()
    builder.setupPost()
    file = BytesIO()
    builder.save(file)
    font = TTFont(BytesIO(file.getvalue()))
    return read_meanings(font, font.getBestCmap())


def test_font_of_a_replica_that_lies_is_read_by_its_shapes() -> None:
    assert meanings({"þ": PLUS, "¼": EQUALS, "\ue602": MINUS, "\x01": GREATER}) == {
        "þ": "+",
        "¼": "=",
        "\ue602": "−",
        "\x01": ">",
    }


def test_ligatures_under_private_codes_are_told_apart_in_a_replica() -> None:
    found = meanings({"\ue001": MODERN_FI, "\ue002": MODERN_FL})
    assert found == {"\ue001": "fi", "\ue002": "fl"}


def test_honest_font_of_a_replica_is_believed() -> None:
    assert meanings({"+": PLUS, "Γ": GAMMA, "H": LETTER_H, "{": SQUIGGLE, "\ue602": SQUIGGLE}) == {}


@pytest.mark.parametrize(("others", "found"), [(11, {"þ": "+"}), (12, {})])
def test_font_of_many_signs_is_believed(others: int, found: dict[str, str]) -> None:
    letters = {chr(0x410 + number): LETTER_H for number in range(others)}
    assert meanings({"þ": PLUS, **letters}) == found
