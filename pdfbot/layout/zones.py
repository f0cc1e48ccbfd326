"""Zones of a page: bands of text in columns, and bands that span several columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.layout.column_changes import find_column_change
from pdfbot.layout.column_choice import EDGE_SLACK, MIN_COLUMN_LINES
from pdfbot.layout.columns import (
    START_SLACK,
    Columns,
    as_large_as_body,
    find_extents,
    sweep_columns,
)
from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.fonts import MIN_RUNNING_CHARS, is_same_size
from pdfbot.layout.segments import MIN_TEXT_CHARS, Segment
from pdfbot.layout.size_changes import find_size_change
from pdfbot.layout.text_box import find_text_box, is_inside
from pdfbot.model import Graphic, Page
from pdfbot.thresholds import Thresholds

# Ems of the line, above its baseline: the middle of its letters.
LETTER_MIDDLE = 0.3
# Ems of the line, below its baseline: the bottom of its letters.
LETTER_BOTTOM = 0.25
# Ems of the line, above its baseline: the top of its letters.
LINE_TOP = 0.8
# Ems: bands no further apart than this are one.
MAX_BAND_GAP = 0.2
# Ems: so are bands no further apart than this with nothing between them.
MAX_EMPTY_BAND_GAP = 1.2
# Ems: a line that spans two columns extends this far into both.
MIN_CROSSING = 0.5
# Share of the text width: wider lines span all columns.
FULL_WIDTH = 0.7
# Share of the page height: taller drawings are frames.
MAX_DRAWING_HEIGHT = 0.7
# The last line of a full-width paragraph, in ems of the line above it: the baseline distance is
# more than this ...
MIN_LAST_LINE_DROP = 0.8
# ... and less than this, ...
MAX_LAST_LINE_DROP = 1.5
# ... and the left edges by less than this.
MAX_LAST_LINE_INDENT = 3
# Ems of the line: two full-width lines with one line between them are no further apart.
MAX_CUT_GAP = 3.0
# Ems: the left edge of a short line above full-width lines is no further from theirs.
MAX_FIRST_LINE_INDENT = 0.3
# Ems of the last line: baselines closer than this are side by side.
SAME_ROW_REACH = 0.6
# Lines of running text that fill their columns.
MIN_RUNNING_LINES = 3
INFINITY = float("inf")


@dataclass(frozen=True, slots=True)
class Area:
    """One column of one zone (both counted from the top left), its edges and its segments."""

    zone: int
    column: int
    left: float
    right: float
    segments: list[Segment]


def divide(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Iterator[Area]:
    """The areas of a page in reading order: zones from the top, columns from the left."""
    number = 0
    for band_columns, full, inside in _bands_and_box(page, segments, columns, em, thresholds):
        number += 1
        if full or band_columns.count == 1:
            yield Area(number, 1, band_columns.lefts[0], band_columns.rights[-1], inside)
            continue
        for index in range(band_columns.count):
            members = [s for s in inside if band_columns.of(s.left, s.right) == index]
            edges = band_columns.lefts[index], band_columns.rights[index]
            yield Area(number, index + 1, *edges, members)


def _bands_and_box(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Iterator[tuple[Columns, bool, list[Segment]]]:
    """The bands of the page; a box of text on the first page comes before what is beside it."""
    box = find_text_box(page, segments, columns, em) if page.number == 1 else None
    if box is None:
        yield from _bands(page, segments, columns, em, thresholds)
        return
    inside = [s for s in segments if is_inside(s, box)]
    edges = (min(s.left for s in inside),), (max(s.right for s in inside),)
    others = [s for s in segments if not is_inside(s, box)]
    above = [s for s in others if s.baseline >= box.top]
    yield from _bands(page, above, columns, em, thresholds)
    yield Columns(*edges, {}), False, inside
    below = [s for s in others if s.baseline < box.top]
    yield from _bands(page, below, columns, em, thresholds)


def _bands(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Iterator[tuple[Columns, bool, list[Segment]]]:
    """The zones with their columns; a zone that spans the page's columns may have others.

    So may the rest of a page where the references follow the text.
    """
    if change := find_column_change(segments, columns, em, thresholds):
        height, below = change
        yield from _bands(page, _between(segments, height, INFINITY), columns, em, thresholds)
        rest = _between(segments, -INFINITY, height)
        for low, high, full in _zones(page, rest, below, em):
            yield below, full, _between(rest, low, high)
        return
    for low, high, full in _zones(page, segments, columns, em):
        inside = _between(segments, low, high)
        own = _own_columns(inside, columns, em, thresholds) if full else None
        if own is None:
            yield columns, full, inside
            continue
        for own_low, own_high, own_full in _zones(page, inside, own, em):
            yield own, own_full, _between(inside, own_low, own_high)


def _between(segments: list[Segment], low: float, high: float) -> list[Segment]:
    return [s for s in segments if low <= s.baseline + LETTER_MIDDLE * s.size < high]


def _own_columns(
    inside: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Columns | None:
    """Sweep a part of the page by itself, without full-width lines (section 4.2, remark 3)."""
    max_width = FULL_WIDTH * (columns.rights[-1] - columns.lefts[0])
    narrow = [s for s in inside if s.right - s.left < max_width]
    extents = as_large_as_body(find_extents(narrow), em)
    own = sweep_columns([extents], thresholds)
    long = [s for s in narrow if s.length >= MIN_TEXT_CHARS]
    has_columns = own.count > 1 and all(
        sum(abs(s.left - left) <= START_SLACK for s in long) >= MIN_COLUMN_LINES
        for left in own.lefts
    )
    return own if has_columns else None


# Low, high, and whether it spans several columns.
Zone = tuple[float, float, bool]


def _zones(page: Page, segments: list[Segment], columns: Columns, em: float) -> list[Zone]:
    """The bands from the top: text in columns, or text and drawings that span several columns."""
    top, bottom = INFINITY, -INFINITY
    if columns.count == 1:
        return [(bottom, top, False)]
    crossing = [
        s
        for s in segments
        if columns.crosses(s.left, s.right, MIN_CROSSING * em)
        and not _overflows(s, segments, columns)
    ]
    crossing += [
        *_first_lines(crossing, segments, columns),
        *_last_lines(crossing, segments, columns),
        *_cut_lines(crossing, segments),
    ]
    spans = [
        (s.baseline - LETTER_BOTTOM * s.size, s.baseline + LINE_TOP * s.size) for s in crossing
    ]
    spans += _graphic_spans(page, segments, columns, em)
    zones: list[Zone] = []
    for low, high in _merge(spans, segments, em):
        zones += [(high, top, False), (low, high, True)]
        top = low
    zones.append((bottom, top, False))
    return [part for zone in zones for part in _cut_at_size_change(zone, segments, columns, em)]


def _merge(
    spans: list[tuple[float, float]], segments: list[Segment], em: float
) -> list[tuple[float, float]]:
    """Merge bands that touch or have nothing between them.

    Root signs and brackets hang below their lines, so they do not count.
    """
    merged: list[tuple[float, float]] = []
    baselines = [s.baseline for s in segments if not s.is_symbol] if spans else []
    for low, high in sorted(spans, key=lambda span: -span[1]):
        if merged and (
            high >= merged[-1][0] - MAX_BAND_GAP * em
            or (
                high >= merged[-1][0] - MAX_EMPTY_BAND_GAP * em
                and not any(high < baseline < merged[-1][0] for baseline in baselines)
            )
        ):
            merged[-1] = (min(low, merged[-1][0]), merged[-1][1])
        else:
            merged.append((low, high))
    return merged


def _cut_at_size_change(
    zone: Zone, segments: list[Segment], columns: Columns, em: float
) -> list[Zone]:
    """Split balanced columns above columns of another size into two zones."""
    low, high, full = zone
    if full:
        return [zone]
    inside = [s for s in segments if low <= s.baseline < high]
    height = find_size_change(inside, columns, em)
    if height is None:
        return [zone]
    return [(height, high, False), (low, height, False)]


def _last_lines(
    crossing: list[Segment], segments: list[Segment], columns: Columns
) -> list[Segment]:
    """Find short last lines of full-width paragraphs: right below, nothing on the right."""
    return [
        segment
        for upper in crossing
        for segment in segments
        if _is_short_line(segment, upper, upper.baseline - segment.baseline, columns)
        and abs(segment.left - upper.left) < MAX_LAST_LINE_INDENT * upper.size
        and not any(s.left > segment.right for s in _same_row(segment, segments))
    ]


def _first_lines(
    crossing: list[Segment], segments: list[Segment], columns: Columns
) -> list[Segment]:
    """Find short lines alone in their row right above full-width lines: labels of captions."""
    return [
        segment
        for lower in crossing
        for segment in segments
        if _is_short_line(segment, lower, segment.baseline - lower.baseline, columns)
        and abs(segment.left - lower.left) < MAX_FIRST_LINE_INDENT * lower.size
        and not any(_same_row(segment, segments))
    ]


def _cut_lines(crossing: list[Segment], segments: list[Segment]) -> list[Segment]:
    """Find lines between full-width ones that were cut at a word space."""
    found: list[Segment] = []
    by_height = sorted(crossing, key=lambda s: -s.baseline)
    for upper, lower in pairwise(by_height):
        size = upper.size
        is_gap = 2 * MIN_LAST_LINE_DROP < (upper.baseline - lower.baseline) / size < MAX_CUT_GAP
        if not is_gap or not is_same_size(lower.size, size):
            continue
        between = [s for s in segments if lower.baseline < s.baseline < upper.baseline]
        pieces = [s for s in between if s.size > size or is_same_size(s.size, size)]
        if len(pieces) == 2:
            one, other = sorted(pieces, key=lambda s: s.left)
            level = abs(one.baseline - other.baseline) < SAME_ROW_REACH * size
            found += pieces if level and 0 < other.left - one.right < size else []
    return found


def _is_short_line(segment: Segment, full: Segment, distance: float, columns: Columns) -> bool:
    """Whether a line ends before the last column, in the size of the full-width line next to it."""
    return (
        MIN_LAST_LINE_DROP * full.size < distance < MAX_LAST_LINE_DROP * full.size
        and is_same_size(segment.size, full.size)
        and segment.right < columns.lefts[-1]
    )


def _same_row(segment: Segment, segments: list[Segment]) -> Iterator[Segment]:
    reach = SAME_ROW_REACH * segment.size
    return (s for s in segments if s is not segment and abs(s.baseline - segment.baseline) < reach)


def _overflows(segment: Segment, segments: list[Segment], columns: Columns) -> bool:
    """Whether a line overflows its column into other text, and so does not span both columns."""
    return any(
        other is not segment
        and abs(other.baseline - segment.baseline) < LINE_TOP * segment.size
        and any(abs(other.left - left) < EDGE_SLACK for left in columns.lefts)
        and other.left < segment.right < other.right
        for other in segments
    )


def _graphic_spans(
    page: Page, segments: list[Segment], columns: Columns, em: float
) -> list[tuple[float, float]]:
    """Find drawings and ruled tables that span columns, with no text beside them."""
    spans = [
        (box.bottom, box.top)
        for box in drawn_regions(page, em)
        if columns.crosses(box.left, box.right, em)
        and box.height < MAX_DRAWING_HEIGHT * page.height
    ]
    rulings = sorted(
        (
            g
            for g in page.graphics
            if g.kind == "ruling" and columns.crosses(g.box.left, g.box.right, em)
        ),
        key=lambda g: -g.box.top,
    )
    spans += [
        (lower.box.bottom, upper.box.top)
        for upper, lower in pairwise(rulings)
        if _same_ends(upper, lower)
    ]
    return [span for span in spans if not _has_running_text(segments, columns, *span)]


def _same_ends(upper: Graphic, lower: Graphic) -> bool:
    return (
        abs(upper.box.left - lower.box.left) < EDGE_SLACK
        and abs(upper.box.right - lower.box.right) < EDGE_SLACK
    )


def _has_running_text(segments: list[Segment], columns: Columns, low: float, high: float) -> bool:
    """Whether a few lines fill a column, any of them, between two heights."""
    inside = [s for s in segments if low < s.baseline < high and s.length >= MIN_RUNNING_CHARS]
    edges = tuple(zip(columns.lefts, columns.rights, strict=True))
    filling = sum(
        any(abs(s.left - left) < EDGE_SLACK > abs(s.right - right) for left, right in edges)
        for s in inside
    )
    return filling >= MIN_RUNNING_LINES
