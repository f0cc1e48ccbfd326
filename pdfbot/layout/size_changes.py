"""Size changes: the height at which all columns of a band switch to another font size."""

from __future__ import annotations

from statistics import median

from pdfbot.layout.columns import Columns
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.segments import MIN_TEXT_CHARS, Segment

# Lines on either side that show a size change.
MIN_LINES_TOUCHING = 8
# Lines on either side that are enough where white space lies between them.
MIN_LINES_APART = 2
# Ems of the lower text: a wider step between two baselines is such white space.
MIN_SIZE_GAP = 3
# Share of the lines above the change that have the same size.
MIN_SAME_SIZE_SHARE = 0.75
# Ems: the changes in different columns are no further apart.
MAX_CHANGE_SPREAD = 3
# Lines at the bottom whose median is the size of the lower text.
LAST_LINES = 3


def find_size_change(segments: list[Segment], columns: Columns, em: float) -> float | None:
    """The height at which balanced columns of another size start, if all columns agree."""
    long = [s for s in segments if s.length >= MIN_TEXT_CHARS]
    changes = []
    for index in range(columns.count):
        lines = [s for s in long if columns.of(s.left, s.right) == index]
        change = _size_change(sorted(lines, key=lambda s: -s.baseline))
        if change is None:
            return None
        changes.append(change)
    if max(changes) - min(changes) > MAX_CHANGE_SPREAD * em:
        return None
    return sum(changes) / len(changes)


def _size_change(lines: list[Segment]) -> float | None:
    """The height in one column at which another size starts and lasts to the bottom.

    There must be many lines on either side, or a few with white space between.
    """
    if len(lines) < 2 * MIN_LINES_APART:
        return None
    last_size = median(s.size for s in lines[-LAST_LINES:])
    start = _last_size_start([is_same_size(s.size, last_size) for s in lines])
    if not MIN_LINES_APART <= start <= len(lines) - MIN_LINES_APART:
        return None
    upper, lower = lines[start - 1], lines[start]
    is_apart = upper.baseline - lower.baseline > MIN_SIZE_GAP * last_size
    min_lines = MIN_LINES_APART if is_apart else MIN_LINES_TOUCHING
    above = lines[max(start - min_lines, 0) : start]
    same = sum(is_same_size(s.size, upper.size) for s in above)
    if len(lines) - start < min_lines or same < MIN_SAME_SIZE_SHARE * min_lines:
        return None
    return (upper.baseline + lower.baseline + lower.size) / 2


def _last_size_start(has_last_size: list[bool]) -> int:
    """Where the last size starts; single lines in another size do not interrupt it."""
    start = len(has_last_size)
    while start and any(has_last_size[max(start - 2, 0) : start]):
        start -= 1
    while start < len(has_last_size) and not has_last_size[start]:
        start += 1
    return start
