"""Fractions, roots, and bars over or under signs: whatever a horizontal line groups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pdfbot.formulas.nodes import OVERLINE, UNDERLINE, Accented, Fraction, Node, Root
from pdfbot.formulas.pieces import Bar, Piece

Reader = Callable[[Sequence[Piece], Sequence[Bar]], list[Node]]

# Ems: the height of a fraction's line above the baseline.
AXIS = 0.25
# Points: pieces may stick out to the sides of a line.
SLACK = 1.0
# Ems: a line over signs is no higher above their baseline.
MAX_OVERLINE = 1.4
# Points: a root sign ends at the left end of its line, give or take this.
ROOT_SLACK = 2.5
ROOT = "√"


@dataclass(frozen=True, slots=True)
class Sides:
    """A horizontal line, with the pieces and lines above and below it."""

    bar: Bar
    above: Sequence[Piece]
    below: Sequence[Piece]
    high: Sequence[Bar]
    low: Sequence[Bar]

    @staticmethod
    def of(bar: Bar, pieces: Iterable[Piece], bars: Iterable[Bar]) -> Sides:
        inside = [p for p in pieces if bar.covers(p, SLACK)]
        nested = [b for b in bars if bar.left - SLACK <= b.centre <= bar.right + SLACK]
        return Sides(
            bar,
            [p for p in inside if _level(p) > bar.height],
            [p for p in inside if _level(p) < bar.height],
            [b for b in nested if b.height > bar.height],
            [b for b in nested if b.height < bar.height],
        )


@dataclass(frozen=True, slots=True)
class Held:
    """The formula that a line groups, and the pieces that it consists of."""

    node: Node
    pieces: Sequence[Piece]
    bars: Sequence[Bar]
    baseline: float
    is_tall: bool = False

    def around(self, bar: Bar) -> Piece:
        """The formula with its line as one piece."""
        return Piece(
            self.node,
            min(bar.left, *(p.left for p in self.pieces), bar.right),
            max(bar.right, *(p.right for p in self.pieces), bar.left),
            min(p.bottom for p in self.pieces),
            max(p.top for p in self.pieces),
            self.baseline,
            max(p.size for p in self.pieces),
            self.is_tall,
        )


def put_on_bars(pieces: Sequence[Piece], bars: Iterable[Bar], read: Reader) -> list[Piece]:
    """The pieces, with those above and below a line merged; wide lines come first."""
    kept = list(pieces)
    left = sorted(bars, key=lambda bar: -bar.width)
    while left:
        bar = left.pop(0)
        held = _held(Sides.of(bar, kept, left), kept, read)
        if held is not None:
            left = [b for b in left if b not in held.bars]
            kept = [p for p in kept if p not in held.pieces]
            kept.append(held.around(bar))
    return kept


def _held(sides: Sides, pieces: Sequence[Piece], read: Reader) -> Held | None:
    """A root, a fraction, or signs with a bar over or under them; None if there is nothing."""
    root = _root_sign(pieces, sides.bar)
    if root is not None and sides.below:
        return _root(sides, root, pieces, read)
    if sides.above and sides.below:
        return _fraction(sides, read)
    return _lined(sides, read)


def _root(sides: Sides, root: Piece, pieces: Iterable[Piece], read: Reader) -> Held:
    degree = [p for p in pieces if _is_degree(p, root)]
    node = Root(read(sides.below, sides.low), read(degree, ()))
    used = [root, *sides.below, *degree]
    return Held(node, used, sides.low, _baseline(sides.below), is_tall=bool(sides.low))


def _fraction(sides: Sides, read: Reader) -> Held:
    used = [*sides.above, *sides.below]
    node = Fraction(read(sides.above, sides.high), read(sides.below, sides.low))
    baseline = sides.bar.height - AXIS * max(p.size for p in used)
    return Held(node, used, [*sides.high, *sides.low], baseline)


def _lined(sides: Sides, read: Reader) -> Held | None:
    inside = (*sides.above, *sides.below)
    if not any(abs(p.baseline - sides.bar.height) < MAX_OVERLINE * p.size for p in inside):
        return None
    node = Accented(OVERLINE if sides.below else UNDERLINE, read(inside, ()))
    return Held(node, inside, (), _baseline(inside))


def _level(piece: Piece) -> float:
    """The height of a piece's axis: its middle, if its baseline is meaningless."""
    return (piece.bottom + piece.top) / 2 if piece.is_large else piece.baseline + AXIS * piece.size


def _baseline(pieces: Sequence[Piece]) -> float:
    largest = max(pieces, key=lambda p: (not p.is_large, p.size))
    return largest.baseline


def _root_sign(pieces: Iterable[Piece], bar: Bar) -> Piece | None:
    signs = [p for p in pieces if p.text == ROOT and abs(p.right - bar.left) <= ROOT_SLACK]
    near = [p for p in signs if abs(p.top - bar.height) <= p.size]
    return min(near, key=lambda p: abs(p.right - bar.left), default=None)


def _is_degree(piece: Piece, root: Piece) -> bool:
    """Whether this is the degree of a root: a small number in the nook of its sign."""
    return (
        piece.size < 0.75 * root.size
        and root.left - 0.5 * root.size <= piece.left
        and root.left + 0.1 * root.size <= piece.right <= root.right
        and piece.text != ROOT
    )
