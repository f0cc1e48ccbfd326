"""Left Regions Expansion: a page cut into regions, in the order in which a person reads them.

The method is that of Hasan, Parapar and Barreiro, on boxes instead of pixels; docs/regions.md
describes where it goes further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Annotated, TypeAlias

from pdfbot.errors import UsageError
from pdfbot.geometry import contains_centre, overlap_height, overlap_width
from pdfbot.layout.mirroring import axis_of, is_right_to_left, mirror, set_apart_signs
from pdfbot.methods.left_regions.box_order import order_boxes
from pdfbot.methods.left_regions.column_gaps import PageGaps
from pdfbot.methods.left_regions.expansion import (
    RegionDraft,
    are_separated,
    expand_regions,
    split_at_image,
)
from pdfbot.methods.left_regions.images import find_images
from pdfbot.methods.left_regions.line_fragments import (
    build_fragments,
    line_text,
    mean_character_width,
)
from pdfbot.methods.left_regions.page_headers import (
    HeaderAndFooter,
    Row,
    find_headers_and_footers,
)
from pdfbot.model import Box, Brief, Document, Page, TextBlock

# In mean character widths of the modal font size: the narrowest column gap.
FONT_THRESHOLD = 1.75
# Share of the page's width: the narrowest column gap.
WIDTH_THRESHOLD = 0.015
# Column gaps of other pages that are tried on a page with few lines.
MAX_KNOWN_GAPS = 8
# Share of the smaller height: regions that overlap more are columns side by side.
MIN_REGION_OVERLAP = 0.5

Threshold: TypeAlias = Callable[[Page, Sequence[TextBlock]], float]


@dataclass(frozen=True, slots=True, repr=False)
class Region(Brief):
    """A rectangle that is read without interruption: `column` of `columns` side by side.

    `kind` is header, text, image or footer. `ended_by` is why a text region ends where it does:
    "separation" (a column gap begins below it), "width" (a wider line follows), "image", "page".
    """

    number: Annotated[int, "place in the reading order of its page, from 1"]
    kind: Annotated[str, "`header`, `text`, `image` or `footer`"]
    box: Annotated[Box, "where it is"]
    lines: Annotated[tuple[str, ...], "the text of its lines"] = field(repr=False)
    column: Annotated[int, "its column among those side by side"] = 1
    columns: Annotated[int, "how many there are side by side"] = 1
    ended_by: Annotated[str, "why it ends where it does; for text only"] = ""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True, repr=False)
class PageRegions(Brief):
    """A page's regions in reading order; `separation` is its narrowest column gap, in points."""

    page: Annotated[Page, "the page"]
    regions: Annotated[tuple[Region, ...], "in reading order"] = field(repr=False)
    separation: Annotated[
        float | None, "the narrowest gap between its columns, in points; None if there is none"
    ]

    @property
    def text(self) -> str:
        return "\n\n".join(r.text for r in self.regions if r.lines)


@dataclass(frozen=True, slots=True, repr=False)
class Regions(Brief):
    """The regions of a whole document."""

    pages: Annotated[tuple[PageRegions, ...], "the pages with their regions"] = field(repr=False)
    engine: Annotated[str, "what read the document"]
    warnings: Annotated[tuple[str, ...], "what may be wrong, in one line each"] = ()

    @property
    def text(self) -> str:
        """All text in the order in which a person reads it, regions separated by blank lines."""
        return "\n\n".join(page.text for page in self.pages if page.text)


def document_regions(
    document: Document, threshold: str | float = "font", header_lines: int | None = None
) -> Regions:
    """The regions of a document; `threshold` is "font", "width" or a number of points.

    A document that is read from right to left is divided in a mirror.
    """
    min_gap = _parse_threshold(threshold)
    if header_lines is not None and header_lines < 0:
        raise UsageError(f"{header_lines} header lines: use 0 or more")
    if is_right_to_left(document):
        axis = axis_of(document)
        mirrored = mirror(set_apart_signs(document), axis)
        found = [
            replace(mirror(regions, axis), page=page)
            for page, regions in zip(
                document.pages, find_regions(mirrored.pages, min_gap, header_lines), strict=True
            )
        ]
    else:
        found = find_regions(document.pages, min_gap, header_lines)
    return Regions(tuple(found), document.engine, document.warnings)


def _parse_threshold(given: str | float) -> Threshold:
    if isinstance(given, str):
        if given not in THRESHOLDS:
            raise UsageError(f"unknown threshold {given!r}: use font, width or points")
        return THRESHOLDS[given]
    points = float(given)
    if not isfinite(points) or points <= 0:
        raise UsageError(f"a threshold of {given} points: use a number above 0")
    return lambda page, blocks: points


def find_regions(
    pages: Sequence[Page], threshold: Threshold | None = None, header_lines: int | None = None
) -> list[PageRegions]:
    """The regions of every page; pages are compared to find headers and short columns."""
    contents = [
        _PageContent(page, outer, threshold or font_threshold)
        for page, outer in zip(pages, find_headers_and_footers(pages, header_lines), strict=True)
    ]
    positions = Counter(
        (round(left), round(right))
        for content in contents
        for left, right in content.gaps.positions
    )
    common = positions.most_common(MAX_KNOWN_GAPS)
    known = [(float(left), float(right)) for (left, right), _ in common]
    return [content.regions(known) for content in contents]


