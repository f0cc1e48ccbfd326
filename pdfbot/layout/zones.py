"""Zones of a page: bands of text in columns, and bands of what stands over several of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pdfbot.dataclass import dataclass
from pdfbot.layout.columns import (
    BEGINS,
    Columns,
    as_large_as_body,
    find_stretches,
    sweep_columns,
)
from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.segments import Segment
from pdfbot.middle import median
from pdfbot.model import Graphic, Page
from pdfbot.thresholds import Thresholds

# In ems of a line's own size, from its baseline: the middle, the foot and the head of its letters.
MIDDLE, FOOT, HEAD = 0.3, 0.25, 0.8
# Ems: bands nearer than this are one; up to the second with nothing between them.
TOUCHING, ADJOINING = 0.2, 1.2
# Ems: a line that stands over two columns reaches so far into both.
CROSSING = 0.5
# Share of the text's width: wider lines stand over all columns.
FULL_WIDTH = 0.7
# Share of the page: higher drawings are frames.
FRAME = 0.7
# A size change: lines on each side that show it, fewer where white space (ems) lies between;
# the share of those above that have one size; how far apart (ems) the columns may change.
CHANGE_LINES, CHANGE_LINES_APART, CHANGE_GAP, CHANGE_SHARE, CHANGE_SPREAD = 8, 2, 3, 0.75, 3
# Lines at the bottom whose median is the size that goes on there.
LAST_LINES = 3
# The last line of a full-width paragraph: its distance (ems), size (share), indent (ems), and
# how near (ems) a line beside it would stand.
DROP_LEAST, DROP_MOST, DROP_SIZE, DROP_INDENT, DROP_BESIDE = 0.8, 1.5, 0.05, 3, 0.6
# Points: the two rules of a table have the same ends.
RULE_ENDS = 4
# Running text: characters of a line, and how many such lines fill a column.
RUNNING_CHARS, RUNNING_LINES = 25, 3


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
    for columns_here, full, inside in _bands(page, segments, columns, em, thresholds):
        number += 1
        if full or columns_here.count == 1:
            yield Area(number, 1, columns_here.lefts[0], columns_here.rights[-1], inside)
            continue
        for index in range(columns_here.count):
            members = [s for s in inside if columns_here.of(s.left, s.right) == index]
            edges = columns_here.lefts[index], columns_here.rights[index]
            yield Area(number, index + 1, *edges, members)


def _bands(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Iterator[tuple[Columns, bool, list[Segment]]]:
    """Zones with their columns; what stands over the page's columns may have others of its own."""
    for low, high, full in _zones(page, segments, columns, em, thresholds):
        inside = _between(segments, low, high)
        own = _own_columns(inside, columns, em, thresholds) if full else None
        if own is None:
            yield columns, full, inside
            continue
        for low_own, high_own, full_own in _zones(page, inside, own, em, thresholds):
            yield own, full_own, _between(inside, low_own, high_own)


def _between(segments: list[Segment], low: float, high: float) -> list[Segment]:
    return [s for s in segments if low <= s.baseline + MIDDLE * s.size < high]


