"""Accents that a file draws apart from their letters: behind the whole line, or in another font."""

from __future__ import annotations

import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace

from pdfbot.model import TextBlock
from pdfbot.readers.letters import COMBINING, compose

# Ems by which an accent is drawn higher above the baseline on a capital, and on a small letter, ...
MAX_CAPITAL_RISE = 0.4
MAX_SMALL_LETTER_RISE = 0.12
# ... unless that is as high as a capital.
ASCENDERS = frozenset("bdfhkltβδζθλξ")
# Baselines that differ by less, in ems, are the same.
BASELINE_ROUNDING = 0.01
# Ratio of sizes that an accent and its letter differ by at most: their fonts may be two.
MAX_SIZE_RATIO = 1.2
# Blocks before an accent among which its letter is looked for.
MAX_BLOCKS_OF_LINE = 20


def is_accent(text: str) -> bool:
    """Whether this is nothing but an accent."""
    return len(text) == 1 and (text in COMBINING or unicodedata.combining(text) != 0)


def put_on_letter(blocks: list[TextBlock], near: Iterable[int], accent: TextBlock) -> bool:
    """Put an accent on the letter that it is drawn over, in one of the blocks; False if on none."""
    middle = (accent.edges[0] + accent.edges[-1]) / 2
    for index in near:
        block = blocks[index]
        if not _is_on_line(accent, block):
            continue
        at = bisect_right(block.edges, middle) - 1
        letter = block.text[at : at + 1] if at >= 0 else ""
        is_small = letter.islower() and letter not in ASCENDERS
        max_rise = MAX_SMALL_LETTER_RISE if is_small else MAX_CAPITAL_RISE
        if accent.baseline - block.baseline >= max_rise * accent.font.size:
            continue
        composed = compose(letter, accent.text)
        if composed is not None:
            text = block.text[:at] + composed + block.text[at + 1 :]
            # An accent that Unicode has no letter with is a character without a width.
            ends = array("f", [block.edges[at + 1]] * (len(composed) - 1))
            edges = array("f", block.edges[: at + 1]) + ends + array("f", block.edges[at + 1 :])
            blocks[index] = replace(block, text=text, edges=edges)
            return True
    return False


def _is_on_line(accent: TextBlock, block: TextBlock) -> bool:
    """Whether an accent is set along the baseline of a block, or above that, in its size."""
    smaller, larger = sorted((accent.font.size, block.font.size))
    return (
        block is not accent
        and larger <= MAX_SIZE_RATIO * smaller
        and accent.baseline - block.baseline > -BASELINE_ROUNDING * accent.font.size
        and accent.rotation == block.rotation
    )
