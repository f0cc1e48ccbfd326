"""Page summaries: what document-wide statistics need from each page."""

from __future__ import annotations

from dataclasses import dataclass

from pdfbot.layout.columns import Extent, find_extents
from pdfbot.layout.drop_caps import find_drop_caps
from pdfbot.layout.fonts import FontCounts, count_fonts
from pdfbot.layout.line_numbers import find_line_numbers
from pdfbot.layout.segments import Segment, join_segments
from pdfbot.model import Page, TextBlock


@dataclass(frozen=True, slots=True)
class PageSummary:
    """A page's fonts, segments, drop caps and line numbers (as indices of its blocks)."""

    page: Page
    fonts: FontCounts
    segments: list[Segment]
    extents: list[Extent]
    drop_caps: list[TextBlock]
    line_numbers: frozenset[int]


def summarise_page(page: Page) -> PageSummary:
    """Join the visible, upright text of a page into segments, and count its fonts."""
    numbers = find_line_numbers(page)
    upright = [
        block
        for index, block in enumerate(page.blocks)
        if not block.hidden and not block.rotation and index not in numbers
    ]
    caps = find_drop_caps(upright)
    segments = join_segments(block for block in upright if block not in caps)
    return PageSummary(
        page=page,
        fonts=count_fonts(page, segments),
        segments=segments,
        extents=find_extents(segments),
        drop_caps=caps,
        line_numbers=frozenset(numbers),
    )
