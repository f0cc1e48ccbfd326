"""Accents that are drawn apart from their letters."""

from __future__ import annotations

from array import array

import pytest

from pdfbot.model import Box, Font, TextBlock
from pdfbot.readers.drawn_accents import MAX_CAPITAL_RISE, put_on_letter


def block(text: str, edges: list[float], baseline: float = 0.0) -> TextBlock:
    box = Box(edges[0], baseline - 2, edges[-1], baseline + 8)
    return TextBlock(text, box, baseline, Font("Math", 10), edges=array("f", edges))


@pytest.mark.parametrize(
    ("accent", "written", "edges"),
    [
        ("\u0307", "XẎZ", [0, 5, 10, 15]),
        ("\u0303", "XỸZ", [0, 5, 10, 15]),
        ("\u030c", "XY\u030cZ", [0, 5, 10, 10, 15]),
    ],
)
def test_accent_above_a_capital_is_put_on_it(accent: str, written: str, edges: list[float]) -> None:
    blocks = [block("XYZ", [0, 5, 10, 15])]
    assert put_on_letter(blocks, [0], block(accent, [5, 9.5], baseline=2.3))
    assert blocks[0].text == written
    assert list(blocks[0].edges) == edges


@pytest.mark.parametrize(("text", "written"), [("xhz", "xḣz"), ("xnz", "xnz")])
def test_accent_as_high_as_on_a_capital_is_that_of_a_letter_as_high(
    text: str, written: str
) -> None:
    """Other small letters have theirs lower: this one belongs to the line above."""
    blocks = [block(text, [0, 5, 10, 15])]
    put_on_letter(blocks, [0], block("\u0307", [5, 9.5], baseline=2.3))
    assert blocks[0].text == written


def test_accent_too_high_above_a_capital_is_on_another_line() -> None:
    blocks = [block("XYZ", [0, 5, 10, 15])]
    high = block("\u0307", [5, 9.5], baseline=MAX_CAPITAL_RISE * 10 + 0.1)
    assert not put_on_letter(blocks, [0], high)
    assert blocks[0].text == "XYZ"
