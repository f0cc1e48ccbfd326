"""Lines of display equations as blocks, each with its number and the body line before it."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.displays import Display, by_line_before, find_displays
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Rule

from ..builders import Part, Row, context_of, layout, prose, row
from ..structure.parts import judged_as

BODY, MATH, LABEL = None, Rule.DISPLAY_MATH, Rule.LABEL


def formula(text: str, number: str = "", *, above: float = 1.0) -> Row:
    parts = [Part(text=text, left=10, right=16)]
    if number:
        parts.append(Part(text=number, left=32, right=34))
    return Row(tuple(parts), above)


def found(*rows: tuple[Row, Rule | None]) -> tuple[DocumentContext, tuple[Display, ...]]:
    """The displays in a column of these rows between two paragraphs."""
    context = context_of(layout([*prose(3), *(r for r, _ in rows), *prose(3)]))
    rules = [BODY] * 3 + [rule for _, rule in rows] + [BODY] * 3
    judgement: Judgement = judged_as(context, rules)
    return context, find_displays(context, judgement)


def test_lines_below_each_other_are_one_display() -> None:
    context, displays = found((formula("a + b"), MATH), (formula("c = d", "(3)"), MATH))
    (display,) = displays
    assert (display.id, display.number, len(display.lines)) == ("e1", "3", 2)
    assert display.after == context.lines[2].id


def test_each_number_has_a_display() -> None:
    _, displays = found((formula("a = b", "(3)"), MATH), (formula("c = d", "(4)"), MATH))
    assert [(d.id, d.number) for d in displays] == [("e1", "3"), ("e2", "4")]


def test_label_beside_an_equation_belongs_to_it() -> None:
    _, displays = found((formula("n"), LABEL), (formula("c = d"), MATH))
    assert [len(d.lines) for d in displays] == [2]


@pytest.mark.parametrize("text", ["130.0 ± 11.0 650.0", "Si2p (a.u.)", "A AP X"])
def test_cell_or_label_that_relates_nothing_is_no_display(text: str) -> None:
    assert found((formula(text), MATH))[1] == ()


def test_label_in_running_text_is_no_display() -> None:
    assert found((formula("n"), LABEL), (row(), BODY), (row(), BODY))[1] == ()


def test_piece_of_a_formula_in_running_text_is_no_display() -> None:
    assert found((formula("ab"), MATH))[1] == ()


@pytest.mark.parametrize(("end", "ends"), [(".", True), (",", False), ("", False)])
def test_full_stop_before_the_number_ends_a_sentence(end: str, ends: bool) -> None:
    _, (display,) = found((formula(f"c = d{end}", "(3)"), MATH))
    assert display.ends_sentence is ends


def test_displays_are_found_by_the_line_before_them() -> None:
    context, displays = found((formula("a = b", "(3)"), MATH), (formula("c = d", "(4)"), MATH))
    assert by_line_before(displays) == {context.lines[2].id: list(displays)}
