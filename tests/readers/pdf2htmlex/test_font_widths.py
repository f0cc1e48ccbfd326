"""Advance widths, names and styles from embedded fonts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pdfbot.readers.pdf2htmlex.font_widths import FALLBACK_WIDTH, FALLBACK_WIDTHS, Faces, read_face
from pdfbot.readers.pdf2htmlex.stylesheet import FontRule, read_stylesheet

from ...documents import PAPERS

RULE = FontRule("ff1")


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
