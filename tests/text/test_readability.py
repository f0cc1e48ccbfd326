"""Text that reads like words, and text whose fonts map glyphs to the wrong letters."""

from __future__ import annotations

import pytest

from pdfbot.text.readability import word_share

from ..builders import SENTENCE


@pytest.mark.parametrize(
    "text",
    [
        "sacks",
        "Sacks",
        "SACKS",
        "(sacks),",
        "“Sacks”",
        "Größe",
        "Éléments",
        "мельник",
        "μύλος",
        "粉屋",
        "am",
    ],
)
def test_letters_with_capitals_only_at_the_start_or_throughout_are_a_word(text: str) -> None:
    assert word_share([text]) == (1, 1)


@pytest.mark.parametrize("text", ["sAcks", "SAcks", "s#cks", "s4cks", "qX7bT", "x_y", "a.b"])
def test_other_characters_are_no_word(text: str) -> None:
    assert word_share([text]) == (0, 1)


@pytest.mark.parametrize("text", ["", "x", "7", "(x)", "... !", "x = 5"])
def test_single_characters_do_not_count(text: str) -> None:
    assert word_share([text]) == (0, 0)


def test_share_is_counted_over_all_texts() -> None:
    assert word_share(["two words", "and x2 or y3", ""]) == (4 / 6, 6)
    assert word_share([]) == (0, 0)


def test_sentences_with_symbols_are_mostly_words() -> None:
    formula = "where x = y and f(x) is the number of sacks in m2."
    assert word_share([SENTENCE, formula]) == (20 / 22, 22)


def test_tokens_without_letters_do_not_count() -> None:
    assert word_share(["12.5 (34) 56% !%$& two words"]) == (1, 2)


def test_letters_mixed_with_signs_are_not_words() -> None:
    """As where a font's codes are taken for those of another font."""
    assert word_share(["fh`q1{3 eac`q jml3jêG2 oCj!ec"])[0] == 0
