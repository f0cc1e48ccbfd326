"""Joins text blocks to segments: pieces of a line without wide gaps, scripts included."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter

from pdfbot.geometry import shared_height
from pdfbot.model import TextBlock
from pdfbot.readers.letters import COMBINING
from pdfbot.readers.text_runs import BLOCK_GAP

# Share of the smaller height that blocks of one line have in common; scripts share over half.
MIN_SHARED_HEIGHT = 0.45
# Ems: blocks of a segment are level if their baselines differ by less; those of scans vary.
LEVEL_BASELINE = 0.1
# Added to the shared height of blocks on the same baseline, so that they join before all others.
BASELINE_BONUS = 1.0
# Ratio of sizes: a block larger than the segment by more sets its baseline and size.
LEADING_RATIO = 1.05
# Characters: a symbol has no more, and never sets the baseline and size.
MAX_SYMBOL_CHARS = 2
# Characters of as many symbols.
MAX_SYMBOLS_CHARS = MAX_SYMBOL_CHARS**2
# Ems: a block that starts further back than this is another segment, unless it is a script.
MAX_BACK_STEP = 0.4
# Share of the size of the text beside it: a script is no larger.
MAX_SCRIPT_RATIO = 0.85
# Ems: an accent and its letter in different fonts start closer together than this.
ACCENT_SLACK = 0.4
_ACCENTS = frozenset(COMBINING) - frozenset("`^~")
# Ratio of sizes: a block larger than the segment to its left by more never joins it.
MAX_RIGHT_RATIO = 2.0
# Ratio of sizes: a segment larger than the block to its right by more is never joined.
MAX_LEFT_RATIO = 4.0
# Ems of the segment: blocks further away never join it.
MAX_REACH = BLOCK_GAP * MAX_RIGHT_RATIO
# Ratio of sizes of a heading and plain text next to it.
HEADING_RATIO = 1.2
# Ems of the heading: baselines closer than this overlap.
HEADING_REACH = 0.3
# Characters of plain text next to a heading; fewer may be a symbol in it.
MIN_HEADED_CHARS = 4
# Characters: shorter segments may be labels, cells or formulas.
MIN_TEXT_CHARS = 15
# Ems: baselines that differ by less are the same.
SAME_BASELINE = 0.05
# Points: the height of the rows by which segments are looked up.
ROW_HEIGHT = 8


class Segment:
    """Blocks of one line, from the left, with no wide gap between them; the largest font sets the
    baseline.
    """

    __slots__ = ("baseline", "blocks", "high", "left", "length", "low", "right", "size")

    def __init__(self, block: TextBlock) -> None:
        box = block.box
        self.blocks: list[TextBlock] = [block]
        self.left: float = box.left
        self.right: float = box.right
        self.baseline: float = block.baseline
        self.size: float = block.font.size
        self.low: float = box.bottom
        self.high: float = box.top
        # The characters of all blocks.
        self.length: int = len(block.text)

    @staticmethod
    def of(blocks: Sequence[TextBlock]) -> Segment:
        """A segment of these blocks."""
        segment = Segment(blocks[0])
        for block in blocks[1:]:
            segment.add(block)
        return segment

    def add(self, block: TextBlock) -> None:
        self.blocks.append(block)
        self.length += len(block.text)
        box = block.box
        if box.left < self.left:
            self.left = box.left
        if box.right > self.right:
            self.right = box.right
        if block.font.size > self.size * LEADING_RATIO and not is_sign(block):
            self.baseline, self.size = block.baseline, block.font.size
            self.low, self.high = block.box.bottom, block.box.top

    @property
    def is_symbol(self) -> bool:
        """Whether this is only one or two symbols."""
        return self.length <= MAX_SYMBOLS_CHARS and (
            len(self.blocks) <= MAX_SYMBOL_CHARS and all(map(is_sign, self.blocks))
        )


def is_sign(block: TextBlock) -> bool:
    """Whether this is a large operator or bracket, whose baseline is never that of a line."""
    return len(block.text) <= MAX_SYMBOL_CHARS and not any(map(str.isalnum, block.text))


def heading_over_text(one: TextBlock, other: TextBlock) -> bool:
    """Whether larger bold text and plain text at nearly one height are two tightly set lines."""
    large, small = (one, other) if one.font.size > other.font.size else (other, one)
    return (
        large.font.size > HEADING_RATIO * small.font.size
        and large.font.bold
        and not small.font.bold
        and abs(large.baseline - small.baseline) < HEADING_REACH * large.font.size
        and len(small.text) >= MIN_HEADED_CHARS
    )


def join_segments(blocks: Iterable[TextBlock]) -> list[Segment]:
    """Join neighbours of about the same height from left to right."""
    rows: dict[int, list[Segment]] = defaultdict(list)
    segments: list[Segment] = []
    for block in sorted(blocks, key=attrgetter("box.left")):
        segment = _find_segment(block, rows)
        if segment is None:
            segment = Segment(block)
            segments.append(segment)
            rows[_row(segment.baseline)].append(segment)
        else:
            baseline = segment.baseline
            segment.add(block)
            if segment.baseline != baseline and _row(segment.baseline) != _row(baseline):
                rows[_row(baseline)].remove(segment)
                rows[_row(segment.baseline)].append(segment)
    return segments


def _row(baseline: float) -> int:
    return int(baseline // ROW_HEIGHT)


def _find_segment(block: TextBlock, rows: dict[int, list[Segment]]) -> Segment | None:
    """The segment that a block continues: the one that shares most of its height."""
    best, best_share = None, MIN_SHARED_HEIGHT
    own_row, left = _row(block.baseline), block.box.left
    for row in (own_row - 1, own_row, own_row + 1):
        members = rows.get(row)
        if not members:
            continue
        passed = False
        for segment in members:
            if left - segment.right > MAX_REACH * segment.size:
                passed = True
                continue
            if not _may_join(segment, block):
                continue
            share = shared_height(block.box.bottom, block.box.top, segment.low, segment.high)
            em = max(segment.size, block.font.size)
            if abs(block.baseline - segment.baseline) < LEVEL_BASELINE * em:
                share += BASELINE_BONUS
            if share > best_share:
                best, best_share = segment, share
        if passed:  # blocks arrive from left to right: the later ones are even further away
            rows[row] = [s for s in members if left - s.right <= MAX_REACH * s.size]
    return best


def _may_join(segment: Segment, block: TextBlock) -> bool:
    """Whether two pieces are close, do not overlap, and have sizes that occur in one line."""
    size = block.font.size
    gap = block.box.left - segment.right
    em = size if size > segment.size else segment.size
    return (
        gap <= BLOCK_GAP * em
        and not (
            gap < -MAX_BACK_STEP * em
            and size > MAX_SCRIPT_RATIO * segment.size
            and not _is_accented(segment.blocks[-1], block)
        )
        and size <= MAX_RIGHT_RATIO * segment.size
        and segment.size <= MAX_LEFT_RATIO * size
        and not heading_over_text(segment.blocks[-1], block)
    )


def _is_accented(last: TextBlock, block: TextBlock) -> bool:
    """Whether a letter is below the accent that ends the previous block, or the other way round."""
    accent, letter = (last, block) if last.text[-1] in _ACCENTS else (block, last)
    if accent.text[-1] not in _ACCENTS or not (accent is last or len(block.text) == 1):
        return False
    start = letter.edges[0] if accent is last else letter.edges[-2]
    return abs(accent.edges[-2] - start) < ACCENT_SLACK * block.font.size
