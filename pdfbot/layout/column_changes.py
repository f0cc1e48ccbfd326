"""Column changes: white space across a page, below which the text has other columns than above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pdfbot.layout.column_choice import MIN_COLUMN_LINES
from pdfbot.layout.columns import CROSSING_END, START_SLACK, Columns, find_extents, sweep_columns
from pdfbot.layout.fonts import MIN_RUNNING_CHARS
from pdfbot.layout.segments import Segment
from pdfbot.thresholds import Thresholds

INFINITY = float("inf")
# Lines across the gutters of the page, but not across the page, that show other columns.
MIN_CROSSING_LINES = 3
# Ems: white space across the page where the columns may change.
MIN_WHITE_SPACE = 0.6
# Ems of a line, below and above its baseline: the height that its letters take.
LETTER_DEPTH = 0.25
LETTER_HEIGHT = 0.8
# Share of the lines below that are long enough for text; cells of a table are shorter.
MIN_TEXT_SHARE = 0.6
# Ems: from the first line below to the first one of each column, with a heading above it.
MAX_TOP_STEP = 6.0
# Share of the lines below that run across the gutters of their own columns, at most.
MAX_CROSSING_SHARE = 0.05


def find_column_change(
    segments: Sequence[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> tuple[float, Columns] | None:
    """The height of the change, and the columns below it, often those of the references."""
    if not _has_other_columns(segments, columns, em):
        return None
    for height in _white_spaces(segments, em):
        below = [s for s in segments if s.baseline < height]
        own = sweep_columns([find_extents(below)], thresholds)
        if (
            own.count > 1
            and own.count != columns.count
            and _are_set_in(below, own)
            and _begin_together(below, own, em)
        ):
            return height, own
    return None


def _has_other_columns(segments: Sequence[Segment], columns: Columns, em: float) -> bool:
    """Whether narrow lines cross the page's gutters, or stand side by side elsewhere."""
    width = (columns.rights[-1] - columns.lefts[0]) / 2
    if columns.count == 1:
        return _count_side_by_side(segments, width) >= MIN_COLUMN_LINES
    gutters = [(columns.gutter(i) - em, columns.lefts[i] + em) for i in range(1, columns.count)]
    crossing = sum(
        s.length >= MIN_RUNNING_CHARS
        for start, end in gutters
        for s in segments
        if s.left < start and s.right > end and s.right - s.left <= width
    )
    return crossing >= MIN_CROSSING_LINES


def _count_side_by_side(segments: Sequence[Segment], width: float) -> int:
    """The number of lines that begin where another line of the same row has ended."""
    rows: dict[int, float] = {}
    count = 0
    long = (s for s in segments if s.length >= MIN_RUNNING_CHARS and s.right - s.left < width)
    for segment in sorted(long, key=lambda s: s.left):
        row = round(segment.baseline)
        count += segment.left > rows.get(row, segment.right)
        rows[row] = segment.right
    return count


def _white_spaces(segments: Sequence[Segment], em: float) -> Iterator[float]:
    """The middles of the white spaces across the page, from the one above all text down."""
    spans = sorted(
        (
            (s.baseline + LETTER_HEIGHT * s.size, s.baseline - LETTER_DEPTH * s.size)
            for s in segments
        ),
        reverse=True,
    )
    yield INFINITY
    bottom = spans[0][1]
    for high, low in spans[1:]:
        if bottom - high >= MIN_WHITE_SPACE * em:
            yield (bottom + high) / 2
        bottom = min(bottom, low)


def _are_set_in(segments: Sequence[Segment], own: Columns) -> bool:
    """Whether lines start at each of these columns, and hardly any cross their gutters."""
    long = [s for s in segments if s.length >= MIN_RUNNING_CHARS]
    crossing = sum(
        any(s.left < right and s.right > left + CROSSING_END for right, left in _gutters(own))
        for s in segments
    )
    return (
        len(long) >= MIN_TEXT_SHARE * len(segments)
        and crossing <= MAX_CROSSING_SHARE * len(segments)
        and all(
            sum(abs(s.left - left) <= START_SLACK for s in long) >= MIN_COLUMN_LINES
            for left in own.lefts
        )
    )


def _begin_together(segments: Sequence[Segment], own: Columns, em: float) -> bool:
    """Whether text begins in all columns at about the same height, below a heading in one."""
    tops = [
        max(s.baseline for s in segments if abs(s.left - left) <= START_SLACK) for left in own.lefts
    ]
    return max(s.baseline for s in segments) - min(tops) <= MAX_TOP_STEP * em


def _gutters(columns: Columns) -> Iterator[tuple[float, float]]:
    """The right edge of each column and the left edge of the next."""
    for index, (_, left) in enumerate(pairwise(columns.lefts)):
        yield columns.rights[index], left
