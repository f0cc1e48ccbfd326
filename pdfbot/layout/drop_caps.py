"""Drop caps: a large initial beside the first lines of a paragraph is part of the first line.

A large operator or root is not a letter, but moves the left edge of its line in the same way.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pdfbot.frozen_objects import quick_to_make
from pdfbot.model import TextBlock

# Share of the initial's size: the text beside it is no larger.
MAX_TEXT_SIZE = 0.55
# Ems of the text: from the initial to the text beside it, at most.
MAX_CAP_GAP = 1.5
# Share of the initial's size: how high it is above its baseline.
CAP_HEIGHT = 0.72
# Ems of the text: from a large operator or root to what follows it, or over it.
MAX_SIGN_GAP = 0.4
# Ems of the text: baselines of different lines differ by more.
MIN_BESIDE_STEP = 0.8


def find_drop_caps(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """Single capitals with at least two lines of smaller text right beside them."""
    sizes: Counter[float] = Counter()
    for block in blocks:
        sizes[block.font.size] += len(block.text)
    usual = max(sizes, key=lambda size: sizes[size], default=0.0)
    return [
        block
        for block in blocks
        if len(block.text) == 1
        and usual <= MAX_TEXT_SIZE * block.font.size
        and block.text.isupper()
        and _has_lines_beside(block, blocks)
    ]


def _has_lines_beside(cap: TextBlock, blocks: Sequence[TextBlock]) -> bool:
    baselines = [b.baseline for b in blocks if is_beside(cap, b)]
    if not baselines:
        return False
    return max(baselines) - min(baselines) > MIN_BESIDE_STEP * MAX_TEXT_SIZE * cap.font.size / 2


def is_beside(cap: TextBlock, block: TextBlock) -> bool:
    """Whether smaller text starts right of an initial, between its baseline and its top."""
    size = block.font.size
    return (
        size <= MAX_TEXT_SIZE * cap.font.size
        and block.box.left - cap.box.right + size / 2 >= 0
        and block.box.left - cap.box.right <= MAX_CAP_GAP * size
        and cap.baseline - size / 2 <= block.baseline <= cap.baseline + CAP_HEIGHT * cap.font.size
    )


@quick_to_make
@dataclass(frozen=True, slots=True)
class Row:
    """The blocks of a line; `cap` is its drop cap, `left` its left edge beside a drop cap."""

    blocks: list[TextBlock]
    cap: TextBlock | None = None
    left: float | None = None


def join_drop_caps(rows: Iterable[list[TextBlock]], caps: Sequence[TextBlock]) -> list[Row]:
    """Add each initial to the first row beside it; all rows beside it start at its left edge."""
    joined = [Row(blocks) for blocks in rows]
    for cap in caps:
        beside = [i for i, row in enumerate(joined) if any(is_beside(cap, b) for b in row.blocks)]
        if not beside:
            continue
        first = max(beside, key=lambda i: max(b.baseline for b in joined[i].blocks))
        for index in beside:
            owner = cap if index == first else None
            joined[index] = replace(joined[index], cap=owner, left=cap.box.left)
    return joined


def begin_at_signs(rows: Sequence[Row], signs: Sequence[TextBlock]) -> list[Row]:
    """Start a row that is right of a large operator or root at the left edge of that sign."""
    by_right = sorted(signs, key=lambda sign: sign.box.right)
    rights = [sign.box.right for sign in by_right]
    found = []
    for row in rows if signs else ():
        first = min(row.blocks, key=lambda block: block.box.left)
        left, reach = first.box.left, MAX_SIGN_GAP * first.font.size
        near = by_right[bisect_left(rights, left - reach) : bisect_left(rights, left + reach)]
        beside = [
            sign.box.left
            for sign in near
            if sign.box.bottom < first.box.top and first.box.bottom < sign.box.top
        ]
        is_begun = row.left is None and beside
        found.append(replace(row, left=min(beside)) if is_begun else row)
    return found or list(rows)
