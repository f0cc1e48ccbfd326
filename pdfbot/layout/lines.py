"""Joins segments to lines, in the columns of each zone of each page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.decisions import (
    Decision,
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
    more_than,
)
from pdfbot.geometry import shared_height
from pdfbot.layout.column_choice import choose_columns
from pdfbot.layout.columns import EDGE_ROUNDING, Columns, as_large_as_body
from pdfbot.layout.drop_caps import begin_at_signs, join_drop_caps
from pdfbot.layout.fonts import Fonts
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.line_features import LayoutLine, Place, measure_line
from pdfbot.layout.line_numbers import MIN_LINE_NUMBERS
from pdfbot.layout.outdented import find_outdented
from pdfbot.layout.page_summary import PageSummary
from pdfbot.layout.scripts import attach_scripts
from pdfbot.layout.segments import (
    LEADING_RATIO,
    SAME_BASELINE,
    Segment,
    heading_over_text,
    is_sign,
)
from pdfbot.layout.side_column import MAX_SIDE_WIDTH, find_side_column, has_running_text
from pdfbot.layout.word_gaps import widest_gap
from pdfbot.layout.wrapped_floats import set_apart_wrapped
from pdfbot.layout.zones import Area, divide
from pdfbot.model import Finding, Line, Page, TextBlock, Verdict
from pdfbot.rules import Rule
from pdfbot.thresholds import Thresholds

# Ems: white space between columns; a word space is narrower.
MIN_COLUMN_GAP = 0.4
# Share of the smaller height: segments side by side have more in common.
MIN_ROW_HEIGHT_SHARE = 0.5
# Rows above that are searched for the row a segment belongs to.
MAX_ROWS_ABOVE = 6
# Points: baselines that round to the same step are sorted by size, the largest first.
ROW_STEP = 3
# Share of the narrower width: segments that overlap by more lie on top of each other.
MAX_OVERLAP = 0.3
# Ems: segments on one baseline may overlap by less than this.
MAX_OVERLAY = 0.6
# Ems: a sign on top of others of a line, as = below ∼ in ≅, is no further from its baseline.
MAX_SIGN_STEP = 0.15


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page's lines in reading order, and the lines out of the flow with their verdicts."""

    page: Page
    columns: Columns
    lines: tuple[LayoutLine, ...]
    out_of_flow: tuple[tuple[Line, Verdict], ...] = ()


def lay_out(
    summaries: Sequence[PageSummary],
    fonts: Fonts,
    thresholds: Thresholds,
    wanted: int | None = None,
    *,
    last_column_first: bool = False,
) -> list[PageLayout]:
    """Lay out every page as lines in columns; hidden and rotated text stays out of the flow."""
    em = fonts.base_size
    extents = {summary.page.number: as_large_as_body(summary.extents, em) for summary in summaries}
    columns = choose_columns(extents, thresholds, wanted)
    layouts: list[PageLayout] = []
    first_index = 0
    is_front = True
    for summary, chosen in zip(summaries, columns, strict=True):
        side = find_side_column(summary.segments, chosen, em) if is_front else []
        is_front = is_front and not has_running_text(summary.fonts, em)
        layouts.append(
            _lay_out_page(summary, chosen, side, em, thresholds, first_index, last_column_first)
        )
        first_index += len(layouts[-1].lines)
    return layouts


def _lay_out_page(
    summary: PageSummary,
    columns: Columns,
    side: list[Segment],
    em: float,
    thresholds: Thresholds,
    first_index: int,
    last_column_first: bool,
) -> PageLayout:
    """Lay out one page; `first_index` is the index of its first line in the document."""
    page = summary.page
    flow, aside = _split_flow(summary.segments, side, columns, em, thresholds)
    line_count: Counter[int] = Counter()
    placed: list[tuple[Line, Area, float]] = []
    zones = divide(page, flow, columns, em, thresholds)
    if last_column_first:
        zones = iter(sorted(zones, key=lambda area: (area.zone, -area.column)))
    areas = (
        part for area in zones for part in set_apart_wrapped(area, page, columns.count + 1, em)
    )
    for area in areas:
        rows = join_drop_caps(_rows(area.segments), summary.drop_caps)
        for row in begin_at_signs(rows, page.large_signs):
            line_count[area.column] += 1
            name = f"p{page.number}.c{area.column}.l{line_count[area.column]}"
            line = build_line(name, page.number, area.column, row.blocks, row.cap, row.left)
            gap = widest_gap(row.blocks, area.left, area.right, em)
            placed.append((line, area, gap))
    lines = tuple(
        measure_line(line, place, index)
        for index, (line, place) in enumerate(_with_places(placed), first_index)
    )
    narrow = SIDE_COLUMNS.decide(side, columns) if side else None
    in_column = [(segment, narrow) for segment in side if narrow]
    aside_lines = tuple(_out_of_flow(summary, aside, in_column))
    return PageLayout(page, columns, lines, aside_lines)


