"""The text blocks of a document's pages: the last pages at hand, all others packed.

As objects the blocks of a page take five times the room of their letters and numbers, and a long
document has millions of them. The rules go over the pages in order, so that a page is unpacked
once each time; a paper of few pages is never packed at all.
"""

from __future__ import annotations

from _thread import allocate_lock
from _weakref import ref
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from io import SEEK_END, FileIO
from itertools import accumulate, chain, pairwise

from pdfbot.model import BlockGroups, Box, Font, TextBlock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

# Blocks at hand, some eight megabytes: forty pages of text, seven of scattered letters.
AT_HAND = 8_000
# Bytes of packed pages; what comes after them goes into a temporary file.
MOST_MEMORY = 1 << 18
# Numbers of a block: its box and its baseline.
NUMBERS = 5
# The bits of an edge.
WHOLE = 0xFFFFFFFF

Look = tuple[Font, str, float, str]


class Groups:
    """Groups of places on a page, in two flat arrays: a list of lists would take far more room."""

    __slots__ = ("_ends", "_places")

    def __init__(self) -> None:
        self._places = array("I")
        self._ends = array("I", [0])

    def add(self, places: Iterable[int]) -> int:
        """The number of the new group."""
        self._places.extend(places)
        self._ends.append(len(self._places))
        return len(self._ends) - 2

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[array[int]]:
        return (self._places[start:end] for start, end in pairwise(self._ends))

    def __getitem__(self, number: int) -> array[int]:
        return self._places[self._ends[number] : self._ends[number + 1]]


class Shelf:
    """Holds the pages of one document, and once each what many of their blocks share."""

    def __init__(self) -> None:
        # Weakly, so that a document goes at once when nobody needs it any more.
        self._at_hand: deque[tuple[ref[ShelvedBlocks], int]] = deque()
        self._held = 0
        self._numbers: dict[Look, int] = {}
        self._looks: list[Look] = []
        self._packed = 0
        self._file: FileIO | None = None
        self._lock = allocate_lock()

    def put(self, blocks: Sequence[TextBlock]) -> ShelvedBlocks:
        """The blocks of a page, to be used as before."""
        page = ShelvedBlocks(self, tuple(blocks))
        self.keep(page)
        return page

    def keep(self, page: ShelvedBlocks) -> None:
        """Have this page at hand; those that came first make room."""
        self._at_hand.append((ref(page), len(page)))
        self._held += len(page)
        while self._held > AT_HAND and len(self._at_hand) > 1:
            first, length = self._at_hand.popleft()
            self._held -= length
            kept = first()
            if kept is not None:
                kept.pack()

    def put_away(self, packed: bytes) -> int | None:
        """Where packed blocks begin in the file; None for what had better stay in the memory."""
        self._packed += len(packed)
        if self._packed <= MOST_MEMORY:
            return None
        from tempfile import TemporaryFile
        from weakref import finalize

        with self._lock:
            try:
                if self._file is None:
                    self._file = TemporaryFile(buffering=0)  # noqa: SIM115, closed below
                    finalize(self, self._file.close)
                begin = self._file.seek(0, SEEK_END)
                return begin if self._file.write(packed) == len(packed) else None
            except OSError:  # no room there: the memory will do
                return None

    def fetch(self, begin: int, length: int) -> bytes:
        with self._lock:
            assert self._file is not None
            self._file.seek(begin)
            return self._file.read(length)

    def number_of(self, block: TextBlock) -> int:
        look = (block.font, block.colour, block.rotation, block.hidden)
        number = self._numbers.setdefault(look, len(self._looks))
        if number == len(self._looks):
            self._looks.append(look)
        return number

    def look(self, number: int) -> Look:
        return self._looks[number]


