"""The PDFBoT paper's own rules: font size, special lines, backward traversal, paragraphs."""

from __future__ import annotations

import pytest

from pdfbot.decisions import Decision, Measurement
from pdfbot.model import BEGINS
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.published import (
    base_density,
    is_apart,
    is_indented,
    is_sparse,
    is_unended,
    judge_as_published,
    judge_backward,
    judge_font_size,
    judge_special_lines,
)
from pdfbot.rules import Rule

from ..builders import (
    SENTENCE,
    Judged,
    Part,
    Row,
    column,
    context_of,
    judged,
    layout,
    prose,
    row,
    rules_of,
)


@pytest.mark.parametrize(
    ("size", "rule"),
    [(10, ""), (12.9, ""), (13, "font_size"), (7.1, ""), (7, "font_size"), (24, "font_size")],
)
def test_font_size_is_near_that_of_the_body(size: float, rule: str) -> None:
    """Δ₂ is 3 points."""
    found = judged(judge_font_size, layout([*prose(2), row(size=size)]))
    assert rules_of(found) == ["", "", rule]


@pytest.mark.parametrize(("indent", "rule"), [(3.7, ""), (3.75, ""), (3.8, "special_indent")])
def test_line_far_from_the_left_edge_is_special(indent: float, rule: str) -> None:
    """Γ₂ is 37.5 points."""
    found = judged(judge_special_lines, layout([row(), row(indent=indent)]))
    assert rules_of(found) == ["", rule]


@pytest.mark.parametrize(("gap", "rule"), [(3.7, ""), (3.75, ""), (3.8, "special_gap")])
def test_line_with_a_wide_gap_is_special(gap: float, rule: str) -> None:
    """Γ₃ is 37.5 points."""
    cells = Part(text="first", left=0, right=5), Part(text="other", left=5 + gap, right=20)
    found = judged(judge_special_lines, layout([row(), Row(cells)]))
    assert rules_of(found) == ["", rule]


def test_finding_of_a_special_line_reports_its_indent() -> None:
    finding = judged(judge_special_lines, layout([row(indent=10)])).finding(0)
    assert finding is not None
    assert (finding.measured, finding.limit) == (100, 37.5)


@pytest.mark.parametrize(
    ("above", "apart"), [(1.0, False), (1.22, False), (1.23, True), (2.0, True)]
)
def test_line_spacing_test_allows_small_differences(above: float, apart: bool) -> None:
    """Γ₄ is 2.25 points: 0.225 of a pitch of 10."""
    context = context_of(layout([row(), row(above=above), row(above=above)]))
    assert is_apart(context, context.lines[1]) is apart


def test_line_spacing_test_requires_both_sides() -> None:
    context = context_of(layout([row(), row(above=2), row(above=1)]))
    assert not is_apart(context, context.lines[1])


def test_line_spacing_test_ignores_a_side_without_a_line() -> None:
    context = context_of(layout([row(), row(above=2)]))
    assert is_apart(context, context.lines[0])
    assert is_apart(context, context.lines[1])


@pytest.mark.parametrize(("base", "sparse"), [(50.0, False), (50.1, True)])
def test_density_test_compares_with_the_base_density(base: float, sparse: bool) -> None:
    """Γ₅ is a tenth of the document's mean; "a bcde" has five characters in one block."""
    context = context_of(layout([row("a bcde")]))
    (line,) = context.lines
    assert line.density == 5
    assert is_sparse(context, line, base) is sparse


def test_base_density_is_the_mean_over_the_lines() -> None:
    assert base_density(context_of(layout([row("a bcde"), row("abcdefg")]))) == 6
    assert base_density(context_of(layout([]))) == 0


@pytest.mark.parametrize(
    ("text", "unended"),
    [("an end.", False), ("a (bracket)", False), ("broken-", False), ("no end", True), ("4", True)],
)
def test_punctuation_test_looks_at_the_last_character(text: str, unended: bool) -> None:
    (line,) = column([row(text)])
    assert is_unended(line) is unended


@pytest.mark.parametrize(("indent", "indented"), [(0.0, False), (0.1, False), (0.11, True)])
def test_indentation_test_allows_one_point(indent: float, indented: bool) -> None:
    """One point is a tenth of an em here."""
    (line,) = column([row(indent=indent)])
    assert is_indented(line) is indented


def backward(*rows: Row) -> Judged:
    return judged(judge_backward, layout(rows))


def test_backward_traversal_leaves_running_text_alone() -> None:
    assert rules_of(backward(*prose(10))) == [""] * 10


def symbols(*, indent: float = 2.0, above: float = 1.0) -> Row:
    """Many blocks of one character: a display equation."""
    parts = [Part(text="x", left=indent + i, right=indent + i + 0.5) for i in range(8)]
    return Row(tuple(parts), above)


