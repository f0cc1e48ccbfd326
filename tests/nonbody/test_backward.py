"""The backward traversal as published: four tests, the flag P and three rules."""

from __future__ import annotations

import pytest

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.backward import (
    is_apart,
    is_indented,
    is_sparse,
    is_unended,
    judge_backward,
)
from pdfbot.nonbody.rule import Context

from ..builders import (
    SENTENCE,
    Part,
    Row,
    column,
    context_of,
    finding_on,
    layout,
    prose,
    row,
    rules_of,
)


def only(*rows: Row) -> tuple[Context, list[Placed]]:
    context = context_of(layout(rows))
    return context, context.flow


@pytest.mark.parametrize(
    ("above", "apart"), [(1.0, False), (1.22, False), (1.23, True), (2.0, True)]
)
def test_line_spacing(above: float, apart: bool) -> None:
    """Γ₄ is 2.25 points: 0.225 of a pitch of 10."""
    context, lines = only(row(), row(above=above), row(above=above))
    assert is_apart(context, lines[1]) is apart


def test_line_spacing_asks_for_both_sides() -> None:
    context, lines = only(row(), row(above=2), row(above=1))
    assert not is_apart(context, lines[1])


def test_where_no_line_is_the_side_does_not_count() -> None:
    context, lines = only(row(), row(above=2))
    assert is_apart(context, lines[0])
    assert is_apart(context, lines[1])


@pytest.mark.parametrize(("base", "sparse"), [(50.0, False), (50.1, True)])
def test_density(base: float, sparse: bool) -> None:
    """Γ₅ is a tenth of the document's mean; "a bcde" has five characters in one block."""
    context, (line,) = only(row("a bcde"))
    assert line.line.density == 5
    assert is_sparse(context, line, base) is sparse


@pytest.mark.parametrize(
    ("text", "unended"),
    [("an end.", False), ("a (bracket)", False), ("broken-", False), ("no end", True), ("4", True)],
)
def test_punctuation(text: str, unended: bool) -> None:
    (line,) = column([row(text)])
    assert is_unended(line) is unended


@pytest.mark.parametrize(("indent", "indented"), [(0.0, False), (0.1, False), (0.11, True)])
def test_indentation(indent: float, indented: bool) -> None:
    """Over one point, which is a tenth of an em here."""
    (line,) = column([row(indent=indent)])
    assert is_indented(line) is indented


def test_running_text_stays() -> None:
    context = context_of(layout(prose(10)))
    judge_backward(context)
    assert rules_of(context) == [""] * 10


def symbols(*, indent: float = 2.0, above: float = 1.0) -> Row:
    """Many blocks of one character: the display of an equation."""
    parts = [Part(text="x", left=indent + i, right=indent + i + 0.5) for i in range(8)]
    return Row(tuple(parts), above)


def test_rule_one_takes_out_what_is_indented_and_sparse() -> None:
    context = context_of(layout([*prose(5), symbols(), *prose(5)]))
    judge_backward(context)
    assert rules_of(context) == [""] * 5 + ["sparse_indented"] + [""] * 5
    finding = finding_on(context.flow[5])
    assert finding is not None
    assert finding.measured == 1 < finding.limit


def test_rule_one_leaves_what_is_sparse_at_the_edge() -> None:
    context = context_of(layout([*prose(5), symbols(indent=0), *prose(5)]))
    judge_backward(context)
    assert rules_of(context) == [""] * 11


def heading(text: str = "Two decks") -> Row:
    return row(text, slack=20, above=2)


def test_rule_two_takes_out_what_stands_apart_without_an_end() -> None:
    context = context_of(layout([*prose(5), heading(), row(above=2), *prose(4)]))
    judge_backward(context)
    assert rules_of(context) == [""] * 5 + ["apart_unended"] + [""] * 5


def test_rule_two_leaves_what_ends_as_a_sentence_does() -> None:
    context = context_of(layout([*prose(5), heading("It is so."), row(above=2), *prose(4)]))
    judge_backward(context)
    assert rules_of(context) == [""] * 11


def test_rule_three_spares_the_line_above_a_removed_one() -> None:
    """The flag P: text that leads to an equation stands apart and has no end, but is body."""
    leading = row("where the number of sacks is", above=2)
    context = context_of(layout([*prose(5), leading, symbols(above=2), *prose(5)]))
    judge_backward(context)
    assert rules_of(context) == [""] * 6 + ["sparse_indented"] + [""] * 5


def test_the_flag_goes_back_after_one_line() -> None:
    rows = [*prose(4), heading(), row(above=2), symbols(above=2), *prose(4)]
    context = context_of(layout(rows))
    judge_backward(context)
    assert rules_of(context)[4:7] == ["apart_unended", "", "sparse_indented"]


def test_the_way_leads_from_the_last_page_and_column_to_the_first() -> None:
    """The flag of a removed line is carried over to the column before it."""
    apart = row("no end here", above=2)
    first = [row(SENTENCE + "."), apart]
    with_flag = context_of(layout(first, [symbols(), *prose(5)]))
    without = context_of(layout(first, prose(6)))
    for context in (with_flag, without):
        judge_backward(context)
    assert rules_of(with_flag)[:3] == ["", "", "sparse_indented"]
    assert rules_of(without)[:3] == ["", "apart_unended", ""]


def test_a_line_that_has_its_verdict_keeps_it() -> None:
    context = context_of(layout([*prose(3), symbols()]))
    context.remove(context.flow[3], "font_size", "delta2_font_size", 4, 3)
    judge_backward(context)
    assert rules_of(context)[3] == "font_size"
