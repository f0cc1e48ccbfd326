"""Floats with text wrapped around them: a figure on one side of a column, lines on the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.segments import Segment
from pdfbot.layout.zones import LETTER_MIDDLE, Area
from pdfbot.model import Page
from pdfbot.text.caption_labels import label_of

# Lines beside a float, at least.
MIN_WRAPPED_LINES = 4
# Share of the column: a float takes at least this much of it, and so do the lines beside it.
MIN_FLOAT_SHARE = 0.2
# Ems: lines end this close to their edge; hyphens may hang past it.
WRAP_EDGE_SLACK = 0.35
# Ems: the first line of a paragraph is indented by no more.
MAX_WRAPPED_INDENT = 3.0
# Ems: white space between a float and the lines beside it, at least.
MIN_FLOAT_GAP = 0.5
# Ems: the lines beside a float are no further apart than this.
MAX_WRAPPED_PITCH = 2.6
# Share of a float's side of the column that its drawing takes.
MIN_DRAWING_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class _Wrap:
    """The edges of the lines beside a float, and the heights between which they are."""

    left: float
    right: float
    low: float
    high: float

    def has_height_of(self, segment: Segment) -> bool:
        return self.low <= segment.baseline + LETTER_MIDDLE * segment.size <= self.high

    def holds(self, segment: Segment, slack: float) -> bool:
        return segment.left >= self.left - slack and segment.right <= self.right + slack


def set_apart_wrapped(area: Area, page: Page, column: int, em: float) -> Iterator[Area]:
    """The text of a column above, beside and below a float, then the float as another column."""
    wrap = _find_wrap(area, page, em)
    if wrap is None:
        yield area
        return
    slack = WRAP_EDGE_SLACK * em
    level = [s for s in area.segments if wrap.has_height_of(s)]
    beside = [s for s in level if wrap.holds(s, slack)]
    floated = [s for s in level if not wrap.holds(s, slack)]
    above = [s for s in area.segments if s.baseline + LETTER_MIDDLE * s.size > wrap.high]
    below = [s for s in area.segments if s.baseline + LETTER_MIDDLE * s.size < wrap.low]
    yield replace(area, segments=above)
    yield replace(area, left=wrap.left, right=wrap.right, segments=beside)
    yield from set_apart_wrapped(replace(area, segments=below), page, column, em)
    side = (wrap.right, area.right) if wrap.left == area.left else (area.left, wrap.left)
    yield replace(area, column=column, left=side[0], right=side[1], segments=floated)


def _find_wrap(area: Area, page: Page, em: float) -> _Wrap | None:
    """The topmost lines that share an edge inside the column, beside a drawing or a caption."""
    width = area.right - area.left
    slack = WRAP_EDGE_SLACK * em
    inner = MIN_FLOAT_SHARE * width
    flush_right = [
        s for s in area.segments if s.left > area.left + inner and abs(s.right - area.right) < slack
    ]
    flush_left = [
        s for s in area.segments if s.right < area.right - inner and abs(s.left - area.left) < slack
    ]
    found = [
        wrap
        for lines, is_right in ((flush_right, True), (flush_left, False))
        for wrap in _runs(area, lines, is_right, em)
        if _is_beside_float(area, wrap, page, em)
    ]
    return max(found, key=lambda wrap: wrap.high, default=None)


def _runs(area: Area, lines: Sequence[Segment], is_right: bool, em: float) -> Iterator[_Wrap]:
    """Runs of lines from an inner edge to an edge of the column, with what is level with them."""
    edges = Counter(round(s.left if is_right else s.right) for s in lines)
    for edge, count in edges.most_common(2):
        if count + edges[edge - 1] + edges[edge + 1] < MIN_WRAPPED_LINES:
            continue
        left, right = (float(edge), area.right) if is_right else (area.left, float(edge))
        if right - left < MIN_FLOAT_SHARE * (area.right - area.left):
            continue
        yield from _heights(area, left, right, em)


def _heights(area: Area, left: float, right: float, em: float) -> Iterator[_Wrap]:
    """Consecutive lines between two edges, with nothing that crosses the inner one."""
    slack = WRAP_EDGE_SLACK * em
    gap = MIN_FLOAT_GAP * em
    full: list[Segment] = []
    run: list[Segment] = []
    for segment in sorted(area.segments, key=lambda s: -s.baseline):
        if segment.right < left - gap or segment.left > right + gap:
            continue
        inside = segment.left > left - slack and segment.right < right + slack
        near = not run or run[-1].baseline - segment.baseline < MAX_WRAPPED_PITCH * em
        if inside and near and segment.left < left + MAX_WRAPPED_INDENT * em:
            run.append(segment)
            full += [segment] if abs(segment.right - right) < slack else []
            continue
        if inside and near:
            continue
        if len(full) >= MIN_WRAPPED_LINES:
            yield _around(run, left, right)
        run, full = ([segment], []) if inside else ([], [])
    if len(full) >= MIN_WRAPPED_LINES:
        yield _around(run, left, right)


def _around(run: Sequence[Segment], left: float, right: float) -> _Wrap:
    return _Wrap(left, right, run[-1].baseline, run[0].baseline + run[0].size)


def _is_beside_float(area: Area, wrap: _Wrap, page: Page, em: float) -> bool:
    """Whether a drawing, or text that opens with a label, is beyond the inner edge."""
    low, high = (wrap.right, area.right) if wrap.left == area.left else (area.left, wrap.left)
    slack = WRAP_EDGE_SLACK * em
    if any(
        label_of(" ".join(b.text for b in s.blocks))
        for s in area.segments
        if wrap.has_height_of(s) and s.left >= low - slack and s.right <= high + slack
    ):
        return True
    return any(
        box.left >= low - em
        and box.right <= high + em
        and box.width >= MIN_DRAWING_SHARE * (high - low)
        and wrap.low < (box.bottom + box.top) / 2 < wrap.high
        for box in drawn_regions(page, em)
    )
