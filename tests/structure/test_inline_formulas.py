"""Formulas in running text: plain text asks for a few of them, and each is read once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import pdfbot
from pdfbot.formulas.inline import find_formulas
from pdfbot.formulas.pieces import Bar
from pdfbot.model import Line
from pdfbot.structure import inline_formulas
from pdfbot.structure.formula_signs import FormulaSigns
from pdfbot.structure.inline_formulas import InlineFormulas

from ..builders import block, context_of, lay_out_blocks


def test_formulas_of_a_line_are_found_once(papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    def note(line: Line, whole: Iterable[range]) -> list[tuple[int, int]]:
        found.append(line.id)
        return find_formulas(line, whole)

    monkeypatch.setattr(inline_formulas, "find_formulas", note)
    paper = pdfbot.extract(papers / "onecolumn-indented" / "onecolumn-indented.pdf")
    in_plain_text = len(found)
    assert any(sentence.formulas for sentence in paper.sentences)
    assert in_plain_text < len(found) == len(set(found))


@pytest.mark.parametrize(
    ("family", "bars", "expected"),
    [
        ("CMMI10", (), False),
        ("MSBM10", (), True),
        ("CMMI10", ((60.0, 90.0),), True),
        ("CMMI10", ((160.0, 190.0),), False),
    ],
)
def test_formula_may_need_writing_with_a_bar_near_it_or_letters_of_an_alphabet(
    family: str, bars: tuple[tuple[float, float], ...], expected: bool
) -> None:
    line_block = block("x", 50.0, 700.0, right=100.0, family=family)
    formulas = InlineFormulas(context_of(lay_out_blocks(line_block)))
    (line,) = formulas.lines.values()
    drawn = tuple(Bar(left, right, 702.0) for left, right in bars)
    formulas._signs[line.page] = FormulaSigns((), drawn)
    assert formulas.may_need_writing(line.id) is expected
    assert formulas.may_need_writing(line.id, (0, 1)) is expected
