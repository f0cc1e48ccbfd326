"""Line numbers of manuscripts: numbers in a column of their own that count the lines."""

from __future__ import annotations

import itertools
from collections import defaultdict

from pdfbot.model import Page, TextBlock
from pdfbot.thresholds import Thresholds

# Digits of the longest line number; the steps by which manuscripts count.
MOST_DIGITS, STEPS = 4, (1, 2, 5, 10)
# Points: a number stands at its line's height; lines of text are further apart than this.
LEVEL, LINE_STEP = 0.4, 2
# Points: heights of the first and last number are met in spite of rounding.
ROUNDED = 1


def find_line_numbers(page: Page, thresholds: Thresholds) -> set[int]:
    """Indices of the blocks that count 1, 2, 3 … (or 5, 10, 15 …) down one edge of the page."""
    columns: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, block in enumerate(page.blocks):
        if block.text.isdecimal() and len(block.text) <= MOST_DIGITS and not block.rotation:
            columns["right", round(block.box.right)].append(index)
            columns["left", round(block.box.left)].append(index)
    found: set[int] = set()
    for (side, x), members in columns.items():
        near = members + columns.get((side, x + 1), [])
        blocks = [page.blocks[i] for i in near]
        if (
            len(near) >= thresholds.min_line_numbers
            and _counts(blocks, thresholds)
            and _at_every_line(page, blocks, thresholds)
        ):
            found.update(near)
    return found


def _at_every_line(page: Page, numbers: list[TextBlock], thresholds: Thresholds) -> bool:
    """Nearly every line of text has its number; the entries of a list have several lines."""
    low = min(b.baseline for b in numbers) - ROUNDED
    high = max(b.baseline for b in numbers) + ROUNDED
    left = min(b.box.left for b in numbers)
    heights = sorted(
        b.baseline
        for b in page.blocks
        if low <= b.baseline <= high and len(b.text) >= thresholds.min_sweep_chars
        and not b.rotation
        and abs(b.box.left - left) <= thresholds.max_number_distance
    )  # fmt: skip
    level = sum(any(abs(b.baseline - h) < LEVEL for h in heights) for b in numbers)
    if level < thresholds.min_mostly * len(numbers):
        return False
    rows = sum(b - a > LINE_STEP for a, b in itertools.pairwise(heights)) + 1
    return len(numbers) >= thresholds.min_counting_share * rows


def _counts(blocks: list[TextBlock], thresholds: Thresholds) -> bool:
    """From top to bottom the numbers rise by one and the same step."""
    values = [int(b.text) for b in sorted(blocks, key=lambda b: -b.baseline)]
    steps = [b - a for a, b in itertools.pairwise(values)]
    usual = max(set(steps), key=steps.count)
    least = thresholds.min_counting_share * len(steps)
    return usual in STEPS and steps.count(usual) >= least
