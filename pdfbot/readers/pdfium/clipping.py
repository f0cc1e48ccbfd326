"""The areas that text objects are clipped to: by clip paths, and by the boxes of forms.

A form XObject shows only what lies inside its /BBox; a figure is often a whole page of which the
form shows a part. The clip paths of a form's objects are in the form's own coordinates.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import repeat

from pdfbot.model import Box
from pdfbot.readers.pdfium import bare_calls as bare
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.bare_calls import Pointer
from pdfbot.readers.pdfium.page_frame import PageFrame

Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
# Forms inside forms: deeper nesting does not occur in papers.
MAX_FORM_DEPTH = 12
# Objects of a form, evenly chosen, from which its box is measured.
MAX_FORM_OBJECTS = 1_000


# The library writes its results here, as long as the lock is held.
_values = array("f", [0] * 6)
_references = bare.references(_values)


@dataclass(frozen=True, slots=True)
class _Form:
    """The form around an object: its matrix to the page, and the areas it is clipped to."""

    matrix: Matrix = IDENTITY
    clips: tuple[Box, ...] = ()


# Around what is on the page itself.
_NO_FORM = _Form()


class ClipReader:
    """Finds the areas that the objects of one page are clipped to, as seen on the page."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self._forms: dict[int, _Form] = {}

    def add_text(self, text_object: Pointer) -> None:
        """Note a text object of the page itself."""
        self._forms[text_object.value or 0] = _NO_FORM

    def add_form(self, form: int) -> None:
        """Note the text objects of a form, and of the forms inside it."""
        self._add_form(form, _NO_FORM, 0)

    def _add_form(self, form: int, around: _Form, depth: int) -> None:
        if depth > MAX_FORM_DEPTH:
            return
        matrix = multiply(self._matrix(form), around.matrix)
        inside = _Form(matrix, around.clips + tuple(self._clip_boxes(Pointer(form), around.matrix)))
        count = pdfium.count_form_objects(form)
        for item in map(bare.form_object, repeat(bare.reference(form)), range(count)):
            object_type = bare.object_type(item)
            if object_type == pdfium.OBJECT_TEXT:
                self._forms[item.value] = inside
            elif object_type == pdfium.OBJECT_FORM:
                self._add_form(item.value, inside, depth + 1)

    def text_clips(self, text_object: Pointer) -> list[Box]:
        """The areas that a text object is clipped to."""
        around = self._forms.get(text_object.value or 0)
        if around is None:
            return []
        if bare.count_paths(bare.clip_path(text_object)) <= 0:
            return [*around.clips]
        own = self._clip_boxes(text_object, around.matrix)
        return [*around.clips, *own] if around.clips else own

    def seen_part(self, form: int, box: Box) -> Box | None:
        """The part of a form's box on the page that is seen; None if nothing of it is."""
        inside = self._seen_inside(form, IDENTITY, 0)
        return inside and visible_part(box, [*self._clip_boxes(Pointer(form), IDENTITY), inside])

    def _seen_inside(self, form: int, around: Matrix, depth: int) -> Box | None:
        """The box around what is seen of the objects of a form.

        The library has no box of a form: it is a clip path of the objects that lie partly outside
        it, and not even of those if they have a smaller clip path inside it.
        """
        matrix = multiply(self._matrix(form), around)
        count = pdfium.count_form_objects(form)
        seen: Box | None = None
        for index in range(0, count, 1 + count // MAX_FORM_OBJECTS):
            item = pdfium.form_object(form, index)
            box = self._bounds(Pointer(item), matrix)
            if box is None or (seen and _is_inside(box, seen)):
                continue
            if depth < MAX_FORM_DEPTH and pdfium.object_type(item) == pdfium.OBJECT_FORM:
                box = self._seen_inside(item, matrix, depth + 1)
            part = visible_part(box, self._clip_boxes(Pointer(item), matrix)) if box else None
            seen = Box.around((seen, part)) if seen and part else seen or part
        return seen

    def _bounds(self, item: Pointer, matrix: Matrix) -> Box | None:
        if not bare.object_bounds(item, *_references[:4]):
            return None
        left, bottom, right, top = _values[:4]
        corners = [placed(left, bottom, matrix), placed(right, top, matrix)]
        if matrix[1] or matrix[2]:
            corners += [placed(left, top, matrix), placed(right, bottom, matrix)]
        return around_points([self._frame.point(x, y) for x, y in corners])

    def _matrix(self, item: int) -> Matrix:
        if not pdfium.object_matrix(item, _references[0]):
            return IDENTITY
        a, b, c, d, e, f = _values
        return a, b, c, d, e, f

    def _clip_boxes(self, item: Pointer, matrix: Matrix) -> list[Box]:
        """The bounding boxes of the paths that clip an object."""
        clip = bare.clip_path(item)
        count = bare.count_paths(clip) if clip else 0
        if count <= 0:
            return []
        boxes = []
        for path in range(count):
            points = self._path_points(clip, path, matrix)
            if points:
                boxes.append(around_points(points))
        return boxes

    def _path_points(self, clip: Pointer, path: int, matrix: Matrix) -> list[tuple[float, float]]:
        points = []
        for index in range(bare.count_segments(clip, path)):
            segment = bare.path_segment(clip, path, index)
            if segment and bare.segment_point(segment, *_references[:2]):
                x, y = _values[:2]
                points.append(self._frame.point(*placed(x, y, matrix)))
        return points


def visible_part(box: Box, clips: Iterable[Box]) -> Box | None:
    """The part of a box inside all clip areas; None if nothing of it is seen."""
    left, bottom, right, top = box.left, box.bottom, box.right, box.top
    for clip in clips:
        left, bottom = max(left, clip.left), max(bottom, clip.bottom)
        right, top = min(right, clip.right), min(top, clip.top)
    return Box(left, bottom, right, top) if left <= right and bottom <= top else None


def _is_inside(box: Box, other: Box) -> bool:
    return (
        other.left <= box.left
        and box.right <= other.right
        and other.bottom <= box.bottom
        and box.top <= other.top
    )


def around_points(points: Iterable[tuple[float, float]]) -> Box:
    """The smallest box that contains all points."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def placed(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    """Where a matrix puts a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies `first`, then `second`."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = second
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )
