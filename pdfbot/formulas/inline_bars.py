"""Small fractions and roots in running text: what a drawn line holds together, in any font."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pdfbot.formulas.bars import AXIS, ROOT, SLACK
from pdfbot.formulas.pieces import Bar
from pdfbot.model import Line

# Ems: the line of a fraction is no further from the height of a minus sign, ...
MAX_AXIS_SHIFT = 0.15
# ... and the axes of its characters are further from it.
MIN_DISTANCE = 0.1


def find_fractions(line: Line, bars: Iterable[Bar]) -> list[range]:
    """The characters of each fraction, by the horizontal lines that are drawn in a line of text."""
    axis = line.baseline + AXIS * line.size
    near = [bar for bar in bars if abs(bar.height - axis) <= MAX_AXIS_SHIFT * line.size]
    return [found for bar in near if (found := _around(line, bar))]


def find_roots(line: Line, bars: Iterable[Bar]) -> list[range]:
    """The characters below the line of each root, with its sign where that is a character."""
    return [found for bar in bars if (found := _below(line, bar))]


def _around(line: Line, bar: Bar) -> range | None:
    """The characters above and below a line, unless there are none on a side, or some on it."""
    distances = dict(_distances(line, bar))
    if not distances or min(map(abs, distances.values())) < MIN_DISTANCE * line.size:
        return None
    if min(distances.values()) > 0 or max(distances.values()) < 0:
        return None
    return range(min(distances), max(distances) + 1)


def _below(line: Line, bar: Bar) -> range | None:
    places = [place for place, distance in _distances(line, bar) if distance < 0]
    if not places:
        return None
    before = line.text[: min(places)].rstrip()
    start = len(before) - 1 if before.endswith(ROOT) else min(places)
    return range(start, max(places) + 1)


def _distances(line: Line, bar: Bar) -> Iterator[tuple[int, float]]:
    """For each character that a line covers, how far its axis is above it."""
    for block, start in zip(line.blocks, line.starts, strict=True):
        distance = block.baseline + AXIS * block.font.size - bar.height
        for index, char in enumerate(block.text):
            centre = (block.edges[index] + block.edges[index + 1]) / 2
            if bar.left - SLACK <= centre <= bar.right + SLACK and not char.isspace():
                yield start + index, distance
