"""The text of pages in reading order, as passages that can be searched and copied across lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from pdfbot.model import (
    Box,
    Caption,
    Extraction,
    Footnote,
    Line,
    Page,
    Reference,
    Section,
    TextBlock,
)
from pdfbot.text.hyphens import HYPHENS


@dataclass(frozen=True, slots=True)
class Piece:
    """A block of a page, by its index, and how the next block of the passage follows.

    An `is_broken` block ends in the hyphen of a broken word, which the next block continues.
    """

    block: int
    is_spaced: bool = True
    is_broken: bool = False


class _BlockIndices:
    """The indices of the blocks of pages; a mirrored document has parts of them in its lines."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._by_id: dict[int, int] = {}
        self._rows: dict[tuple[int, int], list[tuple[TextBlock, int]]] = defaultdict(list)
        for page in pages:
            for index, block in enumerate(page.blocks):
                self._by_id[id(block)] = index
                self._rows[page.number, round(block.baseline)].append((block, index))

    def of(self, block: TextBlock, page: int) -> int:
        """The index of a block, or of the one on its baseline that it is nearest to."""
        found = self._by_id.get(id(block))
        if found is not None:
            return found
        centre = (block.box.left + block.box.right) / 2
        row = self._rows[page, round(block.baseline)]
        return min(row, key=lambda pair: _distance(pair[0].box, centre))[1]


def _distance(box: Box, x: float) -> float:
    return max(box.left - x, x - box.right)


# The lines of a passage, each with its blocks.
Passage = Sequence[Sequence[Piece]]


def find_passages(paper: Extraction) -> dict[int, list[Passage]]:
    """The passages of each page: parts of paragraphs, captions, notes and headings, or lines."""
    owners = _owners(paper)
    broken = frozenset(_broken_lines(paper))
    indices = _BlockIndices(paper.pages)
    lines: dict[int, dict[str, list[Line]]] = defaultdict(dict)
    for line in paper.lines:
        lines[line.page].setdefault(owners.get(line.id, line.id), []).append(line)
    return {
        page.number: _complete(
            page, [_passage(group, broken, indices) for group in lines[page.number].values()]
        )
        for page in paper.pages
    }


def passages_in_file_order(page: Page) -> list[Passage]:
    """Each block of a page as a separate passage."""
    return [((Piece(index),),) for index in range(len(page.blocks))]


def _owners(paper: Extraction) -> dict[str, str]:
    """The id of the paragraph or other part that each line belongs to."""
    parts: tuple[Caption | Footnote | Reference | Section, ...] = (
        *paper.captions, *paper.footnotes, *paper.references, *paper.sections
    )  # fmt: skip
    owners = {line_id: part.id for part in parts for line_id in part.line_ids}
    for paragraph in paper.paragraphs:
        for sentence in paragraph.sentences:
            owners |= dict.fromkeys(sentence.line_ids, paragraph.id)
    return owners


def _broken_lines(paper: Extraction) -> Iterator[str]:
    """The body lines that end in the hyphen of a broken word."""
    ends = {line.id: len(line.text) - 1 for line in paper.lines if line.text[-1:] in HYPHENS}
    for sentence in paper.sentences:
        for span, _ in pairwise(sentence.spans):
            if ends.get(span.line_id) == span.end:
                yield span.line_id


def _passage(lines: Iterable[Line], broken: frozenset[str], indices: _BlockIndices) -> Passage:
    return [_pieces(line, line.id in broken, indices) for line in lines if line.blocks]


def _pieces(line: Line, is_broken: bool, indices: _BlockIndices) -> list[Piece]:
    starts = (*line.starts, len(line.text) + 1)
    pieces = [
        Piece(indices.of(block, line.page), following > start + len(block.text))
        for block, start, following in zip(line.blocks, starts, starts[1:], strict=False)
    ]
    # Of a block in several parts the last one counts.
    pieces = [one for one, other in zip_longest(pieces, pieces[1:]) if not _is_same(one, other)]
    if line.text[-1:] in HYPHENS:
        pieces[-1] = Piece(pieces[-1].block, False, is_broken)
    return pieces


def _is_same(one: Piece, other: Piece | None) -> bool:
    return other is not None and one.block == other.block


def _complete(page: Page, passages: list[Passage]) -> list[Passage]:
    """The passages, followed by the blocks of the page that are in none of them."""
    seen = {piece.block for passage in passages for line in passage for piece in line}
    rest = [((Piece(i),),) for i in range(len(page.blocks)) if i not in seen]
    return [*passages, *rest]
