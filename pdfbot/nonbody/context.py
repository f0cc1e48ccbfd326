"""What every rule sees: the lines in reading order and measurements of the whole document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.thresholds import Thresholds

# Pitches: the largest space above that is reported, also where there is no line above.
MAX_SPACE_ABOVE = 99.0
# Points: baseline distances are counted in steps of this size for BASE_LS.
GAP_STEP = 0.25
# Share of the body's size: lines that count for BASE_LS differ from it by less.
PITCH_SIZE_SLACK = 0.05
# Ems: smaller and larger baseline distances do not count for BASE_LS.
MIN_PITCH = 0.3
MAX_PITCH = 4
# Ems: the usual line pitch, assumed for BASE_LS where no distance counts.
USUAL_PITCH = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentContext:
    """The document being judged; `columns` has the lines of each column of each zone.

    `columns_by_zone` has the same columns by page and zone.
    """

    layouts: Sequence[PageLayout]
    fonts: Fonts
    pitch: float
    thresholds: Thresholds
    lines: Sequence[LayoutLine]
    columns: Sequence[Sequence[LayoutLine]]
    columns_by_zone: Mapping[tuple[int, int], Sequence[Sequence[LayoutLine]]]
    layout_by_page: Mapping[int, PageLayout]

    @property
    def em(self) -> float:
        return self.fonts.base_size

    def layout_of(self, line: LayoutLine) -> PageLayout:
        """The page of a line, with all of its lines."""
        return self.layout_by_page[line.page]

    def space_above(self, line: LayoutLine) -> float:
        """The distance to the line above, in pitches."""
        return min(line.above / self.pitch, MAX_SPACE_ABOVE)

    def ratio(self, line: LayoutLine) -> float:
        """The line's size divided by the body's; 1 for each of the body's sizes."""
        size = line.size
        for body in self.fonts.body_sizes:
            if abs(size - body) <= self.thresholds.strong_size_slack * body:
                return 1.0
        if size > self.fonts.body_sizes[-1]:
            return size / self.fonts.body_sizes[-1]
        return size / self.fonts.body_sizes[0]


def build_context(
    layouts: Sequence[PageLayout], fonts: Fonts, thresholds: Thresholds
) -> DocumentContext:
    lines = tuple(line for layout in layouts for line in layout.lines)
    columns = tuple(tuple(column) for _, column in groupby(lines, key=lambda p: p.column_key))
    return DocumentContext(
        layouts=layouts,
        fonts=fonts,
        pitch=measure_pitch(lines, fonts.base_size),
        thresholds=thresholds,
        lines=lines,
        columns=columns,
        columns_by_zone={
            zone: tuple(group)
            for zone, group in groupby(columns, key=lambda c: c[0].column_key[:2])
        },
        layout_by_page={layout.page.number: layout for layout in layouts},
    )


def measure_pitch(lines: Sequence[LayoutLine], base_size: float) -> float:
    """BASE_LS: the most frequent distance between the baselines of lines in the body's size."""
    gaps: Counter[float] = Counter()
    for line in lines:
        in_body_size = abs(line.size - base_size) < PITCH_SIZE_SLACK * base_size
        if in_body_size and MIN_PITCH * base_size < line.above < MAX_PITCH * base_size:
            gaps[round(line.above / GAP_STEP) * GAP_STEP] += 1
    smoothed = {g: gaps[g - GAP_STEP] + gaps[g] + gaps[g + GAP_STEP] for g in gaps}
    return max(smoothed, key=lambda g: (smoothed[g], gaps[g]), default=USUAL_PITCH * base_size)
