"""The pieces of a formula with their places: characters, and later their combinations."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pdfbot.formulas.nodes import Node, Sign
from pdfbot.model import Font, TextBlock
from pdfbot.readers.font_names import is_math, is_unicode_math

# Operators are as large as their font likes.
LARGE = frozenset("∑∏∐∫∮⋃⋂⨄⨆⋀⋁⨁⨂⨀")
FUNCTIONS = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf "
    "limsup ln log max min Pr sec sin sinh sup tan tanh".split()
)
# Letters of the name of a function in a font that does not tell it from a product.
MIN_FUNCTION, MAX_FUNCTION = 3, 6
# Ems: letters of a word are no further apart.
MAX_LETTER_GAP = 0.12
# Ems: the pieces of a bracket or a root are one above the other, with this much to the side, ...
MAX_PIECE_SHIFT = 0.05
# ... and touch or overlap.
MAX_BRACKET_GAP = 0.15
# What pieces of brackets are pieces of.
BRACKETS = {
    **dict.fromkeys("⎛⎜⎝", "("), **dict.fromkeys("⎞⎟⎠", ")"),
    **dict.fromkeys("⎡⎢⎣", "["), **dict.fromkeys("⎤⎥⎦", "]"),
    **dict.fromkeys("⎧⎨⎩", "{"), **dict.fromkeys("⎫⎬⎭", "}"), "∣": "|", "∥": "‖",
}  # fmt: skip
VERTICALS = frozenset("|‖∣∥")
# A piece of braces on either side.
BRACE_EXTENSION = "⎪"
# Of the width of a piece: its middle is no further to the right of a line that it belongs to.
SLACK_SHARE = 0.25
# Ems: characters are wider.
MIN_WIDTH = 0.2


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a formula; if `is_large`, its baseline is meaningless, like a large bracket's."""

    node: Node
    left: float
    right: float
    bottom: float
    top: float
    baseline: float
    size: float
    is_large: bool = False

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2

    @property
    def text(self) -> str:
        """The text of a sign; empty for anything else."""
        return self.node.text if isinstance(self.node, Sign) else ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A thin horizontal line, of a fraction or a root."""

    left: float
    right: float
    height: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def centre(self) -> float:
        return (self.left + self.right) / 2

    def covers(self, piece: Piece, slack: float) -> bool:
        """Whether a piece is above or below it; a comma behind it may stick in but a little."""
        right = self.right + min(slack, (piece.right - piece.left) * SLACK_SHARE)
        return self.left - slack <= piece.centre <= right


def pieces_of(blocks: Iterable[TextBlock], large: Sequence[TextBlock]) -> list[Piece]:
    """The signs of a formula from the left; `large` are operators and brackets with tight boxes."""
    words = (_functions(_words(_signs(block, is_large=False))) for block in blocks)
    found = [_clip(p, large) for block in words for p in block]
    found = _without_bars(found)
    found += _whole(piece for block in large for piece in _signs(block, is_large=True))
    return sorted(found, key=lambda p: (p.left, p.baseline))


def _clip(piece: Piece, large: Iterable[TextBlock]) -> Piece:
    """The piece up to the next large sign: the reader counts that to the character before it.

    Not up to the sum that it is below, or above.
    """
    start = piece.left + MIN_WIDTH * piece.size
    middle = (piece.bottom + piece.top) / 2
    beside = (b.box.left for b in large if b.box.bottom < middle < b.box.top)
    right = min((left for left in beside if start < left < piece.right), default=None)
    return piece if right is None else replace(piece, right=right)


def _signs(block: TextBlock, *, is_large: bool) -> Iterator[Piece]:
    box = block.box
    for index, char in enumerate(block.text):
        if char.isspace() or (index and unicodedata.combining(char) and char != "\u0338"):
            continue
        text = char
        for mark in block.text[index + 1 :]:
            if not unicodedata.combining(mark):
                break
            text += mark
        yield Piece(
            Sign(text, block.font),
            block.edges[index],
            block.edges[index + 1],
            box.bottom,
            box.top,
            block.baseline,
            block.font.size,
            is_large or char in LARGE,
        )


def _whole(pieces: Iterable[Piece]) -> list[Piece]:
    """The large signs; stacked pieces of an extensible bracket are one sign."""
    signs: list[Piece] = []
    for piece in sorted(pieces, key=lambda p: -p.top):
        font = font_of(piece)
        whole = replace(piece, node=Sign(BRACKETS.get(piece.text, piece.text), font))
        upper = next((s for s in signs if _continues(s, whole)), None)
        if upper is None:
            signs.append(whole)
        else:
            left, bottom = min(upper.left, whole.left), min(upper.bottom, whole.bottom)
            signs[signs.index(upper)] = replace(upper, left=left, bottom=bottom)
    return signs


def _without_bars(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with vertical bars that are one above the other as one large sign."""
    stacks: dict[tuple[str, int], list[Piece]] = defaultdict(list)
    for piece in pieces:
        if piece.text in VERTICALS:
            stacks[piece.text, round(piece.left)].append(piece)
    joined: list[Piece] = []
    for stack in stacks.values():
        if len(stack) > 1:
            joined += _whole(replace(piece, is_large=True) for piece in stack)
    used = {id(piece) for stack in stacks.values() if len(stack) > 1 for piece in stack}
    return [piece for piece in pieces if id(piece) not in used] + joined


