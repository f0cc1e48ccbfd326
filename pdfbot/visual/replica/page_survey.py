"""What a page draws, in order: text beneath something else must stay in the picture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from math import ceil

from pdfbot.model import Box
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate
from pdfbot.readers.pdfium.clipping import (
    IDENTITY,
    MAX_FORM_DEPTH,
    Matrix,
    around_points,
    multiply,
    placed,
    visible_part,
)
from pdfbot.readers.pdfium.page_frame import PageFrame

# Points: the side of a cell of the grid in which graphics are looked up.
GRAPHIC_CELL = 8.0
# Cells along the longer side of a page, at most: a page may be a billion points wide.
MAX_CELLS = 500
# Points: rulings and strokes are thinner, and may lie over or under text.
MAX_RULE = 1.5
# Objects of a page, and cells that they cover; a page with more is only a picture. Each limit is
# about a second of work.
MAX_SURVEYED = 200_000
MAX_MARKS = 4_000_000
# Objects that are remembered with their boxes where they cover a part of a cell.
MAX_COVERING_PARTS = 8
# Points by which a glyph may reach beneath something without harm: the rows of a table touch.
MIN_COVERED = 0.1
# Constants from the library's headers.
OBJECT_PATH = 2


@dataclass(slots=True)
class PageSurvey:
    """The positions of text objects in the drawing order, and which of them are transparent.

    `cell` is the side of a cell of the grid, in points.
    `boxes` has what each text object fills on the page, `rest` what everything else does, and
    `photo_area` what images do, in points. `covered` has, for each cell, the last position of
    anything that may cover all of it, and `parts` positions and boxes of what covers parts of it.
    """

    cell: float
    places: dict[int, int] = field(default_factory=dict)
    transparent: set[int] = field(default_factory=set)
    boxes: dict[int, Box] = field(default_factory=dict)
    rest: Box | None = None
    covered: dict[tuple[int, int], int] = field(default_factory=dict)
    parts: dict[tuple[int, int], list[tuple[int, Box]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    count: int = 0
    marks: int = 0
    photo_area: float = 0.0

    @property
    def is_drawing(self) -> bool:
        return self.count > MAX_SURVEYED or self.marks > MAX_MARKS

    def area_without(self, text_objects: Collection[int]) -> Box | None:
        """The box around everything but these text objects; None if there is nothing else."""
        boxes = [box for item, box in self.boxes.items() if item not in text_objects]
        boxes += [self.rest] if self.rest else []
        return Box.around(boxes) if boxes else None

    def is_covered(self, text_object: int, box: Box) -> bool:
        """Whether something may be drawn over a text object with this box."""
        place = self.places.get(text_object, -1)
        return any(
            self.covered.get(cell, -1) > place
            or any(at > place and _overlap(part, box) for at, part in self.parts.get(cell, ()))
            for cell in self.cells(box)
        )

    def cover(self, box: Box) -> None:
        """Note that the object looked at last may cover this box."""
        side, place = self.cell, self.count
        cells = self.cells(box)
        self.marks += len(cells)
        if self.is_drawing:
            return
        columns = range(ceil(box.left / side), int(box.right // side))
        rows = range(ceil(box.bottom / side), int(box.top // side))
        for cell in cells:
            is_whole = cell[0] in columns and cell[1] in rows
            if is_whole or len(self.parts[cell]) >= MAX_COVERING_PARTS:
                self.covered[cell] = place
            else:
                self.parts[cell].append((place, box))

    def cells(self, box: Box) -> list[tuple[int, int]]:
        """The cells of the page's grid that a box touches."""
        columns, rows = self._touched(box.left, box.right), self._touched(box.bottom, box.top)
        return [(column, row) for column in columns for row in rows]

    def _touched(self, low: float, high: float) -> range:
        return range(max(int(low // self.cell), 0), min(int(high // self.cell), MAX_CELLS) + 1)


def survey(page: int, frame: PageFrame) -> PageSurvey:
    """Survey all objects of an open page, including those in forms."""
    return _Surveyor(frame).look(page)


def _overlap(one: Box, other: Box) -> bool:
    """Whether two boxes overlap visibly."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.top, other.top) - max(one.bottom, other.bottom)
    return across > MIN_COVERED and down > MIN_COVERED


class _Surveyor:
    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self._page_box = Box(0.0, 0.0, frame.width, frame.height)
        self._survey = PageSurvey(max(GRAPHIC_CELL, max(frame.width, frame.height) / MAX_CELLS))
        self._values, self._addresses = allocate("f", 6)
        self._modes, self._mode_addresses = allocate("i", 2)

    def look(self, page: int) -> PageSurvey:
        for index in range(pdfium.count_objects(page)):
            if self._survey.is_drawing:
                break
            self._add(pdfium.page_object(page, index), IDENTITY, False, 0)
        return self._survey

    def _add(self, item: int, matrix: Matrix, is_transparent: bool, depth: int) -> None:
        survey = self._survey
        survey.count += 1
        object_type = pdfium.object_type(item)
        is_transparent = is_transparent or bool(pdfium.has_transparency(item))
        if object_type == pdfium.OBJECT_FORM and depth < MAX_FORM_DEPTH:
            inside = multiply(self._matrix(item), matrix)
            for index in range(pdfium.count_form_objects(item)):
                if survey.is_drawing:
                    return
                self._add(pdfium.form_object(item, index), inside, is_transparent, depth + 1)
            return
        box = self._seen_box(item, matrix)
        if object_type == pdfium.OBJECT_TEXT:
            survey.places[item] = survey.count
            if box is not None:
                survey.boxes[item] = box
            if is_transparent:
                survey.transparent.add(item)
        elif box is not None:
            survey.rest = Box.around([survey.rest, box]) if survey.rest else box
            self._cover(item, object_type, box)
            if object_type == pdfium.OBJECT_IMAGE:
                survey.photo_area += box.width * box.height

    def _cover(self, item: int, object_type: int, box: Box) -> None:
        """Note what a filled shape or an image covers."""
        if min(box.width, box.height) <= MAX_RULE:
            return
        if object_type == OBJECT_PATH:
            pdfium.path_mode(item, *self._mode_addresses)
            if not self._modes[0]:
                return
        self._survey.cover(box)

    def _seen_box(self, item: int, matrix: Matrix) -> Box | None:
        """The part of an object's box that lies on the page."""
        if not pdfium.object_bounds(item, *self._addresses[:4]):
            return None
        left, bottom, right, top = self._values[:4]
        corners = [placed(x, y, matrix) for x in (left, right) for y in (bottom, top)]
        box = around_points(self._frame.point(x, y) for x, y in corners)
        return visible_part(box, [self._page_box])

    def _matrix(self, item: int) -> Matrix:
        if not pdfium.object_matrix(item, self._addresses[0]):
            return IDENTITY
        a, b, c, d, e, f = self._values
        return a, b, c, d, e, f
