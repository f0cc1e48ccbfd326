"""Tables as rows and cells, from their captions and what is next to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pdfbot.model import Box, Caption, Table
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import whole_spans
from pdfbot.rules import Rule
from pdfbot.structure.table_grids import read_grid
from pdfbot.structure.table_regions import TableRegion, choose_sides, find_places
from pdfbot.structure.turned_tables import find_turned_tables
from pdfbot.text.caption_labels import label_of
from pdfbot.text.caption_sentences import is_continuation
from pdfbot.text.label_mentions import bare_number


def find_tables(
    context: DocumentContext, judgement: Judgement, captions: Sequence[Caption]
) -> tuple[Table, ...]:
    """One table for each table caption; without rows if no columns can be told."""
    layouts = {layout.page.number: layout for layout in context.layouts}
    titled = [caption for caption in captions if caption.kind == "table"]
    titled += _continued(context, judgement)
    places = [
        find_places(
            layouts[caption.page], judgement, caption, [c for c in captions if c is not caption]
        )
        for caption in titled
    ]
    tables = [*map(_read_table, titled, choose_sides(places))]
    turned = [table for layout in context.layouts for table in find_turned_tables(layout)]
    numbered = [replace(t, id=f"t{n}") for n, t in enumerate((*tables, *turned), 1)]
    numbers = {caption.id: bare_number(caption.number) for caption in captions}
    return _joined(numbered, numbers)


def _continued(context: DocumentContext, judgement: Judgement) -> Iterator[Caption]:
    """Lines such as "Table 2. Cont.", above what is on further pages: no captions of their own."""
    lines = (p for p in context.lines if judgement.rule_of(p) is Rule.BESIDE_CAPTION)
    for line in lines:
        label = label_of(line.text) if is_continuation(line.text) else None
        if label and label.kind == "table":
            printed = line.text[: label.end].rstrip(" .:|–—-")
            rest = line.text[label.end :].strip()
            yield Caption("", label.kind, printed, label.number, rest, (), whole_spans([line]))


def _joined(tables: Sequence[Table], numbers: Mapping[str, str]) -> tuple[Table, ...]:
    """Tables that continue lead to the first one of their number; `numbers` are the captions'."""
    first: dict[str, str] = {}
    for table in tables:
        if table.caption:
            first.setdefault(numbers[table.caption], table.id)
        elif table.label and not is_continuation(f"{table.label}. {table.title}"):
            first.setdefault(table.label.rpartition(" ")[2], table.id)
    return tuple(
        replace(table, continues=first.get(table.label.rpartition(" ")[2], ""))
        if is_continuation(f"{table.label}. {table.title}")
        else table
        for table in tables
    )


def _read_table(caption: Caption, region: TableRegion | None) -> Table:
    """The rows of a table, or the text of its lines; it is numbered later."""
    rows = read_grid(region) if region else ()
    lines = () if rows or region is None else region.lines
    cells = [cell.box for row in rows for cell in row.cells] or [line.box for line in lines]
    box = Box.around(cells or caption.boxes)
    text = "\n".join(line.text for line in lines)
    table = Table("", caption.id, caption.page, box, rows, text=text)
    return table if caption.id else replace(table, label=caption.label, title=caption.text)
