"""The side column of the first page, or of the one after a publisher's cover sheet.

It has dates, editors, correspondence and the like, beside the abstract.

It is narrow and smaller than the text beside it, and its lines are not on the text's grid of
baselines. Read line by line together with the text, it would tear every sentence apart.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from statistics import median

from pdfbot.layout.columns import START_SLACK, Columns
from pdfbot.layout.fonts import SIZE_SLACK, FontCounts, is_same_size
from pdfbot.layout.segments import Segment

_baseline = attrgetter("baseline")

# Characters in lines of the body's size: a page with as many is no cover sheet.
MIN_RUNNING_TEXT = 800
# Ems: white space between the side column and the text.
MIN_GUTTER = 0.5
# Segments on either side of the gutter, and segments at the left edge that shows it.
MIN_SEGMENTS = 5
# Share of the text width: the widest side column.
MAX_SIDE_WIDTH = 0.42
# Share of the side column's width: the text beside it is wider than this.
MIN_TEXT_WIDTH = 1.2
# Share of the side column's lines that are on the text's baselines, at most.
MAX_ON_GRID = 0.6
# The same for a side column that is as large as the text.
MAX_ON_GRID_SAME_SIZE = 0.5
# Points: a line this near to a baseline is on it.
GRID_SLACK = 0.8
# Share of the text's size: a side column is smaller.
MAX_SIDE_SIZE = 1 - SIZE_SLACK
# Share of lines that start at one edge and end at another: those of running text.
MIN_JUSTIFIED = 0.5
# Characters: shorter segments are labels and line numbers.
MIN_SIDE_CHARS = 8


def has_running_text(fonts: FontCounts, em: float) -> bool:
    """Whether a page has enough text in the body's size; a publisher's cover sheet has not."""
    count = sum(count for size, count in fonts.running.items() if is_same_size(size, em))
    return count >= MIN_RUNNING_TEXT


def find_side_column(segments: Sequence[Segment], columns: Columns, em: float) -> list[Segment]:
    """The segments of a narrow column beside the text; empty if there is none."""
    # The columns are those of the document: side column and text may reach beyond them.
    text_width = max(_width(segments), columns.rights[-1] - columns.lefts[0]) if segments else 0.0
    segments = sorted(segments, key=_baseline)
    baselines = [s.baseline for s in segments]
    best: list[Segment] = []
    for edge in _left_edges(segments):
        for below, above in _bands(segments, edge, em):
            first = bisect_right(baselines, below.baseline) if below else 0
            inside = segments[first : bisect_left(baselines, above.baseline) if above else None]
            if len(inside) < 2 * MIN_SEGMENTS:
                continue
            left = [s for s in inside if s.right <= edge - MIN_GUTTER * em]
            right = [s for s in inside if s.left >= edge - START_SLACK]
            for side, text in ((left, right), (right, left)):
                if len(side) > len(best) and _is_side_column(side, text, text_width):
                    best = _without_larger_ends(side, em, above)
    return best


def _without_larger_ends(
    side: Sequence[Segment], em: float, above: Segment | None
) -> list[Segment]:
    """Without larger lines at its ends: the last of the authors, the first heading of the body.

    The authors go on from a line above both columns, in its size; other large lines at the top are
    labels of the side column.
    """
    min_size = max(MAX_SIDE_SIZE * em, median(s.size for s in side) / MAX_SIDE_SIZE)
    ordered = sorted(side, key=lambda s: -s.baseline)
    small = [index for index, s in enumerate(ordered) if s.size < min_size]
    if not small:
        return []
    goes_on = above is not None and all(
        is_same_size(s.size, above.size) for s in ordered[: small[0]]
    )
    return ordered[small[0] if goes_on else 0 : small[-1] + 1]


def _left_edges(segments: Sequence[Segment]) -> list[float]:
    """The places, in whole points, where several segments start."""
    starts = Counter(round(s.left) for s in segments)
    return [
        float(x)
        for x, count in starts.items()
        if count >= starts[x - 1] and count + starts[x - 1] + starts[x + 1] >= MIN_SEGMENTS
    ]


def _bands(
    segments: Sequence[Segment], edge: float, em: float
) -> Iterator[tuple[Segment | None, Segment | None]]:
    """The segments that cross the gutter left of an edge, in pairs with nothing between them."""
    left, right = edge - START_SLACK, edge - MIN_GUTTER * em
    crossing = [s for s in segments if s.left < left and s.right > right]
    return pairwise([None, *crossing, None])


def _is_side_column(side: Sequence[Segment], text: Sequence[Segment], text_width: float) -> bool:
    """Whether a column is narrow, smaller than the text beside it, off its grid, not body text."""
    if len(side) < MIN_SEGMENTS or len(text) < MIN_SEGMENTS:
        return False
    width = _width(side)
    if width > MAX_SIDE_WIDTH * text_width or _width(text) < MIN_TEXT_WIDTH * width:
        return False
    grid = sorted(s.baseline for s in text)
    low, high = grid[0], grid[-1]
    beside = [s for s in side if low - GRID_SLACK <= s.baseline <= high + GRID_SLACK]
    if len(beside) < MIN_SEGMENTS:
        return False
    is_smaller = median(s.size for s in side) < MAX_SIDE_SIZE * median(s.size for s in text)
    on_grid = sum(_is_on_grid(s.baseline, grid) for s in beside)
    max_on_grid = MAX_ON_GRID if is_smaller else MAX_ON_GRID_SAME_SIZE
    return on_grid <= max_on_grid * len(beside) and not _is_justified(side)


def _is_on_grid(baseline: float, grid: Sequence[float]) -> bool:
    """Whether one of the sorted baselines of the text is near this one."""
    place = bisect_left(grid, baseline)
    return any(abs(baseline - near) < GRID_SLACK for near in grid[max(place - 1, 0) : place + 1])


def _width(segments: Sequence[Segment]) -> float:
    return max(s.right for s in segments) - min(s.left for s in segments)


def _is_justified(segments: Sequence[Segment]) -> bool:
    """Whether most lines share both edges, as running text in a narrow column does."""
    lines = [s for s in segments if s.length >= MIN_SIDE_CHARS]
    return all(
        _at_one_edge(edges) >= MIN_JUSTIFIED * len(lines)
        for edges in ([s.left for s in lines], [s.right for s in lines])
    )


def _at_one_edge(edges: Sequence[float]) -> int:
    """The number of edges at the most frequent place."""
    counts = Counter(map(round, edges))
    reach = range(-START_SLACK, START_SLACK + 1)
    return max((sum(counts[x + step] for step in reach) for x in counts), default=0)
