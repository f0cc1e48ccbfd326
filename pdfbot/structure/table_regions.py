"""Regions of tables: the lines and rulings between a caption and the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pdfbot.geometry import overlap_width
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Caption, Line
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Role, Rule

# Points: a ruling is no thicker, and no shorter than this.
MAX_RULING_HEIGHT = 3.0
MIN_RULING_WIDTH = 12.0
# Points: rulings at one height are parts of one.
SAME_HEIGHT = 2.0
# Line sizes: from a caption to the first ruling or line of its table, and between its lines.
MAX_FIRST_GAP = 4.0
MAX_LINE_GAP = 3.5
# Points by which the lines of a table may stick out.
RULING_SLACK = 4.0
# Line sizes: rulings above the first and below the last line are no further.
RULING_REACH = 1.5
# Rulings that enclose a table: one above it, one below.
ENCLOSING = 2
# Lines with these roles are no cells.
NO_CELL = frozenset((None, Role.CAPTION, Role.PAGE_MARGIN, Role.REFERENCE, Role.KEYWORDS))


@dataclass(frozen=True, slots=True)
class TableRegion:
    """The lines of a table from the top, and its horizontal rulings."""

    page: int
    lines: tuple[Line, ...]
    rulings: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """The regions below and above a caption that may be its table."""

    below: TableRegion | None
    above: TableRegion | None


def find_places(
    layout: PageLayout, judgement: Judgement, caption: Caption, others: Iterable[Caption]
) -> TablePlaces:
    """The lines on both sides of a caption, up to text or another caption."""
    cells: list[Line] = [p for p in layout.lines if judgement.role_of(p) not in NO_CELL]
    cells += [line for line, found in layout.out_of_flow if found.rule is Rule.MARGIN]
    walls = [line.box for line in layout.lines if judgement.is_open(line)]
    walls += [box for other in others for box in _boxes_on(other, layout.page.number)]
    rulings = join_rulings(graphic.box for graphic in layout.page.graphics)
    caption_box = Box.around(_boxes_on(caption, layout.page.number))
    return places_around(caption_box, layout.page.number, cells, walls, rulings)


def places_around(
    caption: Box, page: int, cells: Sequence[Line], walls: Sequence[Box], rulings: Sequence[Box]
) -> TablePlaces:
    """The regions below and above a caption; `walls` are boxes that a table never crosses."""
    below, above = (_grow(caption, cells, walls, rulings, down) for down in (True, False))
    return TablePlaces(_enclosed(page, below, rulings), _enclosed(page, above, rulings))


def choose_sides(places: Sequence[TablePlaces]) -> list[TableRegion | None]:
    """The side on which most tables are, for captions that have lines on both sides."""
    only_above = sum(place.below is None and place.above is not None for place in places)
    only_below = sum(place.above is None and place.below is not None for place in places)
    if only_above > only_below:
        return [place.above or place.below for place in places]
    return [place.below or place.above for place in places]


def _boxes_on(caption: Caption, page: int) -> list[Box]:
    return [span.box for span in caption.spans if span.page == page]


def join_rulings(boxes: Iterable[Box]) -> list[Box]:
    """Horizontal rulings from the top; parts at one height are joined."""
    thin = [b for b in boxes if b.height <= MAX_RULING_HEIGHT and b.width >= MIN_RULING_WIDTH]
    joined: list[Box] = []
    for box in sorted(thin, key=lambda b: (-b.top, b.left)):
        last = joined[-1] if joined else None
        if last and last.top - box.top <= SAME_HEIGHT and box.left - last.right <= RULING_SLACK * 2:
            joined[-1] = Box.around((last, box))
        else:
            joined.append(box)
    return joined


def _grow(
    caption: Box, cells: Sequence[Line], walls: Sequence[Box], rulings: Sequence[Box], down: bool
) -> list[Line]:
    """Add lines away from the caption, up to text, another caption or white space."""

    def distance(box: Box) -> float:
        return caption.bottom - box.top if down else box.bottom - caption.top

    size = min(caption.height, MAX_LINE_GAP * RULING_SLACK)
    along = [r for r in rulings if overlap_width(r, caption) > 0]
    near = [r for r in along if -size < distance(r) < MAX_FIRST_GAP * size]
    span = Box.around([caption, *near])
    beyond = [c for c in cells if distance(c.box) > -size / 2 and _is_in(c.box, span)]
    stop = _nearest(distance(w) for w in walls if overlap_width(w, span) > RULING_SLACK)
    found: list[Line] = []
    end, max_gap = 0.0, MAX_FIRST_GAP
    for line in sorted(beyond, key=lambda c: distance(c.box)):
        start = distance(line.box)
        ruled = any(end <= distance(r) + SAME_HEIGHT <= start + line.size for r in rulings)
        if start > stop or start - end > max_gap * line.size * (1 + ruled):
            break
        found.append(line)
        end, max_gap = max(end, start + line.box.height), MAX_LINE_GAP
    return found


def _nearest(distances: Iterable[float]) -> float:
    """The distance to the next wall on this side of the caption."""
    return min((d for d in distances if d > -SAME_HEIGHT), default=float("inf"))


def _is_in(box: Box, span: Box) -> bool:
    return span.left - RULING_SLACK <= (box.left + box.right) / 2 <= span.right + RULING_SLACK


def _enclosed(page: int, lines: Sequence[Line], rulings: Sequence[Box]) -> TableRegion | None:
    """The lines between the outer rulings, if these enclose most lines."""
    if not lines:
        return None
    box = Box.around(line.box for line in lines)
    slack = max(line.size for line in lines) * RULING_REACH
    inside = [
        r
        for r in rulings
        if box.bottom - slack <= r.top <= box.top + slack and overlap_width(r, box) > 0
    ]
    wide = [r for r in inside if r.width >= box.width / 2]
    if len(wide) >= ENCLOSING:
        kept = [c for c in lines if wide[-1].top < (c.box.top + c.box.bottom) / 2 < wide[0].top]
        lines = kept if len(kept) >= len(lines) / 2 else lines
    ordered = sorted(lines, key=lambda c: (-c.baseline, c.box.left))
    return TableRegion(page, tuple(ordered), tuple(inside))