def test_backward_rule_1_removes_an_indented_sparse_line() -> None:
    found = backward(*prose(5), symbols(), *prose(5))
    assert rules_of(found) == [""] * 5 + ["sparse_indented"] + [""] * 5
    finding = found.finding(5)
    assert finding is not None
    assert finding.measured == 1 < finding.limit


def test_backward_rule_1_leaves_a_sparse_line_at_the_edge() -> None:
    assert rules_of(backward(*prose(5), symbols(indent=0), *prose(5))) == [""] * 11


def heading(text: str = "Two decks") -> Row:
    return row(text, slack=20, above=2)


def test_backward_rule_2_removes_a_separate_line_without_final_punctuation() -> None:
    found = backward(*prose(5), heading(), row(above=2), *prose(4))
    assert rules_of(found) == [""] * 5 + ["apart_unended"] + [""] * 5


def test_backward_rule_2_leaves_a_separate_line_with_final_punctuation() -> None:
    found = backward(*prose(5), heading("It is so."), row(above=2), *prose(4))
    assert rules_of(found) == [""] * 11


def test_backward_rule_3_spares_the_line_above_a_removed_one() -> None:
    """The flag P: text that leads to an equation is separate and has no end, but is body text."""
    leading = row("where the number of sacks is", above=2)
    found = backward(*prose(5), leading, symbols(above=2), *prose(5))
    assert rules_of(found) == [""] * 6 + ["sparse_indented"] + [""] * 5


def test_backward_flag_is_reset_after_one_line() -> None:
    found = backward(*prose(4), heading(), row(above=2), symbols(above=2), *prose(4))
    assert rules_of(found)[4:7] == ["apart_unended", "", "sparse_indented"]


def test_backward_traversal_carries_its_flag_to_the_previous_column() -> None:
    """It goes from the last page and column to the first."""
    first = [row(SENTENCE + "."), row("no end here", above=2)]
    with_flag = judged(judge_backward, layout(first, [symbols(), *prose(5)]))
    without = judged(judge_backward, layout(first, prose(6)))
    assert rules_of(with_flag)[:3] == ["", "", "sparse_indented"]
    assert rules_of(without)[:3] == ["", "apart_unended", ""]


def test_backward_traversal_keeps_earlier_verdicts() -> None:
    context = context_of(layout([*prose(3), symbols()]))
    draft = JudgementDraft(context, Judgement.start(context))
    draft.remove(
        context.lines[3],
        Rule.FONT_SIZE,
        Decision("published_font_size", Rule.FONT_SIZE, Measurement(4, "at least", 3)),
    )
    judgement = judge_backward(context, draft.finish())
    assert judgement.rule_of(context.lines[3]) is Rule.FONT_SIZE


def published(*rows: Row) -> tuple[list[int], Judged]:
    """How many lines each paragraph has, and the verdicts."""
    context = context_of(layout(rows))
    judgement, reasons = judge_as_published(context)
    body = [line for line in context.lines if judgement.is_open(line)]
    assert [line.id for line in body] == list(reasons)
    starts = [index for index, r in enumerate(reasons.values()) if r.outcome == BEGINS]
    ends = [*starts[1:], len(body)]
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]
    return lengths, Judged(context, judgement)


@pytest.mark.parametrize(("above", "count"), [(1.2, 1), (1.3, 2)])
def test_published_paragraph_begins_below_a_wider_gap(above: float, count: int) -> None:
    """Γ₄ is 2.25 points, on top of a pitch of 10."""
    lengths, _ = published(*prose(3), row(above=above), *prose(2))
    assert len(lengths) == count


@pytest.mark.parametrize(("indent", "count"), [(0.1, 1), (0.2, 2)])
def test_published_paragraph_begins_at_a_step_to_the_right(indent: float, count: int) -> None:
    """A step of more than one point."""
    lengths, _ = published(*prose(3), row(indent=indent), *prose(2))
    assert len(lengths) == count


def test_published_caption_is_a_paragraph_with_a_label_and_no_verb() -> None:
    caption = row("Figure 1. Overview of the months.", above=2, slack=10)
    sentence = row("Figure 2 shows the sacks.", above=2, slack=10)
    lengths, found = published(*prose(3), caption, sentence, row(SENTENCE + ".", above=2))
    assert lengths == [3, 1, 1]
    assert rules_of(found) == [""] * 3 + ["caption_figure"] + [""] * 2


def test_published_rules_apply_in_the_order_of_the_paper() -> None:
    """Each line fails a later rule as well; the first one in the paper's order is reported."""
    large = row("A Title", size=17, indent=8, slack=8, above=2)
    special = row("a + b", indent=8, slack=8, above=2)
    _, found = published(large, *prose(5), special, row(above=2), *prose(5))
    assert [rules_of(found)[0], rules_of(found)[6]] == ["font_size", "special_indent"]
