"""Builds the tree of a formula from the baselines, sizes and lines of its signs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from pdfbot.formulas.bars import put_on_bars
from pdfbot.formulas.grids import find_grids, in_rows
from pdfbot.formulas.nodes import Accented, Fraction, Gap, Grid, Node, Row, Scripted, Sign
from pdfbot.formulas.operator_limits import put_limits
from pdfbot.formulas.pieces import Bar, Piece

# Ems: pieces on the line differ from its baseline by no more.
MIN_SCRIPT_SHIFT = 0.09
# Ems: a small fraction, whose baseline is that of its smaller letters, is no script with less.
MIN_FRACTION_SHIFT = 0.2
# Ems: an accent sticks out of its letter by no more.
MAX_ACCENT_OVERHANG = 0.15
# Share of the size of a line: a script is no larger.
MAX_INDEX_SIZE = 0.9
# Ems: white space that is written.
MIN_WRITTEN_GAP = 0.9
# By the sign that is printed over a letter, or in front of it.
ACCENTS = {
    "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "¯": "\u0304", "ˉ": "\u0304",
    "˙": "\u0307", "¨": "\u0308", "˘": "\u0306", "ˇ": "\u030c", "´": "\u0301", "`": "\u0300",
    "\u20d7": "\u20d7", "˚": "\u030a",
}  # fmt: skip
ACCENTS |= {mark: mark for mark in ACCENTS.values()}
# Drawn through a sign.
SLASH = "\u0338"
SLASHES = frozenset((SLASH, "/"))
# Ratio of sizes: what has an accent is no larger.
MAX_BASE_SIZE = 1.5
# Ems of the line: what is raised by this or more is no script of a lowered one.
MIN_OPPOSITE_SHIFT = 0.2
# Share of the size of a script: one of its own is no larger.
MAX_INNER_SIZE = 0.9


def read_display(pieces: Sequence[Piece], bars: Sequence[Bar]) -> Row:
    """The tree of a display; several lines become the rows of a grid."""
    lines = in_rows(pieces, bars)
    if len(lines) <= 1:
        return read_row(pieces, bars)
    return [Grid(tuple((tuple(read_row(*line)),) for line in lines))]


def read_row(pieces: Sequence[Piece], bars: Sequence[Bar]) -> list[Node]:
    """The tree of one line, from the left; bars, brackets and operators are read first."""
    if not pieces:
        return []
    whole = put_on_bars(pieces, bars, read_row)
    whole = find_grids(_put_accents(whole), read_row)
    baseline, size = _main_line(whole)
    whole = put_limits(whole, baseline, size, read_row)
    return _attach_scripts(sorted(whole, key=lambda p: p.left), baseline, size)


def _put_accents(pieces: Sequence[Piece]) -> list[Piece]:
    """Put accents on their letters, and slashes through the signs that they negate."""
    kept = list(pieces)
    for mark in [p for p in pieces if p.text in ACCENTS or p.text in SLASHES]:
        if mark not in kept:
            continue
        letters = _letters_under(mark, kept)
        kept = [p for p in kept if not (letters and p is mark)]
        if len(letters) == 1:
            letter = letters[0]
            kept[kept.index(letter)] = replace(letter, node=_marked(letter.node, mark.text))
        elif letters:
            kept = [p for p in kept if p not in letters]
            kept.append(_under_wide(mark, letters))
    return kept


def _letters_under(mark: Piece, pieces: Sequence[Piece]) -> list[Piece]:
    """The letter that an accent or slash is drawn over; several under a wide accent."""
    near = [p for p in pieces if p is not mark and _is_under(mark, p)]
    below = [p for p in near if mark.text in ACCENTS and mark.left < p.centre < mark.right]
    if len(below) > 1:
        return sorted(below, key=lambda p: p.left)
    return sorted(near, key=lambda p: abs(p.centre - mark.centre))[:1]


def _marked(sign: Node, mark: str) -> Node:
    """A sign with an accent, or a slash through it."""
    assert isinstance(sign, Sign)
    if mark in ACCENTS:
        return Accented(ACCENTS[mark], [sign])
    return replace(sign, text=sign.text + SLASH)


def _under_wide(mark: Piece, letters: Sequence[Piece]) -> Piece:
    """The letters that a wide accent is drawn over, as one piece."""
    node = Accented(ACCENTS[mark.text], [letter.node for letter in letters])
    first = max(letters, key=lambda p: p.size)
    return replace(
        first,
        node=node,
        left=letters[0].left,
        right=letters[-1].right,
        bottom=min(p.bottom for p in letters),
        top=max(p.top for p in letters),
    )


def _is_under(mark: Piece, piece: Piece) -> bool:
    """Whether a sign is under an accent or slash; a stroke without width follows its sign."""
    if not piece.text or piece.text in ACCENTS or piece.size > MAX_BASE_SIZE * mark.size:
        return False
    if mark.text in SLASHES:
        return not piece.text.isalnum() and (
            piece.left < mark.centre < piece.right
            or (
                mark.text == SLASH and 0 <= piece.left - mark.left < MAX_ACCENT_OVERHANG * mark.size
            )
        )
    slack = MAX_ACCENT_OVERHANG * piece.size
    return (
        piece.left - slack <= mark.centre <= piece.right + 2 * slack
        and abs(mark.baseline - piece.baseline) < piece.size
    )


def _main_line(pieces: Sequence[Piece]) -> tuple[float, float]:
    """The baseline and the size that most of the largest signs have."""
    level = [p for p in pieces if not p.is_large] or list(pieces)
    size = max(p.size for p in level)
    counts: dict[float, float] = defaultdict(float)
    for piece in level:
        if piece.size > MAX_INDEX_SIZE * size:
            counts[round(piece.baseline, 0)] += 1 + (piece.text == "=")
    step = max(counts, key=counts.__getitem__)
    baselines = [p.baseline for p in level if round(p.baseline, 0) == step]
    return sorted(baselines)[len(baselines) // 2], size


def _min_shift(piece: Piece) -> float:
    return MIN_FRACTION_SHIFT if isinstance(piece.node, Fraction) else MIN_SCRIPT_SHIFT


def _attach_scripts(pieces: Sequence[Piece], baseline: float, size: float) -> list[Node]:
    """Attach whatever is off the line to the sign before it, as scripts."""
    row: list[Node] = []
    raised: list[Piece] = []
    lowered: list[Piece] = []
    right: float | None = None

    def close() -> None:
        if raised or lowered:
            base = row.pop() if row and not isinstance(row[-1], (Gap, Scripted)) else None
            row.append(Scripted(base, read_row(lowered, ()), read_row(raised, ())))
            raised.clear()
            lowered.clear()

    for piece in pieces:
        shift = piece.baseline - baseline
        is_small = piece.size <= MAX_INDEX_SIZE * size or not piece.text
        is_inner = (
            bool(lowered)
            and not raised
            and piece.size <= MAX_INNER_SIZE * lowered[0].size
            and shift < MIN_OPPOSITE_SHIFT * size
        )
        if is_inner:
            lowered.append(piece)
        elif not piece.is_large and is_small and abs(shift) > _min_shift(piece) * size:
            (raised if shift > 0 else lowered).append(piece)
        else:
            close()
            if right is not None and piece.left - right >= MIN_WRITTEN_GAP * size:
                row.append(Gap())
            row.append(piece.node)
        right = piece.right if right is None else max(right, piece.right)
    close()
    return row
