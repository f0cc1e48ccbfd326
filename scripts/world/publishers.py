"""Papers as publishers make them, one function each: where the text goes on the page."""

from __future__ import annotations

from dataclasses import replace

from world.house_style import (
    A4,
    BODY,
    CHART_HEIGHT,
    FOOTER_TOP,
    HEADER,
    HEADER_TOP,
    LEFT,
    LETTER,
    RIGHT,
    SHORT,
    SHORT_BOTTOM,
    SHORT_HEADER_TOP,
    SHORT_TOP,
    STYLES,
    TOP,
    Made,
    head_lines,
    place_title,
    pour,
    two_columns,
)
from world.pages import Pages, draw_box, draw_chart, show_line, standard_font, write_layout
from world.pdf import Face, PdfFile, add_embedded_font, font_program, standard_face
from world.source import PARAGRAPH, Source
from world.typesetting import Column, Flow, Layout, Style

# Points: the part of the manuscript page that the figure shows.
CROP_LEFT = 150.0
CROP_BOTTOM = 330.0
CROP_WIDTH = 310.0
CROP_HEIGHT = 150.0


def side_column(source: Source) -> Made:
    """A narrow column beside the abstract, smaller and on a separate baseline grid."""
    layout = Layout(*SHORT)
    text_left = 178.0
    styles = STYLES | {
        "title": Style("Helvetica-Bold", 18, 21, align="left", after=8),
        "author": Style("Helvetica", 8, 10, align="left", after=4),
        "abstract": Style("Helvetica", 9.5, 13.7),
        "heading": Style("Helvetica-Bold", 10, 13, "left", before=10, after=3, is_heading=True),
        "subheading": Style("Helvetica-Bold", 9, 12, "left", before=6, after=2, is_heading=True),
    }
    header = Column(0, LEFT, RIGHT, 650, 0)
    layout.place(header, [source.text("header")], replace(HEADER, align="right"))
    y = place_title(layout, source, styles, Column(0, text_left, RIGHT, SHORT_TOP, 0)) - 6
    _set_side_column(layout, source.texts("side"), Column(0, LEFT, text_left - 18, y + 21.4, 0))
    wide = Column(0, text_left, RIGHT, y, SHORT_BOTTOM)
    later = two_columns(SHORT_TOP, SHORT_TOP, bottom=SHORT_BOTTOM, first_page=1)
    blocks = source.without("header", "title", "author", "side", "footer")
    pour(Flow(layout, [wide, *later]), layout, blocks, styles)
    head_lines(layout, source.text("footer"), FOOTER_TOP, "left", range(layout.page_count))
    return Made(write_layout(layout), 2, layout.page_count)


def _set_side_column(layout: Layout, texts: list[str], area: Column) -> None:
    """Blocks with a bold first line, set flush right."""
    style = Style("Helvetica-Oblique", 7, 10, align="right", after=4)
    for text in texts:
        first, _, rest = text.partition("\n")
        y = layout.place(area, [first], replace(style, face="Helvetica-BoldOblique", after=0.0))
        area = replace(area, top=y)
        if rest:
            area = replace(area, top=layout.place(area, [rest], style))


def cropped_form(source: Source) -> Made:
    """A figure that is a page of the manuscript, of which a form shows a part."""
    layout = Layout(*A4)
    y = place_title(layout, source, STYLES, Column(0, LEFT, RIGHT, TOP, 0))
    inset = Column(0, LEFT + 40, RIGHT - 40, y - 6, 0)
    y = layout.place(inset, [source.text("abstract")], STYLES["abstract"])
    flow = Flow(layout, two_columns(y - 10, TOP))
    figure = None
    for number, block in enumerate(source.without("title", "author", "abstract")):
        if block.kind == "figure":
            figure = flow.skip(CROP_HEIGHT * flow.column.width / CROP_WIDTH + 8)
        else:
            flow.add(block.text, STYLES[block.kind], number)
    assert figure is not None
    pages = Pages()
    pages.root = pages.file.reserve()
    form = _add_cropped_page(pages, source)
    scale = figure.width / CROP_WIDTH
    x, bottom = figure.left - scale * CROP_LEFT, figure.bottom + 4 - scale * CROP_BOTTOM
    layout.draw(figure.page, f"q {scale:.4f} 0 0 {scale:.4f} {x:.2f} {bottom:.2f} cm /Fm0 Do Q")
    pages.add(layout, show_line, standard_font, {"Fm0": form})
    return Made(pages.write(), 2, layout.page_count)


