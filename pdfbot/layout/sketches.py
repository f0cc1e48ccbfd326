"""What is remembered of each page before its columns are known, found in one look at its blocks.

The segments of all pages would fill the memory: which blocks belong together is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pdfbot.dataclass import dataclass, replace
from pdfbot.layout.columns import Stretch, find_stretches
from pdfbot.layout.fonts import Tally
from pdfbot.layout.line_numbers import find_line_numbers
from pdfbot.layout.segments import Segment, join_segments
from pdfbot.model import Page, TextBlock
from pdfbot.shelf import Groups
from pdfbot.thresholds import Thresholds


@dataclass(frozen=True, slots=True)
class Sketch:
    """Of a page: its fonts, the places of the blocks of each segment, and those of line numbers."""

    tally: Tally
    groups: Groups
    numbers: frozenset[int]
    stretches: list[Stretch]

    def segments(self, blocks: Sequence[TextBlock]) -> Iterable[Segment]:
        for first, *more in self.groups:
            segment = Segment(blocks[first])
            for place in more:
                segment.add(blocks[place])
            yield segment


def sketch_pages(pages: Sequence[Page], thresholds: Thresholds) -> list[Sketch]:
    """One sketch a page, from the end, where the blocks are at hand."""
    return [sketch_page(page, thresholds) for page in reversed(pages)][::-1]


def sketch_page(page: Page, thresholds: Thresholds) -> Sketch:
    """Join the text that is seen and level to segments, and tell where they begin and end."""
    page = replace(page, blocks=tuple(page.blocks))
    numbers = find_line_numbers(page, thresholds)
    seen = {
        id(block): place
        for place, block in enumerate(page.blocks)
        if not block.hidden and not block.rotation and place not in numbers
    }
    segments = join_segments(page.blocks[place] for place in seen.values())
    groups = Groups()
    for segment in segments:
        groups.add(seen[id(block)] for block in segment.blocks)
    stretches = find_stretches(segments, thresholds)
    return Sketch(Tally(page), groups, frozenset(numbers), stretches)
