"""Sets words on a monospaced page, so that words aligned in the PDF stay aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pdfbot.model import TextBlock
from pdfbot.readers.text_runs import WORD_GAP
from pdfbot.runs import split_runs

# Share of columns that two lines must have in common to be set as rows of a table.
MIN_TAB_SCORE = 0.6
# In characters: words that start no further apart than this share a column.
COLUMN_TOLERANCE = 0.5
# In characters: wider gaps are layout and are kept; narrower ones are word spaces.
MIN_LAYOUT_GAP = 2.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its horizontal extent."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class MonospacedLine:
    """A line of a monospaced page; `group` numbers tabular groups from 1, 0 means none."""

    text: str
    tab_score: float
    group: int


def split_words(blocks: Iterable[TextBlock]) -> list[Word]:
    """The words of a line from left to right; a change of font alone does not end a word."""
    words: list[Word] = []
    size = 0.0
    for block in sorted(blocks, key=lambda b: b.box.left):
        for index, word in enumerate(_words_of(block)):
            max_gap = WORD_GAP * max(size, block.font.size)
            if words and index == 0 and word.left - words[-1].right <= max_gap:
                last = words.pop()
                right = max(last.right, word.right)
                words.append(Word(last.text + word.text, last.left, right))
            else:
                words.append(word)
        size = block.font.size
    return words


def _words_of(block: TextBlock) -> Iterable[Word]:
    edges: Sequence[float] = block.edges
    count = len(block.text)
    if len(edges) != count + 1:
        step = block.box.width / max(count, 1)
        edges = [block.box.left + i * step for i in range(count + 1)]
    start = None
    for i, char in enumerate(block.text + " "):
        if not char.isspace():
            start = i if start is None else start
        elif start is not None:
            yield Word(block.text[start:i], edges[start], edges[i])
            start = None


def set_monospaced(lines: Sequence[Sequence[Word]], left: float) -> list[MonospacedLine]:
    """The lines of a block, each with at least one word, as text of a monospaced page."""
    characters = sum(len(word.text) for line in lines for word in line)
    total_width = sum(word.right - word.left for line in lines for word in line)
    width = total_width / max(characters, 1)
    if width <= 0:
        return [MonospacedLine(" ".join(w.text for w in line), 0.0, 0) for line in lines]
    scores = [0.0] + [tab_score(a, b, width) for a, b in pairwise(lines)]
    result: list[MonospacedLine] = []
    groups = 0
    first = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and scores[index] >= MIN_TAB_SCORE:
            continue
        members = lines[first:index]
        is_group = len(members) > 1
        groups += is_group
        result += [
            MonospacedLine(text, score, groups if is_group else 0)
            for text, score in zip(
                _place_words(members, left, width), scores[first:index], strict=True
            )
        ]
        first = index
    return result


def tab_score(upper: Sequence[Word], lower: Sequence[Word], width: float) -> float:
    """The share of words that start in a common column, from the later of the first words on.

    Anything before that, such as the number of an example, is not counted. `width` is that of an
    average character.
    """
    tolerance = COLUMN_TOLERANCE * width
    start = max(upper[0].left, lower[0].left) - tolerance
    above = [word.left for word in upper if word.left >= start]
    below = [word.left for word in lower if word.left >= start]
    shared = 0
    index = 0
    for left in below:
        while index < len(above) and above[index] < left - tolerance:
            index += 1
        shared += index < len(above) and above[index] <= left + tolerance
    return shared / max(len(above), len(below), 1)


def _place_words(lines: Sequence[Sequence[Word]], left: float, width: float) -> list[str]:
    """The text of lines with shared columns.

    A word goes to the character column below its place on the page, or to the next free one;
    words that share a column move together.
    """
    texts = [""] * len(lines)
    ends = [left] * len(lines)
    for column in _columns(lines, COLUMN_TOLERANCE * width):
        first_line, first_word = column[0]
        projected = round((first_word.left - left) / width)
        free = max(len(texts[i]) + bool(texts[i]) for i, _ in column)
        is_placed = (
            len(column) > 1
            or not texts[first_line]
            or first_word.left - ends[first_line] >= MIN_LAYOUT_GAP * width
        )
        position = max(projected, free) if is_placed else free
        for i, word in column:
            texts[i] = texts[i].ljust(position) + word.text
            ends[i] = word.right
    return texts


def _columns(lines: Sequence[Sequence[Word]], tolerance: float) -> Iterable[list[tuple[int, Word]]]:
    """The words of all lines from left to right, grouped where they start at the same place."""
    words = sorted(
        ((i, word) for i, line in enumerate(lines) for word in line),
        key=lambda item: (item[1].left, item[0]),
    )
    return split_runs(
        words,
        lambda column, item: (
            item[1].left - column[0][1].left <= tolerance
            and all(item[0] != line for line, _ in column)
        ),
    )
