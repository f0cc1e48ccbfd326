"""Outdented text: lines that begin left of an indented body and run below it.

Some journals indent the body by a quarter of the page and start the references at the margin. The
heading, numbers and short last lines of these are left of the columns, but not marginal text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pdfbot.layout.columns import CROSSING_END, CROSSING_START, Columns
from pdfbot.layout.fonts import MIN_RUNNING_CHARS, is_same_size
from pdfbot.layout.segments import SAME_BASELINE, Segment
from pdfbot.layout.side_column import MIN_SIDE_CHARS
from pdfbot.runs import split_runs

# Lines one below the other that show outdented text; a title has fewer.
MIN_OUTDENTED_LINES = 4
# Ems: baselines of such lines are no further apart, with a short line or a skip between two.
MAX_LINE_STEP = 3.5
# Ems: from the heading of such lines down to the first of them, at most.
MAX_HEADING_STEP = 3.0
# Ems: from the last of them to the short line that ends it.
MAX_LAST_STEP = 1.5
# Ems: baselines closer than this are side by side.
SAME_ROW = 0.5
# Ems: from a piece of a line to the rest of it, behind a small picture at most.
MAX_PICTURE_SPACE = 1.5


def find_outdented(segments: Sequence[Segment], columns: Columns, em: float) -> list[Segment]:
    """The pieces of outdented text that are entirely left of the columns."""
    left = columns.lefts[0]
    wide = [
        s
        for s in segments
        if s.left < left - CROSSING_START
        and s.right > left + CROSSING_END
        and s.length >= MIN_RUNNING_CHARS
    ]
    pieces = _pieces_of_outdented(segments, left)
    if len(wide) < MIN_OUTDENTED_LINES:
        return pieces
    close = split_runs(
        sorted(wide, key=lambda s: -s.baseline),
        lambda run, s: run[-1].baseline - s.baseline <= MAX_LINE_STEP * em,
    )
    runs = [run for run in close if len(run) >= MIN_OUTDENTED_LINES]
    return [*pieces, *_short_lines(segments, left, runs, em)]


def _short_lines(
    segments: Sequence[Segment], left: float, runs: Sequence[Sequence[Segment]], em: float
) -> Iterator[Segment]:
    """The heading, labels and last lines of outdented text, which have no text beside them."""
    reaches = [
        (run[-1].baseline - MAX_LAST_STEP * em, run[0].baseline + MAX_HEADING_STEP * em)
        for run in runs
    ]
    # What begins right of all of it is in another of its columns.
    right = max((s.right for run in runs for s in run), default=left)
    rows = sorted(s.baseline for s in segments if left - CROSSING_START <= s.left < right)
    for s in segments:
        if (
            s.right < left
            and any(low <= s.baseline <= high for low, high in reaches)
            and not _has_between(rows, s.baseline - SAME_ROW * em, s.baseline + SAME_ROW * em)
        ):
            yield s


def _pieces_of_outdented(segments: Sequence[Segment], left: float) -> list[Segment]:
    """Pieces of lines that extend into the columns, such as titles and lists of authors.

    A sign between two names may separate the first one, and the last line may be short.
    """
    crossing = [s for s in segments if s.left < left < s.right]
    return [
        piece
        for piece in segments
        if piece.right < left
        and piece.length >= MIN_SIDE_CHARS
        and any(_goes_on(piece, rest) or _goes_on_below(rest, piece) for rest in crossing)
    ]


def _goes_on(piece: Segment, rest: Segment) -> bool:
    return (
        abs(piece.baseline - rest.baseline) < SAME_BASELINE * rest.size
        and is_same_size(piece.size, rest.size)
        and 0 <= rest.left - piece.right < MAX_PICTURE_SPACE * rest.size
    )


def _goes_on_below(line: Segment, piece: Segment) -> bool:
    return (
        0 < line.baseline - piece.baseline < MAX_LAST_STEP * line.size
        and is_same_size(piece.size, line.size)
        and abs(piece.left - line.left) < CROSSING_START
    )


def _has_between(heights: Sequence[float], low: float, high: float) -> bool:
    index = bisect_left(heights, low)
    return index < len(heights) and heights[index] < high
