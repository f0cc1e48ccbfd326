"""Segments to lines, in the columns of the zones of each page."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from pdfbot.dataclass import dataclass, field, replace
from pdfbot.layout.columns import ROUNDED, Columns, as_large_as_body, choose_columns
from pdfbot.layout.fonts import Fonts
from pdfbot.layout.making import Asides, Keeper, make_line
from pdfbot.layout.scripts import attach_scripts
from pdfbot.layout.segments import LEADS, Segment, beside, heading_over_text
from pdfbot.layout.sketches import Sketch
from pdfbot.layout.traits import Traits
from pdfbot.layout.zones import divide
from pdfbot.model import Page, TextBlock, Verdict
from pdfbot.shelf import Shelf, ShelvedBlocks
from pdfbot.thresholds import Thresholds

# Beside each other: the share of the lower height, and how many lines up the other may be.
BESIDE, LOOKBACK = 0.5, 6
# Points: among baselines of one step the largest text comes first.
HEIGHT_STEP = 3
# Over each other: the share of the narrower width.
OVER = 0.3


@dataclass(slots=True)
class Placed(Traits):
    """A line where it stands: its zone, the edges of its column, the gaps to its neighbours.

    `order` is its place among the lines of its page; a line without a verdict is body text.
    """

    left: float
    right: float
    zone: int
    widest_gap: float
    order: int = 0
    verdict: Verdict | None = None
    inset: float = 0.0
    above: float = field(default=float("inf"))
    below: float = field(default=float("inf"))

    @property
    def place(self) -> tuple[int, int, int]:
        """Page, zone and column: lines that share it stand under each other."""
        return self.line.page, self.zone, self.line.column

    @property
    def indent(self) -> float:
        return self.line.box.left - self.left

    @property
    def slack(self) -> float:
        """White space between the line's end and the right edge of its column."""
        return self.right - self.line.box.right


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page's lines in reading order, and those that are out of the flow."""

    page: Page
    columns: Columns
    placed: list[Placed]
    aside: Asides


def lay_out(
    pages: Sequence[Page],
    sketches: list[Sketch],
    fonts: Fonts,
    thresholds: Thresholds,
    wanted: int | None = None,
) -> list[PageLayout]:
    """Lines in columns for every page; nothing is lost: hidden and turned text is set aside.

    The sketches are used up: together with the lines they would take more room than either.
    """
    em = fonts.base_size
    stretches = {
        page.number: as_large_as_body(sketch.stretches, em, thresholds)
        for page, sketch in zip(pages, sketches, strict=True)
    }
    columns = choose_columns(stretches, thresholds, wanted)
    del stretches
    heights: dict[float, float] = {}
    # From the end, where the blocks are at hand.
    backward = [
        _lay_out_page(page, sketches.pop(), chosen, em, thresholds, heights)
        for page, chosen in zip(reversed(pages), reversed(columns), strict=True)
    ]
    return backward[::-1]


def _lay_out_page(
    kept: Page,
    sketch: Sketch,
    columns: Columns,
    em: float,
    thresholds: Thresholds,
    heights: dict[float, float],
) -> PageLayout:
    page = replace(kept, blocks=tuple(kept.blocks))
    shelved = kept.blocks
    if not isinstance(shelved, ShelvedBlocks):
        shelved = Shelf().put(page.blocks)
    keeper = Keeper(shelved, page.blocks, heights)
    segments = [
        piece
        for s in sketch.segments(page.blocks)
        for piece in _cut_at_columns(s, columns, em, thresholds)
    ]
    counter: Counter[int] = Counter()
    placed: list[Placed] = []
    margin: list[Segment] = []
    flow: list[Segment] = []
    for segment in segments:
        (margin if _in_margin(segment, columns, em, thresholds) else flow).append(segment)
    for area in divide(page, flow, columns, em, thresholds):
        for row in _rows(area.segments):
            counter[area.column] += 1
            name = f"p{page.number}.c{area.column}.l{counter[area.column]}"
            line = make_line(name, page.number, area.column, row, keeper)
            placed.append(Placed(line, area.left, area.right, area.zone, _widest_gap(row)))
    _measure_gaps(placed, keeper)
    found = _aside(page, margin, sketch.numbers)
    return PageLayout(kept, columns, placed, Asides(page.number, counter[0], found, keeper))