class ShelvedBlocks(BlockGroups):
    """The blocks of one page, or their packed letters and numbers, or both.

    Of what is packed into the shelf's file only the place is known: where it begins, its length.
    """

    __slots__ = ("__weakref__", "_blocks", "_length", "_packed", "_shelf", "groups")

    def __init__(self, shelf: Shelf, blocks: tuple[TextBlock, ...]) -> None:
        self._shelf = shelf
        self._length = len(blocks)
        self._blocks: tuple[TextBlock, ...] | None = blocks
        self._packed: bytes | tuple[int, int] | None = None
        self.groups = Groups()

    def __len__(self) -> int:
        return self._length

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> TextBlock: ...
        @overload
        def __getitem__(self, index: slice) -> tuple[TextBlock, ...]: ...

    def __getitem__(self, index: int | slice) -> TextBlock | tuple[TextBlock, ...]:
        return self.unpacked()[index]

    def __iter__(self) -> Iterator[TextBlock]:
        return iter(self.unpacked())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self.unpacked() == tuple(other)

    def __repr__(self) -> str:
        return repr(self.unpacked())

    def __reduce__(self) -> tuple[Any, ...]:
        return _shelved_again, (self.unpacked(), self.groups)

    def group(self, number: int) -> tuple[TextBlock, ...]:
        blocks = self.unpacked()
        return tuple(blocks[place] for place in self.groups[number])

    def group_length(self, number: int) -> int:
        return len(self.groups[number])

    def unpacked(self) -> tuple[TextBlock, ...]:
        blocks = self._blocks
        if blocks is None:
            packed = self._packed
            assert packed is not None
            if not isinstance(packed, bytes):
                packed = self._shelf.fetch(*packed)
            blocks = self._blocks = _unpack(packed, self._length, self._shelf)
            self._shelf.keep(self)
        return blocks

    def pack(self) -> None:
        if self._packed is None and self._blocks is not None:
            packed = _pack(self._blocks, self._shelf)
            begin = self._shelf.put_away(packed)
            self._packed = packed if begin is None else (begin, len(packed))
        self._blocks = None


def _shelved_again(blocks: tuple[TextBlock, ...], groups: Groups) -> ShelvedBlocks:
    shelved = ShelvedBlocks(Shelf(), blocks)
    shelved.groups = groups
    return shelved


def _pack(blocks: Sequence[TextBlock], shelf: Shelf) -> bytes:
    numbers, edges = array("d"), array("f")
    for block in blocks:
        box = block.box
        numbers.extend((box.left, box.bottom, box.right, box.top, block.baseline))
        edges.extend(block.edges)
    counts = array("I", [shelf.number_of(block) for block in blocks])
    for words in ([b.text for b in blocks], [b.node for b in blocks], [b.edges for b in blocks]):
        counts.extend(map(len, words))
    letters = "".join(chain((b.text for b in blocks), (b.node for b in blocks)))
    content = b"".join(column.tobytes() for column in (counts, numbers, _steps(edges)))
    from zlib import compress

    return compress(content + letters.encode("utf-8", "surrogatepass"), 1)


def _unpack(packed: bytes, length: int, shelf: Shelf) -> tuple[TextBlock, ...]:
    if not length:
        return ()
    from zlib import decompress

    content = memoryview(decompress(packed))
    counts, content = _take("I", 4 * length, content)
    looks, texts, nodes, lengths = (counts[i * length : (i + 1) * length] for i in range(4))
    numbers, content = _take("d", NUMBERS * length, content)
    steps, content = _take("I", sum(lengths), content)
    letters, edges = str(content, "utf-8", "surrogatepass"), _edges(steps)
    lefts, bottoms, rights, tops, baselines = (numbers[i::NUMBERS] for i in range(NUMBERS))
    fonts, colours, rotations, hidden = zip(*map(shelf.look, looks), strict=True)
    return tuple(
        map(
            TextBlock,
            _cut(letters, texts, 0),
            map(Box, lefts, bottoms, rights, tops),
            baselines,
            fonts,
            colours,
            rotations,
            _cut(edges, lengths, 0),
            hidden,
            _cut(letters, nodes, sum(texts)),
        )
    )


def _take(kind: str, count: int, content: memoryview) -> tuple[Any, memoryview]:
    """So many numbers from the beginning, and what comes after them."""
    numbers = array(kind)
    end = count * numbers.itemsize
    numbers.frombytes(content[:end])
    return numbers, content[end:]


def _cut(whole: Any, lengths: Iterable[int], begin: int) -> Iterator[Any]:
    """Pieces of these lengths, one after the other."""
    for length in lengths:
        yield whole[begin : begin + length]
        begin += length


def _steps(edges: array[float]) -> array[int]:
    """From each number to the next, as whole numbers: letters have few widths, so they repeat."""
    numbers = array("I", edges.tobytes())
    return array("I", [(b - a) & WHOLE for a, b in pairwise(chain((0,), numbers))])


def _edges(steps: array[int]) -> array[float]:
    return array("f", array("I", [number & WHOLE for number in accumulate(steps)]).tobytes())
