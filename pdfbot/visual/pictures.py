"""Where figures, tables and display equations are on the pages, to show pictures of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import pypdfium2

from pdfbot.geometry import area, contains_centre, overlap_height, overlap_width
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
# Points: the same if nothing else is near the caption, and no other caption describes it.
MAX_FAR_GAP = 100.0
# Points: by so much a caption and what it describes may overlap.
MAX_CAPTION_OVERLAP = 6.0
# Points by which letters may reach below and above the box of their line.
PICTURE_DESCENT = 1.5
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
class _Found:
    """What a caption may describe, the room that its picture has, and how far away it begins."""

    box: Box
    room: Box
    gap: float

    def picture(self) -> Box:
        """The box with as much of the margin as there is room for."""
        box, room = _with_margin(self.box), self.room
        return Box(box.left, max(box.bottom, room.bottom), box.right, min(box.top, room.top))


@dataclass(frozen=True, slots=True)
class _PageParts:
    """What is on a page of this size: parts of figures and tables, and lines that end them."""

    width: float
    height: float
    contents: tuple[Box, ...]
    boundaries: tuple[Box, ...]

    def turned(self) -> _PageParts:
        """The same with left and right for below and above."""
        contents, boundaries = map(_turn, self.contents), map(_turn, self.boundaries)
        return _PageParts(self.height, self.width, tuple(contents), tuple(boundaries))

    def beside(self, caption: Box, above: bool) -> _Found | None:
        """What is above or below a caption, up to the next text."""
        reach, found, low, high = caption, None, 0.0, 0.0
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
        gap = found.bottom - caption.top if above else caption.bottom - found.top
        low, high = low + PICTURE_DESCENT, high - PICTURE_DESCENT
        return _Found(found, Box(reach.left, low, reach.right, max(low, high)), gap)

    def _band(self, caption: Box, reach: Box, above: bool) -> tuple[float, float]:
        """The heights between a caption and the next text above or below it."""
        others = [box for box in self.boundaries if overlap_width(box, reach) > 0]
        if above:
            edges = [b.bottom for b in others if b.bottom >= caption.top - MAX_CAPTION_OVERLAP]
            return caption.top, min([*edges, self.height])
        edges = [b.top for b in others if b.top <= caption.bottom + MAX_CAPTION_OVERLAP]
        return max([*edges, 0.0]), caption.bottom


_Search: TypeAlias = Callable[[Caption, Box, _PageParts], Box | None]


def picture_boxes(paper: Extraction) -> dict[str, PageBox]:
    """The box of each display equation, and of what each caption describes if it can be found.

    They are by the id of the equation or caption; a table that is turned has its own.
    """
    pages = {page.number: page for page in paper.pages}
    parts = _page_parts(paper)
    found: dict[str, PageBox] = {}
    for table in paper.tables:
        if table.rows:
            box = _with_margin(table.box)
            found[table.caption or table.id] = PageBox.on(table.page, box)
    for search in (_near, _far_or_beside):
        _add_described(found, search, paper, parts)
    for equation in paper.equations:
        found[equation.id] = PageBox.on(equation.page, _with_margin(_equation_box(equation)))
    return {key: _on_page(box, pages[box.page]) for key, box in found.items()}


def _add_described(
    found: dict[str, PageBox], search: _Search, paper: Extraction, parts: Mapping[int, _PageParts]
) -> None:
    """Add what the captions describe that have nothing yet; no other caption describes it."""
    for caption in paper.captions:
        if caption.id in found:
            continue
        place = Box.around(span.box for span in caption.spans if span.page == caption.page)
        described = search(caption, place, parts[caption.page])
        others = [box for box in found.values() if box.page == caption.page]
        if described and (search is _near or not any(_overlap(described, o) for o in others)):
            found[caption.id] = PageBox.on(caption.page, described)


def _page_parts(paper: Extraction) -> dict[int, _PageParts]:
    roles = {verdict.line_id: verdict.rule.role for verdict in paper.verdicts}
    inside: dict[int, list[Box]] = {page.number: [] for page in paper.pages}
    boundaries: dict[int, list[Box]] = {page.number: [] for page in paper.pages}
    for line in paper.lines:
        target = inside if roles[line.id] in _INSIDE else boundaries
        target[line.page].append(line.box)
    return {
        page.number: _PageParts(
            page.width,
            page.height,
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


def _near(caption: Caption, place: Box, parts: _PageParts) -> Box | None:
    """What a caption describes: mostly above it for figures, below it for all others.

    An algorithm or a listing is its caption, of which all of its lines are part.
    """
    if caption.kind in _OWN_TEXT:
        return _with_margin(place)
    sides = (caption.kind == "figure", caption.kind != "figure")
    near = [found for side in sides if (found := parts.beside(place, side))]
    near = [found for found in near if found.gap <= MAX_PICTURE_GAP]
    return min(near, key=lambda found: found.gap).picture() if near else None


def _far_or_beside(caption: Caption, place: Box, parts: _PageParts) -> Box | None:
    """What is to the right or left of the caption of a figure, or else further away from it."""
    is_figure = caption.kind == "figure"
    if is_figure:
        for side in (True, False):
            found = parts.turned().beside(_turn(place), side)
            if found and found.gap <= MAX_FAR_GAP:
                return _turn(found.picture())
    found = parts.beside(place, is_figure)
    return found.picture() if found and found.gap <= MAX_FAR_GAP else None


def _equation_box(equation: Equation) -> Box:
    """The lines of an equation that are in the same column as the first one."""
    first = equation.spans[0]
    column = first.line_id.rpartition(".")[0]
    return Box.around(
        span.box for span in equation.spans if span.line_id.rpartition(".")[0] == column
    )


def _with_margin(box: Box) -> Box:
    return Box(
        box.left - PICTURE_MARGIN,
        box.bottom - PICTURE_MARGIN,
        box.right + PICTURE_MARGIN,
        box.top + PICTURE_MARGIN,
    )


def _on_page(box: PageBox, page: Page) -> PageBox:
    """The part of a box that is on the page."""
    left, bottom = max(box.left, 0.0), max(box.bottom, 0.0)
    right, top = min(box.right, page.width), min(box.top, page.height)
    return PageBox(min(left, right), min(bottom, top), right, top, box.page)


def _turn(box: Box) -> Box:
    """The box with left and right for below and above; turned twice, it is as before."""
    return Box(box.bottom, box.left, box.top, box.right)


def _overlap(one: Box, other: Box) -> bool:
    """Whether two pictures show the same."""
    return overlap_width(one, other) > 0 and overlap_height(one, other) > 0


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