def _add_cropped_page(pages: Pages, source: Source) -> int:
    """A form with a box around a part of another form, which is a whole page."""
    page = Layout(*LETTER)
    above = Column(0, 72, 540, 720, CROP_BOTTOM + CROP_HEIGHT + 4)
    below = Column(0, 72, 540, CROP_BOTTOM - 6, 40)
    beyond = Column(1, 72, 540, 720, 0)
    style = Style("Times-Roman", 12, 19)
    flow = Flow(page, [above, below, beyond])
    for text in source.texts(PARAGRAPH)[3:9]:
        flow.add(text, style)
    page.lines = [line for line in page.lines if line.page == 0]
    area = Column(
        0, CROP_LEFT + 8, CROP_LEFT + CROP_WIDTH - 8, CROP_BOTTOM + CROP_HEIGHT, CROP_BOTTOM
    )
    draw_chart(page, area, source.text("figure").split(" | "))
    operators = page.drawings[0] + [show_line(line) for line in page.lines]
    resources = f"<< {pages.fonts(page.lines, standard_font)} >>"
    inner = pages.file.add_stream(
        "\n".join(operators).encode("ascii"),
        f"/Type /XObject /Subtype /Form /BBox [0 0 {page.width:g} {page.height:g}] "
        f"/Resources {resources}",
    )
    box = f"{CROP_LEFT:g} {CROP_BOTTOM:g} {CROP_LEFT + CROP_WIDTH:g} {CROP_BOTTOM + CROP_HEIGHT:g}"
    return pages.file.add_stream(
        b"q 1 0 0 1 0 0 cm /Fm1 Do Q",
        f"/Type /XObject /Subtype /Form /BBox [{box}] "
        f"/Resources << /XObject << /Fm1 {inner} 0 R >> >>",
    )


def nameless_fonts(source: Source) -> Made:
    """Fonts whose names say nothing, headings in their own font at the size of the body."""
    bases = {"AdvP6960": "Times-Roman", "AdvTT99c4c969": "Times-Bold", "AdvP6975": "Times-Italic"}
    body, bold, italic = (Face(name, standard_face(b).advances) for name, b in bases.items())
    plain_style = Style(body, 10.5, 13.5, indent=12)
    styles = {
        "title": Style(bold, 16, 19, align="left", after=6),
        "author": Style(body, 10.5, 13.5, align="left", after=3),
        "abstract": replace(plain_style, indent=0.0),
        "heading": Style(bold, 10.5, 13.5, align="left", before=13.5, is_heading=True),
        "subheading": Style(italic, 10.5, 13.5, align="left", before=8, is_heading=True),
        "reference": Style(body, 9, 11, align="left", hanging=10),
        PARAGRAPH: plain_style,
    }

    def add_font(file: PdfFile, face: Face) -> int:
        return add_embedded_font(file, face, font_program(bases[face.name]))

    layout = Layout(*A4)
    y = place_title(layout, source, styles, Column(0, LEFT, RIGHT, TOP, 0))
    area = Column(0, LEFT, RIGHT, y - 8, 0)
    y = layout.place(area, [source.text("abstract")], styles["abstract"])
    flow = Flow(layout, two_columns(y - 12, TOP))
    pour(flow, layout, source.without("title", "author", "abstract"), styles)
    pages = Pages()
    pages.add(layout, show_line, add_font)
    return Made(pages.write(), 2, layout.page_count)


def drop_cap(source: Source) -> Made:
    """The first paragraph opens with a capital as high as two lines."""
    layout = Layout(*A4)
    styles = STYLES | {
        "abstract": replace(STYLES["abstract"], face="Times-Bold"),
        "subheading": replace(STYLES["subheading"], face="Times-Bold"),
    }
    y = place_title(layout, source, styles, Column(0, LEFT, RIGHT, TOP, 0))
    area = Column(0, LEFT, RIGHT - 60, y - 8, 0)
    y = layout.place(area, [source.text("abstract")], styles["abstract"])
    flow = Flow(layout, two_columns(y - 18, TOP))
    pour(flow, layout, source.without("header", "title", "author", "abstract"), styles)
    head_lines(layout, source.text("header"), HEADER_TOP, "left", range(layout.page_count))
    head_lines(layout, "{page}", FOOTER_TOP, "centre", range(layout.page_count))
    return Made(write_layout(layout), 2, layout.page_count)


