"""The shared word lists are in lower case and do not contradict each other."""

from __future__ import annotations

from pdfbot.text import vocabulary


def test_words_are_in_lower_case() -> None:
    for words in (
        vocabulary.THEOREM_WORDS,
        vocabulary.STATEMENT_WORDS,
        vocabulary.ABSTRACT_HEADINGS,
        vocabulary.REFERENCE_HEADINGS,
        vocabulary.ADMINISTRATIVE_HEADINGS,
    ):
        assert all(word == word.lower().strip() for word in words)


def test_every_theorem_word_heads_a_statement() -> None:
    assert vocabulary.THEOREM_WORDS < vocabulary.STATEMENT_WORDS
    assert {"case", "step", "note"} <= vocabulary.STATEMENT_WORDS - vocabulary.THEOREM_WORDS


def test_administrative_sections_are_neither_abstracts_nor_references() -> None:
    others = {*vocabulary.ABSTRACT_HEADINGS, *vocabulary.REFERENCE_HEADINGS}
    assert not vocabulary.ADMINISTRATIVE_HEADINGS & others


def test_bullets_are_single_characters_and_not_dashes() -> None:
    assert all(len(bullet) == 1 for bullet in vocabulary.BULLETS | vocabulary.DASH_BULLETS)
    assert not vocabulary.BULLETS & vocabulary.DASH_BULLETS
