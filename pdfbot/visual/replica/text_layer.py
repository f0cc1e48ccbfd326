"""The text of a page as HTML: lines in reading order, every glyph in its place on the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from math import cos, radians, sin
from statistics import median_low

from pdfbot.model import Page, TextBlock
from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.pdf2htmlex.elements import (
    BREAK_HYPHEN,
    LINE,
    PASSAGE,
    POSITION,
    RUNNING_TEXT,
)
from pdfbot.visual.replica.block_order import Passage, Piece
from pdfbot.visual.replica.style_classes import TEXT_SCALE, StyleClasses
from pdfbot.visual.replica.typefaces import (
    FONT_ASCENT,
    FONT_DESCENT,
    SPACE_ADVANCE,
    FontFiles,
    face_key,
)

# CSS pixels per point: a page of letter size fills a window of common width.
ZOOM = 1.5
# Points between a glyph's position in the replica and in the PDF.
MAX_DRIFT = 0.01
# Points: the steps of the pen are rounded to multiples of this.
SPACING_STEP = 0.0025
# Font sizes: the height of a line at the start of a passage or below a gap, and the least height
# of a gap.
LINE_HEIGHT = 1.2
MIN_PASSAGE_GAP = 0.5
# Font sizes from the middle of a line down to its baseline.
BASELINE_SHIFT = (FONT_ASCENT - FONT_DESCENT) / 2
# Font sizes from one baseline to the next; at other distances there are two passages, as where a
# paragraph continues in another column.
MIN_PASSAGE_PITCH = 0.6
MAX_PASSAGE_PITCH = 30.0
BLACK = "#000000"
HYPHEN = f'<span class="{BREAK_HYPHEN}"></span>'


class TextWriter:
    """Writes the text of pages, and collects the fonts and classes it needs."""

    def __init__(self, classes: StyleClasses, fonts: FontFiles) -> None:
        self._classes = classes
        self._fonts = fonts

    def write(
        self, page: Page, passages: Sequence[Passage], outlines: Mapping[int, Sequence[Outline]]
    ) -> Iterator[str]:
        """The passages grouped by writing direction, then the invisible text.

        `outlines` has the outlines of the blocks that are drawn, by index.
        """
        directions: dict[float, list[str]] = {}
        unseen = []
        writer = _PageText(self._classes, self._fonts, page, outlines)
        for passage in passages:
            for is_clipped, rotation, lines in _uniform_parts(page, passage):
                if is_clipped:
                    unseen += [writer.clipped(piece) for line in lines for piece in line]
                else:
                    directions.setdefault(rotation, []).append(writer.passage(lines))
        for rotation, parts in directions.items():
            matrix = self._classes.transform[_matrix(radians(rotation))]
            yield f'<div class="{RUNNING_TEXT} {matrix}">{"".join(parts)}</div>'
        yield from unseen


class _PageText:
    """Writes the text of one page."""

    def __init__(
        self,
        classes: StyleClasses,
        fonts: FontFiles,
        page: Page,
        outlines: Mapping[int, Sequence[Outline]],
    ) -> None:
        self._classes, self._fonts, self._page, self._outlines = classes, fonts, page, outlines

    def passage(self, lines: Passage) -> str:
        """Lines below each other as in one paragraph, each in its place on the page.

        The browser stacks them; each block is then shifted to its exact place on the page.
        """
        parts = []
        sizes = [self._page.blocks[line[0].block].font.size for line in lines]
        baselines = [_main_block(self._page, line).baseline for line in lines]
        height = LINE_HEIGHT * sizes[0]
        top = stack = -baselines[0] - height / 2 - BASELINE_SHIFT * sizes[0]
        for index, (line, size) in enumerate(zip(lines, sizes, strict=True)):
            if index:
                height = baselines[index - 1] - baselines[index]
                gap = height - LINE_HEIGHT * size
                if gap > MIN_PASSAGE_GAP * size:
                    parts.append(self._gap(gap))
                    stack += gap
                    height -= gap
            baseline = -(stack + height / 2 + BASELINE_SHIFT * size)
            parts.append(self._line(line, height, baseline))
            stack += height
        if lines[-1][-1].is_spaced:
            parts[-1] = parts[-1][:-1]
        return f'<div class="{PASSAGE} {self._classes.top.points(top)}">{"".join(parts)}</div>'

    def _gap(self, height: float) -> str:
        """Space between two lines, such as that of a formula, which a selection should not fill."""
        return f'<span class="gp {self._classes.line_height.points(height)}"></span><wbr/>'

    def _line(self, line: Sequence[Piece], height: float, baseline: float) -> str:
        """The blocks of a line in order, and what separates it from the next line."""
        parts: list[str] = []
        flow = 0.0
        for piece in line:
            block, classes = self._page.blocks[piece.block], self._classes
            names = [
                classes.place_x.points(block.edges[0]),
                classes.place_y.points(block.baseline),
                classes.left.points(block.edges[0] - flow),
            ]
            if not parts:
                names.append(classes.line_height.points(height))
            if abs(block.baseline - baseline) > MAX_DRIFT:
                names.append(classes.top.points(baseline - block.baseline))
            text, pen = self._block(piece, names)
            flow += pen - block.edges[0]
            parts += text, " " if piece.is_spaced else ""
        return f'<span class="{LINE}">{"".join(parts[:-1])}</span>{parts[-1] or "<wbr/>"}'

    def clipped(self, piece: Piece) -> str:
        """Text outside the visible area, in an empty clip box at its place."""
        block, classes = self._page.blocks[piece.block], self._classes
        angle = radians(block.rotation)
        along, across = block.edges[0], block.baseline
        left = along * cos(angle) - across * sin(angle)
        bottom = along * sin(angle) + across * cos(angle)
        box = (
            f"{classes.left.px(left * ZOOM)} {classes.bottom.px(bottom * ZOOM)} "
            f"{classes.width.px(0)} {classes.height.px(0)}"
        )
        place = [classes.transform[_matrix(angle)], classes.left.px(0), classes.bottom.px(0)]
        text, _ = self._block(Piece(piece.block), place)
        return f'<div class="c unseen {box}">{text}</div>'

    def _block(self, piece: Piece, place: Sequence[str]) -> tuple[str, float]:
        """A block as an element with these classes, and where the pen is after it."""
        block, classes = self._page.blocks[piece.block], self._classes
        colour = "transparent" if block.hidden == "invisible" else block.colour
        spacing = _word_spacing(block)
        fonts = self._letter_fonts(piece.block)
        # That of the first letter: the element must begin with text, lest browsers break before it.
        font = fonts[0]
        names = [*place, font, classes.font_size.points(block.font.size)]
        if colour != BLACK:
            names.append(classes.colour[colour])
        if spacing:
            names.append(classes.word_spacing.points(spacing))
        glyphs, pen = self._glyphs(block, fonts, font, spacing, piece.is_broken)
        text = f'<span class="t {" ".join(names)}" {POSITION}="{piece.block}">{glyphs}</span>'
        return text, pen

    def _letter_fonts(self, index: int) -> list[str]:
        """The font of each character of a block."""
        block = self._page.blocks[index]
        key = face_key(block.font)
        outlines = self._outlines.get(index)
        if outlines is None:
            return [self._fonts.blank(key)] * len(block.text)
        fonts: list[str] = []
        for char, outline in zip(block.text, outlines, strict=True):
            is_space = char == " " and fonts
            fonts.append(fonts[-1] if is_space else self._fonts.drawn(key, char, outline))
        return fonts

    def _glyphs(
        self, block: TextBlock, fonts: Sequence[str], font: str, spacing: float, is_broken: bool
    ) -> tuple[str, float]:
        """The characters, with a step wherever the pen is off the next edge; and the pen."""
        text, edges, size = block.text, block.edges, block.font.size
        advances = self._fonts.advances(face_key(block.font))
        last = len(text) - 1 if is_broken else len(text)
        space = SPACE_ADVANCE * size + spacing
        pen = edges[0]
        parts: list[str] = []
        for name, run in groupby(range(len(text)), fonts.__getitem__):
            start = len(parts)
            for index in run:
                char, left = text[index], edges[index]
                if abs(left - pen) > MAX_DRIFT:
                    pen += self._move_pen(parts, left - pen)
                if char == " ":
                    parts.append(" ")
                    pen += space
                else:
                    parts.append(escape(char, quote=False) if index != last else HYPHEN)
                    pen += advances[char] * size
            if name != font:
                parts[start:] = f'<span class="{name}">', *parts[start:], "</span>"
        if abs(edges[-1] - pen) > MAX_DRIFT:
            pen += self._move_pen(parts, edges[-1] - pen)
        return "".join(parts), pen

    def _move_pen(self, parts: list[str], width: float) -> float:
        """Append an empty element that moves the pen, and return its rounded width."""
        rounded = round(width / SPACING_STEP) * SPACING_STEP
        parts.append(f'<span class="_ {self._classes.step.points(rounded)}"></span>')
        return rounded


def _uniform_parts(page: Page, passage: Passage) -> Iterator[tuple[bool, float, Passage]]:
    """Yield the parts of a passage that run down the page in one direction, clipped or not."""
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
    """The block that defines the place of a line: the first of the largest, not a superscript."""
    return max((page.blocks[piece.block] for piece in line), key=lambda block: block.font.size)


def _look(block: TextBlock) -> tuple[bool, float]:
    return block.hidden == "clipped", block.rotation


def _is_below(block: TextBlock, above: TextBlock) -> bool:
    """Whether a line can follow another in one passage: neither too close nor too far."""
    size = max(block.font.size, above.font.size)
    return MIN_PASSAGE_PITCH * size < above.baseline - block.baseline < MAX_PASSAGE_PITCH * size


def _word_spacing(block: TextBlock) -> float:
    """The points by which most spaces of a block are wider than the font's space."""
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
