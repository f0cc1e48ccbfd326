"""Residual lines: code, small print, cells and lines without words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.residual import judge_residual

from ..builders import Judged, Part, Row, context_of, judged, layout, prose, row, rules_of

MONO = "Courier"


def around(given: Row, *, below: float = 2.0) -> str:
    rows = [*prose(4), given, row(above=below), *prose(3)]
    return rules_of(judged(judge_residual, layout(rows)))[4]


def code(mono: int, *, indent: float = 2.0, above: float = 2.0) -> Row:
    """A hundred characters, of which `mono` are monospaced."""
    parts = [Part(text="m" * mono, left=indent, right=20, family=MONO)]
    if mono < 100:
        parts.append(Part(text="w" * (100 - mono), left=20, right=25))
    return Row(tuple(parts), above)


@pytest.mark.parametrize(("mono", "taken"), [(79, False), (80, True), (81, True), (100, True)])
def test_line_that_is_mostly_monospaced_is_code(mono: int, taken: bool) -> None:
    assert around(code(mono)) == ("monospaced" if taken else "")


def test_monospaced_names_within_text_stay() -> None:
    assert around(code(100, indent=0, above=1.0)) == ""


def typewritten(*given: Row, family: str = MONO) -> list[str]:
    """The verdicts on lines of a document whose body is set in `family`."""
    body = [row(family=family) for _ in range(4)]
    context = context_of(layout([*body, *given, row(above=2, family=family), *body]))
    context = replace(context, fonts=replace(context.fonts, base_family=family))
    found = judge_residual(context, Judgement.start(context))
    return rules_of(Judged(context, found))[4 : 4 + len(given)]


def test_monospaced_lines_of_a_typewritten_document_stay() -> None:
    given = [code(100), code(80, above=1.0), row("the sacks", slack=20, above=2, family=MONO)]
    assert typewritten(*given) == ["", "", ""]
    assert typewritten(*given, family="Serif") == ["monospaced", "monospaced", "monospaced"]


def test_cells_and_small_print_of_a_typewritten_document_go_all_the_same() -> None:
    cell = Row(
        (Part(text="every", left=2, right=5, family=MONO), Part(text="sack", left=9, right=12))
    )
    assert typewritten(replace(cell, above=2.0)) == ["wide_gap"]
    assert typewritten(row(size=7, above=2, family=MONO)) == ["small_font"]


@pytest.mark.parametrize(("size", "taken"), [(7.1, True), (7.2, False), (9, False)])
def test_line_far_smaller_than_the_body_goes(size: float, taken: bool) -> None:
    assert around(row(size=size, above=2)) == ("small_font" if taken else "")


def cells(gap: float, *, end: str = "sacks") -> Row:
    first = Part(text="every month", left=2, right=8)
    return Row((first, Part(text=end, left=8 + gap, right=11 + gap)), 2.0)


@pytest.mark.parametrize(("gap", "taken"), [(2.4, False), (2.5, False), (2.6, True)])
def test_line_with_a_wide_gap_goes(gap: float, taken: bool) -> None:
    assert around(cells(gap)) == ("wide_gap" if taken else "")


@pytest.mark.parametrize(
    ("text", "right", "rule"),
    [
        ("nonlinear", 30, ""),
        ("Nonlinear", 30, "wide_gap"),
        ("nonlinear", 26, "wide_gap"),
    ],
)
def test_two_words_stretched_to_both_edges_are_text_within_a_sentence(
    text: str, right: float, rule: str
) -> None:
    """Their neighbours are stretched lines, too."""
    stretched = [Part(text="the", left=0, right=2), Part(text="representation", left=9, right=30)]
    parts = (Part(text=text, left=0, right=8), Part(text="developments", left=16, right=right))
    rows = [*prose(4), Row(tuple(stretched)), Row(parts), Row(tuple(stretched)), *prose(3)]
    assert rules_of(judged(judge_residual, layout(rows)))[5] == rule


def test_gap_before_the_end_of_proof_symbol_may_be_wide() -> None:
    assert around(cells(15, end="□")) == ""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("12 34", "no_words"),
        ("ab cd", "no_words"),
        ("abc", ""),
        ("No.", ""),
        ("2 Methods . . . . 17", "contents"),
        ("2 Methods . . . 17", ""),
        ("d e f axpy ( a , x )", "spaced_letters"),
        ("a word b or c as usual goes on", ""),
    ],
)
def test_line_without_words_goes(text: str, rule: str) -> None:
    assert around(row(text, indent=2, slack=20, above=2)) == rule


@pytest.mark.parametrize(("above", "rule"), [(1.4, ""), (1.45, "no_words")])
def test_line_of_numbers_within_text_stays(above: float, rule: str) -> None:
    """At the column's edge and close to running text: the end of a paragraph."""
    assert around(row("12 34", slack=25, above=above)) == rule


def test_line_at_the_edge_that_opens_with_a_short_word_stays() -> None:
    assert around(row("of 5", slack=25, above=2)) == ""


def test_residual_rules_leave_running_text_alone() -> None:
    assert around(row(above=2)) == ""


