"""Text blocks with the edges of their characters, for pages built in tests."""

from __future__ import annotations

from array import array

from pdfbot.model import Box, Font, TextBlock

FONT_SIZE = 10.0
CHARACTER_WIDTH = 5.0
# In points, from the bottom of a block to its baseline.
DESCENT = 2.0


def text_block(
    text: str, left: float, bottom: float, right: float | None = None, top: float | None = None
) -> TextBlock:
    """A block of 10 points whose characters are five points wide, unless `right` is given."""
    right = left + CHARACTER_WIDTH * len(text) if right is None else right
    top = bottom + FONT_SIZE if top is None else top
    step = (right - left) / max(len(text), 1)
    return TextBlock(
        text,
        Box(left, bottom, right, top),
        bottom + DESCENT,
        Font("Serif", FONT_SIZE),
        edges=array("f", [left + i * step for i in range(len(text) + 1)]),
    )