Aside = Sequence[tuple[Segment, Decision[Rule]]]


def _split_flow(
    segments: Sequence[Segment],
    side: Sequence[Segment],
    columns: Columns,
    em: float,
    thresholds: Thresholds,
) -> tuple[list[Segment], Aside]:
    """Split segments into those in the columns and those beside them; `side` is left out."""
    flow: list[Segment] = []
    aside: list[tuple[Segment, Decision[Rule]]] = []
    in_side = set(map(id, side))
    outdented = set(map(id, find_outdented(segments, columns, em)))
    for uncut in segments:
        if id(uncut) in in_side:
            continue
        if id(uncut) in outdented:
            flow.append(uncut)
            continue
        for segment in _cut_at_columns(uncut, columns, em, thresholds):
            is_inside = segment.right >= columns.lefts[0] and segment.left <= columns.rights[-1]
            found = None
            if not is_inside:
                found = BESIDE_COLUMNS.decide(segment, columns, em, thresholds)
            if found:
                aside.append((segment, found))
            else:
                flow.append(segment)
    return flow, aside


def _out_of_flow(
    summary: PageSummary, margin: Aside, side: Aside
) -> Iterator[tuple[Line, Verdict]]:
    """Text beside the body, line numbers, hidden and rotated text: lines in column 0."""
    page = summary.page.number
    asides = _blocks_out_of_flow(summary, margin, side)
    for number, (blocks, found) in enumerate(asides, 1):
        line = build_line(f"p{page}.c0.l{number}", page, 0, blocks)
        yield line, Verdict(line.id, found.outcome, Finding.of(found))


def _blocks_out_of_flow(
    summary: PageSummary, margin: Aside, side: Aside
) -> Iterator[tuple[Sequence[TextBlock], Decision[Rule]]]:
    """The blocks of each line out of the flow, with the reason."""
    for segments in (margin, side):
        for segment, found in sorted(segments, key=lambda pair: -pair[0].baseline):
            yield segment.blocks, found
    for index, block in enumerate(summary.page.blocks):
        is_number = index in summary.line_numbers
        if is_number or block.hidden or block.rotation:
            numbers = len(summary.line_numbers) if is_number else 0
            if reason := BLOCKS_ASIDE.decide(block, numbers):
                yield [block], reason


def _cut_at_columns(
    segment: Segment, columns: Columns, em: float, thresholds: Thresholds
) -> list[Segment]:
    """Cut a segment where a column starts, since the gap before it may be narrow."""
    blocks = segment.blocks
    if len(blocks) == 1:
        return [segment]
    min_gap, edge_reach = MIN_COLUMN_GAP * em, thresholds.edge_reach * em
    cuts: list[int] = []
    reach = blocks[0].box.right
    for index, block in enumerate(blocks[1:], 1):
        left = block.box.left
        if left - reach >= min_gap and (
            any(abs(left - edge) <= edge_reach for edge in columns.lefts)
            or any(reach - em < edge - EDGE_ROUNDING <= left for edge in columns.rights)
        ):
            cuts.append(index)
        reach = max(reach, block.box.right)
    if not cuts:
        return [segment]
    return [Segment.of(blocks[start:end]) for start, end in pairwise([0, *cuts, len(blocks)])]


def _is_left_of_columns(
    segment: Segment, columns: Columns, em: float, thresholds: Thresholds
) -> Measurement | None:
    distance = (columns.lefts[0] - segment.right) / em
    return more_than(distance, thresholds.edge_reach, "edge_reach")


def _is_right_of_columns(
    segment: Segment, columns: Columns, em: float, _: Thresholds
) -> Measurement | None:
    distance = (segment.left - columns.rights[-1]) / em
    return at_least(distance, MIN_COLUMN_GAP)


def _is_narrow(side: Sequence[Segment], columns: Columns) -> Measurement | None:
    """Whether text on one side takes only a small share of the text's width."""
    width = max(s.right for s in side) - min(s.left for s in side)
    return at_most(width / (columns.rights[-1] - columns.lefts[0]), MAX_SIDE_WIDTH)


