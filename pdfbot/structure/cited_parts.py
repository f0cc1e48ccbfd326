"""Citation marks in captions and tables, of the same kind as in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pdfbot.model import Caption, CitationMark, Table, TableCell
from pdfbot.structure.citation_links import CitedReferences
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

# Rows from the top in which a column has its name.
HEAD_ROWS = 3
_SOURCES = re.compile(r"(?:ref|source|stud(?:y|ie)|citation|literature)s?\.?", re.IGNORECASE)
# "12 [5–20]" is a median with its range.
_BEHIND_NUMBER = re.compile(r"[\d%]\s*[\[(]$")


def cite_captions(captions: Sequence[Caption], cited: CitedReferences) -> tuple[Caption, ...]:
    """The captions with their marks."""
    return tuple(
        replace(caption, citations=tuple(cited.find(caption.text, caption.scripts)))
        for caption in captions
    )


def cite_tables(tables: Sequence[Table], cited: CitedReferences) -> tuple[Table, ...]:
    """The tables with the marks of their cells; below "Ref." also numbers without brackets."""
    return tuple(_cite_table(table, cited) for table in tables)


def _cite_table(table: Table, cited: CitedReferences) -> Table:
    named = {
        cell.column
        for row in table.rows[:HEAD_ROWS]
        for cell in row.cells
        if _names_references(cell.text)
    }
    rows = []
    for row in table.rows:
        cells = (
            replace(c, citations=tuple(_marks(c, c.column in named, cited))) for c in row.cells
        )
        rows.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(rows))


def _names_references(text: str) -> bool:
    name = text.strip("[]() ")
    return _SOURCES.fullmatch(name) is not None or name.lower() in REFERENCE_HEADINGS


def _marks(cell: TableCell, named: bool, cited: CitedReferences) -> Iterator[CitationMark]:
    numbers = tuple(cited.find_numbers(cell.text, ())) if named else ()
    for mark in numbers or cited.find(cell.text, ()):
        is_value = cell.text[mark.start].isdigit() and not named
        if not (is_value and _BEHIND_NUMBER.search(cell.text, 0, mark.start)):
            yield mark
