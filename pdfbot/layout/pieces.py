"""Text blocks to pieces of lines: what stands beside each other with no column gap between."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

from pdfbot.model import Box, TextBlock
from pdfbot.replica.runs import WORD_GAP

# The part of the lower height that two blocks of one line share: scripts share over half.
SHARED = 0.45
# Blocks are looked up by height in bands of this many points, so that a page is read in one pass.
BAND = 16
# Bands above and below in which a neighbour's middle may lie.
REACH = 1


class Piece:
    """Blocks of one line; the block in the largest font gives its height."""

    __slots__ = ("blocks", "bottom", "high", "left", "low", "right", "size", "top")

    def __init__(self, block: TextBlock) -> None:
        self.blocks = [block]
        self.left, self.right = block.box.left, block.box.right
        self.low, self.high = block.box.bottom, block.box.top
        self.bottom, self.top = self.low, self.high
        self.size = block.font.size

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
    def width(self) -> float:
        return self.right - self.left

    @property
    def box(self) -> Box:
        return Box(self.left, self.bottom, self.right, self.top)

    @property
    def text(self) -> str:
        return line_text(self.blocks)


def line_text(blocks: Iterable[TextBlock]) -> str:
    """The text of one line from left to right, with a space wherever the page shows one."""
    parts: list[str] = []
    reach, size = 0.0, 0.0
    for block in sorted(blocks, key=lambda b: b.box.left):
        if parts and block.box.left - reach > WORD_GAP * max(size, block.font.size):
            parts.append(" ")
        parts.append(block.text)
        reach = max(reach, block.box.right) if len(parts) > 1 else block.box.right
        size = block.font.size
    return " ".join("".join(parts).split())


def shared_height(low: float, high: float, other_low: float, other_high: float) -> float:
    """How much of the lower of two heights both have."""
    least = min(high - low, other_high - other_low)
    return (min(high, other_high) - max(low, other_low)) / least if least > 0 else 0.0


def join_pieces(
    blocks: Iterable[TextBlock], may_join: Callable[[Piece, TextBlock], bool]
) -> list[Piece]:
    """Every block goes to the piece at its left that it stands beside and `may_join`."""
    bands: dict[int, list[Piece]] = defaultdict(list)
    pieces: list[Piece] = []
    for block in sorted(blocks, key=lambda b: (b.box.left, -b.box.top)):
        low, high = block.box.bottom, block.box.top
        best, best_share = None, SHARED
        band = int((low + high) / 2 // BAND)
        for near in range(band - REACH, band + REACH + 1):
            for piece in bands.get(near, ()):
                if piece.low >= high or piece.high <= low:
                    continue
                share = shared_height(piece.low, piece.high, low, high)
                if share > best_share and may_join(piece, block):
                    best, best_share = piece, share
        if best is None:
            best = Piece(block)
            pieces.append(best)
            bands[band].append(best)
        else:
            best.add(block)
    return pieces


def neighbours(pieces: Sequence[Piece]) -> dict[int, Piece]:
    """By the identity of a piece, the nearest one at its right that stands beside it."""
    bands: dict[int, list[Piece]] = defaultdict(list)
    for piece in sorted(pieces, key=lambda p: p.left):
        bands[int(piece.middle // BAND)].append(piece)
    found: dict[int, Piece] = {}
    for band, members in bands.items():
        for piece in members:
            low, high, right = piece.low, piece.high, piece.right
            nearest = None
            for near in range(band - REACH, band + REACH + 1):
                for other in bands.get(near, ()):
                    if other.left >= right and other.low < high and other.high > low:
                        if nearest is None or other.left < nearest.left:
                            nearest = other
                        break
            if nearest is not None:
                found[id(piece)] = nearest
    return found


def mean_character(blocks: Iterable[TextBlock]) -> float:
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
