"""Outdented text: lines that begin left of an indented body and run below it.

Some journals indent the body by a quarter of the page and set the references from the margin. Their
heading, their numbers and their short last lines are left of the columns, but they are no margin.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from pdfbot.layout.columns import CROSSING_END, CROSSING_START, Columns
from pdfbot.layout.fonts import MIN_RUNNING_CHARS
from pdfbot.layout.segments import Segment
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


def find_outdented(segments: Sequence[Segment], columns: Columns, em: float) -> list[Segment]:
    """The pieces of outdented text that do not reach into the columns."""
    left = columns.lefts[0]
    wide = [
        s
        for s in segments
        if s.left < left - CROSSING_START
        and s.right > left + CROSSING_END
        and s.length >= MIN_RUNNING_CHARS
    ]
    if len(wide) < MIN_OUTDENTED_LINES:
        return []
    runs = split_runs(
        sorted(wide, key=lambda s: -s.baseline),
        lambda run, s: run[-1].baseline - s.baseline <= MAX_LINE_STEP * em,
    )
    reaches = [
        (run[-1].baseline - MAX_LAST_STEP * em, run[0].baseline + MAX_HEADING_STEP * em)
        for run in runs
        if len(run) >= MIN_OUTDENTED_LINES
    ]
    rows = sorted(s.baseline for s in segments if s.left >= left - CROSSING_START)
    return [
        s
        for s in segments
        if s.right < left
        and any(low <= s.baseline <= high for low, high in reaches)
        and not _has_between(rows, s.baseline - SAME_ROW * em, s.baseline + SAME_ROW * em)
    ]


def _has_between(heights: Sequence[float], low: float, high: float) -> bool:
    index = bisect_left(heights, low)
    return index < len(heights) and heights[index] < high
