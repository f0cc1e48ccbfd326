"""Regions that grow: from line to line, until the columns change or an image cuts them."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.dataclass import dataclass, field
from pdfbot.layout.pieces import Piece
from pdfbot.layout.separations import Separation
from pdfbot.model import Box, TextBlock

# In points: two edges of columns closer than this are one.
SAME_EDGE = 3.0

Cell = tuple[float, float]


@dataclass(slots=True)
class Draft:
    """A region while it is found: pieces of lines under each other in one cell of the columns."""

    kind: str
    pieces: list[Piece]
    cell: Cell = (float("-inf"), float("inf"))
    ended_by: str = "page"
    image: Box | None = None
    host: Draft | None = None
    labels: list[TextBlock] = field(default_factory=list)

    @property
    def box(self) -> Box:
        if self.image is not None:
            return self.image
        return Box(
            min(p.left for p in self.pieces),
            min(p.bottom for p in self.pieces),
            max(p.right for p in self.pieces),
            max(p.top for p in self.pieces),
        )


def parted(piece: Piece, block: TextBlock, gaps: Sequence[Separation]) -> bool:
    return any(gap.between(piece.right, block.box.left, piece.middle) for gap in gaps)


def expand_regions(pieces: Sequence[Piece], gaps: Sequence[Separation]) -> list[Draft]:
    """From the top: every line extends the region above it, or ends it and begins another.

    The paper expands the left region first and then looks for those at its right; with the
    column gaps known, all regions of a page grow side by side in one pass.
    """
    done: list[Draft] = []
    growing: list[Draft] = []
    for piece in sorted(pieces, key=lambda p: (-p.middle, p.left)):
        cell = _cell(piece, gaps)
        above = [region for region in growing if _share(region.cell, cell)]
        if len(above) == 1 and _same_cell(above[0].cell, cell):
            above[0].pieces.append(piece)
            continue
        for region in above:
            region.ended_by = "separation" if _is_inside(cell, region.cell) else "width"
        done += above
        growing = [region for region in growing if region not in above]
        growing.append(Draft("text", [piece], cell))
    return done + growing


def _cell(piece: Piece, gaps: Sequence[Separation]) -> Cell:
    """The column the piece stands in: from the gap at its left to the gap at its right."""
    left, right = float("-inf"), float("inf")
    for gap in gaps:
        if gap.bottom < piece.middle < gap.top:
            middle = (gap.left + gap.right) / 2
            if middle <= piece.left:
                left = max(left, gap.right)
            elif middle >= piece.right:
                right = min(right, gap.right)
    return left, right


def _share(one: Cell, other: Cell) -> bool:
    return min(one[1], other[1]) - max(one[0], other[0]) > SAME_EDGE


def _same_cell(one: Cell, other: Cell) -> bool:
    return all(a == b or abs(a - b) <= SAME_EDGE for a, b in zip(one, other, strict=True))


def _is_inside(inner: Cell, outer: Cell) -> bool:
    return inner[0] >= outer[0] - SAME_EDGE and inner[1] <= outer[1] + SAME_EDGE


def split_at_image(drafts: list[Draft], image: Draft) -> list[Draft]:
    """Cut the regions that the image crosses; one inside a column leaves its region whole."""
    crossed = [draft for draft in drafts if _is_crossed(draft, image.box)]
    if len(crossed) == 1 and _can_hold(crossed[0], image.box, drafts):
        image.host = crossed[0]
        return drafts
    result = []
    for draft in drafts:
        if draft not in crossed:
            result.append(draft)
            continue
        middle = (image.box.bottom + image.box.top) / 2
        upper = [p for p in draft.pieces if p.middle > middle]
        lower = [p for p in draft.pieces if p.middle <= middle]
        result.append(Draft("text", upper, draft.cell, "image"))
        result.append(Draft("text", lower, draft.cell, draft.ended_by))
    return result


def _is_crossed(draft: Draft, image: Box) -> bool:
    """Text above and below the image and none beside it, where the image stands in the column."""
    box = draft.box
    if min(box.right, image.right) - max(box.left, image.left) <= SAME_EDGE:
        return False
    above = any(p.low >= image.top - p.size / 2 for p in draft.pieces)
    below = any(p.high <= image.bottom + p.size / 2 for p in draft.pieces)
    beside = any(image.bottom < p.middle < image.top for p in draft.pieces)
    return above and below and not beside


def _can_hold(draft: Draft, image: Box, drafts: Sequence[Draft]) -> bool:
    """Would the region, made as wide as the image, still overlap no other region?"""
    whole = Box.around([draft.box, image])
    return not any(_overlap(whole, other.box) for other in drafts if other is not draft)


def _overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.left, other.left) > SAME_EDGE
        and min(one.top, other.top) - max(one.bottom, other.bottom) > SAME_EDGE
    )
