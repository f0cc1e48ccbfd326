"""Made fonts that lie about their glyphs, and honest ones that must be believed."""

from __future__ import annotations

import pytest

from pdfbot.errors import NoTextError
from pdfbot.model import Document
from pdfbot.readers.glyphs.signs import UNKNOWN

from ...pdfs import Contours, EmbeddedFont, PdfPage, show
from ..glyphs.drawings import (
    DEGREE,
    DIAERESIS,
    DIGIT_ONE_BOLD,
    DOT,
    EQUALS,
    GAMMA,
    GREATER,
    LESS,
    LETTER_H,
    LETTER_L,
    LIGATURE_FI,
    MINUS,
    MODERN_FI,
    MODERN_FL,
    MU,
    PLUS,
    SQUIGGLE,
    TAU,
)
from .reading import read

CODE = 0x41


def shown(codes: bytes, font: EmbeddedFont) -> Document:
    """A page with glyphs of the font, among text that can be read."""
    words = show("Words of another font around it", 50, 520)
    return read(PdfPage(words + show(codes, 50, 500, font="E1"), fonts={"E1": font}))


def text_of(document: Document) -> str:
    return "".join(b.text for b in document.pages[0].blocks if b.font.family == "Made")


def one_glyph(name: str, contours: Contours, mapped: str = "", code: int = CODE) -> Document:
    font = EmbeddedFont({code: (name, contours)}, {code: mapped} if mapped else {})
    return shown(bytes([code]), font)


@pytest.mark.parametrize(
    ("name", "contours", "sign"),
    [
        pytest.param("thorn", PLUS, "+", id="plus-as-thorn"),
        pytest.param("onequarter", EQUALS, "=", id="equals-as-a-quarter"),
        pytest.param("m", MU, "μ", id="mu-as-m"),
        pytest.param("u", DEGREE, "°", id="degree-as-u"),
        pytest.param("two", MINUS, "−", id="minus-as-two"),
        pytest.param("dollar", DOT, "·", id="dot-as-dollar"),
        pytest.param("four", GREATER, ">", id="greater-as-four"),
        pytest.param("G", GAMMA, "Γ", id="gamma-as-g"),
    ],
)
@pytest.mark.parametrize("has_map", [False, True])
def test_sign_under_the_name_of_another_is_what_it_looks_like(
    name: str, contours: Contours, sign: str, has_map: bool
) -> None:
    claims = {"thorn": "þ", "onequarter": "¼", "two": "2", "dollar": "$", "four": "4"}
    claimed = claims.get(name, name)
    document = one_glyph(name, contours, claimed if has_map else "")
    assert text_of(document) == sign
    assert document.warnings == (
        f"signs read by their shape, not as their fonts claim: Made (1: {claimed} is {sign})",
    )


@pytest.mark.parametrize("code", [0x01, 0x02, 0x0A, 0x0D, 0x1F, 0x80])
def test_minus_under_a_control_code_is_read(code: int) -> None:
    assert text_of(one_glyph("C0", MINUS, code=code)) == "−"


def test_hyphen_at_the_end_of_a_line_stays_one() -> None:
    lines = show("a hyphen-", 50, 500) + show("ated word", 50, 488)
    assert [block.text for block in read(lines).pages[0].blocks] == ["a hyphen-", "ated word"]


@pytest.mark.parametrize("private", ["\ue103", "\uf8ff", "\U000f8020", UNKNOWN])
def test_private_character_is_what_it_looks_like(private: str) -> None:
    assert text_of(one_glyph("C7", GREATER, private)) == ">"


@pytest.mark.parametrize("private", ["", "\ue103"])
def test_ligature_without_a_map_becomes_letters(private: str) -> None:
    document = one_glyph("uniE103", LIGATURE_FI, private)
    assert text_of(document) == "fi"
    assert len(document.pages[0].blocks[-1].edges) == 3


@pytest.mark.parametrize(("contours", "letters"), [(MODERN_FI, "fi"), (MODERN_FL, "fl")])
@pytest.mark.parametrize("code", [0x02, 0x1F, CODE])
def test_ligatures_of_tex_are_told_apart(contours: Contours, letters: str, code: int) -> None:
    private = "\ue00a" if code == CODE else ""
    assert text_of(one_glyph("C10", contours, private, code)) == letters


@pytest.mark.parametrize(
    ("name", "letters"),
    [("f_t", "ft"), ("T_h", "Th"), ("f_f_i", "ffi"), ("uni03BC", "μ"), ("u1D49C", "A")],
)
def test_name_says_what_a_private_code_does_not(name: str, letters: str) -> None:
    assert text_of(one_glyph(name, SQUIGGLE, "\ue09d")) == letters


def test_name_that_is_right_wins_over_a_map_that_is_wrong() -> None:
    assert text_of(one_glyph("plus", PLUS, "þ")) == "+"


def test_map_that_is_right_wins_over_a_name_that_is_wrong() -> None:
    document = one_glyph("thorn", PLUS, "+")
    assert text_of(document) == "+"
    assert document.warnings == ()


@pytest.mark.parametrize("private", ["", "\ue001"])
def test_glyph_that_nothing_tells_is_written_as_unknown(private: str) -> None:
    font = EmbeddedFont({CODE: ("C1", SQUIGGLE), 0x42: ("l", LETTER_L)}, {CODE: private or "\x03"})
    document = shown(b"BABBBAB", font)
    assert text_of(document).count(UNKNOWN) == 2
    assert document.warnings[-1] == (
        f"2 glyphs have no Unicode value: they are written as {UNKNOWN}"
    )


