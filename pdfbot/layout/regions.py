"""Left Regions Expansion: a page cut into regions, in the order in which a person reads them.

The method is that of Hasan, Parapar and Barreiro; docs/regions.md says where this one, which
works on boxes instead of pixels, goes further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from pdfbot.dataclass import dataclass
from pdfbot.errors import UsageError
from pdfbot.layout.expansion import Draft, expand_regions, parted, split_at_image
from pdfbot.layout.images import find_images, holds
from pdfbot.layout.page_headers import Margins, Row, find_margins
from pdfbot.layout.pieces import join_pieces, line_text, mean_character
from pdfbot.layout.reading_order import order_boxes
from pdfbot.layout.separations import Gaps
from pdfbot.model import Box, Document, Page, TextBlock

# The narrowest column gap: in mean characters of the modal font size, or of the page's width.
FONT_THRESHOLD = 1.75
WIDTH_THRESHOLD = 0.015
# Column gaps of other pages that are looked for on a page with few lines.
MOST_KNOWN = 8

Threshold = Callable[[Page, Sequence[TextBlock]], float]


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle that is read at one go; `column` of `columns` stand beside each other there.

    `kind` is header, text, image or footer. `ended_by` is why a text region ends where it does:
    "separation" (a column gap begins below it), "width" (a wider line follows), "image", "page".
    """

    number: int
    kind: str
    box: Box
    lines: tuple[str, ...]
    column: int = 1
    columns: int = 1
    ended_by: str = ""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class PageRegions:
    """A page's regions in reading order; `separation` is its narrowest column gap, in points."""

    page: Page
    regions: tuple[Region, ...]
    separation: float | None

    @property
    def text(self) -> str:
        return "\n\n".join(r.text for r in self.regions if r.lines)


