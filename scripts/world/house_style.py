"""What the documents share: page sizes, styles, and how their text is poured into columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from world.pages import draw_chart
from world.source import PARAGRAPH, Block, Source
from world.typesetting import Column, Flow, Layout, Style

# Points: A4 and US Letter, and the area of the text; a journal may have shorter pages.
A4 = (595.0, 842.0)
LETTER = (612.0, 792.0)
LEFT = 54.0
RIGHT = 541.0
TOP = 745.0
BOTTOM = 92.0
SHORT = (595.0, 680.0)
SHORT_TOP = 600.0
SHORT_BOTTOM = 70.0
GUTTER = 17.0
# Points: the top of running headers and footers.
HEADER_TOP = 790.0
SHORT_HEADER_TOP = 640.0
FOOTER_TOP = 40.0
# Points: the height of a chart with its margins.
CHART_HEIGHT = 112.0

BODY = Style("Times-Roman", 10.5, 13.5, indent=12)
STYLES = {
    "title": Style("Times-Bold", 18, 22, align="left", after=6),
    "author": Style("Times-Roman", 10.5, 13.5, align="left", after=3),
    "abstract": Style("Times-Roman", 10.5, 13.5),
    "heading": Style("Times-Bold", 12, 15, align="left", before=11, after=4, is_heading=True),
    "subheading": Style(
        "Times-Italic", 10.5, 13.5, align="left", before=7, after=2, is_heading=True
    ),
    "caption": Style("Times-Roman", 9, 11, align="left", after=14),
    "reference": Style("Times-Roman", 9, 11, align="left", hanging=10),
    "keywords": Style("Helvetica-Bold", 7.5, 9.5, align="left", before=6),
    PARAGRAPH: BODY,
    "dropcap": BODY,
}
HEADER = Style("Helvetica", 7.5, 9.5, align="left")


@dataclass(frozen=True)
class Made:
    """A finished document; `paragraphs` is its body text where that is not all of the source."""

    pdf: bytes
    columns: int
    pages: int
    paragraphs: list[dict[str, str]] | None = None


def two_columns(
    *tops: float, bottom: float = BOTTOM, right: float = RIGHT, first_page: int = 0
) -> list[Column]:
    """Two columns on as many pages as there are tops."""
    middle = (LEFT + right) / 2
    return [
        Column(page, *edges, top, bottom)
        for page, top in enumerate(tops, first_page)
        for edges in ((LEFT, middle - GUTTER / 2), (middle + GUTTER / 2, right))
    ]


def pour(flow: Flow, layout: Layout, blocks: Iterable[Block], styles: dict[str, Style]) -> None:
    """Fill the columns with blocks; a figure is a chart with its labels."""
    for number, block in enumerate(blocks):
        if block.kind == "figure":
            draw_chart(layout, flow.skip(CHART_HEIGHT), block.text.split(" | "))
        else:
            is_drop_cap = block.kind == "dropcap"
            flow.add(block.text, styles[block.kind], number, drop_cap=is_drop_cap)


def head_lines(layout: Layout, text: str, y: float, align: str, pages: Iterable[int]) -> None:
    """A running header or footer, where {page} and {pages} are filled in."""
    for page in pages:
        filled = text.format(page=page + 1, pages=layout.page_count)
        column = Column(page, LEFT, layout.width - LEFT, y, 0)
        layout.place(column, [filled], replace(HEADER, align=align))


def place_title(layout: Layout, source: Source, styles: dict[str, Style], area: Column) -> float:
    """Title and authors; returns where they end."""
    y = layout.place(area, [source.text("title")], styles["title"])
    return layout.place(replace(area, top=y), source.texts("author"), styles["author"])
