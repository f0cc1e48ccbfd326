"""Display equations, as opposed to lines of text with a lot of math."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.equations import judge_equations

from ..builders import SENTENCE, Part, Row, judged, layout, prose, row, rules_of

MATH = "CMMI10"


def judge(*rows: Row) -> list[str]:
    return rules_of(judged(judge_equations, layout(rows)))


def formula(
    text: str = "a + b = c", *, indent: float = 8.0, slack: float = 10.0, above: float = 1.5
) -> Row:
    return row(text, indent=indent, slack=slack, above=above, family=MATH)


def numbered(text: str, *, number: str = "(3)", gap: float = 3.0, family: str = "Serif") -> Row:
    """A formula and its number at the right edge."""
    return Row(
        (
            Part(text=text, left=0, right=28 - gap, family=family),
            Part(text=number, left=28, right=30),
        ),
        1.5,
    )


def around(given: Row) -> str:
    return judge(*prose(4), given, row(above=1.5), *prose(3))[4]


def test_formula_set_apart_is_display_math() -> None:
    assert (
        judge(*prose(4), formula(), row(above=1.5), *prose(3))
        == [""] * 4 + ["display_math"] + [""] * 4
    )


@pytest.mark.parametrize(("indent", "taken"), [(0.7, False), (0.8, True), (0.9, True)])
def test_display_math_is_indented(indent: float, taken: bool) -> None:
    given = formula(indent=indent, slack=1)
    assert around(given) == ("display_math" if taken else "")


def mixed(letters: int) -> Row:
    """Ten characters that are not blank, of which `letters` are in words."""
    words = Part(text="w" * letters, left=8, right=12)
    return Row((words, Part(text="=" * (10 - letters), left=12.5, right=20, family=MATH)), 1.5)


@pytest.mark.parametrize(("letters", "taken"), [(3, True), (4, True), (5, False)])
def test_display_math_has_few_words(letters: int, taken: bool) -> None:
    assert around(mixed(letters)) == ("display_math" if taken else "")


def test_names_of_functions_do_not_count_as_words() -> None:
    text = Part(text="lim sup log", left=8, right=14)
    assert around(Row((text, Part(text="x = 0", left=14.2, right=18)), 1.5)) == "display_math"


def test_words_set_apart_are_not_display_math() -> None:
    assert around(row("The miller counts", indent=8, slack=10, above=1.5)) == ""


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("x12345678 counts sacks", "numbered_equation"),
        ("the miller counts all sacks", ""),
    ],
)
def test_numbered_equation_may_have_more_words(text: str, rule: str) -> None:
    assert around(numbered(text)) == rule


@pytest.mark.parametrize(("gap", "taken"), [(1.1, False), (1.3, True)])
def test_equation_number_is_away_from_the_formula(gap: float, taken: bool) -> None:
    given = numbered("x12345678 counts sacks", gap=gap)
    assert around(given) == ("numbered_equation" if taken else "")


@pytest.mark.parametrize("number", ["(3)", "(A.3)", "(2.14)", "(3a)", "(b)"])
def test_equation_number_has_one_of_the_usual_forms(number: str) -> None:
    assert around(numbered("a = b + c", number=number, family=MATH)) == "display_math"


def test_year_in_brackets_is_not_an_equation_number() -> None:
    assert around(numbered("a = b + c", number="(1987)", family=MATH)) == ""


def test_equation_number_may_be_at_the_left_edge() -> None:
    parts = (
        Part(text="(3)", left=0, right=1.5),
        Part(text="a + b = c", left=10, right=20, family=MATH),
    )
    assert around(Row(parts, 1.5)) == "display_math"


def test_line_at_the_edge_that_opens_with_a_word_is_text() -> None:
    given = Row(
        (
            Part(text="where", left=0, right=3),
            Part(text="x = y + z", left=3.4, right=12, family=MATH),
        ),
        1.5,
    )
    assert around(given) == ""


def test_short_line_of_symbols_at_the_edge_is_an_equation() -> None:
    assert around(row("x = y", slack=25, above=1.5, family=MATH)) == "symbols_only"
    assert around(row("x = y", slack=2, above=1.5, family=MATH)) == ""


def test_short_last_line_of_a_paragraph_is_text_though_all_math() -> None:
    """Right below a full line, at the column's edge."""
    assert around(row("x = y.", slack=25, above=1.0, family=MATH)) == ""
    assert around(row("x = y.", slack=25, above=1.3, family=MATH)) == "symbols_only"


