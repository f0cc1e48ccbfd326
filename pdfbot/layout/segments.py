"""Text blocks to segments: pieces of a line without a wide gap, sub- and superscripts in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pdfbot.model import TextBlock
from pdfbot.replica.runs import COMBINING

# In ems of the larger font: blocks that stand closer than this on one baseline belong together.
SEGMENT_GAP = 0.75
# The part of the lower block's height that must stand beside the other: scripts share over half.
BESIDE = 0.45
# On one baseline (in ems) two blocks belong together before any that only stand beside.
LEVEL, LEVEL_BONUS = 0.1, 1.0
# A block this much larger leads its line; symbols of so few characters never do.
LEADS, SYMBOL_CHARS = 1.05, 2
# A step back of so many ems is no script but another piece, unless the block is this much smaller.
BACK_STEP, SCRIPT = 0.4, 0.85
# Ems: an accent and its letter in different fonts begin this near to each other.
OVERLAID = 0.4
_ACCENTS = frozenset(COMBINING) - frozenset("`^~")
# Blocks whose sizes differ by more (the right one larger, the left one larger) never join.
LARGER_RIGHT, LARGER_LEFT = 2.0, 4.0
# In sizes of the left one: no block that stands further off joins it.
FURTHEST = SEGMENT_GAP * LARGER_RIGHT
# A heading over plain text: how much larger, how near in ems, and the text's least characters.
HEADING_RATIO, HEADING_REACH, HEADING_TEXT = 1.2, 0.3, 4
# Points: segments are looked up by their height.
ROW = 8


class Segment:
    """Blocks of one line with no wide gap between them; the largest font gives the baseline."""

    __slots__ = ("baseline", "blocks", "high", "left", "low", "right", "size")

    def __init__(self, block: TextBlock) -> None:
        self.blocks = [block]
        self.left, self.right = block.box.left, block.box.right
        self.baseline, self.size = block.baseline, block.font.size
        self.low, self.high = block.box.bottom, block.box.top

    def add(self, block: TextBlock) -> None:
        self.blocks.append(block)
        self.left = min(self.left, block.box.left)
        self.right = max(self.right, block.box.right)
        if block.font.size > self.size * LEADS and not _is_symbol(block):
            self.baseline, self.size = block.baseline, block.font.size
            self.low, self.high = block.box.bottom, block.box.top

    @property
    def is_symbol(self) -> bool:
        """Nothing but a sign or two."""
        return len(self.blocks) <= SYMBOL_CHARS and all(map(_is_symbol, self.blocks))

    @property
    def length(self) -> int:
        return sum(len(b.text) for b in self.blocks)


def _is_symbol(block: TextBlock) -> bool:
    """Big operators and brackets hang from their own baseline: they never lead a line."""
    return len(block.text) <= SYMBOL_CHARS and not any(c.isalnum() for c in block.text)


def heading_over_text(one: TextBlock, other: TextBlock) -> bool:
    """A larger bold font and plain text on nearly one height are two lines set too close."""
    large, small = (one, other) if one.font.size > other.font.size else (other, one)
    return (
        large.font.size > HEADING_RATIO * small.font.size
        and large.font.bold
        and not small.font.bold
        and abs(large.baseline - small.baseline) < HEADING_REACH * large.font.size
        and len(small.text) >= HEADING_TEXT
    )


def beside(low: float, high: float, other_low: float, other_high: float) -> float:
    """How much of the lower of two heights is shared by both."""
    least = min(high - low, other_high - other_low)
    return (min(high, other_high) - max(low, other_low)) / least if least > 0 else 0.0


def join_segments(blocks: Iterable[TextBlock]) -> list[Segment]:
    """Join neighbours from left to right; looks only at segments of about the same height."""
    rows: dict[int, list[Segment]] = defaultdict(list)
    segments: list[Segment] = []
    for block in sorted(blocks, key=lambda b: b.box.left):
        home = _home(block, rows)
        if home is None:
            home = Segment(block)
            segments.append(home)
            rows[_row(home.baseline)].append(home)
        else:
            before = _row(home.baseline)
            home.add(block)
            if _row(home.baseline) != before:
                rows[before].remove(home)
                rows[_row(home.baseline)].append(home)
    return segments


def _row(baseline: float) -> int:
    return int(baseline // ROW)


def _home(block: TextBlock, rows: dict[int, list[Segment]]) -> Segment | None:
    """The segment to whose end a block belongs: the one that shares most of its height."""
    best, best_share = None, BESIDE
    row, left = _row(block.baseline), block.box.left
    for near in (row - 1, row, row + 1):
        passed = False
        for segment in rows.get(near, ()):
            if left - segment.right > FURTHEST * segment.size:
                passed = True
                continue
            if not _may_join(segment, block):
                continue
            share = beside(block.box.bottom, block.box.top, segment.low, segment.high)
            em = max(segment.size, block.font.size)
            if abs(block.baseline - segment.baseline) < LEVEL * em:
                share += LEVEL_BONUS
            if share > best_share:
                best, best_share = segment, share
        if passed:  # blocks come from left to right: none of the others is nearer
            rows[near] = [s for s in rows[near] if left - s.right <= FURTHEST * s.size]
    return best


def _may_join(segment: Segment, block: TextBlock) -> bool:
    """Near enough, not over each other, and of sizes that occur in one line."""
    size = block.font.size
    em = max(segment.size, size)
    gap = block.box.left - segment.right
    return (
        gap <= SEGMENT_GAP * em
        and not (
            gap < -BACK_STEP * em
            and size > SCRIPT * segment.size
            and not _accented(segment.blocks[-1], block)
        )
        and size <= LARGER_RIGHT * segment.size
        and segment.size <= LARGER_LEFT * size
        and not heading_over_text(segment.blocks[-1], block)
    )


def _accented(last: TextBlock, block: TextBlock) -> bool:
    """A letter under the accent that ends the block before it, or the other way round."""
    one, other = (last, block) if last.text[-1] in _ACCENTS else (block, last)
    if one.text[-1] not in _ACCENTS or not (one is last or len(block.text) == 1):
        return False
    start = other.edges[0] if one is last else other.edges[-2]
    return abs(one.edges[-2] - start) < OVERLAID * block.font.size
