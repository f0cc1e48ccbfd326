"""Builds line fragments: text blocks side by side with no column gap between them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from pdfbot.geometry import shared_height
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.mirrored_lines import is_mirrored
from pdfbot.model import TextBlock
from pdfbot.readers.text_runs import WORD_GAP

# Share of the smaller height that two blocks of one line have in common; superscripts and
# subscripts share more than half.
MIN_LINE_HEIGHT_SHARE = 0.45
# In points: blocks are indexed by height in bands this high, so that a page takes one pass.
BAND_HEIGHT = 16
# Bands above and below that may hold the middle of a neighbour.
BAND_REACH = 1


class LineFragment:
    """Blocks of one line; `low` and `high` are the height of the block in the largest font."""

    __slots__ = ("blocks", "bottom", "high", "left", "low", "right", "size", "top")

    def __init__(self, block: TextBlock) -> None:
        self.blocks: list[TextBlock] = [block]
        box = block.box
        self.left: float = box.left
        self.right: float = box.right
        self.low: float = box.bottom
        self.high: float = box.top
        self.bottom: float = box.bottom
        self.top: float = box.top
        self.size: float = block.font.size

    def add(self, block: TextBlock) -> None:
        self.blocks.append(block)
        self.left = min(self.left, block.box.left)
        self.right = max(self.right, block.box.right)
        self.bottom = min(self.bottom, block.box.bottom)
        self.top = max(self.top, block.box.top)
        if block.font.size > self.size and any(c.isalnum() for c in block.text):
            self.low, self.high, self.size = block.box.bottom, block.box.top, block.font.size

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def height(self) -> float:
        return self.high - self.low

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def text(self) -> str:
        return line_text(self.blocks)


def line_text(blocks: Iterable[TextBlock]) -> str:
    """The text of one line in reading order, with a space wherever the page shows one."""
    parts: list[str] = []
    end, size = 0.0, 0.0
    ordered = sorted(blocks, key=lambda b: b.box.left)
    if is_mirrored(ordered):
        return build_line("", 0, 0, ordered).text
    for block in ordered:
        if parts and block.box.left - end > WORD_GAP * max(size, block.font.size):
            parts.append(" ")
        parts.append(block.text)
        end = max(end, block.box.right) if len(parts) > 1 else block.box.right
        size = block.font.size
    return " ".join("".join(parts).split())


def build_fragments(
    blocks: Iterable[TextBlock], may_join: Callable[[LineFragment, TextBlock], bool]
) -> list[LineFragment]:
    """Add every block to the fragment on its left that is level with it and `may_join`."""
    bands: dict[int, list[LineFragment]] = defaultdict(list)
    fragments: list[LineFragment] = []
    for block in sorted(blocks, key=lambda b: (b.box.left, -b.box.top)):
        low, high = block.box.bottom, block.box.top
        best, best_share = None, MIN_LINE_HEIGHT_SHARE
        band = int((low + high) / 2 // BAND_HEIGHT)
        for nearby in range(band - BAND_REACH, band + BAND_REACH + 1):
            for fragment in bands.get(nearby, ()):
                if fragment.low >= high or fragment.high <= low:
                    continue
                share = shared_height(fragment.low, fragment.high, low, high)
                if share > best_share and may_join(fragment, block):
                    best, best_share = fragment, share
        if best is None:
            best = LineFragment(block)
            fragments.append(best)
            bands[band].append(best)
        else:
            best.add(block)
    return fragments


def right_neighbours(fragments: Sequence[LineFragment]) -> dict[int, LineFragment]:
    """The nearest fragment to the right at the same height, by the id() of a fragment."""
    bands: dict[int, list[LineFragment]] = defaultdict(list)
    for fragment in sorted(fragments, key=lambda f: f.left):
        bands[int(fragment.middle // BAND_HEIGHT)].append(fragment)
    found: dict[int, LineFragment] = {}
    for band, members in bands.items():
        for fragment in members:
            low, high, right = fragment.low, fragment.high, fragment.right
            nearest = None
            for nearby in range(band - BAND_REACH, band + BAND_REACH + 1):
                for other in bands.get(nearby, ()):
                    if other.left >= right and other.low < high and other.high > low:
                        if nearest is None or other.left < nearest.left:
                            nearest = other
                        break
            if nearest is not None:
                found[id(fragment)] = nearest
    return found


def mean_character_width(blocks: Iterable[TextBlock]) -> float:
    """The mean width of a character in the modal font size: the paper's delta."""
    counts: Counter[float] = Counter()
    widths: dict[float, float] = defaultdict(float)
    for block in blocks:
        size = round(block.font.size, 1)
        counts[size] += len(block.text)
        widths[size] += block.box.width
    if not counts:
        return 0.0
    modal = max(counts, key=lambda s: (counts[s], s))
    return widths[modal] / counts[modal]
