"""Text blocks to segments: pieces of a line without a wide gap, sub- and superscripts in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pdfbot.model import Box, TextBlock

# In ems of the larger font: blocks that stand closer than this on one baseline belong together.
SEGMENT_GAP = 0.75
# The part of the lower block's height that must stand beside the other: scripts share over half.
BESIDE = 0.45


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
        if block.font.size > self.size * 1.05 and not _is_symbol(block):
            self.baseline, self.size = block.baseline, block.font.size
            self.low, self.high = block.box.bottom, block.box.top

    @property
    def box(self) -> Box:
        return Box.around(b.box for b in self.blocks)

    @property
    def length(self) -> int:
        return sum(len(b.text) for b in self.blocks)


def _is_symbol(block: TextBlock) -> bool:
    """Big operators and brackets hang from their own baseline: they never lead a line."""
    return len(block.text) <= 2 and not any(c.isalnum() for c in block.text)


def heading_over_text(one: TextBlock, other: TextBlock) -> bool:
    """A larger bold font and plain text on nearly one height are two lines set too close."""
    large, small = (one, other) if one.font.size > other.font.size else (other, one)
    return (
        large.font.size > 1.2 * small.font.size
        and large.font.bold
        and not small.font.bold
        and abs(large.baseline - small.baseline) < 0.3 * large.font.size
        and len(small.text) > 3
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
            rows[int(home.baseline // 8)].append(home)
        else:
            before = int(home.baseline // 8)
            home.add(block)
            if int(home.baseline // 8) != before:
                rows[before].remove(home)
                rows[int(home.baseline // 8)].append(home)
    return segments


def _home(block: TextBlock, rows: dict[int, list[Segment]]) -> Segment | None:
    best, best_share = None, BESIDE
    row = int(block.baseline // 8)
    for near in (row - 1, row, row + 1):
        for segment in rows.get(near, ()):
            em = max(segment.size, block.font.size)
            gap = block.box.left - segment.right
            if gap > SEGMENT_GAP * em:
                continue
            if gap < -0.4 * em and block.font.size > 0.85 * segment.size:
                continue
            if block.font.size > 2 * segment.size or segment.size > 4 * block.font.size:
                continue
            level = abs(block.baseline - segment.baseline) < 0.1 * em
            if heading_over_text(segment.blocks[-1], block):
                continue
            share = beside(block.box.bottom, block.box.top, segment.low, segment.high)
            if level:
                share += 1.0
            if share > best_share:
                best, best_share = segment, share
    return best
