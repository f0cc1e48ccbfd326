"""Builds lines from blocks: reading order, text with spaces, size and baseline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from pdfbot.layout.letterspacing import close_up, word_gap
from pdfbot.layout.mirrored_lines import (
    gaps_in_reading_order,
    is_mirrored,
    put_in_reading_order,
)
from pdfbot.layout.scripts import read_stacks
from pdfbot.model import Box, Line, TextBlock
from pdfbot.readers.text_runs import WORD_GAP
from pdfbot.text.writing_systems import HAN_OR_KANA, is_unspaced

# Share of the most frequent size's characters that the line's size has at least: in
# "N_event = E_snap" the subscripts outnumber the letters they belong to.
MIN_MAIN_SIZE_SHARE = 0.3
# Punctuation that is set off from a slanted letter in another font without a word space.
STOPS = frozenset(".,;")
# Ems: a wider gap before such punctuation is a word space; more than `WORD_GAP`.
STOP_GAP = 0.3
# Beside smaller plus and minus signs as well: their ink begins later, and ends earlier, than that
# of letters.
SIGNS = frozenset("+−")
SIGN_GAP = 0.2
# Points: sizes that differ by less are the same.
SIZE_ROUNDING = 0.01


def build_line(
    name: str,
    page: int,
    column: int,
    blocks: Iterable[TextBlock],
    drop_cap: TextBlock | None = None,
    left: float | None = None,
) -> Line:
    """A line of these blocks, with a space wherever the page shows one.

    `left` is its left edge where a drop cap pushes its text aside.
    """
    text_blocks = list(blocks)
    if len(text_blocks) > 1:
        text_blocks.sort(key=attrgetter("box.left"))
        text_blocks = read_stacks(text_blocks)
    if (gap := word_gap(text_blocks)) is not None:
        text_blocks = [close_up(block, gap) for block in text_blocks]
    box = Box.around([b.box for b in text_blocks])
    if left is not None and left < box.left:
        box = Box(left, box.bottom, box.right, box.top)
    size = _main_size(text_blocks)
    ordered = (*text_blocks,) if drop_cap is None else (drop_cap, *text_blocks)
    is_turned = is_mirrored(ordered)
    if is_turned:
        ordered = put_in_reading_order(ordered)
    return Line(
        id=name,
        page=page,
        column=column,
        blocks=ordered,
        text=_join(ordered, size, is_turned, gap),
        box=box,
        baseline=_main_baseline(text_blocks, size),
        size=size,
    )


def _join(
    blocks: Sequence[TextBlock], line_size: float, is_turned: bool, spaced: float | None = None
) -> str:
    """The text of the blocks, with a space where the gap to the block before is wide enough.

    With `is_turned`, some blocks run to the left. `spaced` is the gap between the words
    of a letterspaced line.
    """
    if len(blocks) == 1:
        return blocks[0].text
    parts: list[str] = []
    reach, size = float("inf"), 0.0
    gaps = gaps_in_reading_order(blocks) if is_turned else None
    for index, block in enumerate(blocks):
        gap, em = block.box.left - reach, max(block.font.size, size)
        if gaps is not None:
            gap = gaps[index]
        limit = _word_gap(block, parts, line_size) * em if spaced is None else spaced
        if gap > limit and not is_unspaced(parts[-1][-1], block.text[0]):
            parts.append(" ")
        reach = max(reach, block.box.right) if parts else block.box.right
        parts.append(block.text)
        size = block.font.size
    return "".join(parts)


def _word_gap(block: TextBlock, parts: Sequence[str], line_size: float) -> float:
    """The width, in ems, above which a gap before a block is a word space."""
    if block.text[:2].rstrip() in STOPS:
        return STOP_GAP
    if block.font.size < line_size - SIZE_ROUNDING:
        is_behind_sign = bool(parts) and parts[-1] in SIGNS and block.text[0].isdigit()
        return SIGN_GAP if is_behind_sign or block.text[0] in SIGNS else WORD_GAP
    return WORD_GAP


def _main_baseline(blocks: Sequence[TextBlock], size: float) -> float:
    """The baseline of most characters of the line's size."""
    if len(blocks) == 1:
        return round(blocks[0].baseline, 1)
    exact: dict[float, int] = {}
    for block in blocks:
        if abs(block.font.size - size) < SIZE_ROUNDING:
            exact[block.baseline] = exact.get(block.baseline, 0) + len(block.text)
    baselines: dict[float, int] = {}
    for height, count in exact.items():
        baseline = round(height, 1)
        baselines[baseline] = baselines.get(baseline, 0) + count
    return max(baselines, key=baselines.__getitem__)


def _main_size(blocks: Sequence[TextBlock]) -> float:
    """The largest size with a fair share of the characters.

    Latin words are often set larger than the Chinese or Japanese text around them.
    """
    if len(blocks) == 1:
        return blocks[0].font.size
    sizes: dict[float, int] = {}
    east_asian = [b for b in blocks if not b.text.isascii() and HAN_OR_KANA.search(b.text)]
    for block in east_asian or blocks:
        size = block.font.size
        sizes[size] = sizes.get(size, 0) + len(block.text)
    if len(sizes) == 1:
        return next(iter(sizes))
    min_count = MIN_MAIN_SIZE_SHARE * max(sizes.values())
    return max(size for size, count in sizes.items() if count >= min_count)
