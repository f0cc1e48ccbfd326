"""Columns by line sweeping (Proposition 4.1): at which x do the lines of all pages start?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.frozen_objects import quick_to_make
from pdfbot.layout.segments import MIN_TEXT_CHARS, Segment
from pdfbot.options import MAX_COLUMNS
from pdfbot.thresholds import Thresholds

# Points: column edges this close are the same.
EDGE_SLACK = 3
# Share of the body's size: abstracts are smaller, but still swept.
MAX_SMALLER = 0.12
# Lines at each column of a page; the cells of a table at one edge are fewer.
MIN_COLUMN_LINES = 6
# Share of pages that makes columns usual in a document.
MIN_PEER_SHARE = 0.25
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
# Lines that start at each of the usual columns on a page that has them too.
MIN_LINES_AT_EDGE = 2
# Points: labels hang no further left of their column.
MAX_LABEL_HANG = 30
# Lines of a page that may show that it has one column only.
MIN_ONE_COLUMN_LINES = 24
# Share of the lines of a page in one column: more run across the gutters of several.
MIN_CROSSING_SHARE = 0.5
# Pages: shorter documents do not treat even and odd pages separately when the number of columns
# is given.
MIN_PARITY_PAGES = 4


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


def choose_columns(
    pages: Mapping[int, Sequence[Extent]], thresholds: Thresholds, wanted: int | None = None
) -> list[Columns]:
    """The columns of each page by its number: those it clearly shows, or else its neighbours'.

    Even and odd pages may have shifted columns, and a two-column paper may end with a one-column
    appendix. Assuming two columns where there is one is harmless (lines that cross are full-width
    lines); assuming one where there are two is not. So a page's own evidence for more columns
    comes first.
    """
    parities = [number % 2 for number in pages]
    by_parity = _sweep_by_parity(pages, thresholds, wanted)
    whole = sweep_columns(pages.values(), thresholds, wanted)
    if wanted is not None:
        separate = len(pages) >= MIN_PARITY_PAGES
        return [by_parity[parity] if separate else whole for parity in parities]
    own = [sweep_columns([page], thresholds) for page in pages.values()]
    evident = [c if c.count > 1 and _has_enough_lines(c) else None for c in own]
    seen = [c for c in evident if c]
    fallback = [swept if swept.count == 1 else whole for swept in by_parity]
    with_text = sum(len(page) >= MIN_COLUMN_LINES for page in pages.values())
    chosen = _choose_for_pages(own, evident, parities, fallback, with_text)
    chosen = _prefer_common(chosen, own, seen, thresholds)
    found = [
        _without_lost_column(columns, page, [by_parity[parity], *seen], thresholds)
        for columns, page, parity in zip(chosen, pages.values(), parities, strict=True)
    ]
    spread = _spread_added(chosen, found, own)
    return _with_single(own, spread, pages.values())


def _with_single(
    own: Sequence[Columns], chosen: Sequence[Columns], pages: Iterable[Sequence[Extent]]
) -> list[Columns]:
    """The one column that a page shows, whatever was chosen for it."""
    return [
        single if _is_one_column(single, columns, page) else columns
        for single, columns, page in zip(own, chosen, pages, strict=True)
    ]


def _is_one_column(single: Columns, chosen: Columns, page: Sequence[Extent]) -> bool:
    """The page itself shows one column, whose lines run across those of the document.

    Hardly a line begins at the second column of the document or at a later one, and none is beside
    the only one, as the name of an author may be.
    """
    is_shown = single.count == 1 and len(page) >= MIN_ONE_COLUMN_LINES
    if not is_shown or chosen.count == 1 or not _has_enough_lines(single):
        return False
    crossing = sum(chosen.crosses(e.left, e.right, CROSSING_START) for e in page)
    return (
        crossing > MIN_CROSSING_SHARE * len(page)
        and not _count_outside(single, page)
        and all(single.starts_at(left) < MIN_LINES_AT_EDGE for left in chosen.lefts[1:])
    )


def _spread_added(
    chosen: Sequence[Columns], found: Sequence[Columns], own: Sequence[Columns]
) -> list[Columns]:
    """Add a column found on one page to the other pages on which some lines begin there."""
    added = [new for new, old in zip(found, chosen, strict=True) if new.count > old.count]
    if not added:
        return [*found]
    most = max(added, key=lambda columns: columns.count)
    return [
        most if columns.count < most.count and _shows_all(most, page) else columns
        for columns, page in zip(found, own, strict=True)
    ]


def _sweep_by_parity(
    pages: Mapping[int, Sequence[Extent]], thresholds: Thresholds, wanted: int | None
) -> list[Columns]:
    """The columns of the even pages, and those of the odd pages."""
    even, odd = ([p for n, p in pages.items() if n % 2 == parity] for parity in (0, 1))
    return [sweep_columns(extents, thresholds, wanted) for extents in (even, odd)]


def _choose_for_pages(
    own: Sequence[Columns],
    evident: Sequence[Columns | None],
    parities: Sequence[int],
    fallback: Sequence[Columns],
    with_text: int,
) -> list[Columns]:
    """The columns that each page shows, or the usual ones on pages of its parity."""
    usual = [_usual_columns(evident, parities, parity, with_text) for parity in (0, 1)]
    return [
        _choose_for_page(page, clear, usual[parity], fallback[parity])
        for page, clear, parity in zip(own, evident, parities, strict=True)
    ]


def _without_lost_column(
    chosen: Columns, page: Sequence[Extent], others: Sequence[Columns], thresholds: Thresholds
) -> Columns:
    """The document's columns, if those chosen for a page miss a column of text on the right.

    A short paper with long full-width abstracts may have none; then the missing column is added,
    if it is as wide as the one before it.
    """
    outside = [e for e in page if _is_right_of(chosen, e)]
    if len(outside) < MIN_COLUMN_LINES:
        return chosen
    more = [columns for columns in others if columns.count > chosen.count]
    if not more:
        return _with_next(chosen, sweep_columns([outside], thresholds))
    return min((chosen, *more), key=lambda columns: _count_outside(columns, page))


def _with_next(columns: Columns, lost: Columns) -> Columns:
    """The columns and a missing one on the right, if that is as wide as the last."""
    width = lost.rights[0] - lost.lefts[0]
    if lost.count > 1 or abs(width - (columns.rights[-1] - columns.lefts[-1])) > EDGE_SLACK:
        return columns
    return Columns(
        columns.lefts + lost.lefts, columns.rights + lost.rights, columns.sweep | lost.sweep
    )


def _is_right_of(columns: Columns, extent: Extent) -> bool:
    return extent.left > columns.rights[-1]


def _count_outside(columns: Columns, page: Sequence[Extent]) -> int:
    """The number of lines outside the columns or across their gutters."""
    return sum(
        _is_right_of(columns, e)
        or e.right < columns.lefts[0]
        or columns.crosses(e.left, e.right, CROSSING_START)
        for e in page
    )


def _usual_columns(
    evident: Sequence[Columns | None], parities: Sequence[int], parity: int, with_text: int
) -> Columns | None:
    """The usual columns on pages of one parity, if enough pages with text show them."""
    everywhere = [c for c in evident if c]
    peers = [c for c, own in zip(evident, parities, strict=True) if c and own == parity]
    peers = peers or everywhere
    if not peers or len(peers) < MIN_PEER_SHARE * (with_text + 1) / 2:
        return None
    return _most_common(peers, everywhere)


def _choose_for_page(
    page: Columns,
    clear: Columns | None,
    usual: Columns | None,
    fallback: Columns,
) -> Columns:
    """The usual columns, unless the page clearly has several others; `page` is its own sweep."""
    if usual is None:
        return clear or fallback
    differs = (
        clear is not None
        and not _same_edges(clear.lefts, usual.lefts)
        and not _shows_all(usual, page)
    )
    return clear if clear and differs else usual


def _prefer_common(
    chosen: list[Columns],
    own: Sequence[Columns],
    evident: Sequence[Columns],
    thresholds: Thresholds,
) -> list[Columns]:
    """Replace the columns of a page by the document's where these fit better."""
    common = _most_common(evident, evident)
    votes = sum(common is not None and c.lefts == common.lefts for c in evident)
    if common is None or votes < MIN_PEER_SHARE * len(own):
        return chosen
    return [
        common if _fits_better(common, columns, page, thresholds) else columns
        for columns, page in zip(chosen, own, strict=True)
    ]


