"""The paragraph style of a document: indents or gaps, justified or ragged lines."""

from __future__ import annotations

import pytest

from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.paragraph_style import ParagraphStyle, measure_style
from pdfbot.rules import Rule

from ..builders import EM, PITCH, Part, Row, layout, row
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


def gap_below(*display: Row, above: float) -> float:
    """What is left below a display, in points."""
    removed = dict.fromkeys(("x = y", "k", "i = 1"), Rule.DISPLAY_MATH)
    page = layout([row(), *display, row("where the sacks are", above=above)])
    judged = judged_body(page, removed=removed)
    body = Body.of(judged.context, judged.judgement)
    return body.gap_below_equation(body.lines[-1])


def test_white_space_below_a_display_is_the_same_however_deep_it_is() -> None:
    """A line below a shallow display is a pitch and the space below its baseline; below a deep one
    the space is below its last part."""
    shallow = row("x = y", indent=10, slack=15, above=2)
    deep = [shallow, row("k", indent=12, slack=17, above=1.2)]
    space = 0.8 * PITCH
    assert gap_below(shallow, above=1.8) == pytest.approx(space)
    letters = (0.22 + 0.75) * EM
    assert gap_below(*deep, above=(letters + space) / PITCH) == pytest.approx(space)


def test_relation_in_a_limit_is_not_the_line_of_its_display() -> None:
    limit = Part(text="i = 1", left=12, right=13, size=7)
    rows = [row("x = y", indent=10, slack=15, above=2), Row((limit,), 0.5)]
    assert gap_below(*rows, above=1.5) == pytest.approx(1.5 * PITCH - 0.22 * 7 - 0.75 * EM)
