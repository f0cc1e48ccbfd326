"""Papers that are damaged, scanned or set in bitmap fonts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from world.bitmaps import (
    Encoding,
    add_type3_font,
    ligate,
    numbered_encoding,
    show_type3,
    tex_encoding,
    type3_face,
    write_scan,
)
from world.house_style import (
    HEADER,
    LEFT,
    LETTER,
    STYLES,
    Made,
    head_lines,
    place_title,
    pour,
    two_columns,
)
from world.pages import Pages, show_line, standard_font
from world.pdf import Face, PdfFile
from world.source import BODY_KINDS, PARAGRAPH, Block, Source, body_entry
from world.typesetting import Column, Flow, Layout, SetLine, Style


def broken_page(source: Source) -> Made:
    """Four pages, of which the third is destroyed."""
    lost = 2
    layout = Layout(396, 612)
    column = Column(0, 54, 342, 548, 60)
    styles = STYLES | {
        "title": replace(STYLES["title"], align="centre"),
        "author": replace(STYLES["author"], align="centre"),
        "abstract": Style("Times-Roman", 11, 14.5),
        PARAGRAPH: Style("Times-Roman", 11, 14.5, indent=14),
    }
    blocks = source.without("header")
    flow = Flow(layout, [replace(column, page=page) for page in range(5)])
    pour(flow, layout, blocks, styles)
    paragraphs = _readable_parts(layout, blocks, lost)
    head_lines(layout, source.text("header"), 584, "left", range(1, layout.page_count))
    head_lines(layout, "{page}", 584, "right", range(layout.page_count))
    pages = Pages()
    pages.add(layout, show_line, standard_font)
    page = pages.numbers[lost] - 1
    pages.file.objects[page] = b"\x00" * len(pages.file.objects[page])
    return Made(pages.write(), 1, layout.page_count, paragraphs)


def _readable_parts(layout: Layout, blocks: list[Block], lost: int) -> list[dict[str, str]]:
    """The body text of the pages before and after a lost one; a paragraph may lose its end."""
    entries = []
    for number, block in enumerate(blocks):
        lines = [line for line in layout.lines if line.block == number]
        for side in (
            [line for line in lines if line.page < lost],
            [line for line in lines if line.page > lost],
        ):
            if side and block.kind in BODY_KINDS:
                text = " ".join(line.text for line in side).replace("- ", "-")
                entries.append(body_entry(block.kind, text))
    return entries


def ocr_strips(source: Source) -> Made:
    """Scanned pages: pictures in strips, invisible text, and a stamp that can be seen."""
    layout = Layout(*LETTER)
    right = LETTER[0] - LEFT
    y = place_title(layout, source, STYLES, Column(0, LEFT, right, 716, 0))
    columns = two_columns(y - 12, 716, 716, bottom=80, right=right)
    styles = STYLES | {"abstract": replace(STYLES["abstract"], face="Times-Italic")}
    blocks = source.without("header", "stamp", "title", "author")
    pour(Flow(layout, columns), layout, blocks, styles)
    head_lines(layout, source.text("header"), 750, "left", range(layout.page_count))
    head_lines(layout, "{page}", 750, "right", range(layout.page_count))
    stamp = Layout(*LETTER)
    for page in range(layout.page_count):
        stamp.place(Column(page, LEFT, right, 36, 0), [source.text("stamp")], HEADER)
    return Made(write_scan(layout, stamp.lines), 2, layout.page_count)


def type3(source: Source) -> Made:
    """Bitmap fonts with a Unicode map."""
    return _bitmap_paper(source, tex_encoding)


def numbered_glyphs(source: Source) -> Made:
    """Bitmap fonts whose glyph names alone say which letters they are."""
    return _bitmap_paper(source, numbered_encoding)


def _bitmap_paper(source: Source, encode: Callable[[Iterable[str]], Encoding]) -> Made:
    """Bitmap fonts as dvips made them: the size in the file is that of one dot."""
    kinds = {
        "ten": ("Times-Roman", 10.0),
        "head": ("Times-Bold", 12.0),
        "title": ("Times-Roman", 17.0),
    }
    ten, head, title = (type3_face(name, *kind) for name, kind in kinds.items())
    styles = {
        "title": Style(title, 17, 20, align="centre", after=8),
        "author": Style(ten, 10, 12, align="centre", after=3),
        "abstract": Style(ten, 10, 12),
        "heading": Style(head, 12, 14, align="left", before=12, after=5, is_heading=True),
        "reference": Style(ten, 10, 12, hanging=15),
        PARAGRAPH: Style(ten, 10, 12, indent=15),
    }
    layout = Layout(*LETTER)
    column = Column(0, 134, 478, 690, 110)
    blocks = [Block(block.kind, ligate(block.text)) for block in source.blocks]
    flow = Flow(layout, [replace(column, page=page) for page in range(4)])
    pour(flow, layout, blocks, styles)
    for page in range(layout.page_count):
        number = SetLine(page, 304, 84, str(page + 1), ten, 10)
        layout.lines.append(number)

    encodings = {
        face.name: encode(
            c for line in layout.lines if line.face is face for c in line.text if c != " "
        )
        for face in (ten, head, title)
    }

    def show(line: SetLine) -> str:
        return show_type3(line, encodings[line.face.name].codes)

    def add_font(file: PdfFile, face: Face) -> int:
        return add_type3_font(file, *kinds[face.name], encodings[face.name])

    pages = Pages()
    pages.add(layout, show, add_font)
    return Made(pages.write(), 1, layout.page_count)
