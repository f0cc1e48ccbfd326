"""Invisible text counts as seen where it is the OCR layer of a scanned page."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Font, Graphic, TextBlock
from pdfbot.readers.ocr_layer import has_scan, reveal_ocr_layer


def block(hidden: str) -> TextBlock:
    return TextBlock("text", Box(0, 0, 20, 10), 2, Font("Serif", 10), hidden=hidden)


@pytest.mark.parametrize(
    ("kind", "height", "scanned"),
    [("image", 51, True), ("image", 50, False), ("drawing", 100, False)],
)
def test_scan_is_a_picture_of_more_than_half_the_page(
    kind: str, height: float, scanned: bool
) -> None:
    assert has_scan([Graphic(kind, Box(0, 0, 100, height))], 100 * 100) is scanned


def test_invisible_text_is_revealed_where_all_text_is_hidden() -> None:
    blocks = [block("invisible"), block("off-page")]
    assert [b.hidden for b in reveal_ocr_layer(blocks)] == ["", "off-page"]


def test_invisible_text_stays_hidden_beside_visible_text() -> None:
    blocks = [block("invisible"), block("")]
    assert reveal_ocr_layer(blocks) == blocks
