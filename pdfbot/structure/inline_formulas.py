"""The formulas in running text: their characters in the sentences, and their TeX."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from pdfbot.structure.formula_signs import FormulaSigns, is_mirrored

# Ems: the line of a root is higher than its letters by no more.
REACH = 0.2
_LETTER = re.compile("[A-Za-z]")


def find_inline_formulas(
    context: DocumentContext,
    sentences: Iterable[Sentence],
    citations: Mapping[str, tuple[CitationMark, ...]],
    lines: Mapping[str, LayoutLine],
) -> dict[str, tuple[Formula, ...]]:
    """The formulas by the ids of their sentences."""
    signs = {layout.page.number: FormulaSigns.of(layout.page) for layout in context.layouts}
    ranges = _Ranges(lines, signs)
    found = {
        sentence.id: tuple(
            formula
            for formula in _in_sentence(sentence, ranges, signs)
            if not _is_cited(formula, citations.get(sentence.id, ()))
        )
        for sentence in sentences
    }
    return {name: formulas for name, formulas in found.items() if formulas}


def with_written_formulas(
    context: DocumentContext, paragraphs: tuple[Paragraph, ...]
) -> tuple[Paragraph, ...]:
    """The paragraphs with formulas that need more than scripts in plain text."""
    signs = {layout.page.number: FormulaSigns.of(layout.page) for layout in context.layouts}
    lines = {line.id: line for line in context.lines}
    special = {line.id for line in context.lines if _is_special(line, signs[line.page])}
    sentences = (
        sentence
        for paragraph in paragraphs
        for sentence in paragraph.sentences
        if any(span.line_id in special for span in sentence.spans)
    )
    ranges = _Ranges(lines, signs)
    found = {
        sentence.id: [f for f in _in_sentence(sentence, ranges, signs, needs_writing) if f.text]
        for sentence in sentences
    }
    return tuple(_with_formulas(paragraph, found) for paragraph in paragraphs)


def _with_formulas(paragraph: Paragraph, found: Mapping[str, Sequence[Formula]]) -> Paragraph:
    if not any(found.get(sentence.id) for sentence in paragraph.sentences):
        return paragraph
    written = (replace(s, formulas=tuple(found.get(s.id, ()))) for s in paragraph.sentences)
    return replace(paragraph, sentences=tuple(written))


def _is_special(line: LayoutLine, signs: FormulaSigns) -> bool:
    """Whether a line may have a root, a fraction, or a letter of a mathematical alphabet."""
    for block in line.blocks:
        if ROOT in block.text or (
            alphabet_of(block.font.family) is not None and _LETTER.search(block.text)
        ):
            return True
    if not any(block.font.size < line.size for block in line.blocks):
        return False
    large, bars = signs.inside(line.box)
    return bool(bars) or any(sign.text == ROOT for sign in large)


class _Ranges(dict[str, list[tuple[int, int]]]):
    """The ranges of the formulas in lines, by line id; each line is read once."""

    def __init__(self, lines: Mapping[str, LayoutLine], signs: Mapping[int, FormulaSigns]) -> None:
        super().__init__()
        self.lines = lines
        self.signs = signs

    def __missing__(self, line_id: str) -> list[tuple[int, int]]:
        line = self.lines[line_id]
        signs = self.signs[line.page]
        _, bars = signs.inside(line.box)
        roots = [bar for _, bar in signs.roots_over(line.box, line.size, line.blocks)]
        whole = (*find_fractions(line, bars), *find_roots(line, roots))
        self[line_id] = [] if is_mirrored(line.blocks) else find_formulas(line, whole)
        return self[line_id]


def _in_sentence(
    sentence: Sentence,
    ranges: _Ranges,
    signs: Mapping[int, FormulaSigns],
    is_wanted: Callable[[Row], bool] = bool,
) -> Iterator[Formula]:
    position = 0
    for span in sentence.spans:
        line = ranges.lines[span.line_id]
        place = sentence.text.find(line.text[span.start : span.end], position)
        if place < 0:
            continue
        position = place + span.end - span.start
        for start, end in ranges[span.line_id]:
            low, high = place + start - span.start, place + end - span.start
            if start < span.start or end > span.end:
                continue
            row = _read(line, start, end, signs[span.page])
            tex = write_tex(row) if is_wanted(row) else ""
            if tex:
                yield Formula(low, high, tex, write_plain(row) if needs_writing(row) else "")


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
