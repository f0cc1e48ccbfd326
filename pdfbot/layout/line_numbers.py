"""Line numbers of manuscripts: a column of numbers that counts the lines of text."""

from __future__ import annotations

import itertools
from collections import defaultdict

from pdfbot.layout.segments import MIN_TEXT_CHARS
from pdfbot.model import Page, TextBlock

# Digits of the longest line number.
MAX_NUMBER_DIGITS = 4
# The steps in which manuscripts count their lines.
STEPS = (1, 2, 5, 10)
# Numbers: a list has fewer on one page.
MIN_LINE_NUMBERS = 8
# Share of the steps that count up, and of the lines of text that have a number.
MIN_COUNTING_SHARE = 0.7
# Share of the numbers that are level with text.
MIN_LEVEL_SHARE = 0.5
# Points: from a line number to its line.
MAX_NUMBER_DISTANCE = 80
# Points: a number's baseline is closer than this to that of its line.
NUMBER_LEVEL_SLACK = 0.4
# Points: baselines of different lines of text are further apart than this.
MIN_BASELINE_STEP = 2
# Points: tolerance for the heights of the first and the last number.
HEIGHT_ROUNDING = 1


def find_line_numbers(page: Page) -> set[int]:
    """Indices of the blocks that count 1, 2, 3 … (or 5, 10, 15 …) down one edge of the page."""
    numbers = [
        index
        for index, block in enumerate(page.blocks)
        if block.text.isdecimal() and len(block.text) <= MAX_NUMBER_DIGITS and not block.rotation
    ]
    if len(numbers) < MIN_LINE_NUMBERS:
        return set()
    columns: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index in numbers:
        box = page.blocks[index].box
        columns["right", round(box.right)].append(index)
        columns["left", round(box.left)].append(index)
    found: set[int] = set()
    for (side, x), members in columns.items():
        aligned = members + columns.get((side, x + 1), [])
        blocks = [page.blocks[i] for i in aligned]
        if (
            len(aligned) >= MIN_LINE_NUMBERS
            and _count_down_page(blocks)
            and _label_most_lines(page, blocks)
        ):
            found.update(aligned)
    return found


def _label_most_lines(page: Page, numbers: list[TextBlock]) -> bool:
    """Whether nearly every line of text has a number; in numbered lists many have none."""
    low = min(b.baseline for b in numbers) - HEIGHT_ROUNDING
    high = max(b.baseline for b in numbers) + HEIGHT_ROUNDING
    left = min(b.box.left for b in numbers)
    baselines = sorted(
        b.baseline
        for b in page.blocks
        if low <= b.baseline <= high
        and len(b.text) >= MIN_TEXT_CHARS
        and not b.rotation
        and abs(b.box.left - left) <= MAX_NUMBER_DISTANCE
    )
    beside_text = sum(
        any(abs(b.baseline - baseline) < NUMBER_LEVEL_SLACK for baseline in baselines)
        for b in numbers
    )
    if beside_text < MIN_LEVEL_SHARE * len(numbers):
        return False
    rows = sum(b - a > MIN_BASELINE_STEP for a, b in itertools.pairwise(baselines)) + 1
    return len(numbers) >= MIN_COUNTING_SHARE * rows


def _count_down_page(blocks: list[TextBlock]) -> bool:
    """Whether the numbers increase by a constant step from top to bottom."""
    values = [int(b.text) for b in sorted(blocks, key=lambda b: -b.baseline)]
    steps = [b - a for a, b in itertools.pairwise(values)]
    step = max(set(steps), key=steps.count)
    min_count = MIN_COUNTING_SHARE * len(steps)
    return step in STEPS and steps.count(step) >= min_count
