"""Words on a monospaced page: tab scores, tabular groups, and what stays aligned."""

from __future__ import annotations

import pytest

from pdfbot.methods.freki.monospace import Word, set_monospaced, split_words, tab_score

from ..builders import CHARACTER_WIDTH, text_block


def words(*places: tuple[str, float]) -> list[Word]:
    return [Word(text, x, x + CHARACTER_WIDTH * len(text)) for text, x in places]


def test_tab_score_ignores_the_number_of_an_example() -> None:
    upper = words(("(1)", 50), ("Ma", 80), ("tulip", 120))
    lower = words(("I", 80), ("flower", 120))
    assert tab_score(upper, lower, CHARACTER_WIDTH) == 1.0


@pytest.mark.parametrize(
    ("lower", "score"),
    [
        (words(("a", 50), ("b", 80), ("c", 121)), 0.6),
        (words(("a", 50), ("x", 70)), 0.2),
    ],
)
def test_tab_score_is_the_share_of_common_columns(lower: list[Word], score: float) -> None:
    upper = words(("a", 50), ("b", 80), ("c", 120), ("d", 150), ("e", 180))
    assert tab_score(upper, lower, CHARACTER_WIDTH) == pytest.approx(score)


def test_lines_at_the_minimum_tab_score_form_an_aligned_group() -> None:
    upper = words(("a", 50), ("bb", 80), ("c", 120), ("d", 150), ("e", 180))
    lower = words(("longword", 50), ("b", 80), ("c", 120))
    grouped = set_monospaced([upper, lower], 50)
    assert [line.group for line in grouped] == [1, 1]
    assert grouped[1].tab_score == pytest.approx(0.6)
    assert grouped[0].text.index("bb") == grouped[1].text.index("b")
    assert grouped[0].text.index("c") == grouped[1].text.index("c")


def test_lines_below_the_minimum_tab_score_are_not_grouped() -> None:
    upper = words(("a", 50), ("bb", 80), ("c", 120), ("d", 150), ("e", 180))
    lines = set_monospaced([upper, words(("a", 50), ("b", 80), ("x", 135))], 50)
    assert [line.group for line in lines] == [0, 0]


def test_prose_has_single_spaces_and_keeps_its_indent() -> None:
    (line,) = set_monospaced([words(("One", 70), ("two", 89), ("three", 108))], 50)
    assert line.text == "    One two three"


def test_change_of_font_does_not_end_a_word() -> None:
    blocks = [text_block("3sg", 50, 600), text_block("-fall-", 65, 600)]
    blocks.append(text_block("fut then", 95, 600))
    assert [word.text for word in split_words(blocks)] == ["3sg-fall-fut", "then"]
