"""The formulas in running text: their characters in the sentences, and their TeX."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pdfbot.formulas.alphabets import alphabet_of
from pdfbot.formulas.bars import ROOT
from pdfbot.formulas.inline import find_formulas
from pdfbot.formulas.inline_bars import find_fractions, find_roots
from pdfbot.formulas.nodes import Row
from pdfbot.formulas.pieces import pieces_of
from pdfbot.formulas.plain import needs_writing, write_plain
from pdfbot.formulas.rows import read_row
from pdfbot.formulas.tex import write_tex
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Box, CitationMark, Formula, Paragraph, Sentence, TextBlock
from pdfbot.nonbody.context import DocumentContext
from pdfbot.structure.formula_signs import ROOT_REACH, FormulaSigns, is_mirrored

# Ems: the line of a root is higher than its letters by no more.
REACH = 0.2
_LETTER = re.compile("[A-Za-z]")


class InlineFormulas:
    """The formulas in the lines of a document: plain text needs a few of them, the structure all.

    Each is found and read once.
    """

    def __init__(self, context: DocumentContext) -> None:
        self.lines: dict[str, LayoutLine] = {line.id: line for line in context.lines}
        self._signs = {
            layout.page.number: FormulaSigns.of(layout.page) for layout in context.layouts
        }
        # By the id of the line: where its formulas are.
        self._ranges: dict[str, list[tuple[int, int]]] = {}
        # By the id of the line and where they begin.
        self._rows: dict[tuple[str, int], Row] = {}

    def special_lines(self) -> set[str]:
        """The ids of the lines that may have a root, a fraction, or a letter of an alphabet."""
        return {
            name for name, line in self.lines.items() if _is_special(line, self._signs[line.page])
        }

    def may_need_writing(self, line_id: str, part: tuple[int, int] | None = None) -> bool:
        """Whether scripts may not do for a line or a formula in it: it has bars near it.

        A line with letters of an alphabet may need more, too.
        """
        line = self.lines[line_id]
        if any(alphabet_of(block.font.family) is not None for block in line.blocks):
            return True
        reach, box = REACH * line.size, line.plain.box
        left, right = line.x_range(*part) if part else (box.left, box.right)
        top = box.top + reach + ROOT_REACH * line.size
        return self._signs[line.page].has_bars(Box(left, box.bottom - reach, right, top))

    def ranges(self, line_id: str) -> list[tuple[int, int]]:
        """Where the formulas of a line are, from the left."""
        if line_id not in self._ranges:
            line = self.lines[line_id]
            signs = self._signs[line.page]
            _, bars = signs.inside(line.box)
            roots = [bar for _, bar in signs.roots_over(line.box, line.size, line.blocks)]
            whole = (*find_fractions(line, bars), *find_roots(line, roots))
            self._ranges[line_id] = [] if is_mirrored(line.blocks) else find_formulas(line, whole)
        return self._ranges[line_id]

    def read(self, line_id: str, start: int, end: int) -> Row:
        """The tree of a formula."""
        key = line_id, start
        if key not in self._rows:
            line = self.lines[line_id]
            self._rows[key] = _read(line, start, end, self._signs[line.page])
        return self._rows[key]


def find_inline_formulas(
    known: InlineFormulas,
    sentences: Iterable[Sentence],
    citations: Mapping[str, tuple[CitationMark, ...]],
) -> dict[str, tuple[Formula, ...]]:
    """The formulas by the ids of their sentences."""
    found = {
        sentence.id: tuple(
            formula
            for formula in _in_sentence(sentence, known)
            if not _is_cited(formula, citations.get(sentence.id, ()))
        )
        for sentence in sentences
    }
    return {name: formulas for name, formulas in found.items() if formulas}


def with_written_formulas(
    known: InlineFormulas, paragraphs: tuple[Paragraph, ...]
) -> tuple[Paragraph, ...]:
    """The paragraphs with formulas that need more than scripts in plain text."""
    special = known.special_lines()
    found = {
        sentence.id: [f for f in _in_sentence(sentence, known, is_plain_text=True) if f.text]
        for paragraph in paragraphs
        for sentence in paragraph.sentences
        if not special.isdisjoint([span.line_id for span in sentence.spans])
    }
    return tuple(_with_formulas(paragraph, found) for paragraph in paragraphs)


def _with_formulas(paragraph: Paragraph, found: Mapping[str, Sequence[Formula]]) -> Paragraph:
    if not any(found.get(sentence.id) for sentence in paragraph.sentences):
        return paragraph
    written = (replace(s, formulas=tuple(found.get(s.id, ()))) for s in paragraph.sentences)
    return replace(paragraph, sentences=tuple(written))


def _is_special(line: LayoutLine, signs: FormulaSigns) -> bool:
    """Whether a line may have a root, a fraction, or a letter of a mathematical alphabet."""
    if ROOT in line.text:
        return True
    for block in line.blocks:
        if alphabet_of(block.font.family) is not None and _LETTER.search(block.text):
            return True
    if not any(block.font.size < line.size for block in line.blocks):
        return False
    large, bars = signs.inside(line.box)
    return bool(bars) or any(sign.text == ROOT for sign in large)


def _in_sentence(
    sentence: Sentence, known: InlineFormulas, *, is_plain_text: bool = False
) -> Iterator[Formula]:
    """The formulas of a sentence; in plain text only those that scripts cannot write."""
    position = 0
    for span in sentence.spans:
        line = known.lines[span.line_id]
        place = sentence.text.find(line.text[span.start : span.end], position)
        if place < 0:
            continue
        position = place + span.end - span.start
        if is_plain_text and not known.may_need_writing(span.line_id):
            continue
        for start, end in known.ranges(span.line_id):
            low, high = place + start - span.start, place + end - span.start
            if start < span.start or end > span.end:
                continue
            if is_plain_text and not known.may_need_writing(span.line_id, (start, end)):
                continue
            row = known.read(span.line_id, start, end)
            is_written = needs_writing(row)
            tex = write_tex(row) if is_written or not is_plain_text else ""
            if tex:
                yield Formula(low, high, tex, write_plain(row) if is_written else "")


def _is_cited(formula: Formula, marks: Iterable[CitationMark]) -> bool:
    return any(mark.start < formula.end and formula.start < mark.end for mark in marks)


def _read(line: LayoutLine, start: int, end: int, signs: FormulaSigns) -> Row:
    blocks = list(_blocks(line, start, end))
    box = Box.around(block.box for block in blocks)
    reach = REACH * line.size
    area = Box(box.left, box.bottom - reach, box.right, box.top + reach)
    large, bars = signs.inside(area)
    for root, bar in signs.roots_over(area, line.size, blocks):
        large += [root] if root in signs.large and root not in large else []
        bars += [bar] if bar not in bars else []
    return read_row(pieces_of(blocks, large), bars)


def _blocks(line: LayoutLine, start: int, end: int) -> Iterator[TextBlock]:
    """The blocks of a line from one character to another."""
    for block, first in zip(line.blocks, line.starts, strict=True):
        low, high = max(start - first, 0), min(end - first, len(block.text))
        if low < high:
            yield _part(block, low, high)


def _part(block: TextBlock, start: int, end: int) -> TextBlock:
    edges = array("f", block.edges[start : end + 1])
    box = Box(min(edges[0], edges[-1]), block.box.bottom, max(edges[0], edges[-1]), block.box.top)
    return TextBlock(
        block.text[start:end], box, block.baseline, block.font, rotation=block.rotation, edges=edges
    )