def test_short_line_next_to_an_equation_goes_with_it() -> None:
    limit = row("k in N", indent=10, slack=15, above=1.0)
    found = judge(*prose(4), formula(), limit, row(above=1.5), *prose(3))
    assert found[4:7] == ["display_math", "beside_equation", ""]


@pytest.mark.parametrize(("above", "rule"), [(1.5, "beside_equation"), (1.7, "")])
def test_short_line_further_from_an_equation_stays(above: float, rule: str) -> None:
    far = row("k in N", indent=10, slack=15, above=above)
    assert judge(*prose(4), formula(), far, row(above=1.8), *prose(3))[5] == rule


def test_running_text_with_math_symbols_stays() -> None:
    assert judge(*prose(4), row(SENTENCE + " = x"), *prose(4)) == [""] * 9


@pytest.mark.parametrize(("label", "taken"), [("• ", False), ("", True)])
def test_math_that_ends_a_list_item_is_text(label: str, taken: bool) -> None:
    item = row(label + SENTENCE, indent=1.0, slack=0.0, above=1.0)
    end = formula("x = y", indent=2.0, slack=20.0, above=1.0)
    assert judge(*prose(4), item, end, *prose(3))[5] == ("display_math" if taken else "")


@pytest.mark.parametrize(("step", "taken"), [(0.2, False), (1.0, True)])
def test_math_aligned_with_a_full_line_above_is_text(step: float, taken: bool) -> None:
    """As in a list without labels."""
    item = row(indent=2.0)
    end = formula("x = y.", indent=2.0 + step, slack=15.0, above=1.0)
    assert judge(*prose(4), item, end, *prose(3))[5] == ("display_math" if taken else "")


def test_last_line_of_a_paragraph_above_an_equation_is_text() -> None:
    end = row("f (x), with y = z", slack=18, family=MATH)
    found = judge(*prose(4), end, formula(), row(above=1.5), *prose(3))
    assert found[4:6] == ["", "display_math"]


@pytest.mark.parametrize(
    ("word", "slack", "below", "taken"),
    [
        ("Setting", 0.0, 1.0, False),
        ("S", 0.0, 1.0, True),
        ("Setting", 3.0, 1.0, True),
        ("Setting", 0.0, 1.5, True),
    ],
)
def test_full_first_line_that_opens_with_a_word_is_text(
    word: str, slack: float, below: float, taken: bool
) -> None:
    math = Part(
        text="x = y + z = a + b + c + d + e + f + g + h + i + j",
        left=6,
        right=30 - slack,
        family=MATH,
    )
    given = Row((Part(text=word, left=1, right=5.5), math), 1.0)
    found = judge(*prose(3), row(slack=9), given, row(above=below), *prose(3))
    assert found[4] == ("display_math" if taken else "")


@pytest.mark.parametrize(
    ("then", "taken"),
    [([row()], False), ([row(indent=1.5)], True), ([formula(), row()], True)],
)
def test_first_line_of_a_paragraph_at_the_foot_of_a_column_stays(
    then: list[Row], taken: bool
) -> None:
    words = Part(text="Suppose", left=1.5, right=5)
    math = Part(text="x + y = z, a + b = c, f + g = h, u + v = w", left=5.3, right=30, family=MATH)
    found = judged(
        judge_equations,
        layout([*prose(4), Row((words, math), 1.0)], [*then, *prose(3)]),
    )
    assert rules_of(found)[4] == ("display_math" if taken else "")
