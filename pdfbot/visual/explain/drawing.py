"""What the explain page draws besides lines and verdicts; can be stored as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box
from pdfbot.output.places import box_record, parse_box
from pdfbot.paragraphs.reason_wording import describe_reason
from pdfbot.pipeline import Analysis


@dataclass(frozen=True, slots=True)
class Drawing:
    """The runs of lines on each page in reading order, and what the charts count.

    `sizes` counts characters by font size, `starts` lines by their left edge; both in points, as
    are `lefts`, the left edges of columns. `reasons` says by line id why a body line begins or
    continues a paragraph.
    """

    runs: Mapping[int, tuple[Box, ...]]
    sizes: Mapping[float, int]
    starts: Mapping[float, int]
    lefts: tuple[float, ...]
    reasons: Mapping[str, str]

    @staticmethod
    def of(analysis: Analysis) -> Drawing:
        """The drawing of an analysis; columns that several pages share are counted once."""
        sweeps = {id(layout.columns): layout.columns for layout in analysis.layouts}.values()
        starts: Counter[float] = Counter()
        for columns in sweeps:
            starts.update(columns.sweep)
        return Drawing(
            runs={layout.page.number: _runs(layout) for layout in analysis.layouts},
            sizes=dict(analysis.fonts.histogram),
            starts=dict(starts),
            lefts=tuple(sorted({round(left, 1) for c in sweeps for left in c.lefts})),
            reasons={r.line_id: describe_reason(r) for r in analysis.extraction.reasons},
        )

    def record(self) -> dict[str, Any]:
        """The drawing as plain JSON, whose keys cannot be numbers."""
        return {
            "runs": [[page, [box_record(box) for box in runs]] for page, runs in self.runs.items()],
            "sizes": list(self.sizes.items()),
            "starts": list(self.starts.items()),
            "lefts": self.lefts,
            "reasons": self.reasons,
        }

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> Drawing:
        return Drawing(
            runs={page: tuple(map(parse_box, runs)) for page, runs in record["runs"]},
            sizes=dict(record["sizes"]),
            starts=dict(record["starts"]),
            lefts=tuple(record["lefts"]),
            reasons=record["reasons"],
        )


def _runs(layout: PageLayout) -> tuple[Box, ...]:
    """The box of each run of lines in one column of one zone, at least as wide as its column."""
    runs = []
    for _, group in groupby(layout.lines, key=lambda line: (line.zone, line.column)):
        lines = list(group)
        box = Box.around(line.box for line in lines)
        left, right = min(lines[0].left, box.left), max(lines[0].right, box.right)
        runs.append(parse_box(box_record(Box(left, box.bottom, right, box.top))))
    return tuple(runs)
