"""Regions that grow line by line until the columns change or an image cuts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pdfbot.geometry import overlap_height, overlap_width
from pdfbot.methods.left_regions.column_gaps import ColumnGap
from pdfbot.methods.left_regions.line_fragments import LineFragment
from pdfbot.model import Box, TextBlock

# In points: column edges this close are the same, and smaller overlaps do not count.
EDGE_TOLERANCE = 3.0

# The left and right edge of a column.
ColumnEdges: TypeAlias = tuple[float, float]


@dataclass(slots=True)
class RegionDraft:
    """A region under construction: line fragments of one column, from the top.

    A draft of an image has a box instead of fragments. `host` is the text region around an image
    that does not cut it, `labels` is the text inside the image.
    """

    kind: str
    fragments: list[LineFragment]
    column: ColumnEdges = (float("-inf"), float("inf"))
    ended_by: str = "page"
    image: Box | None = None
    host: RegionDraft | None = None
    labels: list[TextBlock] = field(default_factory=list)

    @property
    def box(self) -> Box:
        if self.image is not None:
            return self.image
        return Box(
            min(f.left for f in self.fragments),
            min(f.bottom for f in self.fragments),
            max(f.right for f in self.fragments),
            max(f.top for f in self.fragments),
        )


def are_separated(fragment: LineFragment, block: TextBlock, gaps: Sequence[ColumnGap]) -> bool:
    """Whether a column gap lies between a fragment and a block to its right."""
    return any(gap.lies_between(fragment.right, block.box.left, fragment.middle) for gap in gaps)


def expand_regions(
    fragments: Sequence[LineFragment], gaps: Sequence[ColumnGap]
) -> list[RegionDraft]:
    """The regions of a page: from the top, every line extends the region above or starts another.

    The paper expands the left region first and then looks for those on its right; with the
    column gaps known, all regions of a page grow side by side in one pass.
    """
    done: list[RegionDraft] = []
    growing: list[RegionDraft] = []
    for fragment in sorted(fragments, key=lambda f: (-f.middle, f.left)):
        column = _column_of(fragment, gaps)
        above = [region for region in growing if _overlap(region.column, column)]
        if len(above) == 1 and _is_same(above[0].column, column):
            above[0].fragments.append(fragment)
            continue
        for region in above:
            region.ended_by = "separation" if _is_inside(column, region.column) else "width"
        done += above
        growing = [region for region in growing if region not in above]
        growing.append(RegionDraft("text", [fragment], column))
    return done + growing


def _column_of(fragment: LineFragment, gaps: Sequence[ColumnGap]) -> ColumnEdges:
    """The column of a fragment: from the gap on its left to the gap on its right."""
    left, right = float("-inf"), float("inf")
    for gap in gaps:
        if gap.bottom < fragment.middle < gap.top:
            middle = (gap.left + gap.right) / 2
            if middle <= fragment.left:
                left = max(left, gap.right)
            elif middle >= fragment.right:
                right = min(right, gap.right)
    return left, right


def _overlap(one: ColumnEdges, other: ColumnEdges) -> bool:
    return min(one[1], other[1]) - max(one[0], other[0]) > EDGE_TOLERANCE


def _is_same(one: ColumnEdges, other: ColumnEdges) -> bool:
    return all(a == b or abs(a - b) <= EDGE_TOLERANCE for a, b in zip(one, other, strict=True))


def _is_inside(inner: ColumnEdges, outer: ColumnEdges) -> bool:
    return inner[0] >= outer[0] - EDGE_TOLERANCE and inner[1] <= outer[1] + EDGE_TOLERANCE


def split_at_image(drafts: list[RegionDraft], image: RegionDraft) -> list[RegionDraft]:
    """Cut the regions that the image crosses; an image within one column need not cut it."""
    crossed = [draft for draft in drafts if _is_crossed(draft, image.box)]
    if len(crossed) == 1 and _can_hold(crossed[0], image.box, drafts):
        image.host = crossed[0]
        return drafts
    middle = (image.box.bottom + image.box.top) / 2
    result = []
    for draft in drafts:
        if draft not in crossed:
            result.append(draft)
            continue
        upper = [f for f in draft.fragments if f.middle > middle]
        lower = [f for f in draft.fragments if f.middle <= middle]
        result.append(RegionDraft("text", upper, draft.column, "image"))
        result.append(RegionDraft("text", lower, draft.column, draft.ended_by))
    return result


def _is_crossed(draft: RegionDraft, image: Box) -> bool:
    """Whether the column has text above and below the image, but not beside it."""
    if overlap_width(draft.box, image) <= EDGE_TOLERANCE:
        return False
    above = any(f.low >= image.top - f.size / 2 for f in draft.fragments)
    below = any(f.high <= image.bottom + f.size / 2 for f in draft.fragments)
    beside = any(image.bottom < f.middle < image.top for f in draft.fragments)
    return above and below and not beside


def _can_hold(draft: RegionDraft, image: Box, drafts: Sequence[RegionDraft]) -> bool:
    """Whether the region, widened to hold the image, still overlaps no other region."""
    widened = Box.around([draft.box, image])
    return not any(
        overlap_width(widened, other.box) > EDGE_TOLERANCE
        and overlap_height(widened, other.box) > EDGE_TOLERANCE
        for other in drafts
        if other is not draft
    )
