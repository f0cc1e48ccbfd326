"""Tables over several pages in one piece."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pdfbot.model import Extraction, Table, TableRow


def whole_tables(paper: Extraction) -> tuple[Table, ...]:
    """The tables, each with the rows of those that continue it, which are no tables of their own.

    A table without rows is not put together.
    """
    starts = {table.id for table in paper.tables if table.rows}
    more: dict[str, list[Table]] = defaultdict(list)
    for table in paper.tables:
        more[table.continues if table.rows else ""].append(table)
    return tuple(
        replace(table, rows=_join_rows(table.rows, more[table.id]))
        for table in paper.tables
        if table.continues not in starts or not table.rows
    )


def _join_rows(rows: tuple[TableRow, ...], more: Sequence[Table]) -> tuple[TableRow, ...]:
    """Rows that repeat the head of the table are left out."""
    head = rows
    for table in more:
        pairs = zip(head, table.rows, strict=False)
        repeated = sum(1 for _ in takewhile(lambda pair: _texts(pair[0]) == _texts(pair[1]), pairs))
        rows += table.rows[repeated:]
    return rows


def _texts(row: TableRow) -> list[str]:
    return [cell.text for cell in row.cells]
