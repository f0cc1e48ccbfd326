"""The shape of a glyph: its outline as a small picture, its size and its place on the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING

from pdfbot.readers.glyphs.outlines import UNITS_PER_EM, EmBox, Outline

if TYPE_CHECKING:
    from PIL.Image import Image

# Pixels: the side of the picture, the empty border around the glyph in it, and how many times
# finer the glyph is drawn first.
SIDE = 24
BORDER = 2
FINENESS = 4
# Shares of a pixel that ink must cover to count: the picture has as many shades, and white.
SHADES = (0.2, 0.5, 0.8)
MIDDLE = 1
# Straight lines that a curve is drawn as.
STEPS = 6
# Ems by which glyphs of one kind differ in size and place from typeface to typeface, ...
SIZE_TOLERANCE = 0.06
PLACE_TOLERANCE = 0.05
# ... and what each em beyond costs.
SIZE_COST = 0.8
PLACE_COST = 1.5

PIXELS = SIDE * SIDE
PICTURE_BYTES = PIXELS // 8
_LEVELS = [round(255 * shade) for shade in SHADES]
# By the shade of a pixel, for each of the planes: the digit 0 or 1.
_DIGITS = [bytes(b"01"[value >= level] for value in range(256)) for level in _LEVELS]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A glyph stretched to a square; `planes` has the pixels of each shade and darker ones."""

    planes: tuple[int, ...]
    box: EmBox
    ink: int
    spread: float

    @staticmethod
    def of(planes: tuple[int, ...], box: EmBox) -> Shape:
        ink = sum(plane.bit_count() for plane in planes)
        squares = sum((2 * i + 1) * plane.bit_count() for i, plane in enumerate(planes))
        return Shape(planes, box, ink, sqrt(max(PIXELS * squares - ink * ink, 1)))

    def overlap(self, two: int) -> float:
        """The share of its ink that a picture has in common with another's in the middle shade."""
        one = self.planes[MIDDLE]
        return 2 * (one & two).bit_count() / ((one.bit_count() + two.bit_count()) or 1)

    def likeness(self, other: Shape) -> float:
        """1 for the same glyph, about 0 for an unrelated one: correlation, less what is off."""
        cost = size_cost(self.box, other.box)
        both = 0
        for plane in self.planes:
            for its_plane in other.planes:
                both += (plane & its_plane).bit_count()
        covariance = PIXELS * both - self.ink * other.ink
        return covariance / (self.spread * other.spread) - cost


def size_cost(one: EmBox, other: EmBox) -> float:
    """What glyphs lose in likeness since one is larger, or in another place on the line."""
    left, bottom, right, top = one
    its_left, its_bottom, its_right, its_top = other
    width = abs((right - left) - (its_right - its_left)) - SIZE_TOLERANCE
    height = abs((top - bottom) - (its_top - its_bottom)) - SIZE_TOLERANCE
    middle = abs((top + bottom) - (its_top + its_bottom)) / 2 - PLACE_TOLERANCE
    cost = SIZE_COST * width if width > 0 else 0.0
    if height > 0:
        cost += SIZE_COST * height
    return cost + PLACE_COST * middle if middle > 0 else cost


# Papers of one publisher have the same fonts.
@lru_cache(maxsize=4096)
def draw_shape(outline: Outline) -> Shape | None:
    """The shape of an outline; None if it has no area."""
    left, bottom, right, top = outline.box
    if right <= left or top <= bottom:
        return None
    # Imported here because it takes as long as two pages, and commands that read no PDF do without.
    from PIL import Image as Images
    from PIL import ImageChops, ImageDraw

    fine = FINENESS * SIDE
    scale = FINENESS * (SIDE - 2 * BORDER)
    x_scale = scale / (right - left) / UNITS_PER_EM
    y_scale = scale / (top - bottom) / UNITS_PER_EM
    x_start, y_start = left * UNITS_PER_EM, top * UNITS_PER_EM
    margin = FINENESS * BORDER
    picture: Image | None = None
    for contour in _contours(outline):
        points = [
            (margin + (x - x_start) * x_scale, margin + (y_start - y) * y_scale) for x, y in contour
        ]
        if len(points) > 2:
            layer = Images.new("1", (fine, fine))
            ImageDraw.Draw(layer).polygon(points, fill=1)
            picture = layer if picture is None else ImageChops.logical_xor(picture, layer)
    if picture is None:
        picture = Images.new("1", (fine, fine))
    return shape_of(picture.convert("L"), outline.box)


def shape_of(picture: Image, box: EmBox) -> Shape:
    """The shape in a picture that is finer than it by as much as outlines are drawn."""
    shades = picture.reduce(FINENESS).tobytes()
    return Shape.of(tuple(int(shades.translate(table), 2) for table in _DIGITS), box)


def _contours(outline: Outline) -> Iterator[list[tuple[float, float]]]:
    """The contours as polygons."""
    contour: list[tuple[float, float]] = []
    for segment in outline.segments:
        if not segment:
            if contour:
                yield contour
            contour = []
        elif len(segment) == 2:
            contour.append((segment[0], segment[1]))
        else:
            x0, y0 = contour[-1] if contour else segment[:2]
            x1, y1, x2, y2, x3, y3 = segment
            for step in range(1, STEPS + 1):
                t = step / STEPS
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                contour.append(
                    (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
                )
    if contour:
        yield contour
