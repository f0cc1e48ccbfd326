"""Pages to an HTML replica in pdf2htmlEX's dialect, from which the same blocks can be read."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from math import cos, radians, sin
from statistics import median_low

from pdfbot.model import Document, Page, TextBlock
from pdfbot.readers.pdf2htmlex.elements import (
    BREAK_HYPHEN,
    LINE,
    PASSAGE,
    POSITION,
    RUNNING_TEXT,
)
from pdfbot.resources import read_text
from pdfbot.visual.replica.links import Link
from pdfbot.visual.replica.reading_order import Passage, Piece, passages_in_file_order
from pdfbot.visual.replica.sanitize import content_policy
from pdfbot.visual.replica.typefaces import (
    ASCENT,
    DESCENT,
    SPACE_ADVANCE,
    FaceKey,
    Typeface,
    build_woff,
    face_key,
    measure_typefaces,
)

GENERATOR = "pdfbot"
# Class of the style sheet that lays out the pages of a replica.
FRAME_STYLE = "pdfbot-frame"
# CSS pixels per point: a page of letter size fills a window of common width.
ZOOM = 1.5
# Pixels per point in which text is laid out before it is scaled down: browsers round the heights
# of fonts to pixels.
TEXT_SCALE = 10.0
# Points between a glyph's position in the replica and in the PDF.
MAX_DRIFT = 0.01
# Points: the steps of the pen are rounded to multiples of this.
SPACING_STEP = 0.0025
# Font sizes: the height of a line that is the first of its passage or below a gap, and the least
# height of a gap.
LINE_HEIGHT = 1.2
MIN_GAP = 0.5
# Font sizes from the middle of a line down to its baseline.
BASELINE_SHIFT = (ASCENT - DESCENT) / 2
# Font sizes from one baseline to the next; at other distances there are two passages, as where a
# paragraph continues in another column.
MIN_PITCH = 0.6
MAX_PITCH = 30.0
BLACK = "#000000"
HYPHEN = f'<span class="{BREAK_HYPHEN}"></span>'


class _ValueClasses:
    """CSS classes for one property: one per distinct value, numbered in order of first use."""

    def __init__(self, prefix: str, css_property: str) -> None:
        self._prefix, self._property = prefix, css_property
        self._names: dict[str, str] = {}

    def __getitem__(self, value: str) -> str:
        return self._names.setdefault(value, f"{self._prefix}{len(self._names):x}")

    def px(self, value: float) -> str:
        """The class of a length."""
        return self[f"{value:.3f}px"]

    def css(self) -> str:
        return "".join(f".{name}{{{self._property}:{v}}}\n" for v, name in self._names.items())


def write_replica(
    document: Document,
    *,
    title: str,
    images: Mapping[int, bytes],
    links: Sequence[Link] = (),
    passages: Mapping[int, Sequence[Passage]] | None = None,
) -> str:
    """One HTML file: the pages as images, covered by invisible but selectable text.

    `images` are WebP files and `passages` the text in reading order, both by page number.
    """
    writer = _PageWriter(document.pages)
    order = passages or {page.number: passages_in_file_order(page) for page in document.pages}
    pages = "\n".join(
        writer.page(page, images.get(page.number, b""), order[page.number], links)
        for page in document.pages
    )
    return (
        '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(content_policy())}"/>\n'
        f'<meta name="generator" content="{GENERATOR}"/>\n'
        '<meta name="viewport" content="width=device-width"/>\n'
        f"<title>{escape(title)}</title>\n"
        f'<style class="{FRAME_STYLE}">\n{read_text("replica.css")}</style>\n'
        f"<style>\n{writer.css()}</style>\n</head>\n"
        f'<body>\n<div id="page-container">\n{pages}\n</div>\n</body>\n</html>\n'
    )


class _PageWriter:
    """Writes pages as HTML and collects the style sheet they need."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self._faces: dict[FaceKey, tuple[str, Typeface]] = {
            face.key: (f"ff{number:x}", face)
            for number, face in enumerate(
                measure_typefaces(b for page in pages for b in page.blocks), 1
            )
        }
        self._transform = _ValueClasses("m", "transform")
        self._left = _ValueClasses("x", "left")
        self._bottom = _ValueClasses("y", "bottom")
        self._width = _ValueClasses("w", "width")
        self._height = _ValueClasses("h", "height")
        self._font_size = _ValueClasses("fs", "font-size")
        self._colour = _ValueClasses("fc", "color")
        self._place_x = _ValueClasses("X", "--left")
        self._place_y = _ValueClasses("Y", "--bottom")
        self._top = _ValueClasses("o", "top")
        self._line_height = _ValueClasses("l", "line-height")
        self._word_spacing = _ValueClasses("ws", "word-spacing")
        self._step = _ValueClasses("_", "margin-left")

    def css(self) -> str:
        """The rules for the pages written so far."""
        faces = "".join(_face_rule(name, face) for name, face in self._faces.values())
        classes = (
            self._transform, self._left, self._bottom, self._width, self._height,
            self._font_size, self._colour, self._word_spacing, self._step,
            self._place_x, self._place_y, self._top, self._line_height,
        )  # fmt: skip
        return faces + "".join(values.css() for values in classes)

    def page(
        self, page: Page, image: bytes, passages: Sequence[Passage], links: Sequence[Link]
    ) -> str:
        """One page: image, text in reading order, link targets, links."""
        size = f"{self._width.px(page.width * ZOOM)} {self._height.px(page.height * ZOOM)}"
        number = f"{page.number:x}"
        parts = [
            f'<div id="pf{number}" class="pf {size}" data-page-no="{number}">'
            f'<div class="pc pc{number} {size}">'
        ]
        if image:
            corner = f"{self._left.px(0)} {self._bottom.px(0)}"
            data = base64.b64encode(image).decode("ascii")
            parts.append(
                f'<img class="bi {corner} {size}" alt="" loading="lazy" decoding="async" '
                f'src="data:image/webp;base64,{data}"/>'
            )
        parts += self._text(page, passages)
        parts += self._targets(page.number, links)
        parts += [self._link(link) for link in links if link.page == page.number]
        matrix = f"[{ZOOM:.6f},0.000000,0.000000,{ZOOM:.6f},0.000000,0.000000]"
        parts.append(f'</div><div class="pi" data-data=\'{{"ctm":{matrix}}}\'></div></div>')
        return "".join(parts)

    def _text(self, page: Page, passages: Sequence[Passage]) -> Iterator[str]:
        """The passages by the direction in which they run, then the text that is not seen."""
        directions: dict[float, list[str]] = {}
        unseen = []
        for passage in passages:
            for is_clipped, rotation, lines in _uniform_parts(page, passage):
                if is_clipped:
                    pieces = [piece for line in lines for piece in line]
                    unseen += [self._clipped(page.blocks[p.block], p) for p in pieces]
                else:
                    directions.setdefault(rotation, []).append(self._passage(page, lines))
        for rotation, parts in directions.items():
            matrix = self._transform[_matrix(radians(rotation))]
            yield f'<div class="{RUNNING_TEXT} {matrix}">{"".join(parts)}</div>'
        yield from unseen

    def _passage(self, page: Page, lines: Passage) -> str:
        """Lines below each other as in one paragraph, each in its place on the page.

        The browser stacks them; what is left to the place on the page is a shift of each block.
        """
        parts = []
        sizes = [page.blocks[line[0].block].font.size for line in lines]
        baselines = [_main_block(page, line).baseline for line in lines]
        height = LINE_HEIGHT * sizes[0]
        top = stack = -baselines[0] - height / 2 - BASELINE_SHIFT * sizes[0]
        for index, (line, size) in enumerate(zip(lines, sizes, strict=True)):
            if index:
                height = baselines[index - 1] - baselines[index]
                gap = height - LINE_HEIGHT * size
                if gap > MIN_GAP * size:
                    parts.append(self._gap(gap))
                    stack += gap
                    height -= gap
            baseline = -(stack + height / 2 + BASELINE_SHIFT * size)
            parts.append(self._line(page, line, height, baseline))
            stack += height
        if lines[-1][-1].is_spaced:
            parts[-1] = parts[-1][:-1]
        return f'<div class="{PASSAGE} {self._top.px(top * TEXT_SCALE)}">{"".join(parts)}</div>'

    def _gap(self, height: float) -> str:
        """Space between two lines, such as that of a formula, which no selection should fill."""
        return f'<span class="gp {self._line_height.px(height * TEXT_SCALE)}"></span><wbr/>'

    def _line(self, page: Page, line: Sequence[Piece], height: float, baseline: float) -> str:
        """The blocks of a line one after the other, and what separates it from the next line."""
        parts: list[str] = []
        pen = 0.0
        for piece in line:
            block = page.blocks[piece.block]
            classes = [
                self._place_x.px(block.edges[0] * TEXT_SCALE),
                self._place_y.px(block.baseline * TEXT_SCALE),
            ]
            if parts:
                classes.append(self._step.px((block.edges[0] - pen) * TEXT_SCALE))
            else:
                classes.append(self._line_height.px(height * TEXT_SCALE))
            if abs(block.baseline - baseline) > MAX_DRIFT:
                classes.append(self._top.px((baseline - block.baseline) * TEXT_SCALE))
            text, pen = self._block(block, piece, classes)
            parts += text, " " if piece.is_spaced else ""
        return f'<span class="{LINE}">{"".join(parts[:-1])}</span>{parts[-1] or "<wbr/>"}'

    def _clipped(self, block: TextBlock, piece: Piece) -> str:
        """Text outside of the area that is shown: in an empty clip box at its place."""
        angle = radians(block.rotation)
        along, across = block.edges[0], block.baseline
        left = along * cos(angle) - across * sin(angle)
        bottom = along * sin(angle) + across * cos(angle)
        box = (
            f"{self._left.px(left * ZOOM)} {self._bottom.px(bottom * ZOOM)} "
            f"{self._width.px(0)} {self._height.px(0)}"
        )
        place = [self._transform[_matrix(angle)], self._left.px(0), self._bottom.px(0)]
        text, _ = self._block(block, Piece(piece.block), place)
        return f'<div class="c unseen {box}">{text}</div>'

    def _block(self, block: TextBlock, piece: Piece, place: Sequence[str]) -> tuple[str, float]:
        """A block as an element with these classes, and where the pen is after it."""
        name, face = self._faces[face_key(block.font)]
        colour = "transparent" if block.hidden == "invisible" else block.colour
        spacing = _word_spacing(block)
        classes = [*place, name, self._font_size.px(block.font.size * TEXT_SCALE)]
        if colour != BLACK:
            classes.append(self._colour[colour])
        if spacing:
            classes.append(self._word_spacing.px(spacing * TEXT_SCALE))
        glyphs, pen = self._glyphs(block, face, spacing, piece.is_broken)
        text = f'<span class="t {" ".join(classes)}" {POSITION}="{piece.block}">{glyphs}</span>'
        return text, pen

    def _glyphs(
        self, block: TextBlock, face: Typeface, spacing: float, is_broken: bool
    ) -> tuple[str, float]:
        """The characters, with a step wherever the pen is not at the next edge; and the pen."""
        text, edges, size = block.text, block.edges, block.font.size
        last = len(text) - 1 if is_broken else len(text)
        space = SPACE_ADVANCE * size + spacing
        pen = edges[0]
        parts: list[str] = []
        for index, (char, left) in enumerate(zip(text, edges, strict=False)):
            if abs(left - pen) > MAX_DRIFT:
                pen += self._move_pen(parts, left - pen)
            if char == " ":
                parts.append(" ")
                pen += space
                continue
            parts.append(escape(char, quote=False) if index != last else HYPHEN)
            pen += face.advances[char] * size
        if abs(edges[-1] - pen) > MAX_DRIFT:
            pen += self._move_pen(parts, edges[-1] - pen)
        return "".join(parts), pen

    def _move_pen(self, parts: list[str], width: float) -> float:
        """Append an empty element that moves the pen, and return its rounded width."""
        rounded = round(width / SPACING_STEP) * SPACING_STEP
        parts.append(f'<span class="_ {self._step.px(rounded * TEXT_SCALE)}"></span>')
        return rounded

    def _targets(self, page: int, links: Iterable[Link]) -> list[str]:
        heights = {
            link.target_height
            for link in links
            if link.target_page == page and link.target_height is not None
        }
        return [
            f'<a class="d {self._left.px(0)} {self._bottom.px(height * ZOOM)}" '
            f'id="{_target_id(page, height)}"></a>'
            for height in sorted(heights)
        ]

    def _link(self, link: Link) -> str:
        box = link.box
        place = (
            f"{self._left.px(box.left * ZOOM)} {self._bottom.px(box.bottom * ZOOM)} "
            f"{self._width.px(box.width * ZOOM)} {self._height.px(box.height * ZOOM)}"
        )
        if link.url:
            attributes = f'href="{escape(link.url)}" target="_blank" rel="noopener noreferrer"'
        elif link.target_height is not None:
            attributes = f'href="#{_target_id(link.target_page, link.target_height)}"'
        else:
            attributes = f'href="#pf{link.target_page:x}"'
        return f'<a class="l" {attributes}><div class="d {place}"></div></a>'