def _continues(upper: Piece, piece: Piece) -> bool:
    """Whether a piece of a bracket is right below another one."""
    is_same = upper.text == piece.text or (piece.text == BRACE_EXTENSION and upper.text in "{}")
    shift = MAX_PIECE_SHIFT * piece.size
    return (
        is_same
        and piece.left - shift < upper.right
        and upper.left < piece.right + shift
        and upper.bottom - piece.top < MAX_BRACKET_GAP * piece.size
    )


def _words(pieces: Iterable[Piece]) -> list[Piece]:
    """Adjacent upright letters as one piece: "max", "otherwise"."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and _is_one_word(last, piece):
            node = Sign(last.text + piece.text, font_of(piece))
            joined[-1] = replace(last, node=node, right=piece.right)
        else:
            joined.append(piece)
    return joined


def _functions(pieces: Sequence[Piece]) -> list[Piece]:
    """Letters of a font for all of mathematics that are the name of a function as one piece."""
    joined: list[Piece] = []
    start = 0
    while start < len(pieces):
        first, end = pieces[start], start + 1
        if is_unicode_math(font_of(first).family):
            end = _end_of_function(pieces, start) or end
        if end > start + 1:
            node = Sign("".join(p.text for p in pieces[start:end]), font_of(first))
            first = replace(first, node=node, right=pieces[end - 1].right)
        joined.append(first)
        start = end
    return joined


def _end_of_function(pieces: Sequence[Piece], start: int) -> int | None:
    """Where the name of a function ends that begins with a piece; None if none does."""
    end = start + 1
    while (
        end < min(len(pieces), start + MAX_FUNCTION)
        and pieces[end].left - pieces[end - 1].right <= MAX_LETTER_GAP * pieces[end].size
    ):
        end += 1
    for stop in range(end, start + MIN_FUNCTION - 1, -1):
        if "".join(p.text for p in pieces[start:stop]) in FUNCTIONS:
            return stop
    return None


def _is_one_word(last: Piece, piece: Piece) -> bool:
    return (
        is_upright_letter(last)
        and is_upright_letter(piece)
        and piece.left - last.right <= MAX_LETTER_GAP * piece.size
    )


def is_upright_letter(piece: Piece) -> bool:
    font = font_of(piece)
    return piece.text.isalpha() and not (piece.is_large or font.italic or is_math(font.family))


def font_of(piece: Piece) -> Font:
    """The font of a sign."""
    assert isinstance(piece.node, Sign)
    return piece.node.font