def font_threshold(page: Page, blocks: Sequence[TextBlock]) -> float:
    """The narrowest column gap, from the mean width of a character in the modal font size."""
    return FONT_THRESHOLD * mean_character_width(blocks) or width_threshold(page, blocks)


def width_threshold(page: Page, blocks: Sequence[TextBlock]) -> float:
    """The narrowest column gap, from the width of the page."""
    return WIDTH_THRESHOLD * page.width


THRESHOLDS: dict[str, Threshold] = {"font": font_threshold, "width": width_threshold}


class _PageContent:
    """One page, divided into header, footer, images and text."""

    def __init__(self, page: Page, outer: HeaderAndFooter, threshold: Threshold) -> None:
        self.page = page
        self.outer = outer
        visible = [b for b in page.blocks if not b.hidden]
        self.rotated = [b for b in visible if b.rotation]
        outer_ids = {id(b) for row in (*outer.header, *outer.footer) for b in row.blocks}
        inner = [b for b in visible if not b.rotation and id(b) not in outer_ids]
        self.images = [RegionDraft("image", [], image=box) for box in find_images(page, inner)]
        self.blocks = [b for b in inner if not self._take_label(b)]
        min_gap = threshold(page, self.blocks)
        fragments = build_fragments(
            self.blocks, lambda fragment, block: block.box.left - fragment.right < min_gap
        )
        self.gaps = PageGaps(fragments, min_gap, page.width)

    def _take_label(self, block: TextBlock) -> bool:
        """Add the block to the image that it labels; return whether there is one."""
        for image in self.images:
            if contains_centre(image.box, block.box):
                image.labels.append(block)
                return True
        return False

    def regions(self, known: Sequence[tuple[float, float]]) -> PageRegions:
        """The regions in reading order; `known` are the column gaps of other pages."""
        gaps = self.gaps.column_gaps(known)
        fragments = build_fragments(
            self.blocks, lambda fragment, block: not are_separated(fragment, block, gaps)
        )
        drafts = expand_regions(fragments, gaps)
        for image in self.images:
            drafts = split_at_image(drafts, image)
        ordered = [drafts[index] for index in order_boxes([draft.box for draft in drafts])]
        for image in self.images:
            ordered.insert(_position_of_image(image, ordered), image)
        narrowest = min((gap.width for gap in gaps), default=None)
        return PageRegions(self.page, tuple(self._number_regions(ordered)), narrowest)

    def _number_regions(self, ordered: Sequence[RegionDraft]) -> Iterator[Region]:
        """Number the regions: header, text and images, rotated text, footer."""
        boxes = [draft.box for draft in ordered if draft.kind == "text"]
        number = 0
        if self.outer.header:
            number += 1
            yield _outer_region(number, "header", self.outer.header)
        for draft in ordered:
            number += 1
            if draft.kind == "image":
                labels = tuple(line_text([block]) for block in draft.labels)
                yield Region(number, "image", draft.box, labels)
                continue
            fragments = sorted(draft.fragments, key=lambda f: (-f.middle, f.left))
            lines = tuple(fragment.text for fragment in fragments)
            column, columns = _column_number(draft.box, boxes)
            yield Region(number, "text", draft.box, lines, column, columns, draft.ended_by)
        if self.rotated:
            number += 1
            box = Box.around(b.box for b in self.rotated)
            yield Region(number, "text", box, tuple(b.text for b in self.rotated), ended_by="page")
        if self.outer.footer:
            yield _outer_region(number + 1, "footer", self.outer.footer)


def _position_of_image(image: RegionDraft, ordered: Sequence[RegionDraft]) -> int:
    """The index after its host or the last region above it, or else before those below it."""
    box = image.box
    overlapping = [i for i, draft in enumerate(ordered) if overlap_width(draft.box, box) > 0]
    middle = (box.bottom + box.top) / 2
    before = [i for i in overlapping if ordered[i].box.bottom >= middle]
    before += [i for i, draft in enumerate(ordered) if draft is image.host]
    if before:
        return max(before) + 1
    return min(overlapping, default=len(ordered))


def _outer_region(number: int, kind: str, rows: Sequence[Row]) -> Region:
    box = Box.around(block.box for row in rows for block in row.blocks)
    return Region(number, kind, box, tuple(row.text for row in rows))


def _column_number(box: Box, boxes: Sequence[Box]) -> tuple[int, int]:
    """The number of a region's column, and how many columns are side by side."""
    beside = [
        other
        for other in boxes
        if overlap_height(box, other) > MIN_REGION_OVERLAP * min(box.height, other.height)
    ]
    reach, columns, column = float("-inf"), 0, 1
    for other in sorted(beside, key=lambda b: b.left):
        if other.left > reach:
            columns += 1
        reach = max(reach, other.right)
        if other == box:
            column = columns
    return column, columns
