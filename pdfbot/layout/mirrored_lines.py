"""Lines read from right to left, in which Latin words and numbers run from left to right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pdfbot.model import TextBlock
from pdfbot.text.writing_systems import RIGHT_TO_LEFT

# Letters and the operators between them: what follows one of them stays behind it.
_RUNS_RIGHT = re.compile(r"[^\W\d_]|[=+−×÷<>≤≥∑∫√]")
_NUMBER = re.compile(r"[-−–+]?\d(?:[\d.,:/%–-]*[\d%])?")
# Between two Latin words it is one of their signs.
_ARABIC_COMMA = "\u060c"
_HYPHENS = frozenset("-‐–")
_QUOTES = frozenset("\"'“”‘’")
_STOPS = frozenset(".,:;!?…-–'’\"”%+")
_OTHER_SIDE = dict(zip("()[]{}«»<>", ")(][}{»«><", strict=True))
_OPENING = frozenset("([{«<")
_CLOSING = frozenset(")]}»>")
# Ems: a sign belongs to the word on the side where the gap is smaller by this.
MIN_GAP_DIFFERENCE = 0.05
# ... and the other one is as wide as this.
WORD_SPACE = 0.1


def is_mirrored(blocks: Sequence[TextBlock]) -> bool:
    """Whether in these blocks Latin words run to the left, or Arabic words to the right."""
    for block in blocks:
        text, edges = block.text, block.edges
        if not text.isascii() and RIGHT_TO_LEFT.search(text):
            if edges[0] < edges[-1]:
                return True
        elif len(edges) > 2 and edges[0] > edges[-1]:
            return True
    return False


def put_in_reading_order(blocks: Sequence[TextBlock]) -> tuple[TextBlock, ...]:
    """The blocks of a mirrored line in reading order, with brackets facing their words."""
    ordered: list[TextBlock] = []
    start = 0
    while start < len(blocks):
        end = start + 1
        if not _runs_left(blocks, start):
            while end < len(blocks) and not _runs_left(blocks, end):
                end += 1
            ordered += _turn(blocks, start, end)
        else:
            ordered.append(blocks[start])
        start = end
    return tuple(_face_words(ordered))


def _runs_left(blocks: Sequence[TextBlock], index: int) -> bool:
    """Whether a block is Arabic or the like; not if it is a comma set with a Latin word."""
    block = blocks[index]
    if block.text == _ARABIC_COMMA and 0 < index < len(blocks) - 1:
        before, after = blocks[index - 1], blocks[index + 1]
        if not RIGHT_TO_LEFT.search(before.text + after.text):
            return _lean(before, block, after) <= 0
    return RIGHT_TO_LEFT.search(block.text) is not None


def gaps_in_reading_order(blocks: Sequence[TextBlock]) -> list[float]:
    """The white space before each block; for a reversed run, it is on the other side."""
    by_place = sorted(range(len(blocks)), key=lambda i: blocks[i].box.left)
    place_of = {index: place for place, index in enumerate(by_place)}
    gaps = [float("-inf")]
    for index in range(1, len(blocks)):
        last, place = place_of[index - 1], place_of[index]
        if place > last + 1:
            # Into a run that is turned, or out of one: what is beside it on the page counts.
            is_leaving = index > 1 and place_of[index - 2] > last
            last, place = (place - 1, place) if is_leaving else (last, last + 1)
        one, other = blocks[by_place[last]].box, blocks[by_place[place]].box
        gaps.append(max(other.left - one.right, one.left - other.right))
    return gaps


def _turn(blocks: Sequence[TextBlock], start: int, end: int) -> Iterator[TextBlock]:
    """The run between two indices with its Latin part reversed.

    The Latin part ends with a number or stop behind its last word; other numbers follow the
    direction of the words around them.
    """
    run = blocks[start:end]
    words = [i for i, block in enumerate(run) if _RUNS_RIGHT.search(block.text)]
    if not words:
        yield from run
        return
    first, last = words[0], words[-1] + 1
    while first:
        if first > 1 and _is_joined(*run[first - 2 : first + 1]):
            first -= 2
        elif _NUMBER.fullmatch(run[first - 1].text) or _is_stop_behind(blocks, start + first - 1):
            first -= 1
        else:
            break
    yield from run[:first]
    for index in range(first, last):
        if first < index and _is_stop_before(blocks, start + index):
            yield from reversed(run[first:index])
            yield run[index]
            first = index + 1
    yield from reversed(run[first:last])
    yield from run[last:]


def _is_joined(number: TextBlock, hyphen: TextBlock, word: TextBlock) -> bool:
    """Whether a word ends with a hyphen and a number: "SHA-1"."""
    return (
        hyphen.text in _HYPHENS
        and _NUMBER.fullmatch(number.text) is not None
        and _gap(number, hyphen) < WORD_SPACE * word.font.size > _gap(hyphen, word)
    )


def _gap(one: TextBlock, other: TextBlock) -> float:
    return max(one.box.left - other.box.right, other.box.left - one.box.right)


def _is_stop_behind(blocks: Sequence[TextBlock], index: int) -> bool:
    """Whether a stop on the right of a Latin word belongs to it, as in "Git."."""
    text = blocks[index].text
    if not _STOPS.issuperset(text):
        return False
    if text in _QUOTES and any(block.text == text for block in blocks[index + 1 :]):
        # The first of two quotes, both of which belong to the text around.
        return False
    return not index or _lean(blocks[index - 1], blocks[index], blocks[index + 1]) > 0


def _is_stop_before(blocks: Sequence[TextBlock], index: int) -> bool:
    """Whether a stop stands left of a Latin word, so that the text continues further left."""
    if not _STOPS.issuperset(blocks[index].text) or index + 1 == len(blocks):
        return False
    return _lean(blocks[index - 1], blocks[index], blocks[index + 1]) < 0


def _lean(before: TextBlock, block: TextBlock, after: TextBlock) -> int:
    """1 if a block is clearly closer to the one behind it, -1 if to the one before it."""
    gaps = _gap(before, block), _gap(block, after)
    return _compare(*gaps, block) if max(gaps) >= WORD_SPACE * block.font.size else 0


def _compare(gap_before: float, gap_after: float, block: TextBlock) -> int:
    slack = MIN_GAP_DIFFERENCE * block.font.size
    return (gap_after < gap_before - slack) - (gap_before < gap_after - slack)


def _face_words(blocks: Sequence[TextBlock]) -> Iterator[TextBlock]:
    """Make separate brackets open before a word and close behind it, whatever the file says."""
    depth = 0
    gaps = [*gaps_in_reading_order(blocks), float("inf")]
    for index, block in enumerate(blocks):
        text = block.text
        if text in _OTHER_SIDE:
            lean = _compare(abs(gaps[index]), abs(gaps[index + 1]), block)
            before_word = index + 1 < len(blocks) and blocks[index + 1].text[0].isalnum()
            is_opening = lean > 0 or (not lean and not depth and before_word)
            if is_opening != (text in _OPENING):
                block = replace(block, text=_OTHER_SIDE[text])
        depth += sum((char in _OPENING) - (char in _CLOSING) for char in block.text)
        depth = max(depth, 0)
        yield block
