"""Stacked rows: the lines of a display, matrices and cases."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pdfbot.formulas.bars import Reader
from pdfbot.formulas.nodes import Grid
from pdfbot.formulas.pieces import Bar, Piece

# Ems: white space between the lines of a display.
MIN_LINE_GAP = 0.28
# Ems: a fraction's line holds together what is this far above and below it.
BAR_REACH = 0.2
# Ems: the rows of a matrix are this far apart at least.
MIN_MATRIX_PITCH = 0.9
# Ems: and its columns.
MIN_MATRIX_GAP = 0.55
# Ems: a bracket around rows is higher.
MIN_BRACKET = 1.6
# Share of the largest size: other signs are scripts.
MIN_ROW_SIZE = 0.9
# Ems: a piece further from the baselines of all rows is in none.
MAX_ROW_SHIFT = 0.3
# What a sentence goes on with, or ends with.
ENDS = frozenset(",.;")
CLOSING = {"(": ")", "[": "]", "{": "}", "|": "|", "‖": "‖"}


def in_rows(pieces: Sequence[Piece], bars: Sequence[Bar]) -> list[tuple[list[Piece], list[Bar]]]:
    """The lines of a display from the top, separated by white space across its full width."""
    if not pieces:
        return []
    size = max(p.size for p in pieces)
    gap, around = MIN_LINE_GAP * size, BAR_REACH * size
    extents = [(p.bottom, p.top) for p in pieces]
    extents += [(b.height - around, b.height + around) for b in bars]
    cuts: list[float] = []
    reach = max(top for _, top in extents)
    for bottom, top in sorted(extents, key=lambda e: -e[1]):
        if reach - top >= gap:
            cuts.append((reach + top) / 2)
        reach = min(reach, bottom)
    limits = [float("inf"), *cuts, float("-inf")]
    return [
        (
            [p for p in pieces if low <= (p.bottom + p.top) / 2 < high],
            [b for b in bars if low <= b.height < high],
        )
        for high, low in pairwise(limits)
    ]


def find_grids(pieces: Sequence[Piece], read: Reader) -> list[Piece]:
    """The pieces, with rows between large brackets or behind a large brace merged into grids."""
    kept = sorted(pieces, key=lambda p: p.left)
    for bracket in [p for p in kept if p.text in CLOSING and _is_high(p)]:
        if bracket not in kept:
            continue
        start = kept.index(bracket) + 1
        end = next(
            (i for i in range(start, len(kept)) if _closes(kept[i], bracket)),
            len(kept) if bracket.text == "{" else start,
        )
        inside: Sequence[Piece] = kept[start:end]
        levels = _levels(inside)
        if len(levels) > 1:
            if end == len(kept):
                inside = _without_end(inside, levels)
            kept[start : start + len(inside)] = [_grid(inside, _rows(inside, levels), read)]
    return kept


def _is_high(piece: Piece) -> bool:
    return piece.is_large and piece.top - piece.bottom >= MIN_BRACKET * piece.size


def _closes(piece: Piece, bracket: Piece) -> bool:
    return _is_high(piece) and piece.text == CLOSING[bracket.text]


def _levels(pieces: Sequence[Piece]) -> list[float]:
    """The baselines of rows, from the top: those of the pieces that are not scripts."""
    largest = max((p.size for p in pieces), default=0.0)
    levels: list[float] = []
    for baseline in sorted(
        (p.baseline for p in pieces if p.size >= MIN_ROW_SIZE * largest and not p.is_large),
        reverse=True,
    ):
        if not levels or levels[-1] - baseline >= MIN_MATRIX_PITCH * largest:
            levels.append(baseline)
    return levels


def _without_end(pieces: Sequence[Piece], levels: Sequence[float]) -> Sequence[Piece]:
    """Cases without what ends the sentence behind them: it is on the line of the brace."""
    end = len(pieces)
    while end and pieces[end - 1].text in ENDS and _is_between(pieces[end - 1], levels):
        end -= 1
    return pieces[:end]


def _is_between(piece: Piece, levels: Sequence[float]) -> bool:
    return min(abs(piece.baseline - level) for level in levels) > MAX_ROW_SHIFT * piece.size


def _rows(pieces: Sequence[Piece], levels: Sequence[float]) -> list[list[Piece]]:
    """The pieces by the baseline of a row that each is closest to."""
    rows: list[list[Piece]] = [[] for _ in levels]
    for piece in pieces:
        level = (piece.bottom + piece.top) / 2 if piece.is_large else piece.baseline
        rows[min(range(len(levels)), key=lambda i: abs(levels[i] - level))].append(piece)
    return rows


def _grid(inside: Sequence[Piece], rows: Sequence[Sequence[Piece]], read: Reader) -> Piece:
    cells = tuple(tuple(tuple(read(cell, ())) for cell in _cells(row)) for row in rows)
    middle = sum(p.baseline for p in inside) / len(inside)
    return Piece(
        Grid(cells),
        min(p.left for p in inside),
        max(p.right for p in inside),
        min(p.bottom for p in inside),
        max(p.top for p in inside),
        middle,
        max(p.size for p in inside),
        is_large=True,
    )


def _cells(row: Sequence[Piece]) -> list[list[Piece]]:
    cells: list[list[Piece]] = []
    reach = float("-inf")
    for piece in sorted(row, key=lambda p: p.left):
        if not cells or piece.left - reach >= MIN_MATRIX_GAP * piece.size:
            cells.append([])
        cells[-1].append(piece)
        reach = max(reach, piece.right)
    return cells