@pytest.mark.parametrize(
    ("name", "contours", "claimed"),
    [
        pytest.param("Gamma", GAMMA, "Γ", id="greek"),
        pytest.param("H", LETTER_H, "H", id="capital"),
        pytest.param("h", [[(x * 0.7, y * 0.7) for x, y in LETTER_H[0]]], "h", id="small-capital"),
        pytest.param("one", DIGIT_ONE_BOLD, "1", id="bold-digit"),
        pytest.param("l", LETTER_L, "l", id="letter-like-a-bar"),
        pytest.param("endash", MINUS, "–", id="dash-like-a-minus"),
        pytest.param("braceleft", SQUIGGLE, "{", id="like-nothing"),
    ],
)
def test_honest_font_is_believed(name: str, contours: Contours, claimed: str) -> None:
    document = one_glyph(name, contours)
    assert text_of(document) == claimed
    assert document.warnings == ()


@pytest.mark.parametrize(("signs", "sign"), [(12, "+"), (13, "þ")])
def test_font_of_many_signs_is_believed(signs: int, sign: str) -> None:
    """Unless it has no more than a few, and wherever in the document the others are."""
    names = [*"!#%&*?@[]{}~"]
    known = "exclam numbersign percent ampersand asterisk question at bracketleft bracketright"
    named = [*known.split(), "braceleft", "braceright", "asciitilde"]
    others = {ord(char): (name, LETTER_H) for char, name in zip(names, named, strict=True)}
    font = EmbeddedFont({CODE: ("thorn", PLUS), **dict(list(others.items())[: signs - 1])})
    codes = bytes(code for code in font.glyphs if code != CODE)
    pages = (PdfPage(show(bytes([CODE]), 50, 500, font="E1"), fonts={"E1": font}),
             PdfPage(show(codes, 50, 500, font="E1"), fonts={"E1": font}))  # fmt: skip
    assert read(*pages).pages[0].blocks[0].text == sign


def test_words_show_that_a_font_is_one_of_text() -> None:
    font = EmbeddedFont({ord(char): (char, PLUS) for char in "quay"})
    assert text_of(shown(b"quay", font)) == "quay"


def test_font_that_lies_is_believed_less() -> None:
    """A plus is a little like ÷: that claim stands only as long as no other is wrong."""
    claimed = ("divide", PLUS)
    font = EmbeddedFont({CODE: ("onequarter", EQUALS), 0x42: claimed})
    assert text_of(shown(b"A", EmbeddedFont({CODE: claimed}))) == "÷"
    assert text_of(shown(b"AB", font)) == "=+"


def test_twin_of_the_claimed_sign_stands_in_a_font_that_lies() -> None:
    """A t is like τ; where m is μ, it is τ if it looks much less like a t."""
    font = EmbeddedFont({CODE: ("m", MU), 0x42: ("t", TAU)})
    assert text_of(shown(b"B", EmbeddedFont({0x42: ("t", TAU)}))) == "t"
    assert text_of(shown(b"AB", font)) == "μτ"


def test_sign_that_is_nothing_like_the_claimed_one_need_not_be_usual() -> None:
    """A large < is less like the usual ones; no letter is more like it, and an H least of all."""
    large = [[(1.45 * x, 1.3 * y) for x, y in LESS[0]]]
    assert text_of(one_glyph("H", large)) == "<"
    assert text_of(one_glyph("v", large)) == "v"


@pytest.mark.parametrize("private", ["", UNKNOWN])
def test_glyphs_that_fill_the_same_box_are_told_apart_by_the_page(private: str) -> None:
    """Where the map says nothing, both have the same code as well."""
    glyphs = {0x01: ("C21", GREATER), 0x02: ("C20", LESS)}
    document = shown(b"\x01\x02\x02\x01", EmbeddedFont(glyphs, dict.fromkeys(glyphs, private)))
    assert text_of(document) == "><<>"


def test_accent_in_a_font_that_lies_is_put_on_its_letter() -> None:
    """Accents of the publishers' fonts have the codes of other signs, and come first or last."""
    font = EmbeddedFont({0x80: ("Euro", DIAERESIS)})
    accent = show(b"\x80", 50, 500, font="E1")
    word = show("ollner", 50, 500)
    for content in (accent + word, word + accent):
        document = read(PdfPage(content, fonts={"E1": font}))
        assert [block.text for block in document.pages[0].blocks] == ["öllner"]


def test_sign_that_tex_draws_of_a_circle_and_a_letter_is_one() -> None:
    font = EmbeddedFont({0x0D: ("circlecopyrt", SQUIGGLE)})
    content = (
        show("Twister", 50, 500) + show(b"\r", 90, 500, font="E1") + show("R", 90.5, 500, size=8)
    )
    document = read(PdfPage(content, fonts={"E1": font}))
    assert [block.text for block in document.pages[0].blocks] == ["Twister", "®"]


def test_glyph_of_no_height_is_a_space() -> None:
    font = EmbeddedFont({CODE: ("C1", []), 0x42: ("G", GAMMA)}, {CODE: "\x01"})
    assert text_of(shown(b"BAB", font)) == "Γ Γ"


def test_font_that_is_not_embedded_is_believed() -> None:
    assert read(show(b"\xfe", 50, 500, font="F1")).pages[0].blocks[0].text == "þ"


def test_text_of_nothing_but_codes_is_refused() -> None:
    """Shapes alone confuse too many letters."""
    font = EmbeddedFont({0x01: ("first", LETTER_H), 0x02: ("second", MU)})
    page = PdfPage(show(b"\x01\x02" * 20, 50, 500, font="E1"), fonts={"E1": font})
    with pytest.raises(NoTextError, match="cannot be read without OCR"):
        read(page)
