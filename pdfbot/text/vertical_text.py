"""Vertical text: stacked Chinese and Japanese characters."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from pdfbot.geometry import overlap_width
from pdfbot.model import Page, TextBlock
from pdfbot.text.writing_systems import EAST_ASIAN

# Characters: fewer may be the labels of a table.
MIN_EAST_ASIAN_CHARS = 100
# Share of the Chinese and Japanese characters of a document that stand alone above the next one;
# .96 in vertical Japanese, 0 in six horizontal papers.
MIN_STACKED_SHARE = 0.5
# Ems from the top of a character to that of the next one.
MIN_STEP, MAX_STEP = 0.5, 2.0


def is_vertical(pages: Iterable[Page]) -> bool:
    """Whether most of the Chinese and Japanese text runs from top to bottom."""
    stacked = total = 0
    for page in pages:
        blocks = [
            block
            for block in page.blocks
            if not block.text.isascii() and EAST_ASIAN.search(block.text)
        ]
        total += sum(len(EAST_ASIAN.findall(block.text)) for block in blocks)
        stacked += sum(_is_stacked(upper, lower) for upper, lower in pairwise(blocks))
    return total >= MIN_EAST_ASIAN_CHARS and stacked > MIN_STACKED_SHARE * total


def _is_stacked(upper: TextBlock, lower: TextBlock) -> bool:
    """Whether two single characters are stacked."""
    step = (upper.box.top - lower.box.top) / upper.font.size
    is_alone = len(upper.text.strip()) == len(lower.text.strip()) == 1
    return is_alone and MIN_STEP < step < MAX_STEP and overlap_width(upper.box, lower.box) > 0
