"""Words that stand under words: glossed examples and tables without rules."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.glosses import judge_glosses

from ..builders import Part, Row, judged, layout, prose, row, rules_of


def words(*texts: str, at: tuple[float, ...] = (3, 8, 13, 18), above: float = 1.0) -> Row:
    """Each word begins where `at` says, in ems."""
    parts = [Part(text=t, left=x, right=x + 3.5) for t, x in zip(texts, at, strict=False)]
    return Row(tuple(parts), above)


def judge(*rows: Row) -> list[str]:
    context = judged(judge_glosses, layout([*prose(3), *rows, row(above=2), *prose(3)]))
    return rules_of(context)[3 : 3 + len(rows)]


VERNACULAR = words("Ma-nga", "tushu", "ken-u", above=1.5)
GLOSS = words("1sg-top", "river", "go-pst")


def test_a_gloss_under_its_words() -> None:
    assert judge(VERNACULAR, GLOSS) == ["aligned_words"] * 2


@pytest.mark.parametrize("quote", ["‘", "“", '"', "„", "«"])
def test_the_translation_below_goes_with_it(quote: str) -> None:
    translation = row(f"{quote}As for me, I went to the river.", indent=3, slack=10)
    assert judge(VERNACULAR, GLOSS, translation) == ["aligned_words"] * 3


def test_other_lines_below_stay() -> None:
    assert judge(VERNACULAR, GLOSS, row("It is so", indent=3, slack=10)) == [
        "aligned_words",
        "aligned_words",
        "",
    ]


def test_two_words_are_not_enough() -> None:
    assert judge(words("Ma-nga", "tushu", above=1.5), words("1sg-top", "river")) == ["", ""]


@pytest.mark.parametrize(("count", "taken"), [(2, False), (3, True), (4, True)])
def test_three_quarters_of_the_words(count: int, taken: bool) -> None:
    shifted = tuple(x if i < count else x + 1 for i, x in enumerate((3, 8, 13, 18)))
    found = judge(
        words("one", "two", "six", "ten", above=1.5), words("a", "b", "c", "d", at=shifted)
    )
    assert found == ["aligned_words" if taken else ""] * 2


@pytest.mark.parametrize(("shift", "taken"), [(0.11, True), (0.13, False)])
def test_words_begin_at_the_same_place(shift: float, taken: bool) -> None:
    below = words("1sg-top", "river", "go-pst", at=tuple(x + shift for x in (3.0, 8.0, 13.0)))
    assert judge(VERNACULAR, below) == ["aligned_words" if taken else ""] * 2


def test_the_number_of_an_example_does_not_count() -> None:
    first = words("(1)", "Ma-nga", "tushu", "ken-u", at=(-1, 3, 8, 13), above=1.5)
    assert judge(first, GLOSS) == ["aligned_words"] * 2


def test_lines_far_apart_are_not_compared() -> None:
    assert judge(VERNACULAR, words("1sg-top", "river", "go-pst", above=1.6)) == ["", ""]


def test_the_same_line_twice_is_no_gloss() -> None:
    assert judge(VERNACULAR, words("Ma-nga", "tushu", "ken-u")) == ["", ""]


def test_running_text_is_no_gloss() -> None:
    context = judged(judge_glosses, layout(prose(6)))
    assert rules_of(context) == [""] * 6


@pytest.mark.parametrize(("second", "taken"), [("(2)", False), ("(4)", True)])
def test_items_that_count_on_are_no_gloss(second: str, taken: bool) -> None:
    at = (-1, 3, 8, 13)
    upper = words("(1)", "Full", "name", "known", at=at, above=1.5)
    below = words(second, "Half", "name", "known", at=at)
    assert judge(upper, below) == ["aligned_words" if taken else ""] * 2
