"""What stands too high or too low to share its line's height: parts of fractions, roots."""

from __future__ import annotations

from pdfbot.layout.segments import Segment
from pdfbot.model import TextBlock
from pdfbot.replica.runs import WORD_GAP

# Share of the line's size: what is larger is no script of it.
SCRIPT = 0.85
# How far, in the line's ems, the baseline of a script may be above the line's, and below it.
RAISED, LOWERED = 1.0, 0.6
# Ems of the line: how far it may be from the text at its left, and lie over other text.
NEAR, COVERED = 0.5, 0.2
# Rows up and down in which the line is looked for: a fraction has two.
REACH = 2
# A letter and two scripts are the least that a line with a stack has.
LEAST_BLOCKS = 3
# Over each other: the share of the width; on one line, and in one place: ems of the script.
OVER, LEVEL, ALIGNED = 0.3, 0.05, 0.5


def attach_scripts(rows: list[list[Segment]], mains: list[Segment]) -> None:
    """Move rows of nothing but scripts and signs to the lines that leave room for each of them."""
    largest = max((main.size for main in mains), default=0.0)
    for index, row in enumerate(rows):
        # Most rows are text of the usual size: nothing more is asked then.
        if any(s.size > SCRIPT * largest and not s.is_symbol for s in row):
            continue
        homes = [_home(segment, index, rows, mains) for segment in row]
        if None not in homes:
            for segment, home in zip(row, homes, strict=True):
                if home is not None:
                    home.append(segment)
            row.clear()


def _home(
    segment: Segment, index: int, rows: list[list[Segment]], mains: list[Segment]
) -> list[Segment] | None:
    """The nearest line around row `index` that a segment belongs to."""
    best, least = None, float("inf")
    for near in range(max(0, index - REACH), min(len(rows), index + REACH + 1)):
        size = mains[near].size
        rise = segment.baseline - mains[near].baseline
        if (
            near != index
            and (segment.size <= SCRIPT * size or segment.is_symbol)
            and -LOWERED * size <= rise <= RAISED * size
            and abs(rise) < least
            and _has_room(segment, rows[near], size)
        ):
            best, least = rows[near], abs(rise)
    return best


def _has_room(segment: Segment, row: list[Segment], size: float) -> bool:
    """Right behind text of the line (a root: before it), and over nothing but other scripts."""
    touches = False
    least, most = -COVERED * size, NEAR * size
    for block in (b for other in row for b in other.blocks):
        over = min(segment.right, block.box.right) - max(segment.left, block.box.left)
        if over > COVERED * size and block.font.size > SCRIPT * size:
            return False
        touches |= least <= segment.left - block.box.right <= most
        touches |= segment.is_symbol and least <= block.box.left - segment.right <= most
    return touches


def read_stacks(ordered: list[TextBlock]) -> list[TextBlock]:
    """Blocks from the left, but of scripts over each other first the upper ones, then the lower.

    Else "c" with "std" above and "m,n" below it would read "cmst,nd".
    """
    if len(ordered) < LEAST_BLOCKS:
        return ordered
    sizes = [b.font.size for b in ordered]
    largest = max(sizes)
    if sum(size <= SCRIPT * largest for size in sizes) < LEAST_BLOCKS - 1:
        return ordered
    found: list[TextBlock] = []
    stack: list[TextBlock] = []
    reach = 0.0
    for block in ordered:
        small = block.font.size <= SCRIPT * largest
        if stack and not (small and _stacks(block, stack, reach)):
            found += _unstack(stack)
            stack = []
        if small:
            reach = max(reach, block.box.right) if stack else block.box.right
            stack.append(block)
        else:
            found.append(block)
    return found + _unstack(stack)


def _stacks(block: TextBlock, stack: list[TextBlock], reach: float) -> bool:
    """Over or under the scripts before it, or going on with one of their lines."""
    over = min(reach, block.box.right) - block.box.left
    if over > OVER * block.box.width:
        return True
    level = any(abs(b.baseline - block.baseline) < LEVEL * block.font.size for b in stack)
    return level and -over < WORD_GAP * block.font.size


def _unstack(stack: list[TextBlock]) -> list[TextBlock]:
    """Cut at the widest gap between baselines, where both parts have one left edge or middle."""
    heights = sorted({b.baseline for b in stack}, reverse=True)
    if len(heights) < 2:
        return stack
    cut = max(range(1, len(heights)), key=lambda i: heights[i - 1] - heights[i])
    upper = [b for b in stack if b.baseline >= heights[cut - 1]]
    lower = [b for b in stack if b.baseline < heights[cut - 1]]
    slack = ALIGNED * max(b.font.size for b in stack)
    lefts = upper[0].box.left - lower[0].box.left
    rights = max(b.box.right for b in upper) - max(b.box.right for b in lower)
    if abs(lefts) > slack and abs(lefts + rights) > 2 * slack:
        return stack
    return upper + lower
