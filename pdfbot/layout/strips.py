"""Gaps that stand under each other from line to line: blank regions while they are found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pdfbot.layout.pieces import Piece

# In points: lines that begin or end closer together than this are flush.
FLUSH = 1.5
# The part of its lines that begin flush at a gap's right, or end flush at its left. Word spaces
# that happen to stand under each other have no such edge.
MIN_FLUSH = 0.5
MIN_FLUSH_LINES = 3
# The same for a part of a gap above or below a blank band.
MIN_FLUSH_PART = 0.6
# Lines that are enough when both sides are flush, ...
MIN_LINES_FLUSH = 4
# ... and at a place where other columns have a gap.
MIN_LINES_KNOWN = 2


class Strip:
    """A blank region that is still growing downwards."""

    __slots__ = (
        "_marks",
        "bottom",
        "ends",
        "left",
        "left_width",
        "right",
        "right_width",
        "starts",
        "top",
    )

    def __init__(self, piece: Piece, other: Piece) -> None:
        self.left, self.right = piece.right, other.left
        self.top = max(piece.high, other.high)
        self.bottom = min(piece.low, other.low)
        self.ends, self.starts = [piece.right], [other.left]
        self.left_width, self.right_width = piece.width, other.width
        self._marks: list[tuple[int, float, float]] = []

    def take(self, piece: Piece, other: Piece, bands: Sequence[float]) -> None:
        high = max(piece.high, other.high)
        if any(high <= band <= self.bottom for band in bands):
            self._marks.append((self.lines, self.bottom, high))
        self.left, self.right = max(self.left, piece.right), min(self.right, other.left)
        self.bottom = min(self.bottom, piece.low, other.low)
        self.ends.append(piece.right)
        self.starts.append(other.left)
        self.left_width = max(self.left_width, piece.width)
        self.right_width = max(self.right_width, other.width)

    @property
    def lines(self) -> int:
        return len(self.starts)

    @property
    def flush_sides(self) -> int:
        """On how many sides do most lines begin, or end, at one place?"""
        least = max(MIN_FLUSH_LINES, MIN_FLUSH * self.lines)
        return sum(most_at_one_place(edges)[1] >= least for edges in (self.starts, self.ends))

    def finish(self) -> Strip:
        """Give up what a blank band parts from the rest and makes it narrower: word spaces."""
        limits = [0, *(lines for lines, _, _ in self._marks), self.lines]
        parts = list(pairwise(limits))
        places = [most_at_one_place(edges)[0] for edges in (self.starts, self.ends)]
        solid = [part for part in parts if self._is_flush(places, *part)]
        if not self._marks or not solid:
            return self
        left = max(max(self.ends[first:last]) for first, last in solid)
        right = min(min(self.starts[first:last]) for first, last in solid)
        fits = [
            max(self.ends[first:last]) <= left + FLUSH
            and min(self.starts[first:last]) >= right - FLUSH
            for first, last in parts
        ]
        start, end = _longest_run(fits, limits)
        if end < len(parts):
            self.bottom = self._marks[end - 1][1]
        if start > 0:
            self.top = self._marks[start - 1][2]
        if end - start < len(parts):
            self.starts = self.starts[limits[start] : limits[end]]
            self.ends = self.ends[limits[start] : limits[end]]
            self.left, self.right = max(self.ends), min(self.starts)
        return self

    def _is_flush(self, places: Sequence[float], first: int, last: int) -> bool:
        flush = max(
            sum(abs(x - place) <= FLUSH for x in edges[first:last])
            for place, edges in zip(places, (self.starts, self.ends), strict=True)
        )
        count = last - first
        enough = min(MIN_FLUSH_PART * count, MIN_LINES_FLUSH)
        return count >= MIN_LINES_KNOWN and flush >= enough

    def narrow(self, piece: Piece, threshold: float) -> None:
        """A line that reaches in makes it narrower; one that nearly fills it is overfull."""
        if piece.right <= self.left or piece.left >= self.right:
            return
        before, after = piece.left - self.left, self.right - piece.right
        if max(before, after) < threshold:
            return
        if after >= before:
            self.left = piece.right
        else:
            self.right = piece.left


def _longest_run(fits: Sequence[bool], limits: Sequence[int]) -> tuple[int, int]:
    """First and past the last of the neighbouring parts that fit and have the most lines."""
    runs: list[tuple[int, int]] = []
    for index, fit in enumerate(fits):
        if fit and runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        elif fit:
            runs.append((index, index + 1))
    return max(runs, key=lambda run: limits[run[1]] - limits[run[0]])


def most_at_one_place(edges: Sequence[float]) -> tuple[float, int]:
    """Where most edges are flush, and how many."""
    ordered = sorted(edges)
    best, most, first = ordered[0], 0, 0
    for last, edge in enumerate(ordered):
        while edge - ordered[first] > 2 * FLUSH:
            first += 1
        if last - first + 1 > most:
            best, most = ordered[(first + last) // 2], last - first + 1
    return best, most