def _aside(
    page: Page, margin: list[Segment], numbers: frozenset[int]
) -> Iterable[tuple[list[TextBlock], str]]:
    """What is out of the flow, each with the reason."""
    for segment in sorted(margin, key=lambda s: -s.baseline):
        yield segment.blocks, "margin"
    for index, block in enumerate(page.blocks):
        if index in numbers:
            yield [block], "line_number"
        elif block.hidden:
            yield [block], "hidden"
        elif block.rotation:
            yield [block], "rotated"


def _cut_at_columns(
    segment: Segment, columns: Columns, em: float, thresholds: Thresholds
) -> list[Segment]:
    """A line number or the next column's text may stand closer than a segment's gap: cut there."""
    blocks = sorted(segment.blocks, key=lambda b: b.box.left)
    pieces: list[Segment] = []
    reach = float("-inf")
    for block in blocks:
        left = block.box.left
        begins = any(abs(left - edge) <= thresholds.edge_reach * em for edge in columns.lefts)
        begins |= any(reach - em < edge - ROUNDED <= left for edge in columns.rights)
        if pieces and not (begins and left - reach >= thresholds.min_column_gap * em):
            pieces[-1].add(block)
        else:
            pieces.append(Segment(block))
        reach = max(reach, block.box.right)
    return pieces


def _in_margin(segment: Segment, columns: Columns, em: float, thresholds: Thresholds) -> bool:
    """Beside the body area: nothing of it reaches into a column (Proposition 4.2)."""
    return (
        segment.right < columns.lefts[0] - thresholds.edge_reach * em
        or segment.left >= columns.rights[-1] + thresholds.min_column_gap * em
    )


def _rows(segments: list[Segment]) -> list[list[TextBlock]]:
    """Segments that stand beside each other are one line; its largest text gives the height."""
    rows: list[list[Segment]] = []
    mains: list[Segment] = []
    by_height = sorted(
        segments, key=lambda s: (-round(s.baseline / HEIGHT_STEP), -s.size, -s.baseline)
    )
    for segment in by_height:
        best, best_share = None, BESIDE
        for index in range(len(rows) - 1, max(-1, len(rows) - 1 - LOOKBACK), -1):
            main = mains[index]
            share = beside(segment.low, segment.high, main.low, main.high)
            if share > best_share and not _collides(segment, rows[index]):
                best, best_share = index, share
        if best is None:
            rows.append([segment])
            mains.append(segment)
        else:
            rows[best].append(segment)
            if (segment.size, segment.length) > (mains[best].size * LEADS, mains[best].length):
                mains[best] = segment
    attach_scripts(rows, mains)
    return [[b for s in row for b in s.blocks] for row in rows if row]


def _collides(segment: Segment, row: list[Segment]) -> bool:
    """Over each other, or a heading and plain text: not one line."""
    return any(
        heading_over_text(segment.blocks[0], s.blocks[0])
        or min(segment.right, s.right) - max(segment.left, s.left)
        > OVER * min(segment.right - segment.left, s.right - s.left)
        for s in row
    )


def _widest_gap(blocks: list[TextBlock]) -> float:
    """The widest white space between two neighbouring blocks of a line."""
    widest, reach = 0.0, float("inf")
    for block in sorted(blocks, key=lambda b: b.box.left):
        widest = max(widest, block.box.left - reach)
        reach = block.box.right if reach == float("inf") else max(reach, block.box.right)
    return widest


def _measure_gaps(placed: list[Placed], keeper: Keeper) -> None:
    """Baseline distances to the lines above and below in the same column of the same zone."""
    for upper, lower in itertools.pairwise(placed):
        if upper.place == lower.place:
            gap = upper.line.baseline - lower.line.baseline
            upper.below = lower.above = keeper.height(gap)