def _own_columns(
    inside: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Columns | None:
    """Remark 3 of section 4.2: sweep a part of the page by itself, without its full lines."""
    widest = FULL_WIDTH * (columns.rights[-1] - columns.lefts[0])
    narrow = [s for s in inside if s.right - s.left < widest]
    stretches = as_large_as_body(find_stretches(narrow, thresholds), em, thresholds)
    own = sweep_columns([stretches], thresholds)
    founded = own.count > 1 and all(
        sum(abs(s.left - left) <= BEGINS and s.length >= thresholds.min_sweep_chars for s in narrow)
        >= thresholds.min_column_lines
        for left in own.lefts
    )
    return own if founded else None


Zone = tuple[float, float, bool]


def _zones(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> list[Zone]:
    """Horizontal bands from the top: text in columns, or text (drawings) over several of them."""
    top, bottom = float("inf"), float("-inf")
    if columns.count == 1:
        return [(bottom, top, False)]
    crossing = [
        s
        for s in segments
        if columns.crosses(s.left, s.right, CROSSING * em)
        and not _overfull(s, segments, columns, thresholds)
    ]
    crossing += _last_lines(crossing, segments, columns)
    spans = [(s.baseline - FOOT * s.size, s.baseline + HEAD * s.size) for s in crossing]
    spans += _graphic_spans(page, segments, columns, em, thresholds)
    zones: list[Zone] = []
    for low, high in _merge(spans, segments, em):
        zones += [(high, top, False), (low, high, True)]
        top = low
    zones.append((bottom, top, False))
    return [
        part for zone in zones for part in _cut_at_size(zone, segments, columns, em, thresholds)
    ]


def _merge(
    spans: list[tuple[float, float]], segments: list[Segment], em: float
) -> list[tuple[float, float]]:
    """Bands from the top; those that touch, or have nothing between them, are one.

    The signs of roots and brackets hang below their lines: they are nothing.
    """
    merged: list[tuple[float, float]] = []
    heights = [s.baseline for s in segments if not s.is_symbol] if spans else []
    for low, high in sorted(spans, key=lambda span: -span[1]):
        if merged and (
            high >= merged[-1][0] - TOUCHING * em
            or (
                high >= merged[-1][0] - ADJOINING * em
                and not any(high < height < merged[-1][0] for height in heights)
            )
        ):
            merged[-1] = (min(low, merged[-1][0]), merged[-1][1])
        else:
            merged.append((low, high))
    return merged


def _cut_at_size(
    zone: Zone, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> list[Zone]:
    """Balanced columns end and others in another size begin at one height: two zones."""
    low, high, full = zone
    if full:
        return [zone]
    long = [
        s for s in segments if low <= s.baseline < high and s.length >= thresholds.min_sweep_chars
    ]
    cuts = []
    for index in range(columns.count):
        lines = [s for s in long if columns.of(s.left, s.right) == index]
        cut = _size_change(sorted(lines, key=lambda s: -s.baseline), thresholds.size_change)
        if cut is None:
            return [zone]
        cuts.append(cut)
    if max(cuts) - min(cuts) > CHANGE_SPREAD * em:
        return [zone]
    middle = sum(cuts) / len(cuts)
    return [(middle, high, False), (low, middle, False)]


def _size_change(lines: list[Segment], slack: float) -> float | None:
    """The height at which one size ends and another goes on to the bottom.

    Many lines on each side show it, or a few where white space lies between.
    """
    if len(lines) < 2 * CHANGE_LINES_APART:
        return None
    last = median(s.size for s in lines[-LAST_LINES:])
    start = _last_size_start([abs(s.size - last) < slack * last for s in lines])
    if not CHANGE_LINES_APART <= start <= len(lines) - CHANGE_LINES_APART:
        return None
    wide = lines[start - 1].baseline - lines[start].baseline > CHANGE_GAP * last
    least = CHANGE_LINES_APART if wide else CHANGE_LINES
    above = lines[max(start - least, 0) : start]
    same = sum(abs(s.size - above[-1].size) < slack * last for s in above)
    if len(lines) - start < least or same < CHANGE_SHARE * least:
        return None
    return (lines[start - 1].baseline + lines[start].baseline + lines[start].size) / 2


def _last_size_start(is_last: list[bool]) -> int:
    """Where the last size begins; single lines in another size do not interrupt it."""
    start = len(is_last)
    while start and any(is_last[max(start - 2, 0) : start]):
        start -= 1
    while start < len(is_last) and not is_last[start]:
        start += 1
    return start


def _last_lines(
    crossing: list[Segment], segments: list[Segment], columns: Columns
) -> list[Segment]:
    """The short last line of a paragraph over all columns: alone at its height, right below."""
    found = []
    for upper in crossing:
        for segment in segments:
            drop = upper.baseline - segment.baseline
            if (
                DROP_LEAST * upper.size < drop < DROP_MOST * upper.size
                and abs(segment.size - upper.size) < DROP_SIZE * upper.size
                and abs(segment.left - upper.left) < DROP_INDENT * upper.size
                and segment.right < columns.lefts[-1]
                and not any(
                    s is not segment
                    and abs(s.baseline - segment.baseline) < DROP_BESIDE * segment.size
                    and s.left > segment.right
                    for s in segments
                )
            ):
                found.append(segment)
    return found


def _overfull(
    segment: Segment, segments: list[Segment], columns: Columns, thresholds: Thresholds
) -> bool:
    """A line that sticks out of its column into text that stands there is no line over both."""
    return any(
        other is not segment
        and abs(other.baseline - segment.baseline) < HEAD * segment.size
        and any(abs(other.left - left) < thresholds.edge_slack for left in columns.lefts)
        and other.left < segment.right < other.right
        for other in segments
    )


def _graphic_spans(
    page: Page, segments: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> list[tuple[float, float]]:
    """Drawings and ruled tables that stand over several columns, with no running text beside."""
    spans = [
        (box.bottom, box.top)
        for box in drawn_regions(page, em, thresholds)
        if columns.crosses(box.left, box.right, em) and box.height < FRAME * page.height
    ]
    rules = sorted(
        (
            g
            for g in page.graphics
            if g.kind == "rule" and columns.crosses(g.box.left, g.box.right, em)
        ),
        key=lambda g: -g.box.top,
    )
    spans += [
        (lower.box.bottom, upper.box.top)
        for upper, lower in pairwise(rules)
        if _same_width(upper, lower)
    ]
    return [s for s in spans if not _has_columns(segments, columns, *s, thresholds.edge_slack)]


def _same_width(upper: Graphic, lower: Graphic) -> bool:
    return (
        abs(upper.box.left - lower.box.left) < RULE_ENDS
        and abs(upper.box.right - lower.box.right) < RULE_ENDS
    )


def _has_columns(
    segments: list[Segment], columns: Columns, low: float, high: float, slack: float
) -> bool:
    """Is there running text in one of the columns between two heights?"""
    inside = [s for s in segments if low < s.baseline < high and s.length >= RUNNING_CHARS]
    return any(
        sum(abs(s.left - left) < slack and abs(s.right - right) < slack for s in inside)
        >= RUNNING_LINES
        for left, right in zip(columns.lefts, columns.rights, strict=True)
    )
