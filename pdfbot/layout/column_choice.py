"""The columns of each page: those that it shows, or those of its neighbours and the document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pdfbot.layout.columns import CROSSING_START, Columns, Extent, sweep_columns
from pdfbot.thresholds import Thresholds

# Points: column edges this close are the same.
EDGE_SLACK = 3
# Lines at each column of a page; the cells of a table at one edge are fewer.
MIN_COLUMN_LINES = 6
# Share of pages that makes columns usual in a document.
MIN_PEER_SHARE = 0.25
# Lines that start at each of the usual columns on a page that has them too.
MIN_LINES_AT_EDGE = 2
# Lines of a page that may show that it has one column only.
MIN_ONE_COLUMN_LINES = 24
# Share of the lines of a page in one column: more run across the gutters of several.
MIN_CROSSING_SHARE = 0.5
# Pages: shorter documents do not treat even and odd pages separately when the number of columns
# is given.
MIN_PARITY_PAGES = 4


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
