"""Text too high or too low to share its line's height: parts of fractions, roots, limits."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.segments import MAX_SCRIPT_RATIO, SAME_BASELINE, Segment
from pdfbot.model import TextBlock
from pdfbot.readers.text_runs import WORD_GAP

# Ems of the line: the baseline of a script is no higher above the line's.
MAX_SCRIPT_RISE = 1.0
# Ems of the line: the baseline of a script is no further below the line's.
MAX_SCRIPT_DROP = 0.6
# Ems of the line: a script is no further from the text to its left.
MAX_SCRIPT_GAP = 0.6
# Ems of the line: a script covers no more of the text than this.
MAX_SCRIPT_COVER = 0.2
# Rows above and below that are searched for the line: a fraction has two.
MAX_ROWS_AWAY = 2
# Blocks: a line with stacked scripts has at least a letter and two scripts.
MIN_STACK_BLOCKS = 3
# Share of a script's width: a script above or below others overlaps them by more.
MIN_STACK_OVERLAP = 0.3
# Ems of the largest script: the baselines of an upper and a lower script are further apart.
MIN_STACK_GAP = 0.3
# Ems of the largest script: edges or centres of aligned parts differ by no more.
MAX_STACK_SHIFT = 0.5


def attach_scripts(rows: list[list[Segment]], mains: list[Segment]) -> None:
    """Move rows that contain only scripts and symbols to the lines that have room for them."""
    largest = max((main.size for main in mains), default=0.0)
    limit = MAX_SCRIPT_RATIO * largest
    # Most rows are text of the usual size: settle them before the costly search.
    small = [
        (index, row)
        for index, row in enumerate(rows)
        if not any(s.size > limit and not s.is_symbol for s in row)
    ]
    # The second time for what is above or below a script that was moved the first time.
    if _move_scripts(small, rows, mains):
        _move_scripts(small, rows, mains)


def _move_scripts(
    small: Sequence[tuple[int, list[Segment]]], rows: list[list[Segment]], mains: list[Segment]
) -> bool:
    """Move the small rows all of whose segments belong to other lines; whether there are any."""
    is_moved = False
    for index, row in small:
        targets = [_find_line(segment, index, rows, mains) for segment in row]
        if None in targets and any(targets):
            targets = _with_own_scripts(row, targets)
        if row and None not in targets:
            for segment, target in zip(row, targets, strict=True):
                if target is not None:
                    target.append(segment)
            row.clear()
            is_moved = True
    return is_moved


def _with_own_scripts(
    row: list[Segment], targets: list[list[Segment] | None]
) -> list[list[Segment] | None]:
    """The same for scripts of what goes to a line, such as the index of a denominator."""
    found = dict(zip(map(id, row), targets, strict=True))
    for script in sorted(row, key=lambda s: s.left):
        if found[id(script)] is None:
            bases = (
                found[id(base)]
                for base in row
                if script.size <= MAX_SCRIPT_RATIO * base.size
                and -MAX_SCRIPT_COVER <= (script.left - base.right) / base.size <= MAX_SCRIPT_GAP
            )
            found[id(script)] = next(filter(None, bases), None)
    return [found[id(segment)] for segment in row]


def _find_line(
    segment: Segment, index: int, rows: list[list[Segment]], mains: list[Segment]
) -> list[Segment] | None:
    """The nearest line around row `index` that a segment belongs to."""
    best, best_distance = None, float("inf")
    for other in range(max(0, index - MAX_ROWS_AWAY), min(len(rows), index + MAX_ROWS_AWAY + 1)):
        size = mains[other].size
        rise = segment.baseline - mains[other].baseline
        if (
            other != index
            and (segment.size <= MAX_SCRIPT_RATIO * size or segment.is_symbol)
            and rise <= MAX_SCRIPT_RISE * size
            and (-MAX_SCRIPT_DROP * size <= rise or _is_below_script(segment, rows[other], size))
            and abs(rise) < best_distance
            and _has_room(segment, rows[other], size)
        ):
            best, best_distance = rows[other], abs(rise)
    return best


def _is_below_script(segment: Segment, row: list[Segment], size: float) -> bool:
    """Whether this is a lower script of a script in a line, such as a denominator."""
    return any(
        segment.size <= MAX_SCRIPT_RATIO * block.font.size <= MAX_SCRIPT_RATIO**2 * size
        and 0 <= block.baseline - segment.baseline <= MAX_SCRIPT_DROP * block.font.size
        and -MAX_SCRIPT_COVER <= (segment.left - block.box.right) / block.font.size <= WORD_GAP
        for other in row
        for block in other.blocks
    )


def _has_room(segment: Segment, row: list[Segment], size: float) -> bool:
    """Whether the line has text right before it (a root: right after), and only scripts under it.

    The parts of a fraction are stacked, so one of them may be right after the text.
    """
    touches = False
    min_gap, max_gap = -MAX_SCRIPT_COVER * size, MAX_SCRIPT_GAP * size
    for block in (b for other in row for b in other.blocks):
        overlap = min(segment.right, block.box.right) - max(segment.left, block.box.left)
        if overlap > MAX_SCRIPT_COVER * size and block.font.size > MAX_SCRIPT_RATIO * size:
            return False
        touches |= min_gap <= segment.left - block.box.right <= max_gap
        if block.font.size <= MAX_SCRIPT_RATIO * size:
            touches |= overlap > MIN_STACK_OVERLAP * min(
                block.box.width, segment.right - segment.left
            )
        touches |= segment.is_symbol and min_gap <= block.box.left - segment.right <= max_gap
    return touches


def read_stacks(ordered: list[TextBlock]) -> list[TextBlock]:
    """The blocks from the left, but of stacked scripts first the upper, then the lower.

    Otherwise "c" with the superscript "std" and the subscript "m,n" would read "cmst,nd".
    """
    if len(ordered) < MIN_STACK_BLOCKS:
        return ordered
    sizes = [b.font.size for b in ordered]
    max_script = MAX_SCRIPT_RATIO * max(sizes)
    if sum(size <= max_script for size in sizes) < MIN_STACK_BLOCKS - 1:
        return ordered
    found: list[TextBlock] = []
    stack: list[TextBlock] = []
    reach = 0.0
    for block in ordered:
        is_script = block.font.size <= max_script
        if stack and not (is_script and _belongs_to_stack(block, stack, reach)):
            found += _unstack(stack)
            stack = []
        if is_script:
            reach = max(reach, block.box.right) if stack else block.box.right
            stack.append(block)
        else:
            found.append(block)
    return found + _unstack(stack)


def _belongs_to_stack(block: TextBlock, stack: list[TextBlock], reach: float) -> bool:
    """Whether a block is above or below the previous scripts, or continues one of their lines."""
    overlap = min(reach, block.box.right) - block.box.left
    if overlap > MIN_STACK_OVERLAP * block.box.width:
        return True
    slack = SAME_BASELINE * block.font.size
    level = any(abs(b.baseline - block.baseline) < slack for b in stack)
    return level and -overlap < WORD_GAP * block.font.size


def _unstack(stack: list[TextBlock]) -> list[TextBlock]:
    """Split at the widest gap between baselines, if both parts share a left edge or a centre."""
    heights = sorted({b.baseline for b in stack}, reverse=True)
    if len(heights) < 2:
        return stack
    cut = max(range(1, len(heights)), key=lambda i: heights[i - 1] - heights[i])
    size = max(b.font.size for b in stack)
    if heights[cut - 1] - heights[cut] < MIN_STACK_GAP * size:
        return stack
    upper = [b for b in stack if b.baseline >= heights[cut - 1]]
    lower = [b for b in stack if b.baseline < heights[cut - 1]]
    slack = MAX_STACK_SHIFT * size
    left_shift = upper[0].box.left - lower[0].box.left
    right_shift = max(b.box.right for b in upper) - max(b.box.right for b in lower)
    if abs(left_shift) > slack and abs(left_shift + right_shift) > 2 * slack:
        return stack
    return upper + lower
