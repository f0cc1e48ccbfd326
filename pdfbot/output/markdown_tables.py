"""Tables in Markdown: rows between bars, or HTML where a cell covers columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape as escape_html

from pdfbot.model import Table, TableRow

_TILDES = re.compile("~+")
# What is written above the text of a table without rows.
NOT_UNDERSTOOD = "The rows of this table were not understood."


def rows_of_table(table: Table, escape: Callable[[str], str]) -> Iterator[str]:
    """The rows of a table; one without rows says so, above its text."""
    yield _rows(table, escape) if table.rows else f"*{NOT_UNDERSTOOD}*"
    if table.text:
        fence = "~" * max(3, 1 + max(map(len, _TILDES.findall(table.text)), default=0))
        yield f"{fence}\n{table.text}\n{fence}"


def _rows(table: Table, escape: Callable[[str], str]) -> str:
    """The first row is the head; a bar within a cell is escaped."""
    if any(cell.columns > 1 for row in table.rows for cell in row.cells):
        rows = "\n".join(_html_row(row, table.columns) for row in table.rows)
        return f"<table>\n{rows}\n</table>"
    lines = [
        "| " + " | ".join(escape(text).replace("|", "\\|") for text in texts) + " |"
        for texts in table.grid()
    ]
    return "\n".join([lines[0], "|" + " --- |" * table.columns, *lines[1:]])


def _html_row(row: TableRow, columns: int) -> str:
    """The cells of a row, with empty ones where it has none."""
    parts: list[str] = []
    end = 0
    for cell in row.cells:
        parts += ["<td></td>"] * (cell.column - end)
        span = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
        text = escape_html(" ".join(cell.text.split()), quote=False)
        parts.append(f"<td{span}>{text}</td>")
        end = cell.column + cell.columns
    parts += ["<td></td>"] * (columns - end)
    return f"<tr>{''.join(parts)}</tr>"