@dataclass(frozen=True, slots=True)
class Regions:
    """A whole document in regions."""

    pages: tuple[PageRegions, ...]
    engine: str
    warnings: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All text in the order in which a person reads it, a blank line between two regions."""
        return "\n\n".join(page.text for page in self.pages if page.text)


def document_regions(
    document: Document, threshold: str | float = "font", header_lines: int | None = None
) -> Regions:
    """The regions of a document; `threshold` is "font", "width" or a number of points."""
    limit: Threshold
    if isinstance(threshold, str):
        if threshold not in THRESHOLDS:
            raise UsageError(f"unknown threshold {threshold!r}: use font, width or points")
        limit = THRESHOLDS[threshold]
    else:
        points = float(threshold)
        if not 0 < points < float("inf"):
            raise UsageError(f"a threshold of {threshold} points: use a number above 0")
        limit = lambda page, blocks: points  # noqa: E731
    if header_lines is not None and header_lines < 0:
        raise UsageError(f"{header_lines} header lines: use 0 or more")
    found = find_regions(document.pages, limit, header_lines)
    return Regions(tuple(found), document.engine, document.warnings)


def find_regions(
    pages: Sequence[Page], threshold: Threshold | None = None, header_lines: int | None = None
) -> list[PageRegions]:
    """The regions of every page; pages are compared for headers and for short columns."""
    limit = threshold or font_threshold
    drafts = [
        _Sheet(page, margins, limit)
        for page, margins in zip(pages, find_margins(pages, header_lines), strict=True)
    ]
    places = Counter(
        (round(left), round(right)) for sheet in drafts for left, right in sheet.gaps.places
    )
    known = [(float(left), float(right)) for (left, right), _ in places.most_common(MOST_KNOWN)]
    return [sheet.regions(known) for sheet in drafts]


def font_threshold(page: Page, blocks: Sequence[TextBlock]) -> float:
    """From the mean width of a character in the modal font size."""
    return FONT_THRESHOLD * mean_character(blocks) or width_threshold(page, blocks)


def width_threshold(page: Page, blocks: Sequence[TextBlock]) -> float:
    """From the width of the page."""
    return WIDTH_THRESHOLD * page.width


THRESHOLDS: dict[str, Threshold] = {"font": font_threshold, "width": width_threshold}


class _Sheet:
    """One page with its header, images and text told apart."""

    def __init__(self, page: Page, margins: Margins, threshold: Threshold) -> None:
        self.page, self.margins = page, margins
        seen = [b for b in page.blocks if not b.hidden]
        self.turned = [b for b in seen if b.rotation]
        rows = (*margins.header, *margins.footer)
        outer = {id(block) for row in rows for block in row.blocks}
        inner = [b for b in seen if not b.rotation and id(b) not in outer]
        self.images = [Draft("image", [], image=box) for box in find_images(page, inner)]
        self.blocks = [b for b in inner if not self._is_label(b)]
        limit = threshold(page, self.blocks)
        runs = join_pieces(self.blocks, lambda piece, block: block.box.left - piece.right < limit)
        self.gaps = Gaps(runs, limit, page.width)

    def _is_label(self, block: TextBlock) -> bool:
        for image in self.images:
            if holds(image.box, block):
                image.labels.append(block)
                return True
        return False

    def regions(self, known: Sequence[tuple[float, float]]) -> PageRegions:
        gaps = self.gaps.separations(known)
        pieces = join_pieces(self.blocks, lambda piece, block: not parted(piece, block, gaps))
        drafts = expand_regions(pieces, gaps)
        for image in self.images:
            drafts = split_at_image(drafts, image)
        ordered = [drafts[index] for index in order_boxes([draft.box for draft in drafts])]
        for image in self.images:
            ordered.insert(_place_of_image(image, ordered), image)
        return PageRegions(
            self.page,
            tuple(self._finished(ordered)),
            min((gap.width for gap in gaps), default=None),
        )

    def _finished(self, ordered: Sequence[Draft]) -> Iterable[Region]:
        boxes = [draft.box for draft in ordered if draft.kind == "text"]
        number = 0
        if self.margins.header:
            number += 1
            yield _margin_region(number, "header", self.margins.header)
        for draft in ordered:
            number += 1
            if draft.kind == "image":
                labels = tuple(line_text([block]) for block in draft.labels)
                yield Region(number, "image", draft.box, labels)
                continue
            lines = tuple(p.text for p in sorted(draft.pieces, key=lambda p: (-p.middle, p.left)))
            column, columns = _column_of(draft.box, boxes)
            yield Region(number, "text", draft.box, lines, column, columns, draft.ended_by)
        if self.turned:
            number += 1
            box = Box.around(b.box for b in self.turned)
            yield Region(number, "text", box, tuple(b.text for b in self.turned), ended_by="page")
        if self.margins.footer:
            yield _margin_region(number + 1, "footer", self.margins.footer)


def _place_of_image(image: Draft, ordered: Sequence[Draft]) -> int:
    """After its host, or after the last region that ends above it; else before those below."""
    box = image.box
    places = [
        index + 1
        for index, draft in enumerate(ordered)
        if draft is image.host
        or (draft.box.bottom >= (box.bottom + box.top) / 2 and _overlap_x(draft.box, box))
    ]
    if places:
        return max(places)
    below = [i for i, draft in enumerate(ordered) if _overlap_x(draft.box, box)]
    return min(below, default=len(ordered))


def _overlap_x(one: Box, other: Box) -> bool:
    return min(one.right, other.right) > max(one.left, other.left)


def _margin_region(number: int, kind: str, rows: Sequence[Row]) -> Region:
    box = Box.around(block.box for row in rows for block in row.blocks)
    return Region(number, kind, box, tuple(row.text for row in rows))


def _column_of(box: Box, boxes: Sequence[Box]) -> tuple[int, int]:
    """Which column of how many a region is, among those that stand beside it."""
    beside = [
        other
        for other in boxes
        if min(box.top, other.top) - max(box.bottom, other.bottom)
        > 0.5 * min(box.height, other.height)
    ]
    reach, columns, column = float("-inf"), 0, 1
    for other in sorted(beside, key=lambda b: b.left):
        if other.left > reach:
            columns += 1
        reach = max(reach, other.right)
        if other == box:
            column = columns
    return column, columns
