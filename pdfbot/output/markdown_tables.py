"""Tables in Markdown: the caption, and rows between bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pdfbot.model import Caption, Extraction, Table

# What is written in the place of a table without rows.
NOT_UNDERSTOOD = "The rows of this table were not understood."


def table_blocks(
    paper: Extraction, write_caption: Callable[[Caption], str], escape: Callable[[str], str]
) -> Iterator[str]:
    """Each table after its caption; one without rows says so."""
    captions = {caption.id: caption for caption in paper.captions}
    if paper.tables:
        yield "## Tables"
    for table in paper.tables:
        # Of a selection of pages, a caption may be on another one.
        if table.caption in captions:
            yield write_caption(captions[table.caption])
        elif table.label:
            yield f"**{escape(table.label)}** {escape(table.title)}".rstrip()
        yield _rows(table, escape) if table.rows else f"*{NOT_UNDERSTOOD}*"


def _rows(table: Table, escape: Callable[[str], str]) -> str:
    """The first row is the head; a bar within a cell is escaped."""
    lines = [
        "| " + " | ".join(escape(text).replace("|", "\\|") for text in texts) + " |"
        for texts in table.grid()
    ]
    return "\n".join([lines[0], "|" + " --- |" * table.columns, *lines[1:]])