def framed_abstract(source: Source) -> Made:
    """An abstract in a grey box without its name, beside a column about the article."""
    layout = Layout(*A4)
    y = place_title(layout, source, STYLES, Column(0, LEFT, RIGHT, TOP, 0)) - 10
    info = Style("Helvetica", 7.5, 9.3, align="left", after=5)
    low = layout.place(Column(0, LEFT, 168, y - 4, 0), source.texts("info"), info)
    area = Column(0, 190, RIGHT - 8, y - 6, 0)
    style = Style("Times-Roman", 9.5, 12.7)
    bottom = layout.place(area, [source.text("abstract")], style) - 6
    draw_box(layout, Column(0, 182, RIGHT, y, bottom), grey=0.9)
    flow = Flow(layout, two_columns(min(low, bottom) - 14, TOP))
    pour(flow, layout, source.without("header", "title", "author", "info", "abstract"), STYLES)
    head_lines(layout, source.text("header"), HEADER_TOP, "left", range(layout.page_count))
    return Made(write_layout(layout), 2, layout.page_count)


def letterspaced_labels(source: Source) -> Made:
    """Labels of captions in spaced capitals, with a hyphen, and alone on their line."""
    layout = Layout(*A4)
    caption = replace(STYLES["caption"], label_face="Times-Bold")
    wide_caption = replace(caption, breaks_after_label=True)
    styles = STYLES | {"caption": caption, "widecaption": wide_caption}
    y = place_title(layout, source, styles, Column(0, LEFT, RIGHT, TOP, 0))
    blocks = source.without("header", "title", "author", "widefigure", "widecaption")
    y = layout.place(Column(0, LEFT, RIGHT, y - 2, 0), [blocks[0].text], styles["heading"])
    y = layout.place(Column(0, LEFT, RIGHT, y, 0), [blocks[1].text], styles["abstract"])
    wide = Column(1, LEFT, RIGHT, TOP, TOP - CHART_HEIGHT)
    draw_chart(layout, wide, source.text("widefigure").split(" | "))
    below = replace(wide, top=wide.bottom, bottom=0)
    lower = layout.place(below, [source.text("widecaption")], styles["widecaption"])
    flow = Flow(layout, two_columns(y - 12, lower, TOP))
    pour(flow, layout, blocks[2:], styles)
    head_lines(layout, source.text("header"), HEADER_TOP, "right", range(layout.page_count))
    head_lines(layout, "{page}", HEADER_TOP, "left", range(layout.page_count))
    return Made(write_layout(layout), 2, layout.page_count)


def publisher_notes(source: Source) -> Made:
    """Licence, dates, addresses and running headers that count the pages."""
    layout = Layout(*SHORT)
    small = Style("Helvetica", 6.5, 8, align="left")
    y = place_title(layout, source, STYLES, Column(0, LEFT, RIGHT, SHORT_TOP, 0)) - 8
    inner = Column(0, LEFT + 8, RIGHT - 8, y - 6, 0)
    bottom = layout.place(inner, [source.text("abstract")], STYLES["abstract"])
    keywords = replace(inner, top=bottom - 4)
    bottom = layout.place(keywords, [source.text("keywords")], STYLES["keywords"]) - 6
    draw_box(layout, Column(0, LEFT, RIGHT, y, bottom))
    foot = layout.place(Column(0, LEFT, RIGHT, 100, 0), source.texts("correspondence"), small)
    layout.place(Column(0, LEFT, RIGHT, foot - 6, 0), [source.text("footlicence")], small)
    later = two_columns(SHORT_TOP, SHORT_TOP, bottom=SHORT_BOTTOM, first_page=1)
    columns = [*two_columns(bottom - 14, bottom=116), *later]
    placed = ("header", "title", "author", "abstract", "keywords", "correspondence", "footlicence")
    styles = STYLES | {
        PARAGRAPH: replace(BODY, size=11, leading=15),
        "details": replace(small, size=8, leading=10),
        "licence": replace(small, size=8, leading=10, before=8),
    }
    pour(Flow(layout, columns), layout, source.without(*placed), styles)
    head_lines(layout, source.text("header"), SHORT_HEADER_TOP, "left", range(layout.page_count))
    head_lines(
        layout, "Page {page} of {pages}", SHORT_HEADER_TOP, "right", range(1, layout.page_count)
    )
    return Made(write_layout(layout), 2, layout.page_count)
