"""From the coordinates of the file to those of the page as it is seen."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.model import Box
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.characters import allocate

# The library writes its results here, as long as the lock is held.
_sides, _addresses = allocate("f", 4)


@dataclass(frozen=True, slots=True)
class PageFrame:
    """The visible part of a page: its sides in the file's coordinates, then its size as seen.

    `rotation` is clockwise and in degrees: 0, 90, 180 or 270.
    """

    left: float
    bottom: float
    right: float
    top: float
    width: float
    height: float
    rotation: int

    @staticmethod
    def of(page: int) -> PageFrame | None:
        """The frame of an open page; None for a page without one, which is damaged."""
        if not pdfium.page_bounds(page, _addresses[0]):
            return None
        left, top, right, bottom = _sides
        return PageFrame(
            left,
            bottom,
            right,
            top,
            width=pdfium.page_width(page),
            height=pdfium.page_height(page),
            rotation=90 * pdfium.page_quarter_turns(page),
        )

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The place of a point on the page as it is seen."""
        if self.rotation == 0:
            return x - self.left, y - self.bottom
        if self.rotation == 90:
            return y - self.bottom, self.right - x
        if self.rotation == 180:
            return self.right - x, self.top - y
        return self.top - y, x - self.left

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """The place of a rectangle on the page as it is seen."""
        if self.rotation == 0:
            x, y = self.left, self.bottom
            return Box(left - x, bottom - y, right - x, top - y)
        x0, y0 = self.point(left, bottom)
        x1, y1 = self.point(right, top)
        return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def contains(self, x: float, y: float, size: float) -> bool:
        """Whether text of this size that begins at (x, y), as seen, shows on the page."""
        return -size < x < self.width and -0.5 * size < y < self.height

    def overlaps(self, box: Box) -> bool:
        """Whether any part of `box`, as seen, lies on the page."""
        return not (
            box.right < 0 or box.top < 0 or box.left > self.width or box.bottom > self.height
        )
