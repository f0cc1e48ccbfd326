"""Advance widths, names and styles from embedded fonts."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

from pdfbot.readers.pdf2htmlex.font_widths import FALLBACK_WIDTH, FALLBACK_WIDTHS, Faces, read_face
from pdfbot.readers.pdf2htmlex.stylesheet import FontRule, read_stylesheet

from ...documents import PAPERS

RULE = FontRule("ff1")


def square() -> Glyph:
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for corner in ((0, 500), (500, 500), (500, 0)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def font_with_glyphs(mapped: Mapping[str, int], left_out: Mapping[int, int], blank: str) -> bytes:
    """A font with widths by character, and by code for glyphs that no character is mapped to.

    All glyphs are squares but those of the `blank` characters.
    """
    names = {char: f"uni{ord(char):04X}" for char in mapped}
    widths = {".notdef": 500, **{names[char]: width for char, width in mapped.items()}}
    widths |= {f"NameMe.{code}": width for code, width in left_out.items()}
    empty = TTGlyphPen(None).glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(widths))
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    blanks = {names[char] for char in blank}
    builder.setupGlyf({name: empty if name in blanks else square() for name in widths})
    builder.setupHorizontalMetrics({name: (width, 0) for name, width in widths.items()})
    builder.setupHorizontalHeader()
    builder.setupPost()
    builder.font.flavor = "woff"
    file = io.BytesIO()
    builder.save(file)
    return file.getvalue()


def test_advances_are_in_ems_and_include_private_use(make_font: Callable[..., bytes]) -> None:
    face = read_face(make_font({"a": 500, "M": 917, "\ue60c": 333}), RULE)
    assert face.embedded
    assert face.advances["a"] == 0.5
    assert face.advances["M"] == 0.917
    assert face.advances["\ue60c"] == 0.333


def test_family_is_the_name_without_subset_tag(make_font: Callable[..., bytes]) -> None:
    face = read_face(make_font({"a": 500}, name="ABCDEF+CMR10"), RULE)
    assert (face.family, face.bold, face.italic) == ("CMR10", False, False)


@pytest.mark.parametrize(
    ("name", "weight", "bold", "italic"),
    [
        ("LMRoman10-Bold", 700, True, False),
        ("CMBX12", 500, True, False),
        ("CMTI10", 500, False, True),
        ("NimbusRomNo9L-MediItal", 500, True, True),
        ("Plain", 599, False, False),
        ("Plain", 600, True, False),
    ],
)
def test_weight_and_slant_come_from_name_or_weight_class(
    make_font: Callable[..., bytes], name: str, weight: int, bold: bool, italic: bool
) -> None:
    face = read_face(make_font({"a": 500}, name=name, weight=weight), RULE)
    assert (face.bold, face.italic) == (bold, italic)


def test_width_of_a_missing_character_is_estimated(make_font: Callable[..., bytes]) -> None:
    face = read_face(make_font({"a": 500}), RULE)
    assert face.advances["m"] == FALLBACK_WIDTHS["m"]
    assert face.advances["Ж"] == FALLBACK_WIDTH


def test_letter_with_two_glyphs_is_as_wide_as_the_glyph_with_its_code() -> None:
    small_capitals = {"a": 565, "e": 482, "t": 305}
    face = read_face(font_with_glyphs(small_capitals, {97: 439, 101: 425}, blank=""), RULE)
    assert [face.advances[char] for char in "aet"] == [0.439, 0.425, 0.305]


def test_numbers_of_glyphs_are_not_taken_for_codes() -> None:
    face = read_face(font_with_glyphs({"a": 439}, {2: 200, 97: 565}, blank=""), RULE)
    assert face.advances["a"] == 0.439


def test_private_code_of_a_blank_glyph_is_a_space(make_font: Callable[..., bytes]) -> None:
    widths = {"a": 500, "\ue602": 226, "\ue603": 500}
    font = font_with_glyphs(widths, {}, blank="\ue602")
    assert read_face(font, RULE).meanings["\ue602"] == " "
    assert read_face(font, RULE, is_own=True).meanings == {"\ue602": " "}
    assert not read_face(make_font(widths), RULE).meanings, "no glyph of this font has an outline"


@pytest.mark.parametrize(
    ("widths", "narrowing"),
    [
        ({"ﬁ": 480, "\ue608": 1000}, {"fi": 0.02}),
        ({"\ue608": 1071}, {"Th": 0.079}),
        ({"\ue608": 1150, "\ue609": 490}, {"ff": 0.01, "fi": 0.01, "fl": 0.01, "Th": 0.0}),
        ({"ﬁ": 480, "\ue608": 540, "t": 300}, {"fi": 0.02, "ft": 0.01}),
        ({"\ue608": 1040}, {}),
        ({}, {}),
    ],
    ids=[
        "with its Unicode value",
        "with a private code",
        "several",
        "beside one with",
        "too narrow",
        "none",
    ],
)
def test_ligatures_are_narrower_than_their_letters(
    make_font: Callable[..., bytes], widths: dict[str, int], narrowing: dict[str, float]
) -> None:
    letters = {"f": 250, "i": 250, "l": 250, "T": 600, "h": 550}
    face = read_face(make_font({**letters, **widths}), RULE)
    assert face.narrowing == pytest.approx(narrowing)


def test_font_without_letters_has_no_ligatures(make_font: Callable[..., bytes]) -> None:
    assert not read_face(make_font({"\ue608": 720}), RULE).narrowing


@pytest.mark.parametrize("data", [b"", b"wOFF", b"wOFF" + bytes(400), b"\x00\x01\x00\x00junk"])
def test_missing_or_damaged_font_falls_back_on_the_style_sheet(data: bytes) -> None:
    face = read_face(data, FontRule("Times New Roman", bold=True))
    assert (face.family, face.bold, face.italic) == ("Times New Roman", True, False)
    assert not face.embedded
    assert face.advances["i"] < face.advances["m"]


def test_truncated_font_falls_back_on_the_style_sheet(make_font: Callable[..., bytes]) -> None:
    font = make_font({"a": 500})
    assert not read_face(font[: len(font) // 2], RULE).embedded


def test_fonts_are_parsed_once_on_first_use(make_font: Callable[..., bytes]) -> None:
    faces = Faces({"ff1": RULE, "ff2": FontRule("ff2")}, {"ff1": make_font({"a": 250})})
    assert faces["ff1"] is faces["ff1"]
    assert faces["ff1"].advances["a"] == 0.25
    assert not faces["ff2"].embedded
    assert faces["unknown"].family == "unknown"


def test_codes_of_large_symbols_map_to_symbols(make_font: Callable[..., bytes]) -> None:
    meanings = read_face(make_font({"X": 1400}, name="CMEX10"), RULE).meanings
    assert [meanings[c] for c in "XPRQ"] == ["∑", "∑", "∫", "∏"]
    assert [meanings[chr(0xE600 + c)] for c in (0x00, 0x09, 0x0A, 0x12, 0x1F, 0x23)] == list(
        "(}⟨(\\]"
    )
    assert "(" not in meanings
    assert not read_face(make_font({"X": 700}, name="CMR10"), RULE).meanings


def test_fonts_of_a_real_replica() -> None:
    page = (PAPERS / "onecolumn-indented/onecolumn-indented.html").read_text("utf-8")
    sheet = read_stylesheet(page.partition('<style type="text/css">')[2].partition("</style>")[0])
    faces = Faces(sheet.fonts, sheet.faces)
    assert faces["ff4"].family == "LMRoman10-Bold"
    assert faces["ff4"].bold
    assert faces["ff5"].advances["a"] == pytest.approx(0.5, abs=0.001)
    assert faces["ff12"].italic
