"""Tables as rows and cells, from their captions and what is next to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pdfbot.model import Box, Caption, Table
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.structure.table_grids import read_grid
from pdfbot.structure.table_regions import TableRegion, choose_sides, find_places
from pdfbot.structure.turned_tables import find_turned_tables


def find_tables(
    context: DocumentContext, judgement: Judgement, captions: Sequence[Caption]
) -> tuple[Table, ...]:
    """One table for each table caption; without rows if no columns can be told."""
    layouts = {layout.page.number: layout for layout in context.layouts}
    titled = [caption for caption in captions if caption.kind == "table"]
    places = [
        find_places(
            layouts[caption.page], judgement, caption, [c for c in captions if c is not caption]
        )
        for caption in titled
    ]
    tables = [*map(_read_table, titled, choose_sides(places))]
    turned = [table for layout in context.layouts for table in find_turned_tables(layout)]
    numbered = enumerate((*tables, *turned), 1)
    return tuple(replace(table, id=f"t{number}") for number, table in numbered)


def _read_table(caption: Caption, region: TableRegion | None) -> Table:
    """The rows of a table, or the text of its lines; it is numbered later."""
    rows = read_grid(region) if region else ()
    lines = () if rows or region is None else region.lines
    cells = [cell.box for row in rows for cell in row.cells] or [line.box for line in lines]
    box = Box.around(cells or caption.boxes)
    text = "\n".join(line.text for line in lines)
    return Table("", caption.id, caption.page, box, rows, text=text)
