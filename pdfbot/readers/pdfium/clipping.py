"""The areas that text objects are clipped to: by clip paths, and by the boxes of forms.

A form XObject shows only what lies inside its /BBox; a figure is often a whole page of which the
form shows a part. The clip paths of a form's objects are in the form's own coordinates.
"""

from __future__ import annotations

from array import array
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
# Objects of a form that are searched for its box.
MAX_FORM_OBJECTS = 500


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

    def form_clips(self, form: int) -> list[Box]:
        """The areas that a form of the page is clipped to, its own box among them."""
        clips = self._clip_boxes(Pointer(form), IDENTITY)
        matrix = self._matrix(form)
        count = min(pdfium.count_form_objects(form), MAX_FORM_OBJECTS)
        for item in map(bare.form_object, repeat(bare.reference(form)), range(count)):
            # The first clip path of an object inside a form is the form's box; an object that lies
            # entirely inside it has none.
            inside = self._clip_boxes(item, matrix)
            if inside:
                return [*clips, inside[0]]
        return clips

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
                xs, ys = zip(*points, strict=True)
                boxes.append(Box(min(xs), min(ys), max(xs), max(ys)))
        return boxes

    def _path_points(self, clip: Pointer, path: int, matrix: Matrix) -> list[tuple[float, float]]:
        a, b, c, d, e, f = matrix
        points = []
        for index in range(bare.count_segments(clip, path)):
            segment = bare.path_segment(clip, path, index)
            if segment and bare.segment_point(segment, *_references[:2]):
                x, y = _values[:2]
                points.append(self._frame.point(a * x + c * y + e, b * x + d * y + f))
        return points


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
