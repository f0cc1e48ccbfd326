"""Freki's XY-cut: a page is cut at its widest blank valleys into blocks, and these into lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median_low

from pdfbot.dataclass import dataclass
from pdfbot.model import Box, Page, TextBlock

# Cut from the top and the bottom of every box, so that lines that touch still have a valley.
SHRINK = 0.2
# Brackets and initials this many times higher than the mean would bridge several lines.
TALL = 1.8
# How many of the next lower boxes are looked at for the one below.
LOOK_DOWN = 40
# The label of a page that no valley cuts; an empty one could not be written.
UNCUT = "-"
_NOTHING = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Cuts:
    """The three thresholds of both axes; valleys in points, sizes as parts of the page's.

    A vertical cut parts left from right, a horizontal one top from bottom. What is left on each
    side along the cut's axis, and the whole region across it, must have the minimum size.
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


def choose_cuts(blocks: Sequence[TextBlock], *, valley: bool = False) -> Cuts:
    """Valleys as wide as a character is high; or, with `valley`, from the gaps between lines."""
    height = character_height(blocks)
    return Cuts(valley_x=height, valley_y=_usual_gap(blocks, height) if valley else height)


def character_height(blocks: Iterable[TextBlock]) -> float:
    """The average over all characters."""
    total, count = 0.0, 0
    for block in blocks:
        total += block.box.height * len(block.text)
        count += len(block.text)
    return total / count if count else 0.0


def _usual_gap(blocks: Sequence[TextBlock], height: float) -> float:
    """The next size above the median in the histogram of gaps: more than between two lines."""
    histogram = Counter(round(gap) for gap in _gaps_below(blocks))
    if not histogram:
        return height
    middle = median_low(histogram.elements())
    greater = [size for size in histogram if size > middle + 1]
    return min(greater) - 0.5 if greater else max(middle + 1.5, height)


def _gaps_below(blocks: Sequence[TextBlock]) -> Iterable[float]:
    ordered = sorted((b.box for b in blocks), key=lambda box: -box.top)
    for index, box in enumerate(ordered):
        for other in ordered[index + 1 : index + 1 + LOOK_DOWN]:
            beside = other.top > (box.bottom + box.top) / 2
            if not beside and min(box.right, other.right) > max(box.left, other.left):
                yield max(0.0, box.bottom - other.top)
                break


def cut_page(page: Page, blocks: Sequence[TextBlock], cuts: Cuts) -> list[Leaf]:
    """The leaves of the tree of cuts, the upper and the left side of every cut first."""
    leaves: list[Leaf] = []
    waiting: list[tuple[str, Sequence[TextBlock]]] = [("", blocks)] if blocks else []
    while waiting:
        label, members = waiting.pop()
        valley = _widest(page, members, cuts)
        if valley is None:
            leaves.append(Leaf(label or UNCUT, tuple(members)))
            continue
        first, second = _sides(members, valley)
        waiting.append((label + ("r" if valley.vertical else "b"), second))
        waiting.append((label + ("l" if valley.vertical else "t"), first))
    return leaves


def _widest(page: Page, blocks: Sequence[TextBlock], cuts: Cuts) -> _Valley | None:
    region = Box.around(b.box for b in blocks)
    found: list[_Valley] = []
    if (
        region.height >= cuts.vertical_min_height * page.height
        and region.width >= 2 * cuts.vertical_min_width * page.width
    ):
        edges = [(b.box.left, b.box.right, b.box.height) for b in blocks]
        found += [
            _Valley(start, end, True)
            for start, end in _valleys(edges, cuts.noise_x)
            if end - start >= cuts.valley_x
            and min(start - region.left, region.right - end) >= cuts.vertical_min_width * page.width
        ]
    if region.width >= cuts.horizontal_min_width * page.width:
        least = cuts.horizontal_min_height * page.height
        edges = [(b.box.bottom, b.box.top, b.box.width) for b in blocks]
        found += [
            _Valley(start, end, False)
            for start, end in _valleys(edges, cuts.noise_y)
            if end - start >= cuts.valley_y
            and min(start - region.bottom, region.top - end) >= least
        ]
    return max(found, key=lambda v: v.width, default=None)


def _valleys(
    edges: Sequence[tuple[float, float, float]], noise: float
) -> list[tuple[float, float]]:
    """Where at most `noise` points are covered, between the first edge and the last."""
    events = sorted(
        [(start, weight) for start, _, weight in edges]
        + [(end, -weight) for _, end, weight in edges],
        key=lambda event: (event[0], -event[1]),
    )
    found: list[tuple[float, float]] = []
    covered, began = 0.0, None
    for place, weight in events:
        covered += weight
        if covered > noise + _NOTHING:
            if began is not None and place > began:
                found.append((began, place))
            began = None
        elif began is None:
            began = place
    return found


def _sides(blocks: Sequence[TextBlock], valley: _Valley) -> tuple[list[TextBlock], list[TextBlock]]:
    """Left and right, or top and bottom of a valley."""
    middle = (valley.start + valley.end) / 2
    if valley.vertical:
        low = [b for b in blocks if (b.box.left + b.box.right) / 2 < middle]
        high = [b for b in blocks if (b.box.left + b.box.right) / 2 >= middle]
        return low, high
    low = [b for b in blocks if (b.box.bottom + b.box.top) / 2 < middle]
    high = [b for b in blocks if (b.box.bottom + b.box.top) / 2 >= middle]
    return high, low


def cut_lines(blocks: Sequence[TextBlock]) -> list[list[TextBlock]]:
    """The lines of a block from the top: every valley cuts, and the boxes are made lower."""
    limit = TALL * character_height(blocks)
    usual = [b for b in blocks if b.box.height <= limit] or list(blocks)
    spans = [_shrunken(b.box) for b in usual]
    places = [(start + end) / 2 for start, end in _valleys([(*s, 1.0) for s in spans], 0.0)]
    lines: list[list[TextBlock]] = [[] for _ in range(len(places) + 1)]
    kept = {id(b) for b in usual}
    for block in blocks:
        low, high = _shrunken(block.box)
        middle = (low + high) / 2 if id(block) in kept else block.baseline + limit / 4
        lines[sum(place < middle for place in places)].append(block)
    return [line for line in reversed(lines) if line]


def _shrunken(box: Box) -> tuple[float, float]:
    return box.bottom + SHRINK * box.height, box.top - SHRINK * box.height
