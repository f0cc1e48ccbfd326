"""Code in any typeface: blocks of lines that read like code, with their comments."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.code import judge_code
from pdfbot.nonbody.residual import judge_residual
from pdfbot.rules import Rule

from ..builders import Row, context_of, judged, layout, prose, row, rules_of
from ..structure.parts import judged_as


def judge(*rows: Row) -> list[str]:
    """The verdicts on rows between two paragraphs."""
    found = rules_of(judged(judge_code, layout([*prose(3), *rows, row(above=2), *prose(2)])))
    assert found[:3] == found[-3:] == [""] * 3
    return found[3:-3]


def line(text: str, indent: float = 0.0, above: float = 1.0) -> Row:
    return row(text, indent=indent, slack=20 - indent, above=above, size=9)


COMMENT = line("# count the sacks of the month", above=1.3)


@pytest.mark.parametrize(
    "text",
    [
        "total += sack", "sacks <- read(mill)", "x = 3", "def count(sacks):", "for sack in mill:",
        "if (n < 0) return", "return total", "summary(model)", "count(sack);", "int mill(int n) {",
        "}", "import sacks",
    ],
)  # fmt: skip
def test_line_reads_like_code(text: str) -> None:
    assert judge(COMMENT, line(text), line("x = 1")) == ["code"] * 3


@pytest.mark.parametrize(
    "text",
    ["Giloy (Tinospora cordifolia)", "the sacks of the mill;", "1) the sacks {A, B}", "• x = 3"],
)
def test_items_of_a_list_are_not_code(text: str) -> None:
    assert judge(*(line(text, above=1.3 if i == 0 else 1) for i in range(4))) == [""] * 4


@pytest.mark.parametrize(("count", "taken"), [(2, False), (3, True)])
def test_block_of_code_has_three_lines(count: int, taken: bool) -> None:
    block = [line("x = 1") for _ in range(count)]
    assert judge(*block) == ["code" if taken else ""] * count


@pytest.mark.parametrize(("comments", "taken"), [(3, True), (4, False)])
def test_share_of_the_lines_of_a_block_are_code(comments: int, taken: bool) -> None:
    """At least 0.4 of them: two of five lines."""
    block = [line("x = 1"), *[COMMENT] * comments, line("x = 2")]
    assert judge(*block) == ["code" if taken else ""] * (comments + 2)


@pytest.mark.parametrize(("indent", "taken"), [(0.2, False), (0.4, True)])
def test_comment_continues_on_an_indented_line(indent: float, taken: bool) -> None:
    block = [line("x = 1"), COMMENT, line("and of the year", indent), line("y = 2"), line("z = 3")]
    found = judge(*block, *block)
    assert (found[2] == "code") is taken


@pytest.mark.parametrize(("above", "taken"), [(1.4, True), (1.45, False)])
def test_lines_of_code_are_close_to_each_other(above: float, taken: bool) -> None:
    block = [line("x = 1"), line("x = 2"), line("x = 3", above=above)]
    assert judge(*block) == ["code" if taken else ""] * 3


@pytest.mark.parametrize(("text", "taken"), [("x = 2;", True), ("(2)", False)])
def test_line_of_code_that_was_taken_for_a_formula_joins_the_lines_around_it(
    text: str, taken: bool
) -> None:
    block = [line("int mill(int n) {", above=1.3), line(text), line("return n")]
    context = context_of(layout([*prose(3), *block, row(above=2), *prose(2)]))
    rules = [Rule.DISPLAY_MATH if p.text == text else None for p in context.lines]
    found = judge_code(context, judged_as(context, rules)).verdicts[3:6]
    formula = Rule.DISPLAY_MATH
    assert [v and v.rule for v in found] == (
        [Rule.CODE, formula, Rule.CODE] if taken else [None, formula, None]
    )


def test_comment_in_a_text_font_beside_typewritten_code_is_code() -> None:
    code = row("sacks counted in the mill", slack=15, family="CMTT10", above=1.3, indent=1)
    page = layout([*prose(3), code, COMMENT, code, row(above=2), *prose(2)])
    residual = judged(judge_residual, page)
    found = judge_code(residual.context, residual.judgement)
    assert [str(v.rule) for v in found.verdicts if v] == ["monospaced", "code", "monospaced"]
