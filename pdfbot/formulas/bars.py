"""Fractions, roots, and lines over or under signs: what a horizontal line holds together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pdfbot.formulas.nodes import OVERLINE, UNDERLINE, Accented, Fraction, Node, Root
from pdfbot.formulas.pieces import Bar, Piece

Reader = Callable[[Sequence[Piece], Sequence[Bar]], list[Node]]

# Ems: the height of a fraction's line above the baseline.
AXIS = 0.25
# Points: pieces may stick out to the sides of a line.
SLACK = 1.0
# Ems: a line over signs is no higher above their baseline.
MAX_OVERLINE = 1.1
# Points: a root sign ends at the left end of its line, give or take this.
ROOT_SLACK = 2.5
ROOT = "√"


def put_on_bars(pieces: Sequence[Piece], bars: Iterable[Bar], read: Reader) -> list[Piece]:
    """The pieces with those above and below a line as one; wide lines come first."""
    kept = list(pieces)
    left = sorted(bars, key=lambda bar: -bar.width)
    while left:
        bar = left.pop(0)
        inside = [p for p in kept if bar.covers(p, SLACK)]
        above = [p for p in inside if _level(p) > bar.height]
        below = [p for p in inside if _level(p) < bar.height]
        nested = [b for b in left if bar.left - SLACK <= b.centre <= bar.right + SLACK]
        high = [b for b in nested if b.height > bar.height]
        low = [b for b in nested if b.height < bar.height]
        root = _root_sign(kept, bar)
        used: list[Piece] = []
        is_tall = False
        if root is not None and below:
            degree = [p for p in kept if _is_degree(p, root)]
            node: Node = Root(read(below, low), read(degree, ()))
            used, gone, is_tall = [root, *below, *degree], low, bool(low)
            baseline = _baseline(below)
        elif above and below:
            node = Fraction(read(above, high), read(below, low))
            used, gone = [*above, *below], nested
            baseline = bar.height - AXIS * max(p.size for p in used)
        elif below or above:
            near = [p for p in inside if abs(p.baseline - bar.height) < MAX_OVERLINE * p.size]
            if not near:
                continue
            node = Accented(OVERLINE if below else UNDERLINE, read(near, ()))
            used, gone, baseline = near, [], _baseline(near)
        else:
            continue
        kept = [p for p in kept if p not in used]
        left = [b for b in left if b not in gone]
        kept.append(
            Piece(
                node,
                min(bar.left, *(p.left for p in used), bar.right),
                max(bar.right, *(p.right for p in used), bar.left),
                min(p.bottom for p in used),
                max(p.top for p in used),
                baseline,
                max(p.size for p in used),
                is_tall,
            )
        )
    return kept


def _level(piece: Piece) -> float:
    """The height of a piece: that of its middle, if its baseline says nothing."""
    return (piece.bottom + piece.top) / 2 if piece.is_large else piece.baseline + AXIS * piece.size


def _baseline(pieces: Sequence[Piece]) -> float:
    largest = max(pieces, key=lambda p: (not p.is_large, p.size))
    return largest.baseline


def _root_sign(pieces: Iterable[Piece], bar: Bar) -> Piece | None:
    signs = [p for p in pieces if p.text == ROOT and abs(p.right - bar.left) <= ROOT_SLACK]
    near = [p for p in signs if abs(p.top - bar.height) <= p.size]
    return min(near, key=lambda p: abs(p.right - bar.left), default=None)


def _is_degree(piece: Piece, root: Piece) -> bool:
    """A small number in the nook of a root sign."""
    return (
        piece.size < 0.75 * root.size
        and root.left - 0.5 * root.size <= piece.left
        and piece.right <= root.right
        and piece.text != ROOT
    )
