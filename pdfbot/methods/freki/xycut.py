"""Freki's XY-cut: cuts a page at its widest blank valleys into blocks, and these into lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low

from pdfbot.geometry import overlap_width
from pdfbot.model import Box, Page, TextBlock

# Share of its height cut off a box at the top and at the bottom, so that lines that touch still
# have a valley between them.
LINE_SHRINK = 0.2
# In mean character heights: taller boxes (brackets, initials) would bridge several lines.
MAX_LINE_HEIGHT = 1.8
# Number of lower boxes searched for the one right below.
MAX_LOOK_DOWN = 40
# The path of a page that no valley cuts; an empty one could not be written.
UNCUT = "-"
# In points: rounding errors when widths are added and subtracted again.
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class CutThresholds:
    """The three thresholds for both axes; valleys and noise in points, sizes as shares of the page.

    A vertical cut separates left from right, a horizontal one top from bottom. Each side of a cut
    must keep the minimum size along the cut's axis; across it, the whole region must have it.
    """

    valley_x: float
    valley_y: float
    noise_x: float = 0.0
    noise_y: float = 0.0
    vertical_min_width: float = 1 / 6
    vertical_min_height: float = 1 / 32
    horizontal_min_width: float = 1 / 6
    horizontal_min_height: float = 1 / 128


@dataclass(frozen=True, slots=True)
class Leaf:
    """A block that is not cut further; the label is the path to it: t, b, l and r."""

    label: str
    blocks: tuple[TextBlock, ...]


@dataclass(frozen=True, slots=True)
class _Valley:
    start: float
    end: float
    vertical: bool

    @property
    def width(self) -> float:
        return self.end - self.start


def choose_thresholds(blocks: Sequence[TextBlock], *, valley: bool = False) -> CutThresholds:
    """Thresholds for valleys as wide as a character is high; with `valley`, from the gaps."""
    height = character_height(blocks)
    valley_y = _gap_above_line_spacing(blocks, height) if valley else height
    return CutThresholds(valley_x=height, valley_y=valley_y)


def character_height(blocks: Iterable[TextBlock]) -> float:
    """The mean height of all characters."""
    total, count = 0.0, 0
    for block in blocks:
        total += block.box.height * len(block.text)
        count += len(block.text)
    return total / count if count else 0.0


def _gap_above_line_spacing(blocks: Sequence[TextBlock], height: float) -> float:
    """The next size above the median in the histogram of gaps: more than between two lines."""
    histogram = Counter(round(gap) for gap in _gaps_below(blocks))
    if not histogram:
        return height
    median = median_low(histogram.elements())
    larger = [size for size in histogram if size > median + 1]
    return min(larger) - 0.5 if larger else max(median + 1.5, height)


def _gaps_below(blocks: Sequence[TextBlock]) -> Iterable[float]:
    """The vertical gap from every block to the one right below it."""
    ordered = sorted((b.box for b in blocks), key=lambda box: -box.top)
    for index, box in enumerate(ordered):
        for other in ordered[index + 1 : index + 1 + MAX_LOOK_DOWN]:
            is_beside = other.top > (box.bottom + box.top) / 2
            if not is_beside and overlap_width(box, other) > 0:
                yield max(0.0, box.bottom - other.top)
                break


def cut_page(page: Page, blocks: Sequence[TextBlock], thresholds: CutThresholds) -> list[Leaf]:
    """The leaves of the tree of cuts, the upper or left side of every cut first."""
    leaves: list[Leaf] = []
    stack: list[tuple[str, Sequence[TextBlock]]] = [("", blocks)] if blocks else []
    while stack:
        label, members = stack.pop()
        valley = _widest_valley(page, members, thresholds)
        if valley is None:
            leaves.append(Leaf(label or UNCUT, tuple(members)))
            continue
        first, second = _split(members, valley)
        stack.append((label + ("r" if valley.vertical else "b"), second))
        stack.append((label + ("l" if valley.vertical else "t"), first))
    return leaves


def _widest_valley(
    page: Page, blocks: Sequence[TextBlock], thresholds: CutThresholds
) -> _Valley | None:
    region = Box.around(b.box for b in blocks)
    found = [
        *_vertical_valleys(page, region, blocks, thresholds),
        *_horizontal_valleys(page, region, blocks, thresholds),
    ]
    return max(found, key=lambda v: v.width, default=None)


def _vertical_valleys(
    page: Page, region: Box, blocks: Sequence[TextBlock], thresholds: CutThresholds
) -> Iterable[_Valley]:
    """The blank strips at which `blocks`, which fill `region`, may be cut into left and right."""
    min_width = thresholds.vertical_min_width * page.width
    if region.height < thresholds.vertical_min_height * page.height:
        return
    if region.width < 2 * thresholds.vertical_min_width * page.width:
        return
    extents = [(b.box.left, b.box.right, b.box.height) for b in blocks]
    for start, end in _find_valleys(extents, thresholds.noise_x):
        is_wide = end - start >= thresholds.valley_x
        if is_wide and min(start - region.left, region.right - end) >= min_width:
            yield _Valley(start, end, True)


def _horizontal_valleys(
    page: Page, region: Box, blocks: Sequence[TextBlock], thresholds: CutThresholds
) -> Iterable[_Valley]:
    """The blank strips at which `blocks`, which fill `region`, may be cut into top and bottom."""
    min_height = thresholds.horizontal_min_height * page.height
    if region.width < thresholds.horizontal_min_width * page.width:
        return
    extents = [(b.box.bottom, b.box.top, b.box.width) for b in blocks]
    for start, end in _find_valleys(extents, thresholds.noise_y):
        is_high = end - start >= thresholds.valley_y
        if is_high and min(start - region.bottom, region.top - end) >= min_height:
            yield _Valley(start, end, False)


def _find_valleys(
    extents: Sequence[tuple[float, float, float]], noise: float
) -> list[tuple[float, float]]:
    """Where at most `noise` points are covered, between the first edge and the last.

    An extent is where a box starts and ends on the axis, and its size across.
    """
    events = sorted(
        [(start, size) for start, _, size in extents] + [(end, -size) for _, end, size in extents],
        key=lambda event: (event[0], -event[1]),
    )
    found: list[tuple[float, float]] = []
    covered, start = 0.0, None
    for position, size in events:
        covered += size
        if covered > noise + _ROUNDING:
            if start is not None and position > start:
                found.append((start, position))
            start = None
        elif start is None:
            start = position
    return found


def _split(blocks: Sequence[TextBlock], valley: _Valley) -> tuple[list[TextBlock], list[TextBlock]]:
    """The blocks left and right of a valley, or above and below it."""
    middle = (valley.start + valley.end) / 2
    if valley.vertical:
        low = [b for b in blocks if (b.box.left + b.box.right) / 2 < middle]
        high = [b for b in blocks if (b.box.left + b.box.right) / 2 >= middle]
        return low, high
    low = [b for b in blocks if (b.box.bottom + b.box.top) / 2 < middle]
    high = [b for b in blocks if (b.box.bottom + b.box.top) / 2 >= middle]
    return high, low


def cut_lines(blocks: Sequence[TextBlock]) -> list[list[TextBlock]]:
    """The lines of a block from the top, cut at every valley between the shrunken boxes."""
    max_height = MAX_LINE_HEIGHT * character_height(blocks)
    ordinary = [b for b in blocks if b.box.height <= max_height] or list(blocks)
    extents = [(*_shrunken(b.box), 1.0) for b in ordinary]
    cuts = [(start + end) / 2 for start, end in _find_valleys(extents, 0.0)]
    lines: list[list[TextBlock]] = [[] for _ in range(len(cuts) + 1)]
    ordinary_ids = {id(b) for b in ordinary}
    for block in blocks:
        low, high = _shrunken(block.box)
        is_ordinary = id(block) in ordinary_ids
        middle = (low + high) / 2 if is_ordinary else block.baseline + max_height / 4
        lines[sum(cut < middle for cut in cuts)].append(block)
    return [line for line in reversed(lines) if line]


def _shrunken(box: Box) -> tuple[float, float]:
    return box.bottom + LINE_SHRINK * box.height, box.top - LINE_SHRINK * box.height
