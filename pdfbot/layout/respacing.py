"""Words on a page to words in columns of characters: what is aligned there stays aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pdfbot.dataclass import dataclass
from pdfbot.model import TextBlock
from pdfbot.replica.runs import WORD_GAP

# Lines that share at least this part of their columns are set as a table.
MIN_TAB_SCORE = 0.6
# In characters: words that begin closer together than this share a column.
SAME_COLUMN = 0.5
# In characters: a gap from here on is layout and kept, a smaller one is a word space.
WIDE_GAP = 2.0


@dataclass(frozen=True, slots=True)
class Token:
    """A word and where it stands."""

    text: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class Respaced:
    """A line for a monospaced page; `group` numbers tabular groups from 1, 0 is none."""

    text: str
    tab_score: float
    group: int


def split_tokens(blocks: Iterable[TextBlock]) -> list[Token]:
    """The words of a line from left to right; a change of font alone does not end a word."""
    tokens: list[Token] = []
    size = 0.0
    for block in sorted(blocks, key=lambda b: b.box.left):
        for index, word in enumerate(_words(block)):
            close = WORD_GAP * max(size, block.font.size)
            if tokens and index == 0 and word.left - tokens[-1].right <= close:
                last = tokens.pop()
                right = max(last.right, word.right)
                tokens.append(Token(last.text + word.text, last.left, right))
            else:
                tokens.append(word)
        size = block.font.size
    return tokens


def _words(block: TextBlock) -> Iterable[Token]:
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
            yield Token(block.text[start:i], edges[start], edges[i])
            start = None


def respace(lines: Sequence[Sequence[Token]], left: float) -> list[Respaced]:
    """The lines of a block, each with at least one word, as text of a monospaced page."""
    letters = sum(len(t.text) for line in lines for t in line)
    width = sum(t.right - t.left for line in lines for t in line) / max(letters, 1)
    if width <= 0:
        return [Respaced(" ".join(t.text for t in line), 0.0, 0) for line in lines]
    scores = [0.0] + [tab_score(a, b, width) for a, b in pairwise(lines)]
    result: list[Respaced] = []
    group = 0
    first = 0
    for index in range(1, len(lines) + 1):
        if index < len(lines) and scores[index] >= MIN_TAB_SCORE:
            continue
        members = lines[first:index]
        group += len(members) > 1
        number = group if len(members) > 1 else 0
        texts = _set(members, left, width)
        result += [
            Respaced(text, score, number)
            for text, score in zip(texts, scores[first:index], strict=True)
        ]
        first = index
    return result


def tab_score(upper: Sequence[Token], lower: Sequence[Token], width: float) -> float:
    """The part of the words that share a column, from the later of the two first words on.

    What stands before that, such as the number of an example, is not counted.
    """
    near = SAME_COLUMN * width
    start = max(upper[0].left, lower[0].left) - near
    above = [t.left for t in upper if t.left >= start]
    below = [t.left for t in lower if t.left >= start]
    shared = 0
    index = 0
    for place in below:
        while index < len(above) and above[index] < place - near:
            index += 1
        shared += index < len(above) and above[index] <= place + near
    return shared / max(len(above), len(below), 1)


def _set(lines: Sequence[Sequence[Token]], left: float, width: float) -> list[str]:
    """Project every word to a column; words that share one move on together to the next free."""
    texts = [""] * len(lines)
    reach = [left] * len(lines)
    for column in _columns(lines, SAME_COLUMN * width):
        place = round((column[0][1].left - left) / width)
        free = max(len(texts[i]) + bool(texts[i]) for i, _ in column)
        is_shared = len(column) > 1
        gap = column[0][1].left - reach[column[0][0]]
        starts_line = not texts[column[0][0]]
        is_set = is_shared or starts_line or gap >= WIDE_GAP * width
        place = max(place, free) if is_set else free
        for i, token in column:
            texts[i] = texts[i].ljust(place) + token.text
            reach[i] = token.right
    return texts


def _columns(lines: Sequence[Sequence[Token]], near: float) -> Iterable[list[tuple[int, Token]]]:
    """Words of all lines from left to right, those that begin at one place together."""
    column: list[tuple[int, Token]] = []
    for i, token in sorted(
        ((i, token) for i, line in enumerate(lines) for token in line),
        key=lambda item: (item[1].left, item[0]),
    ):
        taken = {line for line, _ in column}
        if column and (token.left - column[0][1].left > near or i in taken):
            yield column
            column = []
        column.append((i, token))
    if column:
        yield column
