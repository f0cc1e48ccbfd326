"""The paragraph style of a document: indents or gaps, justified or ragged lines."""

from __future__ import annotations

import pytest

from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.paragraph_style import ParagraphStyle, measure_style

from ..builders import Row, layout, row
from .rows import hanging, indented, judged_body, spaced


def style_of(*rows: Row) -> ParagraphStyle:
    body = judged_body(layout(rows))
    return measure_style(Body.of(body.context, body.judgement))


def test_indented_first_lines_make_an_indented_style() -> None:
    style = style_of(*indented(), *indented(), *indented())
    assert (style.indented, style.first_indent) == (True, 15)
    assert style.justified


def test_gaps_between_paragraphs_make_an_unindented_style() -> None:
    style = style_of(*spaced(), *spaced(), *spaced())
    assert (style.indented, style.first_indent) == (False, 0)


def test_lines_of_different_length_are_not_justified() -> None:
    assert not style_of(*(row(slack=1 + i % 4) for i in range(12))).justified


@pytest.mark.parametrize(("indent", "is_indented"), [(0.3, False), (0.4, True)])
def test_hanging_paragraphs_show_no_style_of_others(indent: float, is_indented: bool) -> None:
    """A list of functions, for example: each name starts at the edge, its description hangs."""
    items = [line for _ in range(4) for line in hanging(indent)]
    assert style_of(*indented(), *indented(), *items).indented is is_indented
