"""What every rule sees: the lines in reading order, their traits, and the document's measures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from pdfbot.dataclass import dataclass, field
from pdfbot.layout.fonts import Fonts
from pdfbot.layout.lines import PageLayout, Placed
from pdfbot.model import Finding, Page, Verdict
from pdfbot.thresholds import Thresholds

# Pitches: what is said where there is no line above.
FAR = 99.0
# BASE_LS: gaps are counted in steps of so many points, in lines whose size is this near to the
# body's (share), up to so many ems; without any it is the usual ratio of pitch to size.
GAP_STEP, PITCH_SIZE, WIDEST_PITCH, USUAL_PITCH = 0.25, 0.05, 4, 1.2


# One rule often finds the same on many lines.
_finding = lru_cache(maxsize=256, typed=True)(Finding)


@dataclass(slots=True, kw_only=True)
class Context:
    """The document under judgement; a line that no rule takes out is body text."""

    layouts: Sequence[PageLayout]
    fonts: Fonts
    pitch: float
    thresholds: Thresholds
    flow: list[Placed]
    trims: dict[str, int] = field(default_factory=dict)
    pages: dict[int, Page] = field(default_factory=dict)
    begins: dict[int, int] = field(default_factory=dict)

    def is_open(self, placed: Placed) -> bool:
        return placed.verdict is None

    def remove(
        self,
        placed: Placed,
        rule: str,
        threshold: str,
        measured: float,
        limit: float | None = None,
    ) -> None:
        """Take a line out, with the reason; a line that has its verdict keeps it.

        The limit is the threshold's value, unless the rule has a reason for another.
        """
        if placed.verdict is None:
            limit = getattr(self.thresholds, threshold) if limit is None else limit
            placed.verdict = Verdict(placed.line.id, rule, _finding(threshold, measured, limit))

    def open_lines(self) -> Iterator[Placed]:
        return (p for p in self.flow if p.verdict is None)

    def rule_of(self, placed: Placed) -> str:
        """The rule that took a line out; nothing while it is open."""
        return placed.verdict.rule if placed.verdict else ""

    def index(self, placed: Placed) -> int:
        """Where the line stands in the flow."""
        return self.begins[placed.line.page] + placed.order

    def page_of(self, placed: Placed) -> Page:
        return self.pages[placed.line.page]

    def space_above(self, placed: Placed) -> float:
        """The distance to the line above, in pitches."""
        return min(placed.above / self.pitch, FAR)

    def columns(self) -> Iterator[list[Placed]]:
        """The lines of each column of each zone, from top to bottom."""
        run: list[Placed] = []
        for placed in self.flow:
            if run and run[-1].place != placed.place:
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


def make_context(layouts: Sequence[PageLayout], fonts: Fonts, thresholds: Thresholds) -> Context:
    flow = [p for layout in layouts for p in layout.placed]
    context = Context(
        layouts=layouts,
        fonts=fonts,
        pitch=measure_pitch(flow, fonts.base_size),
        thresholds=thresholds,
        flow=flow,
    )
    count = 0
    for layout in layouts:
        context.pages[layout.page.number] = layout.page
        context.begins[layout.page.number] = count
        for order, placed in enumerate(layout.placed):
            placed.order = order
        count += len(layout.placed)
    return context


def measure_pitch(flow: Sequence[Placed], base_size: float) -> float:
    """BASE_LS: the most frequent distance between the baselines of lines in the body's size."""
    gaps: Counter[float] = Counter()
    for placed in flow:
        in_body_size = abs(placed.line.size - base_size) < PITCH_SIZE * base_size
        if in_body_size and placed.above < WIDEST_PITCH * base_size:
            gaps[round(placed.above / GAP_STEP) * GAP_STEP] += 1
    smooth = {g: gaps[g - GAP_STEP] + gaps[g] + gaps[g + GAP_STEP] for g in gaps}
    return max(smooth, key=lambda g: (smooth[g], gaps[g]), default=USUAL_PITCH * base_size)
