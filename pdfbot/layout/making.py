"""Lines from their blocks: those of the flow at once, those out of it when they are asked for."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from pdfbot.layout.scripts import read_stacks
from pdfbot.model import Box, Line, TextBlock, Verdict
from pdfbot.replica.runs import WORD_GAP
from pdfbot.shelf import ShelvedBlocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A size counts as the line's when it has this share of the characters of its most frequent one:
# in "N_event = E_snap" the subscripts are more than the letters they belong to.
MAIN_SHARE = 0.3
# Stops that follow a slanted letter in another font stand off from it; ems from which on they
# stand alone.
STOPS, STOP_GAP = frozenset(".,;"), 0.3
# Points: sizes this near are one.
SAME_SIZE = 0.01
# Why a line is out of the flow.
REASONS = ("margin", "line_number", "hidden", "rotated")


class Keeper:
    """Keeps the lines of a page small: blocks by their places on the shelf, each number once.

    Baselines are rounded, so that a document has few different ones: of these each is kept once
    for all of its pages.
    """

    def __init__(
        self, shelved: ShelvedBlocks, blocks: Sequence[TextBlock], heights: dict[float, float]
    ) -> None:
        """`blocks` are the shelved ones, unpacked."""
        self.shelved = shelved
        self._places = {id(block): place for place, block in enumerate(blocks)}
        self._numbers: dict[float, float] = {}
        self._heights = heights

    def group(self, blocks: Iterable[TextBlock]) -> int:
        """The number of a new group of blocks."""
        return self.shelved.groups.add(self._places[id(block)] for block in blocks)

    def number(self, number: float) -> float:
        return self._numbers.setdefault(number, number)

    def height(self, height: float) -> float:
        return self._heights.setdefault(height, height)


class Asides:
    """The lines of a page that are out of the flow, each with the reason.

    A page of scattered letters or cells has hundreds of them, and hardly anybody looks at them. So
    only their blocks are noted, and a line is made whenever it is asked for.
    """

    __slots__ = ("_before", "_chars", "_first", "_page", "_reasons", "_shelved")

    def __init__(
        self,
        page: int,
        before: int,
        found: Iterable[tuple[Iterable[TextBlock], str]],
        keeper: Keeper,
    ) -> None:
        """`before` is how many lines of the page have been given a number of column 0."""
        self._page, self._before = page, before
        self._shelved = keeper.shelved
        self._first = len(self._shelved.groups)
        self._chars = array("I")
        self._reasons = bytearray()
        for blocks, reason in found:
            ordered = _in_order(blocks)
            keeper.group(ordered)
            self._chars.append(sum(len(word) for b in ordered for word in b.text.split()))
            self._reasons.append(REASONS.index(reason))

    def __len__(self) -> int:
        return len(self._reasons)

    def line(self, index: int) -> Line:
        group = self._first + index
        blocks = self._shelved.group(group)
        return _write(self._name(index), self._page, 0, blocks, (self._shelved, group))

    def verdict(self, index: int) -> Verdict:
        return Verdict(self._name(index), REASONS[self._reasons[index]])

    def densities(self) -> Iterator[float]:
        """Those of the lines, without making them."""
        for group, chars in enumerate(self._chars, self._first):
            yield chars / self._shelved.group_length(group)

    def _name(self, index: int) -> str:
        return f"p{self._page}.c0.l{self._before + index + 1}"


class Judged:
    """The verdicts of the lines in the flow; most of them say no more than that a line is body."""

    __slots__ = ("_lines", "_removed")

    def __init__(self, lines: Sequence[Line], removed: Iterable[Verdict | None]) -> None:
        self._lines, self._removed = lines, tuple(removed)

    def verdict(self, index: int) -> Verdict:
        return self._removed[index] or Verdict(self._lines[index].id, "body")


class MadeLate(Sequence["Any"]):
    """A sequence whose objects may be made each time they are asked for, part by part."""

    __slots__ = ("_parts",)

    def __init__(self, *parts: tuple[int, Callable[[int], Any]]) -> None:
        """Of each part: how many objects, and what gives each of them by its number."""
        self._parts = [part for part in parts if part[0]]

    def __len__(self) -> int:
        return sum(count for count, _ in self._parts)

    def __iter__(self) -> Iterator[Any]:
        for count, make in self._parts:
            yield from map(make, range(count))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index + len(self) if index < 0 else index
        for count, make in self._parts:
            if 0 <= left < count:
                return make(left)
            left -= count
        raise IndexError(index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __repr__(self) -> str:
        return repr(tuple(self))


def make_line(
    name: str,
    page: int,
    column: int,
    blocks: Iterable[TextBlock],
    keeper: Keeper | None = None,
) -> Line:
    """A line's text from its blocks: a space wherever the page shows one."""
    ordered = _in_order(blocks)
    if keeper is None:
        return _write(name, page, column, ordered, (tuple(ordered), -1))
    source = keeper.shelved, keeper.group(ordered)
    return _write(name, page, column, ordered, source, keeper.number, keeper.height)


def _in_order(blocks: Iterable[TextBlock]) -> list[TextBlock]:
    return read_stacks(sorted(blocks, key=lambda b: b.box.left))


def _write(
    name: str,
    page: int,
    column: int,
    ordered: Sequence[TextBlock],
    source: tuple[Sequence[TextBlock], int],
    number: Callable[[float], float] = float,
    height: Callable[[float], float] = float,
) -> Line:
    sizes: dict[float, int] = {}
    parts: list[str] = []
    length, reach, size = 0, float("inf"), 0.0
    for block in ordered:
        gap, em = block.box.left - reach, max(block.font.size, size)
        if gap > WORD_GAP * em and (gap > STOP_GAP * em or block.text[:2].rstrip() not in STOPS):
            parts.append(" ")
            length += 1
        parts.append(block.text)
        length += len(block.text)
        reach = block.box.right if length == len(block.text) else max(reach, block.box.right)
        size = block.font.size
        sizes[size] = sizes.get(size, 0) + len(block.text)
    least = MAIN_SHARE * max(sizes.values())
    size = max(s for s in sizes if sizes[s] >= least)
    heights: dict[float, int] = {}
    for block in ordered:
        if abs(block.font.size - size) < SAME_SIZE:
            rounded = round(block.baseline, 1)
            heights[rounded] = heights.get(rounded, 0) + len(block.text)
    around = Box.around(b.box for b in ordered)
    return Line(
        id=name,
        page=page,
        column=column,
        source=source[0],
        text="".join(parts),
        box=Box(*map(number, (around.left, around.bottom, around.right, around.top))),
        baseline=height(max(heights, key=lambda h: heights[h])),
        size=size,
        group=source[1],
    )
