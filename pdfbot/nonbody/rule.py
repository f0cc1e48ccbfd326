"""What every rule sees: the lines in reading order, their traits, and the document's measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.lines import PageLayout, Placed
from pdfbot.model import Finding, Line, Verdict
from pdfbot.nonbody.traits import Traits, measure
from pdfbot.thresholds import Thresholds


@dataclass(slots=True)
class Context:
    """The document under judgement; `verdicts` fills up, and the first word on a line stands."""

    layouts: Sequence[PageLayout]
    fonts: Fonts
    pitch: float
    thresholds: Thresholds
    flow: list[Placed]
    traits: dict[str, Traits]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    trims: dict[str, int] = field(default_factory=dict)
    position: dict[str, int] = field(default_factory=dict)

    def is_open(self, placed: Placed) -> bool:
        return placed.line.id not in self.verdicts

    def remove(
        self, placed: Placed | Line, rule: str, name: str, measured: float, limit: float
    ) -> None:
        """Take a line out, with the reason; a line that has its verdict keeps it."""
        line = placed.line if isinstance(placed, Placed) else placed
        self.verdicts.setdefault(line.id, Verdict(line.id, rule, Finding(name, measured, limit)))

    def open_lines(self) -> Iterator[Placed]:
        return (p for p in self.flow if p.line.id not in self.verdicts)

    def columns(self) -> Iterator[list[Placed]]:
        """The lines of each column of each zone, from top to bottom."""
        run: list[Placed] = []
        for placed in self.flow:
            if run and _place(run[-1]) != _place(placed):
                yield run
                run = []
            run.append(placed)
        if run:
            yield run

    @property
    def em(self) -> float:
        return self.fonts.base_size

    def ratio(self, placed: Placed) -> float:
        """The line's size over the body's."""
        size = placed.line.size
        for body in self.fonts.body_sizes:
            if abs(size - body) <= self.thresholds.strong_size_slack * body:
                return 1.0
        if size > self.fonts.body_sizes[-1]:
            return size / self.fonts.body_sizes[-1]
        return size / self.fonts.body_sizes[0]


def _place(placed: Placed) -> tuple[int, int, int]:
    return placed.line.page, placed.zone, placed.line.column


def make_context(layouts: Sequence[PageLayout], fonts: Fonts, thresholds: Thresholds) -> Context:
    flow = [p for layout in layouts for p in layout.placed]
    context = Context(
        layouts=layouts,
        fonts=fonts,
        pitch=measure_pitch(flow, fonts.base_size),
        thresholds=thresholds,
        flow=flow,
        traits={p.line.id: measure(p) for p in flow},
        position={p.line.id: i for i, p in enumerate(flow)},
    )
    for layout in layouts:
        for line, reason in layout.aside:
            context.verdicts[line.id] = Verdict(line.id, reason)
    return context


def measure_pitch(flow: Sequence[Placed], base_size: float) -> float:
    """BASE_LS: the most frequent distance between the baselines of lines in the body's size."""
    gaps: Counter[float] = Counter()
    for placed in flow:
        if abs(placed.line.size - base_size) < 0.05 * base_size and placed.above < 4 * base_size:
            gaps[round(placed.above * 4) / 4] += 1
    smooth = {g: gaps[g - 0.25] + gaps[g] + gaps[g + 0.25] for g in gaps}
    return max(smooth, key=lambda g: (smooth[g], gaps[g]), default=1.2 * base_size)
