"""Display equations as text and as TeX, from what is printed in and around their lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pdfbot.formulas.pieces import pieces_of
from pdfbot.formulas.plain import write_plain
from pdfbot.formulas.rows import read_display
from pdfbot.formulas.tex import as_text, write_tex
from pdfbot.model import Box, Equation, Page, Sentence, TextBlock
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.displays import NUMBER, Display
from pdfbot.paragraphs.joining import whole_spans
from pdfbot.structure.formula_signs import FormulaSigns, is_mirrored

# Ems: large signs and lines reach beyond the text of their formula, to the sides and up and down.
SIDE_REACH, REACH = 1.5, 0.8


def find_equations(
    context: DocumentContext, displays: Iterable[Display], sentences: Iterable[Sentence]
) -> tuple[Equation, ...]:
    """The display equations in reading order."""
    owners = {mark.equation_id: s.id for s in sentences for mark in s.equations}
    return tuple(
        _read(display, context.layout_of(display.lines[0]).page, owners.get(display.id, ""))
        for display in displays
    )


def _read(display: Display, page: Page, sentence_id: str) -> Equation:
    blocks = _without_number(display)
    if is_mirrored(blocks):
        text = " ".join(block.text for block in blocks)
        tex = as_text(text)
    else:
        area = _widened(Box.around(line.box for line in display.lines), display.lines[0].size)
        large, bars = FormulaSigns.of(page).inside(area)
        row = read_display(pieces_of(blocks, large), bars)
        text, tex = write_plain(row), write_tex(row)
    return Equation(
        id=display.id,
        number=display.number,
        text=text,
        tex=tex,
        sentence_id=sentence_id,
        spans=whole_spans(display.lines),
    )


def _without_number(display: Display) -> Sequence[TextBlock]:
    blocks = [block for line in display.lines for block in line.blocks]
    return [b for b in blocks if not (display.number and NUMBER.fullmatch(b.text.strip()))]


def _widened(box: Box, size: float) -> Box:
    x, y = SIDE_REACH * size, REACH * size
    return Box(box.left - x, box.bottom - y, box.right + x, box.top + y)
