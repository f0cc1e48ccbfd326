"""Columns by line sweeping (Proposition 4.1): at which x do the lines of all pages start?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.frozen_objects import quick_to_make
from pdfbot.layout.segments import MIN_TEXT_CHARS, Segment
from pdfbot.options import MAX_COLUMNS
from pdfbot.thresholds import Thresholds

# Share of the body's size: abstracts are smaller, but still swept.
MAX_SMALLER = 0.12
# Points: tolerance for column edges, which are counted in whole points.
EDGE_ROUNDING = 0.5
# Points: a line this close to a column edge starts there.
START_SLACK = 2
# Points: a line that crosses a column boundary starts further than this to its left ...
CROSSING_START = 6
# Points: ... and ends further than this to its right.
CROSSING_END = 12
# Share of the lines of a column that run across the start of the next one, at most.
MAX_AROUND = 0.8
# Points: shorter lines do not show where the right edge of a column is.
MIN_EDGE_LINE = 40
# Share of the lines at the left edge that end at the right one: fewer do not show where it is.
MIN_EDGE_SHARE = 0.35
# Points: the gap assumed before the next column where no line shows the right edge.
DEFAULT_GUTTER = 10
# Points: the width assumed for the last column where no line shows the right edge.
DEFAULT_WIDTH = 200
# Points: labels hang no further left of their column.
MAX_LABEL_HANG = 30


@dataclass(frozen=True, slots=True)
class Columns:
    """Left and right edges of the major columns of a set of pages, from left to right.

    `sweep` counts the lines that start at each x, in whole points.
    """

    lefts: tuple[float, ...]
    rights: tuple[float, ...]
    sweep: dict[int, int]

    @property
    def count(self) -> int:
        return len(self.lefts)

    def of(self, left: float, right: float) -> int:
        """The column (from 0) that a piece of text belongs to, by its midpoint."""
        middle = (left + right) / 2
        for index in range(self.count - 1, 0, -1):
            if middle >= self.gutter(index) or left >= self.rights[index - 1] - EDGE_ROUNDING:
                return index
        return 0

    def gutter(self, index: int) -> float:
        """The x between column `index - 1` and column `index`."""
        return (min(self.rights[index - 1], self.lefts[index]) + self.lefts[index]) / 2

    def crosses(self, left: float, right: float, slack: float) -> bool:
        """Whether a piece of text extends into more than one column."""
        for index in range(1, len(self.lefts)):
            if right > self.lefts[index] + slack and left < self.gutter(index) - slack:
                return True
        return False

    def starts_at(self, left: float) -> int:
        """The number of lines that start within a point of an edge."""
        return sum(self.sweep.get(round(left) + d, 0) for d in (-1, 0, 1))


@quick_to_make
@dataclass(frozen=True, slots=True)
class Extent:
    """Where a segment starts and ends, and its font size."""

    left: float
    right: float
    size: float


def find_extents(segments: Iterable[Segment]) -> list[Extent]:
    """The extents of the segments that are long enough to show a column."""
    return [Extent(s.left, s.right, s.size) for s in segments if s.length >= MIN_TEXT_CHARS]


def as_large_as_body(extents: Iterable[Extent], base_size: float) -> list[Extent]:
    """The extents of about the body's font size or larger, which the sweep counts."""
    min_size = (1 - MAX_SMALLER) * base_size
    return [extent for extent in extents if extent.size >= min_size]


def sweep_columns(
    pages: Iterable[Sequence[Extent]], thresholds: Thresholds, wanted: int | None = None
) -> Columns:
    """Columns at the peaks of the sweep over all pages that are about as high as the highest."""
    extents = [extent for page in pages for extent in page]
    starts = Counter([round(extent.left) for extent in extents])
    lefts = _peaks(starts, thresholds, wanted)
    if wanted is None:
        lefts = _with_indented(lefts, starts, extents, thresholds)
    if len(lefts) > 1 and wanted is None:
        lefts = _without_crossed(lefts, extents, thresholds)
    if len(lefts) == 1 and wanted is None:
        lefts = _left_of_cells(lefts[0], extents, thresholds)
    rights = _right_edges(lefts, extents)
    exact = tuple(_exact_left(left, extents) for left in lefts)
    return Columns(exact, rights, dict(starts))


def _peaks(starts: Counter[int], thresholds: Thresholds, wanted: int | None) -> list[float]:
    """Highest first; a lower peak closer to a higher one than a column is wide is an indent."""
    count = starts.get
    smoothed = {
        x: count(x - 1, 0) + own + count(x + 1, 0)
        for x, own in starts.items()
        if own >= count(x - 1, 0)
    }
    chosen: list[int] = []
    min_height = thresholds.min_peak_share * max(smoothed.values(), default=0)
    if wanted is not None:
        min_height = 0.0
    for x in sorted(smoothed, key=lambda x: (-smoothed[x], x)):
        if smoothed[x] < min_height or len(chosen) == (wanted or MAX_COLUMNS):
            break
        if all(abs(x - other) >= thresholds.min_column_width for other in chosen):
            chosen.append(x)
    return [float(x) for x in sorted(chosen)] or [0.0]


