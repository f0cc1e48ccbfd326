"""Zones of a page: bands of text in columns, and bands of what stands over several of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pdfbot.layout.columns import Columns, sweep_columns
from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.segments import Segment
from pdfbot.model import Graphic, Page
from pdfbot.thresholds import Thresholds


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
        inside = [s for s in segments if low <= s.baseline + 0.3 * s.size < high]
        own = _own_columns(inside, columns, em, thresholds) if full else None
        if own is None:
            yield columns, full, inside
            continue
        for low_own, high_own, full_own in _zones(page, inside, own, em, thresholds):
            members = [s for s in inside if low_own <= s.baseline + 0.3 * s.size < high_own]
            yield own, full_own, members


def _own_columns(
    inside: list[Segment], columns: Columns, em: float, thresholds: Thresholds
) -> Columns | None:
    """Remark 3 of section 4.2: sweep a part of the page by itself, without its full lines."""
    widest = 0.7 * (columns.rights[-1] - columns.lefts[0])
    narrow = [s for s in inside if s.right - s.left < widest]
    own = sweep_columns([narrow], em, thresholds)
    founded = own.count > 1 and all(
        sum(abs(s.left - left) <= 2 and s.length >= thresholds.min_sweep_chars for s in narrow)
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
        if columns.crosses(s.left, s.right, 0.5 * em) and not _overfull(s, segments, columns)
    ]
    crossing += _last_lines(crossing, segments, columns)
    spans = [(s.baseline - 0.25 * s.size, s.baseline + 0.8 * s.size) for s in crossing]
    spans += _graphic_spans(page, segments, columns, em, thresholds)
    spans.sort(key=lambda span: -span[1])
    merged: list[tuple[float, float]] = []
    for low, high in spans:
        if merged and (
            high >= merged[-1][0] - 0.2 * em
            or (
                high >= merged[-1][0] - 1.2 * em
                and not any(high < s.baseline < merged[-1][0] for s in segments)
            )
        ):
            merged[-1] = (min(low, merged[-1][0]), merged[-1][1])
        else:
            merged.append((low, high))
    zones: list[Zone] = []
    for low, high in merged:
        zones += [(high, top, False), (low, high, True)]
        top = low
    zones.append((bottom, top, False))
    return [part for zone in zones for part in _cut_at_size(zone, segments, columns, em)]


def _cut_at_size(zone: Zone, segments: list[Segment], columns: Columns, em: float) -> list[Zone]:
    """Balanced columns end and others in another size begin at one height: two zones."""
    low, high, full = zone
    if full:
        return [zone]
    heights = []
    for index in range(columns.count):
        lines = sorted(
            (
                s
                for s in segments
                if low <= s.baseline < high
                and s.length >= 15
                and columns.of(s.left, s.right) == index
            ),
            key=lambda s: -s.baseline,
        )
        heights.append(_size_change(lines))
    cuts = [h for h in heights if h is not None]
    if len(cuts) < columns.count or max(cuts) - min(cuts) > 3 * em:
        return [zone]
    cut = sum(cuts) / len(cuts)
    return [(cut, high, False), (low, cut, False)]


def _size_change(lines: list[Segment]) -> float | None:
    """The height at which one size ends and another goes on to the bottom.

    Eight lines on each side show it, or two where white space lies between.
    """
    if len(lines) < 4:
        return None
    last = median(s.size for s in lines[-3:])
    small = [abs(s.size - last) < 0.04 * last for s in lines]
    start = len(lines)
    while start and any(small[max(start - 2, 0) : start]):
        start -= 1
    while start < len(lines) and not small[start]:
        start += 1
    if not 2 <= start <= len(lines) - 2:
        return None
    wide = lines[start - 1].baseline - lines[start].baseline > 3 * last
    least = 2 if wide else 8
    above = lines[max(start - least, 0) : start]
    same = sum(abs(s.size - above[-1].size) < 0.04 * last for s in above)
    if len(lines) - start < least or same < 0.75 * least:
        return None
    return (lines[start - 1].baseline + lines[start].baseline + lines[start].size) / 2


def _last_lines(
    crossing: list[Segment], segments: list[Segment], columns: Columns
) -> list[Segment]:
    """The short last line of a paragraph over all columns: alone at its height, right below."""
    found = []
    for upper in crossing:
        for segment in segments:
            drop = upper.baseline - segment.baseline
            if (
                0.8 * upper.size < drop < 1.5 * upper.size
                and abs(segment.size - upper.size) < 0.05 * upper.size
                and abs(segment.left - upper.left) < 3 * upper.size
                and segment.right < columns.lefts[-1]
                and not any(
                    s is not segment
                    and abs(s.baseline - segment.baseline) < 0.6 * segment.size
                    and s.left > segment.right
                    for s in segments
                )
            ):
                found.append(segment)
    return found


def _overfull(segment: Segment, segments: list[Segment], columns: Columns) -> bool:
    """A line that sticks out of its column into text that stands there is no line over both."""
    return any(
        other is not segment
        and abs(other.baseline - segment.baseline) < 0.8 * segment.size
        and any(abs(other.left - left) < 3 for left in columns.lefts)
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
        if columns.crosses(box.left, box.right, em) and box.height < 0.7 * page.height
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
    return [span for span in spans if not _has_columns(segments, columns, *span)]


def _same_width(upper: Graphic, lower: Graphic) -> bool:
    return abs(upper.box.left - lower.box.left) < 4 and abs(upper.box.right - lower.box.right) < 4


def _has_columns(segments: list[Segment], columns: Columns, low: float, high: float) -> bool:
    """Is there running text in one of the columns between two heights?"""
    inside = [s for s in segments if low < s.baseline < high and s.length >= 25]
    return any(
        sum(abs(s.left - left) < 3 and abs(s.right - right) < 3 for s in inside) >= 3
        for left, right in zip(columns.lefts, columns.rights, strict=True)
    )