@pytest.mark.parametrize(("above", "taken"), [(1.0, False), (1.3, True)])
def test_symbols_that_end_a_paragraph_stay(above: float, taken: bool) -> None:
    """Below a full line with words in it, though too much math for running text."""
    words = Part(text="and thus there is another number", left=0, right=9)
    math = Part(
        text="x = y + z = a + b + c + d = e + f + g + h + i + j + k = 0",
        left=9.5,
        right=30,
        family="CMMI10",
    )
    full = Row((words, math), 1.0)
    rows = [row(slack=12), full, row("F (x)", slack=25, above=above), row(above=2), *prose(3)]
    found = rules_of(judged(judge_residual, layout(rows)))
    assert found[2] == ("no_words" if taken else "")


@pytest.mark.parametrize(
    ("text", "size", "taken"),
    [
        ("† miller@sacks.example.org", 9, True),
        ("CONTACT A. Miller. Email: miller@sacks.org", 9, True),
        ("† miller@sacks.example.org", 10, False),
        ("† the miller and his sacks", 9, False),
        ("Ask the old miller about every sack of flour and corn, miller@sacks.org", 9, False),
    ],
)
def test_email_address_in_small_print_goes(text: str, size: float, taken: bool) -> None:
    given = row(text, indent=1, slack=12, above=2, size=size)
    assert around(given) == ("address" if taken else "")


@pytest.mark.parametrize(
    ("text", "indent", "slack", "taken"),
    [
        ("total number of sacks", 5.1, 12, True),
        ("total number of sacks", 4.9, 12, False),
        ("total number of sacks", 5.1, 1.9, False),
        ("total number of sacks.", 5.1, 12, False),
        ("total number of old sacks with flour inside", 5.1, 2, False),
    ],
)
def test_cell_far_inside_the_column_goes(
    text: str, indent: float, slack: float, taken: bool
) -> None:
    cell = row(text, indent=indent, slack=slack, above=2)
    label = row("sacks of corn", indent=5.1, slack=14, above=1)
    rows = [*prose(4), row("Sacks.", slack=20, above=2), cell, label, row(above=2), *prose(3)]
    found = rules_of(judged(judge_residual, layout(rows)))
    assert found[5] == ("far_inside" if taken else "")


def test_indented_lines_of_an_abstract_stay() -> None:
    """A long line next to a short one shows that both are text."""
    long = row(indent=5.5, slack=5.5, above=2)
    end = row("as he told us", indent=5.5, slack=16)
    rows = [*prose(4), long, end, row(above=2), *prose(3)]
    assert rules_of(judged(judge_residual, layout(rows)))[4:6] == ["", ""]


@pytest.mark.parametrize(("slack", "taken"), [(0, False), (10, True)])
def test_full_line_of_single_symbols_below_text_is_no_code(slack: float, taken: bool) -> None:
    """Text with much mathematics, whose font does not say so, fills its column; code does not."""
    given = row("for some x y z → B with x y z → B and", slack=slack)
    assert around(given, below=1.0) == ("spaced_letters" if taken else "")


@pytest.mark.parametrize(
    ("slack", "below", "taken"), [(15, 1.0, True), (1, 1.0, False), (15, 1.5, False)]
)
def test_first_line_of_a_block_of_code_right_below_text_is_code(
    slack: float, below: float, taken: bool
) -> None:
    """A short line at the edge, with such a line right below it."""
    first = row("select name from visits", slack=slack, family=MONO)
    second = row("order by name", slack=20, above=below, family=MONO)
    found = rules_of(judged(judge_residual, layout([*prose(4), first, second, row(above=2)])))
    assert found[4] == ("monospaced" if taken else "")


@pytest.mark.parametrize(
    ("below", "above", "rule"),
    [
        ("grind the sacks of the old mill all winter and in spring", 1.0, ""),
        ("Grind the sacks of the old mill all winter and in spring", 1.0, "wide_gap"),
        ("grind the sacks of the old mill all winter and in spring", 2.0, "wide_gap"),
    ],
)
def test_two_words_stretched_to_both_edges_may_open_a_paragraph(
    below: str, above: float, rule: str
) -> None:
    """The sentence goes on right below."""
    parts = (
        Part(text="Multinational", left=1.5, right=10),
        Part(text="millers", left=24, right=30),
    )
    rows = [
        *prose(4),
        row("of the sacks.", slack=20),
        Row(parts),
        row(below, above=above),
        *prose(3),
    ]
    assert rules_of(judged(judge_residual, layout(rows)))[5] == rule


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("f : A → B near the mill.", False),
        ("α ≤ β < γ near the mill:", False),
        ("a b ≤ c d near mill", False),
        ("d e f a x p y :", True),
        ("plt.imshow( o r i g i n )", True),
    ],
)
def test_letters_in_a_row_are_code_on_a_grid_and_those_of_a_formula_are_not(
    text: str, taken: bool
) -> None:
    assert (around(row(text, slack=15, above=1.5)) == "spaced_letters") is taken
