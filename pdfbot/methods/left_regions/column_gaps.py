"""The blank strips between columns, with their place and vertical extent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low

from pdfbot.methods.left_regions.gap_candidates import (
    FLUSH_TOLERANCE,
    MIN_LINES_AT_KNOWN_GAP,
    MIN_LINES_BOTH_FLUSH,
    GapCandidate,
    crosses,
    find_candidates,
)
from pdfbot.methods.left_regions.line_fragments import LineFragment

# In thresholds: a narrower gap needs more lines, one with lines flush on both sides fewer.
MIN_WIDE_GAP = 1.5
MIN_LINES_NARROW = 8
MIN_GAP_LINES = 5
# Share of the page's width: a column is at least this wide, unlike list labels and table cells.
MIN_COLUMN_WIDTH = 0.12
# In line heights: a blank band across the page exceeds the usual blank between lines by this much.
MIN_BAND_EXCESS = 0.4
# In line heights: columns that end no further apart than this are balanced.
MAX_BALANCED_DIFFERENCE = 1.6
# Share of the text's width: a title above three columns is narrower than this.
MAX_TITLE_WIDTH = 0.45
# Share of the text's width: a narrower title need not be larger or bold. A wider one must be,
# since a line of the middle column may be as wide.
MAX_PLAIN_TITLE_WIDTH = 0.2
# Share of the text's width by which the middle of a centred title may be off.
MAX_OFF_CENTRE = 0.01
# Times the modal font size: a larger title stands out.
MIN_TITLE_SIZE = 1.05
# In points: lines that overlap vertically by more than this are side by side.
MIN_TITLE_OVERLAP = 1
# In title heights: the text below a title is closer than this.
MAX_TITLE_DISTANCE = 2
# Fragments above and below a title that are checked; word spaces split lines into fragments.
MAX_LOOK_AROUND = 16


@dataclass(frozen=True, slots=True)
class ColumnGap:
    """A blank strip between two columns; `lines` is how many lines have text on both sides."""

    left: float
    right: float
    bottom: float
    top: float
    lines: int

    @property
    def width(self) -> float:
        return self.right - self.left

    def lies_between(self, left: float, right: float, height: float) -> bool:
        """Whether the gap lies between two x at this height."""
        middle = (self.left + self.right) / 2
        return self.bottom < height < self.top and left <= middle <= right


class PageGaps:
    """The blank strips of one page that may separate columns."""

    def __init__(
        self, fragments: Sequence[LineFragment], threshold: float, page_width: float
    ) -> None:
        self._fragments = fragments
        self._title_ids = _find_spanning_titles(fragments)
        self._usual_blank, bands = _find_bands(fragments)
        self._candidates = [
            candidate
            for candidate in find_candidates(fragments, threshold, self._title_ids, bands)
            if min(candidate.left_width, candidate.right_width) >= MIN_COLUMN_WIDTH * page_width
        ]
        self._certain = [c for c in self._candidates if _is_certain(c, threshold)]

    @property
    def positions(self) -> list[tuple[float, float]]:
        """The left and right edges of the gaps that are certain."""
        return [(candidate.left, candidate.right) for candidate in self._certain]

    def column_gaps(self, known: Sequence[tuple[float, float]] = ()) -> list[ColumnGap]:
        """The column gaps; `known` are positions on other pages, for columns of few lines."""
        positions = [*known, *self.positions]
        return [
            self._with_extent(candidate)
            for candidate in self._candidates
            if candidate in self._certain
            or (
                candidate.lines >= MIN_LINES_AT_KNOWN_GAP
                and any(_is_known(candidate, position) for position in positions)
            )
        ]

    def _with_extent(self, candidate: GapCandidate) -> ColumnGap:
        """The gap extended past lines on one side only, but not past those of other text."""
        above, below = [], []
        for fragment in self._fragments:
            if fragment.middle > candidate.top:
                above.append((fragment.low, fragment.high, fragment))
            elif fragment.middle < candidate.bottom:
                below.append((-fragment.high, -fragment.low, fragment))
        top = self._edge(candidate, candidate.top, above)
        bottom = -self._edge(candidate, -candidate.bottom, below)
        return ColumnGap(candidate.left, candidate.right, bottom, top, candidate.lines)

    def _edge(
        self,
        candidate: GapCandidate,
        start: float,
        beyond: list[tuple[float, float, LineFragment]],
    ) -> float:
        """How far the gap extends in the direction of growing heights.

        `beyond` are the near and far edge of every fragment further on in that direction.
        """
        beyond.sort(key=lambda item: item[0])
        crossing = next(
            (near for near, _, f in beyond if crosses(f, candidate, self._title_ids)), None
        )
        if crossing is None:
            return float("inf")
        edge = start
        for near, far, fragment in beyond:
            if near >= crossing:
                break
            is_band = near - edge > self._usual_blank + MIN_BAND_EXCESS * fragment.height
            if is_band and edge - start < MAX_BALANCED_DIFFERENCE * fragment.height:
                return (edge + near) / 2
            edge = max(edge, far)
        return max(crossing, start)


def _is_certain(candidate: GapCandidate, threshold: float) -> bool:
    sides = candidate.flush_sides
    if sides == 0:
        return False
    if candidate.right - candidate.left < MIN_WIDE_GAP * threshold:
        return candidate.lines >= MIN_LINES_NARROW
    return candidate.lines >= (MIN_LINES_BOTH_FLUSH if sides == 2 else MIN_GAP_LINES)


def _is_known(candidate: GapCandidate, position: tuple[float, float]) -> bool:
    """Whether a known gap is blank here too, with a line that starts at its right edge."""
    left, right = position
    return (
        candidate.left <= left + FLUSH_TOLERANCE
        and candidate.right >= right - FLUSH_TOLERANCE
        and any(abs(x - right) <= FLUSH_TOLERANCE for x in candidate.starts)
    )


def _find_bands(fragments: Iterable[LineFragment]) -> tuple[float, list[float]]:
    """The usual space between two lines of the page, and the middles of larger spaces."""
    lowest = float("inf")
    blanks: list[tuple[float, float, float]] = []
    for fragment in sorted(fragments, key=lambda f: -f.high):
        high = fragment.high
        if high < lowest < float("inf"):
            blanks.append((lowest - high, (lowest + high) / 2, fragment.height))
        lowest = min(lowest, fragment.low)
    usual = median_low(blank for blank, _, _ in blanks) if blanks else 0.0
    bands = [middle for blank, middle, height in blanks if blank > usual + MIN_BAND_EXCESS * height]
    return usual, bands


def _find_spanning_titles(fragments: Sequence[LineFragment]) -> set[int]:
    """The id() of short titles that span three columns: alone at their height and centred.

    Such a title crosses no gap, since it is narrower than the middle column.
    """
    if not fragments:
        return set()
    left, right = min(f.left for f in fragments), max(f.right for f in fragments)
    width = right - left
    modal_size = Counter(round(f.size, 1) for f in fragments).most_common(1)[0][0]
    ordered = sorted(fragments, key=lambda f: -f.middle)
    found = set()
    for index, fragment in enumerate(ordered):
        off_centre = abs((fragment.left + fragment.right) / 2 - (left + right) / 2)
        if off_centre > MAX_OFF_CENTRE * width or fragment.width >= MAX_TITLE_WIDTH * width:
            continue
        is_short = fragment.width < MAX_PLAIN_TITLE_WIDTH * width
        if not is_short and not _stands_out(fragment, modal_size):
            continue
        above = ordered[max(0, index - MAX_LOOK_AROUND) : index]
        below = ordered[index + 1 : index + 1 + MAX_LOOK_AROUND]
        if _is_alone(fragment, above + below) and _heads_wider_text(fragment, below):
            found.add(id(fragment))
    return found


def _stands_out(fragment: LineFragment, modal_size: float) -> bool:
    is_larger = fragment.size > MIN_TITLE_SIZE * modal_size
    return is_larger or all(block.font.bold for block in fragment.blocks)


def _is_alone(fragment: LineFragment, others: Iterable[LineFragment]) -> bool:
    return not any(
        min(other.high, fragment.high) - max(other.low, fragment.low) > MIN_TITLE_OVERLAP
        for other in others
    )


def _heads_wider_text(title: LineFragment, below: Iterable[LineFragment]) -> bool:
    """Whether the text right below a title extends past it on both sides."""
    max_distance = MAX_TITLE_DISTANCE * title.height
    close = [f for f in below if 0 < title.low - f.high < max_distance]
    return any(f.left < title.left for f in close) and any(f.right > title.right for f in close)