def _uniform_parts(page: Page, passage: Passage) -> Iterator[tuple[bool, float, Passage]]:
    """The parts of a passage that run in one direction down the page, clipped or not."""
    parts: list[tuple[bool, float, list[Sequence[Piece]]]] = []
    last: TextBlock | None = None
    for line in passage:
        for (is_clipped, rotation), pieces in groupby(line, lambda p: _look(page.blocks[p.block])):
            found = list(pieces)
            block = _main_block(page, found)
            is_next = last is not None and _is_below(block, last)
            if is_next and parts[-1][:2] == (is_clipped, rotation):
                parts[-1][2].append(found)
            else:
                parts.append((is_clipped, rotation, [found]))
            last = block
    yield from parts


def _main_block(page: Page, line: Sequence[Piece]) -> TextBlock:
    """The block that shows where a line is: the first of the largest, and no superscript."""
    return max((page.blocks[piece.block] for piece in line), key=lambda block: block.font.size)


def _look(block: TextBlock) -> tuple[bool, float]:
    return block.hidden == "clipped", block.rotation


def _is_below(block: TextBlock, above: TextBlock) -> bool:
    """Whether a line can follow another in one passage: it is neither too near nor too far."""
    size = max(block.font.size, above.font.size)
    return MIN_PITCH * size < above.baseline - block.baseline < MAX_PITCH * size


def _word_spacing(block: TextBlock) -> float:
    """Points by which most spaces of a block are wider than the font's."""
    edges = block.edges
    widths = [edges[i + 1] - edges[i] for i, char in enumerate(block.text) if char == " "]
    if not widths:
        return 0.0
    spacing = median_low(widths) - SPACE_ADVANCE * block.font.size
    return round(spacing / SPACING_STEP) * SPACING_STEP


def _matrix(angle: float) -> str:
    scale = ZOOM / TEXT_SCALE
    a, b = scale * cos(angle), scale * sin(angle)
    return f"matrix({a:.6f},{-b:.6f},{b:.6f},{a:.6f},0,0)"


def _face_rule(name: str, face: Typeface) -> str:
    data = base64.b64encode(build_woff(face)).decode("ascii")
    return (
        f"@font-face{{font-family:{name};"
        f"src:url('data:application/font-woff;base64,{data}')format('woff')}}\n"
        f".{name}{{font-family:{name}}}\n"
    )


def _target_id(page: int, height: float) -> str:
    return f"to-{page}-{round(height)}"
