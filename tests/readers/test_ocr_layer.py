"""Invisible text counts as seen where it is the OCR layer of a scanned page."""

from __future__ import annotations

import pytest

from pdfbot.model import Box, Font, Graphic, TextBlock
from pdfbot.readers.ocr_layer import (
    MAX_VISIBLE_SHARE,
    MIN_SCAN_AREA,
    has_scan,
    is_ocr_layer,
    reveal,
)

PAGE_AREA = 100 * 100


def block(hidden: str, chars: int = 4) -> TextBlock:
    return TextBlock("x" * chars, Box(0, 0, 20, 10), 2, Font("Serif", 10), hidden=hidden)


def stripes(kind: str, count: int, height: float) -> list[Graphic]:
    """Graphics below each other, as wide as the page and `height` high in total."""
    step = height / count
    return [Graphic(kind, Box(0, i * step, 100, (i + 1) * step)) for i in range(count)]


@pytest.mark.parametrize("count", [1, 4, 32])
@pytest.mark.parametrize(
    ("kind", "height", "scanned"),
    [
        ("image", 49, False),
        ("image", 50, False),
        ("image", 51, True),
        ("image", 100, True),
        ("drawing", 100, False),
        ("form", 100, False),
    ],
)
def test_scan_is_one_picture_or_several_strips_of_more_than_half_the_page(
    kind: str, height: float, scanned: bool, count: int
) -> None:
    assert MIN_SCAN_AREA == 0.5
    assert has_scan(stripes(kind, count, height), PAGE_AREA) is scanned


def test_page_without_graphics_is_no_scan() -> None:
    assert not has_scan([], PAGE_AREA)


@pytest.mark.parametrize(("visible", "is_layer"), [(0, True), (24, True), (25, True), (26, False)])
def test_ocr_layer_has_four_times_as_much_text_as_a_visible_stamp(
    visible: int, is_layer: bool
) -> None:
    assert MAX_VISIBLE_SHARE == 0.25
    blocks = [block("invisible", 60), block("", visible), block("invisible", 40)]
    assert is_ocr_layer(blocks) is is_layer


def test_text_off_the_page_or_clipped_is_neither_layer_nor_stamp() -> None:
    assert is_ocr_layer([block("invisible"), block("off-page", 90), block("clipped", 90)])
    assert not is_ocr_layer([block(""), block("off-page", 90), block("clipped", 90)])


def test_page_without_invisible_text_has_no_ocr_layer() -> None:
    assert not is_ocr_layer([])
    assert not is_ocr_layer([block("off-page")])


def test_only_invisible_text_is_revealed() -> None:
    blocks = [block("invisible"), block("off-page"), block(""), block("clipped")]
    assert [b.hidden for b in reveal(blocks)] == ["", "off-page", "", "clipped"]
    assert blocks[0].hidden == "invisible"
