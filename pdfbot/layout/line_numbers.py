"""Line numbers of manuscripts: numbers in a column of their own that count the lines."""

from __future__ import annotations

import itertools
from collections import defaultdict

from pdfbot.model import Page, TextBlock
from pdfbot.thresholds import Thresholds


def find_line_numbers(page: Page, thresholds: Thresholds) -> set[int]:
    """Indices of the blocks that count 1, 2, 3 … (or 5, 10, 15 …) down one edge of the page."""
    columns: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, block in enumerate(page.blocks):
        if block.text.isdecimal() and len(block.text) <= 4 and not block.rotation:
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
    low = min(b.baseline for b in numbers) - 1
    high = max(b.baseline for b in numbers) + 1
    left = min(b.box.left for b in numbers)
    heights = sorted(
        b.baseline
        for b in page.blocks
        if low <= b.baseline <= high and len(b.text) >= 15 and not b.rotation
        and abs(b.box.left - left) < thresholds.max_number_distance
    )  # fmt: skip
    level = sum(any(abs(b.baseline - h) < 0.4 for h in heights) for b in numbers)
    if level < 0.5 * len(numbers):
        return False
    rows = sum(b - a > 2 for a, b in itertools.pairwise(heights)) + 1
    return len(numbers) >= thresholds.min_counting_share * rows


def _counts(blocks: list[TextBlock], thresholds: Thresholds) -> bool:
    """From top to bottom the numbers rise by one and the same step."""
    values = [int(b.text) for b in sorted(blocks, key=lambda b: -b.baseline)]
    steps = [b - a for a, b in itertools.pairwise(values)]
    usual = max(set(steps), key=steps.count)
    return usual in (1, 2, 5, 10) and steps.count(usual) >= thresholds.min_counting_share * len(
        steps
    )