def _with_indented(
    lefts: list[float], starts: Counter[int], extents: list[Extent], thresholds: Thresholds
) -> list[float]:
    """Add columns in which most lines are indented, as in lists: their right edges show them."""
    ends = Counter([round(extent.right) for extent in extents])
    rights = _peaks(ends, thresholds, None)
    if len(rights) <= len(lefts):
        return lefts
    found = list(lefts)
    for before, right in pairwise([0.0, *rights]):
        if any(before <= left < right for left in lefts):
            continue
        limit = right - thresholds.min_column_width
        inside = {
            x: starts[x - 1] + starts[x] + starts[x + 1] for x in starts if before < x < limit
        }
        min_height = thresholds.min_peak_share * max(inside.values(), default=0)
        found += [float(x) for x in sorted(inside) if inside[x] >= min_height][:1]
    return sorted(found)


def _without_crossed(
    lefts: list[float], extents: list[Extent], thresholds: Thresholds
) -> list[float]:
    """Keep the real column boundaries: few lines that start to their left run across them.

    If nearly all lines of the previous column do, text runs around a picture in that column, or
    the text is indented and the references are not: the column starts where most lines do.
    """
    kept = lefts[:1]
    for left in lefts[1:]:
        before = [e.right for e in extents if abs(e.left - kept[-1]) <= START_SLACK]
        starting = len([e for e in extents if abs(e.left - left) <= START_SLACK])
        if sum(right > left + CROSSING_END for right in before) > MAX_AROUND * len(before):
            if len(lefts) == 2 and starting > len(before):
                kept[-1] = left
            continue
        crossing = _count_crossing(left, before, extents)
        if crossing <= thresholds.max_crossing_share * (starting + crossing):
            kept.append(left)
    return kept


def _count_crossing(left: float, before: Iterable[float], extents: list[Extent]) -> int:
    """The lines that run across a left edge; `before` are the right edges of the column before.

    A label that hangs left of its column begins behind the end of the column before.
    """
    behind = max((right for right in before if right < left), default=left)
    start = min(left - CROSSING_START, max(behind, left - MAX_LABEL_HANG))
    return len([e for e in extents if e.left < start and e.right > left + CROSSING_END])


def _left_of_cells(left: float, extents: list[Extent], thresholds: Thresholds) -> list[float]:
    """The edge of the text that runs across the only column, if that is most of the text.

    Where it is, cells of tables are below one another in more lines than the text has.
    """
    start, end = left - CROSSING_START, left + CROSSING_END
    crossing = [e for e in extents if e.left < start and e.right > end]
    starting = (e.right - e.left for e in extents if abs(e.left - left) <= START_SLACK)
    if sum(e.right - e.left for e in crossing) <= sum(starting):
        return [left]
    return _peaks(Counter(round(e.left) for e in crossing), thresholds, 1)


def _exact_left(left: float, extents: list[Extent]) -> float:
    """The most frequent left edge near a peak, to a tenth of a point."""
    low, high = left - START_SLACK, left + START_SLACK
    edges = Counter([round(e.left, 1) for e in extents if low <= e.left <= high])
    return max(edges, key=edges.__getitem__) if edges else left


def _right_edges(lefts: list[float], extents: list[Extent]) -> tuple[float, ...]:
    """Where most lines of each column end, apart from those that run into the next column.

    An OCR layer has lines in pieces: in several columns, where few of those that start at the left
    edge end at one place, the other pieces of the column show where it ends.
    """
    rights = []
    for index, left in enumerate(lefts):
        next_left = lefts[index + 1] if index + 1 < len(lefts) else float("inf")
        inside = [
            e
            for e in extents
            if e.left >= left - START_SLACK
            and e.right <= next_left + START_SLACK
            and e.right > left + MIN_EDGE_LINE
        ]
        starting = [e for e in inside if e.left <= left + START_SLACK]
        right, count = _usual_end(starting)
        if not starting or (len(lefts) > 1 and count < MIN_EDGE_SHARE * len(starting)):
            right, count = _usual_end(inside)
        if count:
            rights.append(right)
        elif next_left < float("inf"):
            rights.append(next_left - DEFAULT_GUTTER)
        else:
            rights.append(left + DEFAULT_WIDTH)
    return tuple(rights)


def _usual_end(extents: Sequence[Extent]) -> tuple[float, int]:
    """Where most of them end, the furthest to the right of several, and how many do."""
    ends = Counter([round(e.right) for e in extents])
    smoothed = {x: ends.get(x - 1, 0) + own + ends.get(x + 1, 0) for x, own in ends.items()}
    count, right = max(((count, x) for x, count in smoothed.items()), default=(0, 0))
    return float(right), count
