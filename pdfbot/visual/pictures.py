"""Where figures, tables and display equations are on the pages, to show pictures of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pypdfium2

from pdfbot.geometry import area, contains_centre, overlap_width
from pdfbot.model import Box, Caption, Equation, Extraction, Page, PageBox
from pdfbot.readers.pdfium.bindings import pdfium_lock
from pdfbot.readers.pdfium.pdf_document import usable_password
from pdfbot.readers.pdfium.repair import repair
from pdfbot.readers.source import Source
from pdfbot.rules import Role
from pdfbot.visual.replica.page_images import ImageForm, render_area

# Points around a picture, so that its strokes are whole.
PICTURE_MARGIN = 3.0
# Points: the distance from a caption to what it describes.
MAX_PICTURE_GAP = 42.0
# Points: by so much a caption and what it describes may overlap.
MAX_CAPTION_OVERLAP = 6.0
# Points: what is less wide or high is a symbol or a ruling.
MIN_SIDE = 24.0
# Share of the page: larger graphics are its background.
MAX_SHARE = 0.9
# A picture is widened until no part of it sticks out; this often at most.
MAX_ROUNDS = 6

# Kinds whose captions have what they describe.
_OWN_TEXT = ("algorithm", "listing")
# The lines that may belong to a figure or a table; all others end it.
_INSIDE = frozenset((Role.FLOAT, Role.RESIDUAL, Role.UNSEEN, Role.EQUATION))


@dataclass(frozen=True, slots=True)
class _PageParts:
    """What is on a page: parts of figures and tables, and the lines that end them."""

    page: Page
    contents: tuple[Box, ...]
    boundaries: tuple[Box, ...]

    def beside(self, caption: Box, above: bool) -> tuple[Box, float] | None:
        """What is above or below a caption, up to the next text, and how far away it begins."""
        reach, found = caption, None
        for _ in range(MAX_ROUNDS):
            low, high = self._band(caption, reach, above)
            inside = [
                box
                for box in self.contents
                if overlap_width(box, reach) > 0
                and box.bottom >= low - MAX_CAPTION_OVERLAP
                and box.top <= high + MAX_CAPTION_OVERLAP
            ]
            if not inside:
                return None
            found = Box.around(inside)
            if found.left >= reach.left and found.right <= reach.right:
                break
            reach = Box.around([Box(found.left, caption.bottom, found.right, caption.top), reach])
        if found is None or found.width < MIN_SIDE or found.height < MIN_SIDE:
            return None
        return found, found.bottom - caption.top if above else caption.bottom - found.top

    def _band(self, caption: Box, reach: Box, above: bool) -> tuple[float, float]:
        """The heights between a caption and the next text above or below it."""
        others = [box for box in self.boundaries if overlap_width(box, reach) > 0]
        if above:
            edges = [b.bottom for b in others if b.bottom >= caption.top - MAX_CAPTION_OVERLAP]
            return caption.top, min([*edges, self.page.height])
        edges = [b.top for b in others if b.top <= caption.bottom + MAX_CAPTION_OVERLAP]
        return max([*edges, 0.0]), caption.bottom


def picture_boxes(paper: Extraction) -> dict[str, PageBox]:
    """The box of each display equation, and of what each caption describes if it can be found.

    They are by the id of the equation or caption; a table that is turned has its own.
    """
    pages = {page.number: page for page in paper.pages}
    parts = _page_parts(paper)
    found: dict[str, PageBox] = {}
    for table in paper.tables:
        if table.rows:
            found[table.caption or table.id] = PageBox.on(table.page, table.box)
    for caption in paper.captions:
        if caption.id not in found and (box := _described(caption, parts[caption.page])):
            found[caption.id] = PageBox.on(caption.page, box)
    for equation in paper.equations:
        found[equation.id] = PageBox.on(equation.page, _equation_box(equation))
    return {key: _with_margin(box, pages[box.page]) for key, box in found.items()}


def _page_parts(paper: Extraction) -> dict[int, _PageParts]:
    roles = {verdict.line_id: verdict.rule.role for verdict in paper.verdicts}
    inside: dict[int, list[Box]] = {page.number: [] for page in paper.pages}
    boundaries: dict[int, list[Box]] = {page.number: [] for page in paper.pages}
    for line in paper.lines:
        target = inside if roles[line.id] in _INSIDE else boundaries
        target[line.page].append(line.box)
    return {
        page.number: _PageParts(
            page,
            (*inside[page.number], *_graphics(page, boundaries[page.number])),
            tuple(boundaries[page.number]),
        )
        for page in paper.pages
    }


def _graphics(page: Page, text: list[Box]) -> Iterator[Box]:
    """The graphics that are neither rulings nor the background of the page or of its text."""
    for graphic in page.graphics:
        box = graphic.box
        if graphic.kind == "ruling" or area(box) > MAX_SHARE * page.width * page.height:
            continue
        if not any(contains_centre(box, line) for line in text):
            yield box


def _described(caption: Caption, parts: _PageParts) -> Box | None:
    """What a caption describes: mostly above it for figures, below it for all others.

    An algorithm or a listing is its caption, of which all of its lines are part.
    """
    box = Box.around(span.box for span in caption.spans if span.page == caption.page)
    if caption.kind in _OWN_TEXT:
        return box
    is_figure = caption.kind == "figure"
    near = [
        (gap, above is not is_figure, found)
        for above in (True, False)
        for found, gap in [parts.beside(box, above) or (None, 0.0)]
        if found is not None and gap <= MAX_PICTURE_GAP
    ]
    return min(near, key=lambda item: item[1])[2] if near else None


def _equation_box(equation: Equation) -> Box:
    """The lines of an equation that are in the same column as the first one."""
    first = equation.spans[0]
    column = first.line_id.rpartition(".")[0]
    return Box.around(
        span.box for span in equation.spans if span.line_id.rpartition(".")[0] == column
    )


def _with_margin(box: PageBox, page: Page) -> PageBox:
    """The box with its margin, within the page."""
    left, bottom = max(box.left - PICTURE_MARGIN, 0.0), max(box.bottom - PICTURE_MARGIN, 0.0)
    right, top = (
        min(box.right + PICTURE_MARGIN, page.width),
        min(box.top + PICTURE_MARGIN, page.height),
    )
    return PageBox(min(left, right), min(bottom, top), right, top, box.page)


def draw_pictures(
    source: Source,
    password: str | None,
    page: int,
    boxes: Mapping[str, Box],
    is_damaged: bool,
    form: ImageForm = "webp",
) -> dict[str, bytes]:
    """Parts of a page as images; a damaged file is repaired first, as for its text."""
    if is_damaged:
        source = repair(source) or source
    known = usable_password(source, password)
    with pdfium_lock, pypdfium2.PdfDocument(source.content, password=known) as pdf:
        opened = pdf[page - 1]
        return {key: render_area(opened, box, form) for key, box in boxes.items()}
