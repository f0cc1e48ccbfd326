"""Drawn parts of formulas on a page: bars of fractions and roots, operators, large brackets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from pdfbot.formulas.bars import ROOT, ROOT_SLACK
from pdfbot.formulas.pieces import Bar
from pdfbot.geometry import contains_centre
from pdfbot.model import Box, Page, TextBlock

# Ems: the line of a root is higher above scripts than above letters by no more.
ROOT_REACH = 0.5
# Points: the line of a fraction or a root is no thicker, and no shorter.
MAX_THICKNESS, MIN_LENGTH = 2.0, 2.0

_height = attrgetter("height")


@dataclass(frozen=True, slots=True)
class FormulaSigns:
    """The large signs of a page, and its thin horizontal lines from the foot of the page up."""

    large: tuple[TextBlock, ...]
    bars: tuple[Bar, ...]

    @staticmethod
    def of(page: Page) -> FormulaSigns:
        boxes = (graphic.box for graphic in page.graphics)
        thin = (b for b in boxes if b.height <= MAX_THICKNESS and b.width >= MIN_LENGTH)
        bars = (Bar(b.left, b.right, (b.bottom + b.top) / 2) for b in thin)
        return FormulaSigns(page.large_signs, tuple(sorted(bars, key=_height)))

    def inside(self, area: Box) -> tuple[list[TextBlock], list[Bar]]:
        """The signs and lines whose middle is in an area."""
        first = bisect_left(self.bars, area.bottom, key=_height)
        end = bisect_right(self.bars, area.top, key=_height)
        return (
            [sign for sign in self.large if contains_centre(area, sign.box)],
            [bar for bar in self.bars[first:end] if area.left <= bar.centre <= area.right],
        )

    def has_bars(self, area: Box) -> bool:
        """Whether the middle of a line is in an area."""
        return bool(self.inside(area)[1])

    def roots_over(
        self, area: Box, size: float, blocks: Iterable[TextBlock]
    ) -> list[tuple[TextBlock, Bar]]:
        """The root signs before text of this size, in its blocks or large, and their lines."""
        signs = [sign for sign in (*self.large, *blocks) if sign.text.endswith(ROOT)]
        if not signs:
            return []
        above = Box(area.left, area.bottom, area.right, area.top + ROOT_REACH * size)
        _, bars = self.inside(above)
        return [
            (sign, bar)
            for bar in bars
            for sign in signs
            if abs(sign.box.right - bar.left) <= ROOT_SLACK
            and abs(sign.box.top - bar.height) <= size
        ]


def is_mirrored(blocks: Iterable[TextBlock]) -> bool:
    """Whether text was mirrored with its document, so that its places are not the page's."""
    return any(block.edges and block.edges[0] > block.edges[-1] for block in blocks)
