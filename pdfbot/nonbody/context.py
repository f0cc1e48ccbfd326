"""What every rule sees: the lines in reading order and measurements of the whole document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.layout.scales import Scales, measure_scales
from pdfbot.model import NamedPlace, OutlineEntry
from pdfbot.nonbody.anchored_lines import find_anchored
from pdfbot.nonbody.outlined_headings import OutlinedHeading, find_outlined
from pdfbot.thresholds import Thresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentContext:
    """The document being judged; `columns` has the lines of each column of each zone.

    `columns_by_zone` has the same columns by page and zone. `outlined` has the headings that the
    outline of the PDF names, by the indices of their lines; `anchored` has the indices of lines
    at named destinations of headings.
    """

    layouts: Sequence[PageLayout]
    fonts: Fonts
    scales: Scales
    thresholds: Thresholds
    lines: Sequence[LayoutLine]
    columns: Sequence[Sequence[LayoutLine]]
    columns_by_zone: Mapping[tuple[int, int], Sequence[Sequence[LayoutLine]]]
    layout_by_page: Mapping[int, PageLayout]
    outlined: Mapping[int, OutlinedHeading]
    anchored: frozenset[int]

    @property
    def em(self) -> float:
        return self.fonts.base_size

    def layout_of(self, line: LayoutLine) -> PageLayout:
        """The layout of the page that a line is on."""
        return self.layout_by_page[line.page]

    @property
    def pitch(self) -> float:
        return self.scales.pitch

    def space_above(self, line: LayoutLine) -> float:
        """The distance to the line above, in pitches."""
        return self.scales.gap_above(line)

    def ratio(self, line: LayoutLine) -> float:
        """The line's size divided by the body's; 1 for each of the body's sizes."""
        return self.scales.ratio(line.size)


def build_context(
    layouts: Sequence[PageLayout],
    fonts: Fonts,
    thresholds: Thresholds,
    outline: Sequence[OutlineEntry] = (),
    named_places: Sequence[NamedPlace] = (),
) -> DocumentContext:
    lines = tuple(line for layout in layouts for line in layout.lines)
    columns = tuple(tuple(column) for _, column in groupby(lines, key=lambda p: p.column_key))
    return DocumentContext(
        layouts=layouts,
        fonts=fonts,
        scales=measure_scales(columns, fonts, thresholds),
        thresholds=thresholds,
        lines=lines,
        columns=columns,
        columns_by_zone={
            zone: tuple(group)
            for zone, group in groupby(columns, key=lambda c: c[0].column_key[:2])
        },
        layout_by_page={layout.page.number: layout for layout in layouts},
        outlined=find_outlined(outline, lines),
        anchored=find_anchored(named_places, lines, fonts.base_size),
    )
