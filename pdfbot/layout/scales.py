"""Scales: classes of gaps and sizes, measured once per document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from statistics import median

from pdfbot.layout.fonts import Fonts, is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.thresholds import Thresholds

# Pitches: the largest gap that is reported, also where there is no line above.
MAX_SPACE_ABOVE = 99.0
# Points: baseline distances are counted in steps of this size for BASE_LS.
GAP_STEP = 0.25
# Ems: smaller and larger baseline distances do not count for BASE_LS.
MIN_PITCH = 0.3
MAX_PITCH = 4
# Decimal places of the pitch in points.
PITCH_DIGITS = 2
# Ems: the usual line pitch, assumed for BASE_LS where no distance counts.
USUAL_PITCH = 1.2
# Words of three letters in each of two lines that show a gap.
MIN_SAMPLE_WORDS = 2
# Ems: a line that ends this close to the right edge is full, ...
MAX_FULL_SLACK = 0.6
# ... and one that ends this far from it is certainly short.
MIN_SHORT_SLACK = 3
# Gaps within sentences that show how far apart lines are, at least.
MIN_LINE_GAPS = 20
# Gaps below paragraphs that show how far apart paragraphs are, at least.
MIN_PARAGRAPH_GAPS = 3
# Share of the gaps within sentences that count: formulas push a few lines apart.
LINE_GAP_QUANTILE = 0.98
# Pitches: paragraphs this much further apart than lines are separated by white space.
MIN_SKIP = 0.1
# Pitches: gaps that can be seen are at least this much wider than those within sentences.
MIN_CLEARANCE = 0.05
# Pitches: the narrowest gap that can be seen, also where paragraphs are only slightly apart.
MIN_VISIBLE_GAP = 1.1
_CLAUSE_ENDS = tuple(".?!:;")
_SENTENCE_ENDS = tuple(".?!")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales:
    """Gaps are distances between baselines in pitches, sizes are shares of the body's.

    `em` is the body's size (BASE_FS) and `pitch` its line distance (BASE_LS), in points. From
    `visible_gap` on there is white space between two lines.
    """

    em: float
    pitch: float
    body_sizes: tuple[float, ...]
    visible_gap: float

    def gap_above(self, line: LayoutLine) -> float:
        return min(line.above / self.pitch, MAX_SPACE_ABOVE)

    def is_apart(self, line: LayoutLine) -> bool:
        """Whether there is white space above the line."""
        return line.above >= self.visible_gap * self.pitch

    def ratio(self, size: float) -> float:
        """A size divided by the body's; 1 for each of the body's sizes."""
        for body in self.body_sizes:
            if size == body or is_same_size(size, body):
                return 1.0
        largest = self.body_sizes[-1]
        return size / (largest if size > largest else self.body_sizes[0])


def measure_scales(
    columns: Sequence[Sequence[LayoutLine]], fonts: Fonts, thresholds: Thresholds
) -> Scales:
    """Sort the gaps between neighbouring lines of body text by what they separate."""
    em = fonts.base_size
    within, between = _sample_gaps(columns, fonts.body_sizes, em)
    if len(within) >= MIN_LINE_GAPS:
        pitch = round(median(within), PITCH_DIGITS)
        widest = sorted(within)[int(LINE_GAP_QUANTILE * len(within))]
    else:
        pitch = widest = _most_frequent_gap(columns, em)
    line_gap = min(widest / pitch, thresholds.visible_gap)
    paragraph_gap = median(between) / pitch if len(between) >= MIN_PARAGRAPH_GAPS else 0.0
    visible_gap = thresholds.visible_gap
    if paragraph_gap >= line_gap + MIN_SKIP:
        halfway = (line_gap + paragraph_gap) / 2
        visible_gap = min(max(halfway, MIN_VISIBLE_GAP), visible_gap)
    return Scales(
        em=em,
        pitch=pitch,
        body_sizes=fonts.body_sizes,
        visible_gap=max(visible_gap, line_gap + MIN_CLEARANCE),
    )


def _sample_gaps(
    columns: Sequence[Sequence[LayoutLine]], body_sizes: Sequence[float], em: float
) -> tuple[list[float], list[float]]:
    """The distances within sentences and between paragraphs, where the words settle which."""
    within: list[float] = []
    between: list[float] = []
    for upper, lower in _text_pairs(columns, body_sizes, em):
        above = upper.text.rstrip()
        if lower.text[:1].islower() and not above.endswith(_CLAUSE_ENDS):
            if abs(upper.right_slack) <= MAX_FULL_SLACK * em:
                within.append(lower.above)
        elif (
            lower.text[:1].isupper()
            and above.endswith(_SENTENCE_ENDS)
            and upper.right_slack >= MIN_SHORT_SLACK * em
        ):
            between.append(lower.above)
    return within, between


def _text_pairs(
    columns: Iterable[Sequence[LayoutLine]], body_sizes: Sequence[float], em: float
) -> Iterator[tuple[LayoutLine, LayoutLine]]:
    """Neighbouring lines with words, both in one of the body's sizes."""

    @cache
    def are_in_body_size(one: float, other: float) -> bool:
        return any(is_same_size(one, s) and is_same_size(other, s) for s in body_sizes)

    for column in columns:
        for upper, lower in pairwise(column):
            if (
                upper.words >= MIN_SAMPLE_WORDS
                and lower.words >= MIN_SAMPLE_WORDS
                and MIN_PITCH * em < lower.above < MAX_PITCH * em
                and are_in_body_size(upper.size, lower.size)
            ):
                yield upper, lower


def _most_frequent_gap(columns: Sequence[Sequence[LayoutLine]], em: float) -> float:
    """The most frequent distance of lines in the body's size, where words do not settle it."""
    gaps: Counter[float] = Counter()
    for column in columns:
        for line in column:
            if MIN_PITCH * em < line.above < MAX_PITCH * em and is_same_size(line.size, em):
                gaps[round(line.above / GAP_STEP) * GAP_STEP] += 1
    smoothed = {gap: gaps[gap - GAP_STEP] + gaps[gap] + gaps[gap + GAP_STEP] for gap in gaps}
    return max(smoothed, key=lambda g: (smoothed[g], gaps[g]), default=USUAL_PITCH * em)
