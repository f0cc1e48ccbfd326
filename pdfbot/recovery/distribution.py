"""The distribution of line lengths (DL), its average and the column width (CW) in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pdfbot.dataclass import dataclass
from pdfbot.recovery.lines import UNFINISHED, TextLine

DEFAULT_EPS, NOVEL_EPS, COLUMNS_EPS = 0.1, 0.3, 0.05
# Lines that belong to the mode: a column's lines differ by a few characters.
_SMOOTHING = 2
# Converters that undo hyphens make lines of two or three columns' widths, and these can lift
# the average above the width itself.
_RIGHT_PART = 0.8
_MAX_NOVEL_SHORT = 0.12
_SHORT = 0.7
# Two columns on a page leave room for about 65 characters, one for 75 and more.
_MAX_COLUMN_WIDTH = 70


@dataclass(frozen=True, slots=True)
class LineLengths:
    """DL as pairs of length and number of lines, l_avg, and CW, its right mode."""

    counts: tuple[tuple[int, int], ...]
    average: float
    column_width: int

    @property
    def longest(self) -> int:
        return self.counts[-1][0] if self.counts else 0


def measure_lengths(lines: Iterable[TextLine], *, published: bool = False) -> LineLengths:
    """DL, l_avg and CW = the length most lines have among those of at least l_avg.

    The histogram of a short text is ragged, so a length counts together with its neighbours,
    and the right part begins a little below the average; `published` is the paper's formula.
    """
    smoothing = 0 if published else _SMOOTHING
    counts = Counter(line.length for line in lines)
    total = sum(counts.values())
    if not total:
        return LineLengths((), 0.0, 0)
    average = sum(length * count for length, count in counts.items()) / total
    least = average if published else _RIGHT_PART * average
    right = [length for length in counts if length >= least]

    def height(length: int) -> tuple[int, int, int]:
        near = range(length - smoothing, length + smoothing + 1)
        return sum(counts[j] for j in near if j >= least), counts[length], length

    return LineLengths(tuple(sorted(counts.items())), average, max(right, key=height))


def choose_eps(lines: Sequence[TextLine], lengths: LineLengths) -> tuple[float, str]:
    """The deviation from CW that suits the text, as the paper's section 5.2 advises, and why."""
    from pdfbot.nonbody.captions import reads_as_caption

    visible = [line for line in lines if line.text]
    width = lengths.column_width
    loose = [line for line in visible if line.shape == UNFINISHED and line.length < _SHORT * width]
    share = len(loose) / len(visible) if visible else 0.0
    captions = sum(1 for line in visible if reads_as_caption(line.text))
    if share <= _MAX_NOVEL_SHORT and not captions:
        return NOVEL_EPS, f"like a novel: {share:.0%} short unfinished lines, no captions"
    if width <= _MAX_COLUMN_WIDTH:
        return COLUMNS_EPS, f"like several columns: {width} characters a line"
    return DEFAULT_EPS, f"like one column with objects: {width} characters a line"