# Beside the body area: no part of it extends into a column (Proposition 4.2).
BESIDE_COLUMNS: DecisionTable[[Segment, Columns, float, Thresholds], Rule] = DecisionTable(
    "beside the columns",
    (
        Test("left_of_columns", Rule.MARGIN, _is_left_of_columns),
        Test("right_of_columns", Rule.MARGIN, _is_right_of_columns),
    ),
)
SIDE_COLUMNS: DecisionTable[[Sequence[Segment], Columns], Rule] = DecisionTable(
    "side column", (Test("narrow_side_column", Rule.SIDE_COLUMN, _is_narrow),)
)


def _is_line_number(_: TextBlock, numbers: int) -> Measurement | None:
    return at_least(numbers, MIN_LINE_NUMBERS)


# The number is that of the line numbers of the page, 0 if the block is none of them.
BLOCKS_ASIDE: DecisionTable[[TextBlock, int], Rule] = DecisionTable(
    "blocks aside",
    (
        Test("line_number", Rule.LINE_NUMBER, _is_line_number),
        Test("hidden", Rule.HIDDEN, lambda block, *_: holds(block.hidden)),
        Test("rotated", Rule.ROTATED, lambda block, *_: more_than(abs(block.rotation), 0)),
    ),
)


def _rows(segments: list[Segment]) -> list[list[TextBlock]]:
    """Group segments that are side by side into lines; the largest text sets the height."""
    rows: list[list[Segment]] = []
    mains: list[Segment] = []
    by_height = sorted(
        segments, key=lambda s: (-round(s.baseline / ROW_STEP), -s.size, -s.baseline)
    )
    for segment in by_height:
        best, best_share = None, MIN_ROW_HEIGHT_SHARE
        for index in range(len(rows) - 1, max(-1, len(rows) - 1 - MAX_ROWS_ABOVE), -1):
            main = mains[index]
            if segment.low >= main.high or main.low >= segment.high:
                continue
            share = shared_height(segment.low, segment.high, main.low, main.high)
            if share > best_share and not _collides(segment, rows[index]):
                best, best_share = index, share
        if best is None:
            rows.append([segment])
            mains.append(segment)
        else:
            rows[best].append(segment)
            main = mains[best]
            if (segment.size, segment.length) > (main.size * LEADING_RATIO, main.length):
                mains[best] = segment
    attach_scripts(rows, mains)
    return [[b for s in row for b in s.blocks] for row in rows if row]


def _collides(segment: Segment, row: list[Segment]) -> bool:
    """Whether segments overlap, or are a heading and plain text, and so are not one line."""
    return any(
        heading_over_text(segment.blocks[0], s.blocks[0]) or _overlap(segment, s) for s in row
    )


def _overlap(one: Segment, other: Segment) -> bool:
    """Whether segments overlap; on one baseline, overlaid accents and hyphens do not count."""
    overlap = min(one.right, other.right) - max(one.left, other.left)
    em = max(one.size, other.size)
    if abs(one.baseline - other.baseline) < SAME_BASELINE * em and overlap < MAX_OVERLAY * em:
        return False
    if _covers_signs(one, other) or _covers_signs(other, one):
        return False
    return overlap > MAX_OVERLAP * min(one.right - one.left, other.right - other.left)


def _covers_signs(sign: Segment, text: Segment) -> bool:
    """Whether a sign lies on top of signs of a line: a composite sign."""
    least = MAX_OVERLAP * (sign.right - sign.left)
    is_level = abs(sign.baseline - text.baseline) < MAX_SIGN_STEP * text.size
    return (
        sign.is_symbol
        and is_level
        and all(
            is_sign(block)
            for block in text.blocks
            if min(sign.right, block.box.right) - max(sign.left, block.box.left) > least
        )
    )


def _with_places(placed: list[tuple[Line, Area, float]]) -> Iterator[tuple[Line, Place]]:
    """The lines with the baseline distances to their neighbours in the same area."""
    gaps = [
        upper.baseline - lower.baseline if upper_area is lower_area else float("inf")
        for (upper, upper_area, _), (lower, lower_area, _) in pairwise(placed)
    ]
    no_line = float("inf")
    for (line, area, gap), above, below in zip(
        placed, [no_line, *gaps], [*gaps, no_line], strict=False
    ):
        yield line, Place(area.zone, area.left, area.right, gap, above, below)
