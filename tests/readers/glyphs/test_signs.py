from __future__ import annotations

import pytest

from pdfbot.readers.glyphs import signs
from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.glyphs.reference_shapes import ReferenceShapes, pack_shapes, reference_shapes
from pdfbot.readers.glyphs.shapes import Shape, draw_shape
from pdfbot.readers.glyphs.signs import (
    correct_sign,
    is_meaningless,
    is_private,
    recognise,
    text_of_name,
)

from ...pdfs import Contours
from .drawings import DEGREE, DOT, EQUALS, LETTER_H, MINUS, PLUS, SQUIGGLE, rectangle


def shape_of(contours: Contours) -> Shape:
    segments: list[tuple[int, ...]] = []
    for contour in contours:
        segments += [(), *((round(10 * x), round(10 * y)) for x, y in contour)]
    shape = draw_shape(Outline(segments))
    assert shape is not None
    return shape


@pytest.mark.parametrize("contours", [PLUS, EQUALS, DEGREE, LETTER_H])
def test_shape_is_like_itself_and_unlike_others(contours: Contours) -> None:
    shape = shape_of(contours)
    assert shape.likeness(shape) == pytest.approx(1.0)
    assert shape.likeness(shape_of(SQUIGGLE)) < 0.5


def test_hole_is_no_ink() -> None:
    ring, disc = shape_of(DEGREE), shape_of(DEGREE[:1])
    assert ring.ink < disc.ink


def test_size_and_place_count() -> None:
    dot = shape_of(DOT)
    low = shape_of([[(x, y - 190) for x, y in DOT[0]]])
    assert dot.likeness(low) < 1 - 0.15
    assert recognise(dot, is_text=False) == "·"
    assert recognise(low, is_text=True) == "."


def test_outline_without_area_has_no_shape() -> None:
    assert draw_shape(Outline([(), (0, 0), (100, 0)])) is None


def test_table_has_every_kind_of_sign() -> None:
    table = reference_shapes()
    for sign in [
        "+",
        "μ",
        "×",
        "°",
        "fi",
        "ffi",
        "ffl",
        "ft",
        "Th",
        "fj",
        "tt",
        "é",
        "a",
        "7",
        "≤",
    ]:
        assert sign in table


def test_table_is_read_as_it_was_packed() -> None:
    plus, minus = shape_of(PLUS), shape_of(MINUS)
    table = ReferenceShapes(pack_shapes({"+": [plus], "fi": [minus, minus]}))
    assert table.likeness(plus, "+") == pytest.approx(1.0, abs=0.01)
    assert set(table.rank(minus)) == {"fi"}
    assert "x" not in table


@pytest.mark.parametrize(
    ("claimed", "sign"),
    [("þ", "+"), ("1", "+"), ("+", None), ("д", None), ("±", "+"), ("÷", None)],
)
def test_claim_is_corrected_only_where_it_looks_wrong(claimed: str, sign: str | None) -> None:
    assert correct_sign(shape_of(PLUS), claimed) == sign


def test_small_capital_is_the_letter_it_is_claimed_to_be() -> None:
    small = [[(0.7 * x, 0.7 * y) for x, y in contour] for contour in LETTER_H]
    assert correct_sign(shape_of(small), "h") is None


def test_thick_bar_is_no_letter() -> None:
    assert recognise(shape_of([rectangle(0, 200, 600, 260)]), is_text=False) == "−"
    assert recognise(shape_of(SQUIGGLE), is_text=True) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [("T_h", "Th"), ("f_f_l", "ffl"), ("fi", "fi"), ("uni03B2", "β"), ("beta", "β"), ("C14", ""),
     ("uniE103", ""), ("", ""), ("a.sc", "a")],
)  # fmt: skip
def test_names_follow_the_rules_of_adobe(name: str, text: str) -> None:
    assert text_of_name(name) == text


def test_private_and_control_characters_say_nothing() -> None:
    assert all(map(is_meaningless, "\x00\x02\x9f\ue000\U000f0000\ufffd"))
    assert not any(map(is_meaningless, "a þ−"))
    assert is_private(0xE000)
    assert not is_private(0xF900)


def test_letter_of_formulas_is_not_expected_in_a_font_of_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The h of some typefaces looks more like ℏ than like that of the table."""
    other = [*LETTER_H, rectangle(100, 0, 160, 200)]
    table = ReferenceShapes(pack_shapes({"h": [shape_of(other)], "ℏ": [shape_of(LETTER_H)]}))
    monkeypatch.setattr(signs, "reference_shapes", lambda: table)
    ranked = table.rank(shape_of(LETTER_H))
    assert 0 < ranked["ℏ"] - ranked["h"] < signs.LETTERLIKE_RARITY
    assert recognise(shape_of(LETTER_H), is_text=True) == "h"
    assert recognise(shape_of(LETTER_H), is_text=False) == "ℏ"
