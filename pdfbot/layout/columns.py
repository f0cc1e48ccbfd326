"""Columns by line sweeping (Proposition 4.1): where do the lines of all pages begin?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pdfbot.dataclass import dataclass
from pdfbot.layout.segments import Segment
from pdfbot.thresholds import Thresholds

# Points: column edges are counted in whole points, ...
ROUNDED = 0.5
# ... lines begin at a column within this, ...
BEGINS = 2
# ... the exact edge is looked for within this, ...
EXACT = 1.5
# ... and a line that crosses a boundary begins and ends so far from it.
CROSSES_LEFT, CROSSES_RIGHT = 6, 12
# Points: a line that shows the right edge is longer; where none does, the edge is put so far
# from the next column, or from the left edge.
LEAST_LINE, NO_LINE_GUTTER, NO_LINE_WIDTH = 40, 10, 200
# Lines on a page that show that a usual column is there too.
SEEN = 2
# Pages from which on even and odd ones are told apart when the number of columns is given.
PARITY_PAGES = 4


@dataclass(frozen=True, slots=True)
class Columns:
    """Left and right edges of the major columns of a set of pages, from left to right."""

    lefts: tuple[float, ...]
    rights: tuple[float, ...]
    sweep: dict[int, int]

    @property
    def count(self) -> int:
        return len(self.lefts)

    def of(self, left: float, right: float) -> int:
        """The column (from 0) in which a piece of text stands, by its middle."""
        middle = (left + right) / 2
        for index in range(self.count - 1, 0, -1):
            if middle >= self.gutter(index) or left >= self.rights[index - 1] - ROUNDED:
                return index
        return 0

    def gutter(self, index: int) -> float:
        """The x between column `index - 1` and column `index`."""
        return (min(self.rights[index - 1], self.lefts[index]) + self.lefts[index]) / 2

    def crosses(self, left: float, right: float, slack: float) -> bool:
        """Does a piece of text stand in more than one column?"""
        return any(
            left < self.gutter(i) - slack and right > self.lefts[i] + slack
            for i in range(1, self.count)
        )

    def starts_at(self, left: float) -> int:
        """How many lines of the sweep begin at an edge, give or take a point."""
        return sum(self.sweep.get(round(left) + d, 0) for d in (-1, 0, 1))


@dataclass(frozen=True, slots=True)
class Stretch:
    """From where to where a piece of a line goes, and its size."""

    left: float
    right: float
    size: float


def find_stretches(segments: Iterable[Segment], thresholds: Thresholds) -> list[Stretch]:
    """Of the segments that are no mere symbols."""
    return [
        Stretch(s.left, s.right, s.size) for s in segments if s.length >= thresholds.min_sweep_chars
    ]


def as_large_as_body(
    stretches: Iterable[Stretch], base_size: float, thresholds: Thresholds
) -> list[Stretch]:
    """Those that the sweep counts."""
    least = (1 - thresholds.body_size_slack) * base_size
    return [s for s in stretches if s.size >= least]


def sweep_columns(
    pages: Iterable[Sequence[Stretch]], thresholds: Thresholds, wanted: int | None = None
) -> Columns:
    """Peaks of the sweep over all pages that are about as high as the highest one."""
    stretches = [stretch for page in pages for stretch in page]
    starts: Counter[int] = Counter()
    for stretch in stretches:
        starts[round(stretch.left)] += 1
    lefts = _peaks(starts, thresholds, wanted)
    if len(lefts) > 1 and wanted is None:
        lefts = _without_crossings(lefts, stretches, thresholds)
    rights = _right_edges(lefts, stretches)
    exact = tuple(_exact_left(left, stretches) for left in lefts)
    return Columns(exact, rights, dict(starts))


def _peaks(starts: Counter[int], thresholds: Thresholds, wanted: int | None) -> list[float]:
    """Highest first; a lower one within the least column width of a higher one is an indent."""
    smooth = {
        x: starts[x - 1] + starts[x] + starts[x + 1] for x in starts if starts[x] >= starts[x - 1]
    }
    chosen: list[int] = []
    limit = thresholds.min_peak_share * max(smooth.values(), default=0)
    if wanted is not None:
        limit = 0.0
    for x in sorted(smooth, key=lambda x: (-smooth[x], x)):
        if smooth[x] < limit or len(chosen) == (wanted or thresholds.max_columns):
            break
        if all(abs(x - other) >= thresholds.min_column_width for other in chosen):
            chosen.append(x)
    return [float(x) for x in sorted(chosen)] or [0.0]


def _without_crossings(
    lefts: list[float], stretches: list[Stretch], thresholds: Thresholds
) -> list[float]:
    """A true column boundary is crossed by few lines that begin to its left."""
    kept = lefts[:1]
    for left in lefts[1:]:
        begins = sum(abs(s.left - left) <= BEGINS for s in stretches)
        crossing = sum(
            s.left < left - CROSSES_LEFT and s.right > left + CROSSES_RIGHT for s in stretches
        )
        if crossing <= thresholds.max_crossing_share * (begins + crossing):
            kept.append(left)
    return kept


def _exact_left(left: float, stretches: list[Stretch]) -> float:
    near = Counter(round(s.left, 1) for s in stretches if abs(s.left - left) <= EXACT)
    return max(near, key=near.__getitem__) if near else left


def _right_edges(lefts: list[float], stretches: list[Stretch]) -> tuple[float, ...]:
    """The right edge at which most lines of a column end, among those that do not cross it."""
    rights = []
    for index, left in enumerate(lefts):
        end = lefts[index + 1] if index + 1 < len(lefts) else float("inf")
        ends = Counter(
            round(s.right)
            for s in stretches
            if abs(s.left - left) <= BEGINS
            and s.right <= end + BEGINS
            and s.right > left + LEAST_LINE
        )
        if ends:
            smooth = {x: ends[x - 1] + ends[x] + ends[x + 1] for x in ends}
            best = max(smooth, key=lambda x: (smooth[x], x))
            rights.append(float(best))
        else:
            rights.append(end - NO_LINE_GUTTER if end < float("inf") else left + NO_LINE_WIDTH)
    return tuple(rights)


def choose_columns(
    pages: Mapping[int, Sequence[Stretch]], thresholds: Thresholds, wanted: int | None = None
) -> list[Columns]:
    """The columns of each page, by its number: its own where it shows several, else those of
    its neighbours.

    Even and odd pages may have shifted columns, and a paper in two columns may end with an
    appendix in one. Taking two columns for one is harmless (lines that cross are full lines);
    taking one for two is not: so a page's own evidence for more columns counts first.
    """
    sides = [number % 2 for number in pages]
    shared = [
        sweep_columns((p for n, p in pages.items() if n % 2 == side), thresholds, wanted)
        for side in (0, 1)
    ]
    whole = sweep_columns(pages.values(), thresholds, wanted)
    if wanted is not None:
        return [shared[side] if len(pages) >= PARITY_PAGES else whole for side in sides]
    own = [sweep_columns([page], thresholds) for page in pages.values()]
    founded = [c if c.count > 1 and _well_founded(c, thresholds) else None for c in own]
    everywhere = [c for c in founded if c]
    peers_of = [
        [c for c, own_side in zip(founded, sides, strict=True) if c and own_side == side]
        or everywhere
        for side in (0, 1)
    ]
    usual_of = [_most_usual(peers, everywhere, thresholds) for peers in peers_of]
    chosen = []
    for index, (side, alone) in enumerate(zip(sides, founded, strict=True)):
        peers, usual = peers_of[side], usual_of[side]
        if usual and len(peers) >= thresholds.min_peer_share * (len(own) + 1) / 2:
            differs = (
                alone
                and not _same_edges(alone.lefts, usual.lefts, thresholds)
                and not _seen_on(usual, own[index])
            )
            chosen.append(alone if alone and differs else usual)
        else:
            beside = shared[side]
            chosen.append(alone or (beside if beside.count == 1 else whole))
    common = _most_usual(everywhere, everywhere, thresholds)
    votes = sum(common is not None and c.lefts == common.lefts for c in everywhere)
    if common is None or votes < thresholds.min_peer_share * len(own):
        return chosen
    return [
        common if _shows_better(common, columns, alone, thresholds) else columns
        for columns, alone in zip(chosen, own, strict=True)
    ]


def _shows_better(common: Columns, columns: Columns, page: Columns, thresholds: Thresholds) -> bool:
    """Lines of the page begin at all columns usual in the document, and those chosen are fewer,
    or indents within them: the items of a list, or the cells of a table.
    """
    if _same_edges(common.lefts, columns.lefts, thresholds):
        return False
    return min(map(page.starts_at, common.lefts)) >= thresholds.min_column_lines and (
        columns.count < common.count
        or all(
            0 <= own - usual < thresholds.min_column_width
            for own, usual in zip(columns.lefts, common.lefts, strict=False)
        )
    )


def _same_edges(one: tuple[float, ...], other: tuple[float, ...], thresholds: Thresholds) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= thresholds.edge_slack for a, b in zip(one, other, strict=True)
    )


def _most_usual(
    peers: Sequence[Columns], everywhere: Sequence[Columns], thresholds: Thresholds
) -> Columns | None:
    """The columns that most of the peers have; a tie is for the whole document to break."""

    def votes(columns: Columns, voters: Mapping[tuple[float, ...], int]) -> int:
        return sum(
            count
            for lefts, count in voters.items()
            if _same_edges(columns.lefts, lefts, thresholds)
        )

    # Most pages have the very same columns: each kind votes once, with its number of pages.
    near, all_pages = (Counter(c.lefts for c in group) for group in (peers, everywhere))
    kinds: dict[tuple[float, ...], Columns] = {}
    for columns in peers:
        kinds.setdefault(columns.lefts, columns)
    return max(kinds.values(), key=lambda c: (votes(c, near), votes(c, all_pages)), default=None)


def _seen_on(usual: Columns, alone: Columns) -> bool:
    """Do lines of this page begin at every one of the usual columns?"""
    return all(alone.starts_at(left) >= SEEN for left in usual.lefts)


def _well_founded(columns: Columns, thresholds: Thresholds) -> bool:
    """Enough lines begin at each of a page's columns, so that a table's cells cannot fake them."""
    return all(columns.starts_at(left) >= thresholds.min_column_lines for left in columns.lefts)
