"""Files beside the text: a picture of every figure and table, and the rows of tables as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from pdfbot.errors import UsageError
from pdfbot.model import Box, Extraction, Picture, Table
from pdfbot.output.whole_tables import whole_tables
from pdfbot.readers.pdfium.repair import REPAIRED
from pdfbot.readers.source import Source
from pdfbot.visual.pictures import draw_pictures, picture_boxes

_NO_NAME = re.compile(r"[^\w.]+")


def draw_figures(paper: Extraction, source: Source, password: str | None) -> Iterator[Picture]:
    """What each caption describes, if it can be found, in the order of the captions."""
    source = source.decompressed()
    if source.is_replica():
        raise UsageError(f"{source.name}: a replica, not a PDF; pictures need the PDF")
    boxes = picture_boxes(paper)
    names = _names(paper)
    by_page: dict[int, dict[str, Box]] = defaultdict(dict)
    for caption in paper.captions:
        if caption.id in boxes:
            by_page[caption.page][caption.id] = boxes[caption.id]
    drawn: dict[str, bytes] = {}
    for page, inside in by_page.items():
        is_damaged = REPAIRED in paper.warnings
        drawn |= draw_pictures(source, password, page, inside, is_damaged, "png")
    for caption in paper.captions:
        if caption.id in drawn:
            yield Picture(caption.id, names[caption.id], boxes[caption.id], drawn[caption.id])


def table_files(paper: Extraction) -> Iterator[tuple[str, str]]:
    """The name and the CSV of each table whose rows are understood; over pages, it is one."""
    names = _names(paper)
    for table in whole_tables(paper):
        if table.rows:
            yield names.get(table.caption, table.id), render_csv(table)


def render_csv(table: Table) -> str:
    """The rows as in RFC 4180; a cell over several columns is in the first."""
    written = io.StringIO()
    csv.writer(written).writerows(table.grid())
    return written.getvalue()


def _names(paper: Extraction) -> Mapping[str, str]:
    """A name for every caption: its kind and number."""
    used: Counter[str] = Counter()
    names = {}
    for caption in paper.captions:
        name = "-".join(filter(None, (caption.kind, _NO_NAME.sub("-", caption.number).strip("-."))))
        used[name] += 1
        names[caption.id] = name if used[name] == 1 else f"{name}-{caption.id}"
    return names