def _fits_better(common: Columns, chosen: Columns, page: Columns, thresholds: Thresholds) -> bool:
    """Whether lines of the page start at all the document's columns, and fewer were chosen.

    Those chosen may also be indents within them, of list items or table cells.
    """
    if _same_edges(common.lefts, chosen.lefts):
        return False
    return min(map(page.starts_at, common.lefts)) >= MIN_COLUMN_LINES and (
        chosen.count < common.count
        or all(
            0 <= own - usual < thresholds.min_column_width
            for own, usual in zip(chosen.lefts, common.lefts, strict=False)
        )
    )


def _same_edges(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) <= EDGE_SLACK for a, b in zip(one, other, strict=True)
    )


def _most_common(peers: Sequence[Columns], everywhere: Sequence[Columns]) -> Columns | None:
    """The columns that most peers have; the whole document breaks ties."""

    def votes(columns: Columns, voters: Mapping[tuple[float, ...], int]) -> int:
        return sum(count for lefts, count in voters.items() if _same_edges(columns.lefts, lefts))

    # Most pages have identical columns: each distinct set votes once, with its number of pages.
    peer_votes, all_votes = (Counter(c.lefts for c in group) for group in (peers, everywhere))
    distinct: dict[tuple[float, ...], Columns] = {}
    for columns in peers:
        distinct.setdefault(columns.lefts, columns)
    return max(
        distinct.values(), key=lambda c: (votes(c, peer_votes), votes(c, all_votes)), default=None
    )


def _shows_all(usual: Columns, page: Columns) -> bool:
    """Whether lines of this page start at every usual column."""
    return all(page.starts_at(left) >= MIN_LINES_AT_EDGE for left in usual.lefts)


def _has_enough_lines(columns: Columns) -> bool:
    """Whether enough lines start at each of a page's columns, more than the cells of a table."""
    return all(columns.starts_at(left) >= MIN_COLUMN_LINES for left in columns.lefts)
