"""Words aligned with the words above them: interlinear glosses, tables without rules."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.interlinear import judge_interlinear

from ..builders import Part, Row, judged, layout, prose, row, rules_of


def words(*texts: str, at: tuple[float, ...] = (3, 8, 13, 18), above: float = 1.0) -> Row:
    """A line whose words begin at these places, in ems."""
    parts = [Part(text=t, left=x, right=x + 3.5) for t, x in zip(texts, at, strict=False)]
    return Row(tuple(parts), above)


def judge(*rows: Row) -> list[str]:
    found = judged(judge_interlinear, layout([*prose(3), *rows, row(above=2), *prose(3)]))
    return rules_of(found)[3 : 3 + len(rows)]


VERNACULAR = words("Ma-nga", "tushu", "ken-u", above=1.5)
GLOSS = words("1sg-top", "river", "go-pst")


def test_gloss_aligned_with_its_words_goes() -> None:
    assert judge(VERNACULAR, GLOSS) == ["aligned_words"] * 2


@pytest.mark.parametrize("quote", ["‘", "“", '"', "„", "«"])
def test_translation_below_a_gloss_goes_with_it(quote: str) -> None:
    translation = row(f"{quote}As for me, I went to the river.", indent=3, slack=10)
    assert judge(VERNACULAR, GLOSS, translation) == ["aligned_words"] * 3


def test_unquoted_line_below_a_gloss_stays() -> None:
    assert judge(VERNACULAR, GLOSS, row("It is so", indent=3, slack=10)) == [
        "aligned_words",
        "aligned_words",
        "",
    ]


def test_two_aligned_words_do_not_make_a_gloss() -> None:
    assert judge(words("Ma-nga", "tushu", above=1.5), words("1sg-top", "river")) == ["", ""]


@pytest.mark.parametrize(("count", "taken"), [(2, False), (3, True), (4, True)])
def test_gloss_has_three_quarters_of_its_words_aligned(count: int, taken: bool) -> None:
    shifted = tuple(x if i < count else x + 1 for i, x in enumerate((3, 8, 13, 18)))
    found = judge(
        words("one", "two", "six", "ten", above=1.5), words("a", "b", "c", "d", at=shifted)
    )
    assert found == ["aligned_words" if taken else ""] * 2


@pytest.mark.parametrize(("shift", "taken"), [(0.11, True), (0.13, False)])
def test_aligned_words_begin_at_the_same_place(shift: float, taken: bool) -> None:
    below = words("1sg-top", "river", "go-pst", at=tuple(x + shift for x in (3.0, 8.0, 13.0)))
    assert judge(VERNACULAR, below) == ["aligned_words" if taken else ""] * 2


def test_number_of_an_example_is_not_one_of_its_words() -> None:
    first = words("(1)", "Ma-nga", "tushu", "ken-u", at=(-1, 3, 8, 13), above=1.5)
    assert judge(first, GLOSS) == ["aligned_words"] * 2


def test_lines_far_apart_are_not_a_gloss() -> None:
    assert judge(VERNACULAR, words("1sg-top", "river", "go-pst", above=1.7)) == ["", ""]


def test_repeated_line_is_not_a_gloss() -> None:
    assert judge(VERNACULAR, words("Ma-nga", "tushu", "ken-u")) == ["", ""]


def test_running_text_is_not_a_gloss() -> None:
    assert rules_of(judged(judge_interlinear, layout(prose(6)))) == [""] * 6


@pytest.mark.parametrize(("second", "taken"), [("(2)", False), ("(4)", True)])
def test_consecutive_list_items_are_not_a_gloss(second: str, taken: bool) -> None:
    at = (-1, 3, 8, 13)
    upper = words("(1)", "Full", "name", "known", at=at, above=1.5)
    below = words(second, "Half", "name", "known", at=at)
    assert judge(upper, below) == ["aligned_words" if taken else ""] * 2
