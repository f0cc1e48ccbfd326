"""Embedded fonts: glyphs found by their outlines and boxes, and no more drawn than needed."""

from __future__ import annotations

from io import BytesIO

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

from pdfbot.readers.glyphs import font_programs
from pdfbot.readers.glyphs.font_programs import FontProgram
from pdfbot.readers.glyphs.outlines import Outline, read_outline

from ...pdfs import Contours
from .drawings import EQUALS, MINUS, PLUS

SIGNS: dict[str, Contours] = {".notdef": [], "plus": PLUS, "equal": EQUALS, "minus": MINUS}


def make_font() -> bytes:
    """An OpenType font with the glyphs of `SIGNS`."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([*SIGNS])
    builder.setupCharacterMap({0x2B: "plus", 0x3D: "equal", 0x2D: "minus"})
    drawn = {}
    for name, contours in SIGNS.items():
        pen = T2CharStringPen(660, None)
        for first, *rest in contours:
            pen.moveTo(first)
            for point in rest:
                pen.lineTo(point)
            pen.closePath()
        drawn[name] = pen.getCharString()
    builder.setupCFF("Signs", {"FullName": "Signs"}, drawn, {})
    builder.setupHorizontalMetrics(dict.fromkeys(SIGNS, (660, 0)))
    builder.setupHorizontalHeader()
    builder.setupOS2()
    builder.setupPost()
    file = BytesIO()
    builder.font.save(file)
    return file.getvalue()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the glyphs that are drawn, in order."""
    names: list[str] = []

    def note(glyphs: object, name: str, scale: float) -> Outline:
        names.append(name)
        return read_outline(glyphs, name, scale)

    monkeypatch.setattr(font_programs, "read_outline", note)
    return names


def test_a_glyph_is_named_before_those_behind_it_are_drawn(drawn: list[str]) -> None:
    plus = FontProgram(make_font()).find((0.05, -0.02, 0.61, 0.52))
    assert plus is not None
    drawn.clear()
    assert FontProgram(make_font()).name_of(plus) == "plus"
    assert drawn == [".notdef", "plus"]


def test_each_glyph_is_drawn_once(drawn: list[str]) -> None:
    program = FontProgram(make_font())
    minus = program.find((0.05, 0.225, 0.62, 0.28))
    assert minus is not None
    assert program.name_of(minus) == "minus"
    assert drawn == [*SIGNS]


def test_whether_glyphs_are_numbered_is_asked_without_drawing(drawn: list[str]) -> None:
    assert not FontProgram(make_font()).is_numbered
    assert drawn == []


def test_a_program_that_is_none_has_no_glyphs() -> None:
    program = FontProgram(b"nothing")
    assert program.find((0, 0, 1, 1)) is None
    assert program.name_of(Outline([])) == ""
