"""Operators with limits printed below and above them: sums, limits, maxima."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from pdfbot.formulas.bars import Reader
from pdfbot.formulas.nodes import Limits
from pdfbot.formulas.pieces import LARGE, Piece

OPERATORS = LARGE - frozenset("∫∮")
NAMED = frozenset(("lim", "max", "min", "sup", "inf", "limsup", "liminf", "argmax", "argmin"))
# Share of the size of the line: limits are no larger.
MAX_SIZE = 0.9
# Ems: the parts of a limit are no further apart.
MAX_LIMIT_GAP = 0.6
# Ems: and their baselines.
MAX_LIMIT_SHIFT = 0.6
# Ems: the middle of a limit is no further from that of its operator.
MAX_LIMIT_OFFSET = 0.9
# Ems of the line: how far limits are above its baseline at least, and below it.
MIN_RISE, MIN_DROP = 0.9, 0.5


def put_limits(pieces: Sequence[Piece], baseline: float, size: float, read: Reader) -> list[Piece]:
    """The pieces, with each operator and its limits merged."""
    small = [p for p in pieces if p.size <= MAX_SIZE * size and not p.is_large]
    operators = _operators(pieces, small)
    if not operators:
        return list(pieces)
    above = _by_operator([p for p in small if p.baseline - baseline >= MIN_RISE * size], operators)
    below = _by_operator([p for p in small if baseline - p.baseline >= MIN_DROP * size], operators)
    whole = {
        index: _with_limits(operators[index], below.get(index, []), above.get(index, []), read)
        for index in above.keys() | below.keys()
    }
    used = [p for run in (*above.values(), *below.values()) for p in run]
    kept = [p for p in pieces if p not in used]
    for index, piece in whole.items():
        kept[kept.index(operators[index])] = piece
    return kept


def _operators(pieces: Sequence[Piece], small: Sequence[Piece]) -> list[Piece]:
    """The operators of the line; a small one is part of a limit."""
    return [p for p in pieces if p.text in OPERATORS | NAMED and p not in small]


def _with_limits(operator: Piece, low: list[Piece], high: list[Piece], read: Reader) -> Piece:
    parts = [operator, *high, *low]
    return replace(
        operator,
        node=Limits(operator.node, read(low, ()), read(high, ())),
        left=min(p.left for p in parts),
        right=max(p.right for p in parts),
        is_large=True,
    )


def _runs(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Runs of pieces that follow each other closely."""
    runs: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.left):
        last = runs[-1] if runs else []
        if (
            last
            and piece.left - max(p.right for p in last) <= MAX_LIMIT_GAP * piece.size
            and abs(piece.baseline - last[0].baseline) <= MAX_LIMIT_SHIFT * last[0].size
        ):
            last.append(piece)
        else:
            runs.append([piece])
    return runs


def _between(run: list[Piece], operators: Sequence[Piece]) -> list[list[Piece]]:
    """The parts of a run that reaches over two operators, cut at its widest gap between them."""
    centres = sorted(o.centre for o in operators if run[0].left < o.centre < run[-1].right)
    if len(centres) < 2:
        return [run]
    gaps = [
        (after.left - before.right, index)
        for index, (before, after) in enumerate(pairwise(run), 1)
        if centres[0] < (before.right + after.left) / 2 < centres[1]
    ]
    if not gaps:
        return [run]
    _, cut = max(gaps)
    return [run[:cut], *_between(run[cut:], operators)]


def _by_operator(small: Iterable[Piece], operators: Sequence[Piece]) -> dict[int, list[Piece]]:
    """The run that is centred at each operator, by the index of the operator."""
    found: dict[int, list[Piece]] = {}
    for run in (part for close in _runs(small) for part in _between(close, operators)):
        middle = (min(p.left for p in run) + max(p.right for p in run)) / 2
        index = min(range(len(operators)), key=lambda i: abs(operators[i].centre - middle))
        offset = abs(operators[index].centre - middle)
        if offset <= MAX_LIMIT_OFFSET * operators[index].size and index not in found:
            found[index] = run
    return found
