"""Tables as rows and cells, from their captions and what is next to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pdfbot.model import Box, Caption, Table
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.structure.table_grids import read_grid
from pdfbot.structure.table_regions import choose_sides, find_places
from pdfbot.structure.turned_tables import find_turned_tables


def find_tables(
    context: DocumentContext, judgement: Judgement, captions: Sequence[Caption]
) -> tuple[Table, ...]:
    """One for each caption of a table; without rows where nothing shows its columns."""
    layouts = {layout.page.number: layout for layout in context.layouts}
    titled = [caption for caption in captions if caption.kind == "table"]
    places = [
        find_places(
            layouts[caption.page], judgement, caption, [c for c in captions if c is not caption]
        )
        for caption in titled
    ]
    tables = []
    for number, (caption, region) in enumerate(zip(titled, choose_sides(places), strict=True), 1):
        rows = read_grid(region) if region else ()
        boxes = [cell.box for row in rows for cell in row.cells] or caption.boxes
        tables.append(Table(f"t{number}", caption.id, caption.page, Box.around(boxes), rows))
    turned = [table for layout in context.layouts for table in find_turned_tables(layout)]
    numbered = enumerate(turned, len(tables) + 1)
    return (*tables, *(replace(table, id=f"t{number}") for number, table in numbered))
