"""The distribution of line lengths (DL), its average, and the column width (CW)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pdfbot.methods.sentence_recovery.text_lines import UNFINISHED_LINE, TextLine
from pdfbot.text.caption_sentences import reads_as_caption

# How far the length of a text line may be from the column width, as a share of it.
DEFAULT_EPS = 0.1
NOVEL_EPS = 0.3
COLUMNS_EPS = 0.05
# In characters: lengths this close are counted together, since a column's lines vary a little.
_SMOOTHING = 2
# Share of the average at which the right part of the distribution starts. Converters that undo
# hyphens leave lines two or three columns wide, which can lift the average above the width itself.
_RIGHT_PART_START = 0.8
# Share of the column width: a shorter line is short.
_MAX_SHORT_LENGTH = 0.7
# Share of short unfinished lines in text that is like a novel.
_MAX_SHORT_IN_NOVEL = 0.12
# In characters: two columns on a page leave room for about 65, a single one for 75 and more.
_MAX_WIDTH_OF_COLUMNS = 70


@dataclass(frozen=True, slots=True)
class LineLengths:
    """DL as pairs of length and number of lines, l_avg, and CW, the mode of its right part."""

    counts: Annotated[tuple[tuple[int, int], ...], "how many lines there are of each length"]
    average: Annotated[float, "mean length of the lines"]
    column_width: Annotated[int, "the usual length of a full line"]

    @property
    def longest(self) -> int:
        return self.counts[-1][0] if self.counts else 0


def measure_lengths(lines: Iterable[TextLine], *, published: bool = False) -> LineLengths:
    """DL, l_avg, and CW: the most frequent length among those of at least l_avg.

    The histogram of a short text is ragged, so adjacent lengths are counted together, and the
    right part starts a little below the average; `published` selects the paper's own formula.
    """
    smoothing = 0 if published else _SMOOTHING
    counts = Counter(line.length for line in lines)
    total = sum(counts.values())
    if not total:
        return LineLengths((), 0.0, 0)
    average = sum(length * count for length, count in counts.items()) / total
    start = average if published else _RIGHT_PART_START * average
    right_part = [length for length in counts if length >= start]

    def frequency(length: int) -> tuple[int, int, int]:
        nearby = range(length - smoothing, length + smoothing + 1)
        return sum(counts[n] for n in nearby if n >= start), counts[length], length

    return LineLengths(tuple(sorted(counts.items())), average, max(right_part, key=frequency))


def choose_eps(lines: Sequence[TextLine], lengths: LineLengths) -> tuple[float, str]:
    """The eps that suits the text, as section 5.2 of the paper advises, and why."""
    visible = [line for line in lines if line.text]
    width = lengths.column_width
    max_short = _MAX_SHORT_LENGTH * width
    short = [line for line in visible if line.shape == UNFINISHED_LINE and line.length < max_short]
    share = len(short) / len(visible) if visible else 0.0
    has_captions = any(reads_as_caption(line.text) for line in visible)
    if share <= _MAX_SHORT_IN_NOVEL and not has_captions:
        return NOVEL_EPS, f"like a novel: {share:.0%} short unfinished lines, no captions"
    if width <= _MAX_WIDTH_OF_COLUMNS:
        return COLUMNS_EPS, f"like several columns: {width} characters per line"
    return DEFAULT_EPS, f"like one column with objects: {width} characters per line"
