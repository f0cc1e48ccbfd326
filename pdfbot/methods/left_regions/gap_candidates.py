"""Gaps between line fragments, followed from line to line: candidates for column gaps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from pdfbot.methods.left_regions.line_fragments import LineFragment, right_neighbours

# In points: lines that start or end no further apart than this are flush.
FLUSH_TOLERANCE = 1.5
# In points: a fragment may fall this short of an edge of a gap and still cross the gap.
CROSSING_TOLERANCE = 0.5
# Share of its lines that start flush at a gap's right edge, or end flush at its left edge. Word
# spaces that happen to line up have no such edge.
MIN_FLUSH_SHARE = 0.5
MIN_FLUSH_LINES = 3
# The same share for a section of a gap above or below a blank band.
MIN_SECTION_FLUSH_SHARE = 0.6
# Lines that are enough when both sides are flush.
MIN_LINES_BOTH_FLUSH = 4
# Lines that are enough where other columns are known to have a gap.
MIN_LINES_AT_KNOWN_GAP = 2


class GapCandidate:
    """A blank strip that grows downwards while gaps between fragments line up.

    `ends` and `starts` are where each line ends at its left and starts at its right.
    """

    __slots__ = (
        "_breaks",
        "bottom",
        "ends",
        "left",
        "left_width",
        "right",
        "right_width",
        "starts",
        "top",
    )

    def __init__(self, fragment: LineFragment, neighbour: LineFragment) -> None:
        self.left: float = fragment.right
        self.right: float = neighbour.left
        self.top: float = max(fragment.high, neighbour.high)
        self.bottom: float = min(fragment.low, neighbour.low)
        self.ends: list[float] = [fragment.right]
        self.starts: list[float] = [neighbour.left]
        self.left_width: float = fragment.width
        self.right_width: float = neighbour.width
        # Where a blank band interrupts the lines: lines above it, its top and its bottom.
        self._breaks: list[tuple[int, float, float]] = []

    def extend(
        self, fragment: LineFragment, neighbour: LineFragment, bands: Sequence[float]
    ) -> None:
        """Add the next line with a gap; `bands` are the heights of blank bands across the page."""
        high = max(fragment.high, neighbour.high)
        if any(high <= band <= self.bottom for band in bands):
            self._breaks.append((self.lines, self.bottom, high))
        self.left, self.right = max(self.left, fragment.right), min(self.right, neighbour.left)
        self.bottom = min(self.bottom, fragment.low, neighbour.low)
        self.ends.append(fragment.right)
        self.starts.append(neighbour.left)
        self.left_width = max(self.left_width, fragment.width)
        self.right_width = max(self.right_width, neighbour.width)

    def narrow(self, fragment: LineFragment, threshold: float) -> None:
        """Narrow the strip by a line that reaches into it; one that nearly fills it is overfull."""
        if fragment.right <= self.left or fragment.left >= self.right:
            return
        before, after = fragment.left - self.left, self.right - fragment.right
        if max(before, after) < threshold:
            return
        if after >= before:
            self.left = fragment.right
        else:
            self.right = fragment.left

    @property
    def lines(self) -> int:
        return len(self.starts)

    @property
    def flush_sides(self) -> int:
        """On how many sides (0 to 2) most lines start, or end, at the same place."""
        least = max(MIN_FLUSH_LINES, MIN_FLUSH_SHARE * self.lines)
        return sum(_densest_place(edges)[1] >= least for edges in (self.starts, self.ends))

    def trim(self) -> None:
        """Drop sections beyond a blank band in which word spaces only narrow the gap."""
        limits = [0, *(lines for lines, _, _ in self._breaks), self.lines]
        sections = list(pairwise(limits))
        places = [_densest_place(edges)[0] for edges in (self.starts, self.ends)]
        flush = [section for section in sections if self._is_flush(places, *section)]
        if not self._breaks or not flush:
            return
        left = max(max(self.ends[first:last]) for first, last in flush)
        right = min(min(self.starts[first:last]) for first, last in flush)
        fits = [
            max(self.ends[first:last]) <= left + FLUSH_TOLERANCE
            and min(self.starts[first:last]) >= right - FLUSH_TOLERANCE
            for first, last in sections
        ]
        start, end = _longest_run(fits, limits)
        if end < len(sections):
            self.bottom = self._breaks[end - 1][1]
        if start > 0:
            self.top = self._breaks[start - 1][2]
        if end - start < len(sections):
            self.starts = self.starts[limits[start] : limits[end]]
            self.ends = self.ends[limits[start] : limits[end]]
            self.left, self.right = max(self.ends), min(self.starts)

    def _is_flush(self, places: Sequence[float], first: int, last: int) -> bool:
        flush = max(
            sum(abs(x - place) <= FLUSH_TOLERANCE for x in edges[first:last])
            for place, edges in zip(places, (self.starts, self.ends), strict=True)
        )
        count = last - first
        enough = min(MIN_SECTION_FLUSH_SHARE * count, MIN_LINES_BOTH_FLUSH)
        return count >= MIN_LINES_AT_KNOWN_GAP and flush >= enough


def _longest_run(fits: Sequence[bool], limits: Sequence[int]) -> tuple[int, int]:
    """The run of adjacent fitting sections with the most lines, as a half-open range."""
    runs: list[tuple[int, int]] = []
    for index, fit in enumerate(fits):
        if fit and runs and runs[-1][1] == index:
            runs[-1] = (runs[-1][0], index + 1)
        elif fit:
            runs.append((index, index + 1))
    return max(runs, key=lambda run: limits[run[1]] - limits[run[0]])


def _densest_place(edges: Sequence[float]) -> tuple[float, int]:
    """The place at which most edges are flush, and their number."""
    ordered = sorted(edges)
    best, most, first = ordered[0], 0, 0
    for last, edge in enumerate(ordered):
        while edge - ordered[first] > 2 * FLUSH_TOLERANCE:
            first += 1
        if last - first + 1 > most:
            best, most = ordered[(first + last) // 2], last - first + 1
    return best, most


def find_candidates(
    fragments: Sequence[LineFragment],
    threshold: float,
    title_ids: Collection[int],
    bands: Sequence[float],
) -> list[GapCandidate]:
    """The candidates, in one pass from the top: gaps that line up from line to line form one."""
    neighbours = right_neighbours(fragments)
    done: list[GapCandidate] = []
    growing: list[GapCandidate] = []
    for fragment in sorted(fragments, key=lambda f: -f.middle):
        ended = [c for c in growing if crosses(fragment, c, title_ids)]
        done += ended
        growing = [c for c in growing if c not in ended]
        for candidate in growing:
            candidate.narrow(fragment, threshold)
        neighbour = neighbours.get(id(fragment))
        if neighbour is None or neighbour.left - fragment.right < threshold:
            continue
        for candidate in growing:
            shared = min(candidate.right, neighbour.left) - max(candidate.left, fragment.right)
            if shared >= threshold:
                candidate.extend(fragment, neighbour, bands)
                break
        else:
            growing.append(GapCandidate(fragment, neighbour))
    found = done + growing
    for candidate in found:
        candidate.trim()
    return found


def crosses(fragment: LineFragment, gap: GapCandidate, title_ids: Collection[int]) -> bool:
    """Whether a fragment lies across a gap; the titles in `title_ids` lie across all gaps."""
    if id(fragment) in title_ids:
        return True
    return (
        fragment.left <= gap.left + CROSSING_TOLERANCE
        and fragment.right >= gap.right - CROSSING_TOLERANCE
    )
