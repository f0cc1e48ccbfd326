"""Outlines of glyphs, and the boxes by which they are found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from fontTools.pens.basePen import BasePen

# Units per em of outlines and of the fonts that are made of them.
UNITS_PER_EM = 10_000
# Ems by which the box of the right outline may differ from that of the character. The library
# rounds to thousandths, and widens the boxes of some fonts upwards and downwards.
MAX_X_DIFFERENCE = 0.004
MAX_Y_DIFFERENCE = 0.07

# Left, bottom, right and top in ems from the glyph's origin.
EmBox = tuple[float, float, float, float]
Point = tuple[float, float]
# The coordinates of one move, line or curve: 2, 2 or 6 of them; an empty one ends a contour.
Segment = tuple[int, ...]


class Outline:
    """The contours of a glyph; a segment after the end of one, or the first, is a move."""

    __slots__ = ("__dict__", "_hash", "segments")

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments: tuple[Segment, ...] = tuple(segments)
        self._hash = hash(self.segments)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Outline) and self.segments == other.segments)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def box(self) -> EmBox:
        xs = [x for segment in self.segments for x in segment[::2]] or [0]
        ys = [y for segment in self.segments for y in segment[1::2]] or [0]
        left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
        return (
            left / UNITS_PER_EM, bottom / UNITS_PER_EM,
            right / UNITS_PER_EM, top / UNITS_PER_EM,
        )  # fmt: skip

    def transformed(self, a: float, b: float, c: float, d: float, e: float, f: float) -> Outline:
        """The outline after a matrix; `e` and `f` are in ems."""
        dx, dy = e * UNITS_PER_EM, f * UNITS_PER_EM
        return Outline(
            [
                tuple(
                    round(value)
                    for x, y in zip(segment[::2], segment[1::2], strict=True)
                    for value in (a * x + c * y + dx, b * x + d * y + dy)
                )
                for segment in self.segments
            ]
        )

    def draw(self, pen: Any) -> None:
        """Draw with a pen of fontTools."""
        is_open = False
        for segment in self.segments:
            points = list(zip(segment[::2], segment[1::2], strict=True))
            if not points:
                if is_open:
                    pen.closePath()
                is_open = False
            elif not is_open:
                pen.moveTo(points[0])
                is_open = True
            elif len(points) == 1:
                pen.lineTo(points[0])
            else:
                pen.curveTo(*points)
        if is_open:
            pen.closePath()


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Collects an outline that fontTools draws; quadratic curves become cubic ones."""

    def __init__(self, glyphs: Any, scale: float) -> None:
        super().__init__(glyphs)
        self._scale = scale * UNITS_PER_EM
        self._segments: list[Segment] = []

    def _moveTo(self, point: Point) -> None:
        self._segments.append(())
        self._lineTo(point)

    def _lineTo(self, point: Point) -> None:
        (x, y), scale = point, self._scale
        self._segments.append((round(x * scale), round(y * scale)))

    def _curveToOne(self, first: Point, second: Point, end: Point) -> None:
        scale = self._scale
        self._segments.append(tuple([round(v * scale) for v in (*first, *second, *end)]))

    @property
    def outline(self) -> Outline:
        return Outline(self._segments)


def read_outline(glyphs: Any, name: str, scale: float) -> Outline:
    """The outline of a glyph among fontTools' `glyphs`; `scale` is ems per unit of the font."""
    pen = _OutlinePen(glyphs, scale)
    glyphs[name].draw(pen)
    return pen.outline


def boxes_match(
    one: EmBox,
    other: EmBox,
    max_x: float = MAX_X_DIFFERENCE,
    max_y: float = MAX_Y_DIFFERENCE,
) -> bool:
    """Whether two boxes can be those of the same glyph."""
    return (
        abs(one[0] - other[0]) <= max_x
        and abs(one[2] - other[2]) <= max_x
        and abs(one[1] - other[1]) <= max_y
        and abs(one[3] - other[3]) <= max_y
    )
