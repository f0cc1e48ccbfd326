"""The reference shapes: what signs look like in a few typefaces (scripts/make_glyph_shapes.py)."""

from __future__ import annotations

import gzip
import struct
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache

from pdfbot.readers.glyphs.shapes import MIDDLE, PICTURE_BYTES, SHADES, Shape
from pdfbot.resources import read_bytes

RESOURCE = "glyph_shapes.bin.gz"
# Ems by which a sign may differ in width and height, and in the height of its middle above the
# line: beyond that it costs too much likeness to be compared.
MAX_SIZE_DIFFERENCE = 0.25
MAX_PLACE_DIFFERENCE = 0.15
# Overlap with less of which no picture is alike.
MIN_INK_OVERLAP = 0.55
# The table: the bytes of the signs' names, one per shape and separated by spaces, then the boxes
# of all shapes in thousandths of an em, then their pictures.
_HEAD = struct.Struct("<II")
_UNIT = 1000
_SIDES = 4
_SHAPE_BYTES = PICTURE_BYTES * len(SHADES)


def pack_shapes(drawn: Mapping[str, Sequence[Shape]]) -> bytes:
    """The shapes of each sign as they are stored."""
    names = " ".join(sign for sign, shapes in drawn.items() for _ in shapes).encode()
    shapes = [shape for shapes in drawn.values() for shape in shapes]
    boxes = (round(side * _UNIT) for shape in shapes for side in shape.box)
    pictures = b"".join(p.to_bytes(PICTURE_BYTES, "big") for s in shapes for p in s.planes)
    head = _HEAD.pack(len(names), len(shapes))
    return head + names + struct.pack(f"<{_SIDES * len(shapes)}h", *boxes) + pictures


class ReferenceShapes:
    """The table of shapes; the pictures are read when they are compared."""

    def __init__(self, packed: bytes) -> None:
        name_bytes, count = _HEAD.unpack_from(packed)
        start = _HEAD.size + name_bytes
        self._signs = packed[_HEAD.size : start].decode().split(" ")
        self._pictures = memoryview(packed)[start + 2 * _SIDES * count :]
        sides = struct.unpack_from(f"<{_SIDES * count}h", packed, start)
        scaled = [side / _UNIT for side in sides]
        self._boxes = list(zip(scaled[0::4], scaled[1::4], scaled[2::4], scaled[3::4], strict=True))
        self._places: dict[str, list[int]] = {}
        for place, sign in enumerate(self._signs):
            self._places.setdefault(sign, []).append(place)
        # Middle, width, height and place in the table, the lowest first.
        self._by_middle = sorted(
            ((bottom + top) / 2, right - left, top - bottom, place)
            for place, (left, bottom, right, top) in enumerate(self._boxes)
        )
        self._shapes: dict[int, Shape] = {}
        self._ranked: dict[Shape, dict[str, float]] = {}

    def __contains__(self, sign: str) -> bool:
        return sign in self._places

    def likeness(self, shape: Shape, sign: str) -> float:
        """How much a shape looks like a sign of the table, in the typeface that fits best."""
        return max(shape.likeness(self._shape(place)) for place in self._places[sign])

    def rank(self, shape: Shape) -> Mapping[str, float]:
        """The likeness of every sign of about this size and in about this place."""
        found = self._ranked.get(shape)
        if found is None:
            found = self._ranked[shape] = {}
            for place in self._near(shape):
                if shape.overlap(self._middle_plane(place)) < MIN_INK_OVERLAP:
                    continue
                likeness = shape.likeness(self._shape(place))
                sign = self._signs[place]
                if likeness > found.get(sign, 0.0):
                    found[sign] = likeness
        return found

    def _near(self, shape: Shape) -> list[int]:
        left, bottom, right, top = shape.box
        middle, width, height = (bottom + top) / 2, right - left, top - bottom
        start = bisect_left(self._by_middle, (middle - MAX_PLACE_DIFFERENCE,))
        end = bisect_left(self._by_middle, (middle + MAX_PLACE_DIFFERENCE,))
        return [
            place
            for _, its_width, its_height, place in self._by_middle[start:end]
            if abs(its_width - width) < MAX_SIZE_DIFFERENCE
            and abs(its_height - height) < MAX_SIZE_DIFFERENCE
        ]

    def _middle_plane(self, place: int) -> int:
        """The picture of a shape in the middle one of its shades."""
        start = place * _SHAPE_BYTES + MIDDLE * PICTURE_BYTES
        return int.from_bytes(self._pictures[start : start + PICTURE_BYTES], "big")

    def _shape(self, place: int) -> Shape:
        shape = self._shapes.get(place)
        if shape is None:
            start = place * _SHAPE_BYTES
            starts = range(start, start + _SHAPE_BYTES, PICTURE_BYTES)
            planes = (self._pictures[s : s + PICTURE_BYTES] for s in starts)
            numbers = tuple(int.from_bytes(plane, "big") for plane in planes)
            shape = self._shapes[place] = Shape.of(numbers, self._boxes[place])
        return shape


@cache
def reference_shapes() -> ReferenceShapes:
    """The table that comes with the package."""
    return ReferenceShapes(gzip.decompress(read_bytes(RESOURCE)))
