"""Operators with what is printed below and above them: sums, limits, maxima."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pdfbot.formulas.bars import Reader
from pdfbot.formulas.nodes import Limits
from pdfbot.formulas.pieces import LARGE, Piece

OPERATORS = LARGE - frozenset("∫∮")
NAMED = frozenset(("lim", "max", "min", "sup", "inf", "limsup", "liminf", "argmax", "argmin"))
# Share of the size of the line: limits are no larger.
MAX_SIZE = 0.9
# Ems: the parts of a limit are no further apart.
MAX_GAP = 0.6
# Ems: and their baselines.
MAX_SHIFT = 0.6
# Ems: the middle of a limit is no further from that of its operator.
MAX_OFFSET = 0.9
# Ems of the line: how far limits are above its baseline at least, and below it.
MIN_RISE, MIN_DROP = 0.9, 0.5


def put_limits(pieces: Sequence[Piece], baseline: float, size: float, read: Reader) -> list[Piece]:
    """The pieces with each operator and its limits as one."""
    small = [p for p in pieces if p.size <= MAX_SIZE * size and not p.is_large]
    # A small operator is part of a limit.
    operators = [p for p in pieces if p.text in OPERATORS | NAMED and p not in small]
    if not operators:
        return list(pieces)
    above = _by_operator(
        _runs(p for p in small if p.baseline - baseline >= MIN_RISE * size), operators, size
    )
    below = _by_operator(
        _runs(p for p in small if baseline - p.baseline >= MIN_DROP * size), operators, size
    )
    used = [p for runs in (above, below) for run in runs.values() for p in run]
    kept = [p for p in pieces if p not in used]
    for index, operator in enumerate(operators):
        high, low = above.get(index, []), below.get(index, [])
        if high or low:
            node = Limits(operator.node, read(low, ()), read(high, ()))
            whole = [operator, *high, *low]
            kept[kept.index(operator)] = replace(
                operator,
                node=node,
                left=min(p.left for p in whole),
                right=max(p.right for p in whole),
                is_large=True,
            )
    return kept


def _runs(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Pieces that follow each other closely."""
    runs: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.left):
        last = runs[-1] if runs else []
        if (
            last
            and piece.left - max(p.right for p in last) <= MAX_GAP * piece.size
            and abs(piece.baseline - last[0].baseline) <= MAX_SHIFT * last[0].size
        ):
            last.append(piece)
        else:
            runs.append([piece])
    return runs


def _by_operator(
    runs: Iterable[list[Piece]], operators: Sequence[Piece], size: float
) -> dict[int, list[Piece]]:
    """The run that is centred at each operator."""
    found: dict[int, list[Piece]] = {}
    for run in runs:
        middle = (min(p.left for p in run) + max(p.right for p in run)) / 2
        index = min(range(len(operators)), key=lambda i: abs(operators[i].centre - middle))
        if abs(operators[index].centre - middle) <= MAX_OFFSET * size and index not in found:
            found[index] = run
    return found
