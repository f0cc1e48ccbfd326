"""Page summaries: what the document-wide statistics need to know about each page."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.layout.columns import Extent, find_extents
from pdfbot.layout.fonts import FontCounts, count_fonts
from pdfbot.layout.line_numbers import find_line_numbers
from pdfbot.layout.segments import Segment, join_segments
from pdfbot.model import Page
from pdfbot.thresholds import Thresholds


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page's fonts, segments and line numbers; `line_numbers` are indices of its blocks."""

    page: Page
    fonts: FontCounts
    segments: list[Segment]
    extents: list[Extent]
    line_numbers: frozenset[int]


def summarise_page(page: Page, thresholds: Thresholds) -> PageSummary:
    """Join the visible, upright text into segments, and record where they start and end."""
    numbers = find_line_numbers(page, thresholds)
    segments = join_segments(
        block
        for index, block in enumerate(page.blocks)
        if not block.hidden and not block.rotation and index not in numbers
    )
    extents = find_extents(segments, thresholds)
    return PageSummary(page, count_fonts(page), segments, extents, frozenset(numbers))
