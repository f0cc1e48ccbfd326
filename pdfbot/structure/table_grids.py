"""Rows and columns: arranges the text of a table in a grid."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from statistics import median

from pdfbot.model import Box, Line, TableCell, TableRow
from pdfbot.structure.table_regions import TableRegion

# Line sizes: a narrower gap is a space within a cell.
MAX_INNER_GAP = 0.75
# Line sizes: a gap between columns is at least as wide.
MIN_TABLE_GAP = 0.2
# Share of the rows that may have something in the gap between two columns: heads over several.
MAX_BRIDGED = 0.1
# Line sizes: pieces with baselines as close are in one row.
MAX_ROW_RISE = 0.45
# Ratio to the narrowest gaps: rows further apart do not go on with each other.
MAX_CONTINUED = 1.3
MIN_ROWS = 2
MIN_COLUMNS = 2
# Share of a piece that lies in a column which it belongs to.
MIN_INSIDE = 0.15


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a line without a wide gap."""

    text: str
    box: Box
    baseline: float
    size: float


_Row = list[_Piece]


def read_grid(region: TableRegion) -> tuple[TableRow, ...]:
    """The rows of the table from the top; none if it has no columns."""
    rows = _rows([piece for line in region.lines for piece in _pieces(line)])
    columns = _columns(rows, region)
    if len(rows) < MIN_ROWS or len(columns) < MIN_COLUMNS:
        return ()
    cells = [_cells(row, columns) for row in rows]
    return tuple(TableRow(tuple(row)) for row in _joined(cells, rows, region))


def _pieces(line: Line) -> Iterator[_Piece]:
    """The pieces of a line, cut at wide gaps."""
    blocks = list(zip(line.blocks, line.starts, strict=True))
    first = 0
    for index in range(1, len(blocks) + 1):
        if index < len(blocks):
            before, after = blocks[index - 1][0], blocks[index][0]
            if after.box.left - before.box.right <= MAX_INNER_GAP * line.size:
                continue
        part = blocks[first:index]
        start, end = part[0][1], part[-1][1] + len(part[-1][0].text)
        box = Box.around(block.box for block, _ in part)
        if text := line.text[start:end].strip():
            yield _Piece(text, box, line.baseline, line.size)
        first = index


def _rows(pieces: Sequence[_Piece]) -> list[_Row]:
    rows: list[_Row] = []
    for piece in sorted(pieces, key=lambda p: -p.baseline):
        if rows and rows[-1][0].baseline - piece.baseline <= MAX_ROW_RISE * piece.size:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda p: p.box.left) for row in rows]


def _columns(rows: Sequence[_Row], region: TableRegion) -> list[tuple[float, float]]:
    """The strips that hold the cells of nearly all rows; few heads and lone lines cross them."""
    several = [row for row in rows if len(row) > 1]
    data = [row for row in several if not _is_head(row[0].baseline, region)]
    counted = data if len(data) >= MIN_ROWS else several
    if not counted:
        return []
    pieces = [piece for row in counted for piece in row]
    min_gap = MIN_TABLE_GAP * median(piece.size for piece in pieces)
    columns: list[tuple[float, float]] = []
    for left, right in _covered(pieces, int(MAX_BRIDGED * len(counted))):
        if columns and left - columns[-1][1] < min_gap:
            columns[-1] = (columns[-1][0], right)
        else:
            columns.append((left, right))
    return columns


def _covered(pieces: Collection[_Piece], limit: int) -> Iterator[tuple[float, float]]:
    """The strips, from left to right, that more than `limit` pieces reach into."""
    starts = ((piece.box.left, 1) for piece in pieces)
    ends = ((max(piece.box.right, piece.box.left + 1), -1) for piece in pieces)
    depth, start = 0, 0.0
    for x, step in sorted(chain(starts, ends)):
        if step > 0 and depth == limit:
            start = x
        elif step < 0 and depth == limit + 1:
            yield start, x
        depth += step


def _cells(row: _Row, columns: Sequence[tuple[float, float]]) -> list[TableCell]:
    """Cells from pieces and the columns that they cover; pieces in one column are one cell."""
    cells: list[TableCell] = []
    for piece in row:
        covered = [
            index
            for index, (left, right) in enumerate(columns)
            if min(right, piece.box.right) - max(left, piece.box.left)
            > MIN_INSIDE * min(right - left, piece.box.width)
        ]
        middle = (piece.box.left + piece.box.right) / 2
        first = min(
            covered,
            default=min(range(len(columns)), key=lambda i: abs(sum(columns[i]) / 2 - middle)),
        )
        last = max(covered, default=first)
        if cells and cells[-1].column + cells[-1].columns > first:
            cells[-1] = _merge(cells[-1], TableCell(piece.text, first, last - first + 1, piece.box))
        else:
            cells.append(TableCell(piece.text, first, last - first + 1, piece.box))
    return cells


def _merge(one: TableCell, other: TableCell) -> TableCell:
    first = min(one.column, other.column)
    last = max(one.column + one.columns, other.column + other.columns)
    is_broken = one.text.endswith("-") and other.text[:1].islower()
    joined = one.text[:-1] if is_broken else f"{one.text} "
    return TableCell(joined + other.text, first, last - first, Box.around((one.box, other.box)))


def _joined(
    cells: Sequence[list[TableCell]], rows: Sequence[_Row], region: TableRegion
) -> Iterator[list[TableCell]]:
    """The rows, with each continuation joined to the row above."""
    gaps = [a[0].baseline - b[0].baseline for a, b in pairwise(rows)]
    narrow = sorted(gaps)[len(gaps) // 10] if gaps else 0.0
    current = list(cells[0])
    for index, row in enumerate(cells[1:]):
        upper, lower = rows[index][0].baseline, rows[index + 1][0].baseline
        ruled = any(lower < ruling.top < upper for ruling in region.rulings)
        head = _is_head(lower, region)
        if not ruled and gaps[index] <= MAX_CONTINUED * narrow and _continues(current, row, head):
            current = _join_rows(current, row)
        else:
            yield current
            current = list(row)
    yield current


def _is_head(baseline: float, region: TableRegion) -> bool:
    """Whether a row stands between the first ruling and the next one."""
    inner = [r.top for r in region.rulings if r.top < region.lines[0].baseline]
    return len(inner) > 1 and baseline > max(inner)


def _continues(above: Sequence[TableCell], row: Sequence[TableCell], head: bool) -> bool:
    """Whether a row continues the one above: no first cell and fewer cells, or lower case."""
    taken = {column for cell in above for column in range(cell.column, cell.column + cell.columns)}
    single = all(cell.columns == 1 for cell in [*above, *row])
    if head and single:
        return True
    inside = all(cell.column in taken and cell.columns == 1 for cell in row)
    if not inside or len(above) < MIN_COLUMNS:
        return False
    if row[0].column > 0:
        return len(row) * 2 <= len(above) or all(_goes_on(cell.text) for cell in row)
    return len(row) < len(above) and all(_goes_on(cell.text) for cell in row)


def _goes_on(text: str) -> bool:
    return text[0].islower() or text[0] in "(&+–-/"


def _join_rows(above: Sequence[TableCell], row: Sequence[TableCell]) -> list[TableCell]:
    joined = {cell.column: cell for cell in above}
    for cell in row:
        joined[cell.column] = _merge(joined[cell.column], cell) if cell.column in joined else cell
    return [replace(cell) for _, cell in sorted(joined.items())]
