"""The blank regions between columns: where they stand, and from which height to which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from statistics import median_low

from pdfbot.dataclass import dataclass
from pdfbot.layout.pieces import Piece, neighbours
from pdfbot.layout.strips import FLUSH, MIN_LINES_FLUSH, MIN_LINES_KNOWN, Strip

# A blank region narrower than this many thresholds needs more lines to be believed; one with
# lines flush on both sides needs fewer.
WIDE = 1.5
MIN_LINES_NARROW = 8
MIN_LINES = 5
# A column is at least this part of the page's width; labels of lists and table cells are not.
MIN_COLUMN = 0.12
# In heights of a line: a blank band over the page is so much higher than that between two lines.
BAND = 0.4
# In heights of a line: columns that end closer together than this are balanced.
BALANCED = 1.6
# A title over three columns is narrower than this part of them all.
MAX_TITLE = 0.45
# One as wide as a column may be must be larger or bold; one narrower than this need not.
SHORT = 0.2
# How many of the next pieces above and below are looked at; word spaces cut lines into pieces.
LOOK_AROUND = 16


@dataclass(frozen=True, slots=True)
class Separation:
    """A blank region between two columns; `lines` is how many lines have text on both sides."""

    left: float
    right: float
    bottom: float
    top: float
    lines: int

    @property
    def width(self) -> float:
        return self.right - self.left

    def between(self, left: float, right: float, height: float) -> bool:
        """Does it lie between two places at that height?"""
        middle = (self.left + self.right) / 2
        return self.bottom < height < self.top and left <= middle <= right


class Gaps:
    """The blank regions of a page that may part columns."""

    def __init__(self, pieces: Sequence[Piece], threshold: float, page_width: float) -> None:
        self._pieces = pieces
        self._spanning = _spanning(pieces)
        self._usual, bands = _bands(pieces)
        self._strips = [
            strip
            for strip in _grow_strips(pieces, threshold, self._spanning, bands)
            if min(strip.left_width, strip.right_width) >= MIN_COLUMN * page_width
        ]
        self._sure = [strip for strip in self._strips if _is_sure(strip, threshold)]

    @property
    def places(self) -> list[tuple[float, float]]:
        """Where column gaps certainly are."""
        return [(strip.left, strip.right) for strip in self._sure]

    def separations(self, known: Sequence[tuple[float, float]] = ()) -> list[Separation]:
        """The column gaps; `known` are those of other pages, for columns of few lines."""
        places = [*known, *self.places]
        return [
            _with_extent(strip, self._pieces, self._spanning, self._usual)
            for strip in self._strips
            if strip in self._sure
            or (strip.lines >= MIN_LINES_KNOWN and any(_is_known(strip, place) for place in places))
        ]


def _is_sure(strip: Strip, threshold: float) -> bool:
    sides = strip.flush_sides
    if sides == 0:
        return False
    if strip.right - strip.left < WIDE * threshold:
        return strip.lines >= MIN_LINES_NARROW
    return strip.lines >= (MIN_LINES_FLUSH if sides == 2 else MIN_LINES)


def _is_known(strip: Strip, place: tuple[float, float]) -> bool:
    """All of a known gap is blank here too, and a line begins right behind it."""
    left, right = place
    return (
        strip.left <= left + FLUSH
        and strip.right >= right - FLUSH
        and any(abs(x - right) <= FLUSH for x in strip.starts)
    )


def _grow_strips(
    pieces: Sequence[Piece], threshold: float, spanning: Collection[int], bands: Sequence[float]
) -> list[Strip]:
    """One pass from the top: gaps that stand under each other are one blank region."""
    right_of = neighbours(pieces)
    done: list[Strip] = []
    growing: list[Strip] = []
    for piece in sorted(pieces, key=lambda p: -p.middle):
        ended = [s for s in growing if _crosses(piece, s.left, s.right, spanning)]
        done += ended
        growing = [s for s in growing if s not in ended]
        for strip in growing:
            strip.narrow(piece, threshold)
        other = right_of.get(id(piece))
        if other is None or other.left - piece.right < threshold:
            continue
        for strip in growing:
            if min(strip.right, other.left) - max(strip.left, piece.right) >= threshold:
                strip.take(piece, other, bands)
                break
        else:
            growing.append(Strip(piece, other))
    return [strip.finish() for strip in done + growing]


def _bands(pieces: Sequence[Piece]) -> tuple[float, list[float]]:
    """The usual blank between two lines of the page, and the middles of the higher bands."""
    reach = float("inf")
    blanks: list[tuple[float, float, float]] = []
    for piece in sorted(pieces, key=lambda p: -p.high):
        if piece.high < reach < float("inf"):
            blanks.append((reach - piece.high, (reach + piece.high) / 2, piece.high - piece.low))
        reach = min(reach, piece.low)
    usual = median_low(blank for blank, _, _ in blanks) if blanks else 0.0
    return usual, [middle for blank, middle, height in blanks if blank > usual + BAND * height]


def _crosses(piece: Piece, left: float, right: float, spanning: Collection[int]) -> bool:
    if id(piece) in spanning:
        return True
    return piece.left <= left + 0.5 and piece.right >= right - 0.5


def _spanning(pieces: Sequence[Piece]) -> set[int]:
    """Short titles over three columns: alone at their height, centred, with wider text below.

    Such a title crosses no gap, since it is narrower than the column in the middle.
    """
    if not pieces:
        return set()
    left, right = min(p.left for p in pieces), max(p.right for p in pieces)
    modal = Counter(round(p.size, 1) for p in pieces).most_common(1)[0][0]
    ordered = sorted(pieces, key=lambda p: -p.middle)
    found = set()
    for index, piece in enumerate(ordered):
        off = abs((piece.left + piece.right) / 2 - (left + right) / 2)
        if off > 0.01 * (right - left) or piece.width >= MAX_TITLE * (right - left):
            continue
        below = ordered[index + 1 : index + 1 + LOOK_AROUND]
        above = ordered[max(0, index - LOOK_AROUND) : index]
        if any(min(p.high, piece.high) - max(p.low, piece.low) > 1 for p in above + below):
            continue
        height = piece.high - piece.low
        if piece.width >= SHORT * (right - left) and not _stands_out(piece, modal):
            continue  # a line of the column in the middle
        under = [p for p in below if 0 < piece.low - p.high < 2 * height]
        if any(p.left < piece.left for p in under) and any(p.right > piece.right for p in under):
            found.add(id(piece))
    return found


def _stands_out(piece: Piece, modal: float) -> bool:
    return piece.size > 1.05 * modal or all(block.font.bold for block in piece.blocks)


def _with_extent(
    strip: Strip, pieces: Iterable[Piece], spanning: Collection[int], usual: float
) -> Separation:
    """Up and down over lines on one side, but not over those that belong to what comes next."""
    above, below = [], []
    for piece in pieces:
        if piece.middle > strip.top:
            above.append((piece.low, piece.high, piece))
        elif piece.middle < strip.bottom:
            below.append((-piece.high, -piece.low, piece))
    top = _edge(strip, strip.top, above, spanning, usual)
    bottom = -_edge(strip, -strip.bottom, below, spanning, usual)
    return Separation(strip.left, strip.right, bottom, top, strip.lines)


def _edge(
    strip: Strip,
    start: float,
    beyond: list[tuple[float, float, Piece]],
    spanning: Collection[int],
    usual: float,
) -> float:
    """How far the region reaches in the direction in which heights grow."""
    beyond.sort(key=lambda item: item[0])
    crossing = next(
        (near for near, _, p in beyond if _crosses(p, strip.left, strip.right, spanning)), None
    )
    if crossing is None:
        return float("inf")
    edge = start
    for near, far, piece in beyond:
        if near >= crossing:
            break
        height = piece.high - piece.low
        if near - edge > usual + BAND * height and edge - start < BALANCED * height:
            return (edge + near) / 2
        edge = max(edge, far)
    return max(crossing, start)
