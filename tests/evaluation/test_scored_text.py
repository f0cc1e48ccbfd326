"""Normalisation, comparison keys and the sentence splitter used for scoring."""

from __future__ import annotations

import pytest

from pdfbot.evaluation.scored_text import (
    EQUATION,
    comparison_key,
    count_trigrams,
    is_scored,
    split_at_equations,
    split_paragraphs,
    split_scored_sentences,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ﬁrst Result, x_{k} of 12!", "the ﬁrst result".replace("ﬁ", "fi")),
        ("state-of-the-art", "state the art"),
        ("co\u00adoperation\n goes  on", "cooperation goes"),
        ("Ђаво је ту", "ђаво"),
        ("a_b 3D in 42", ""),
    ],
)
def test_comparison_key_has_only_long_words(text: str, expected: str) -> None:
    assert comparison_key(text) == expected


@pytest.mark.parametrize(
    ("key", "scored"), [("", False), ("one two", False), ("one two three", True)]
)
def test_short_text_is_not_scored(key: str, scored: bool) -> None:
    assert is_scored(key) is scored


@pytest.mark.parametrize(
    ("paragraph", "sentences"),
    [
        ("One ends. Two begins? Yes!", ["One ends.", "Two begins?", "Yes!"]),
        ("We cite Ref. 3 and Fig. 4 by A. Author et al. In short.", None),
        ("See (e.g. Smith). It ends.", ["See (e.g. Smith).", "It ends."]),
        ("He said “stop.” Then (he) left.", ["He said “stop.”", "Then (he) left."]),
        ("no capital. after it", ["no capital. after it"]),
        ("They won the race.1 Even so.", ["They won the race.", "Even so."]),
        ("They won.1,3–5 Even so.", ["They won.", "Even so."]),
        ("They won.[6c,15] Even so.", ["They won.", "Even so."]),
        ("They won.1, 2 Even so.", ["They won.", "Even so."]),
        ("They won.12a–c; Even so.", ["They won.", "Even so."]),
        ("They won. 3 Even so.", ["They won.", "Even so."]),
        ("They won. 3 men ran.", ["They won.", "3 men ran."]),
        ("It ends (here).† Next one.", ["It ends (here).", "Next one."]),
        ("Version 3.12 Is new.", ["Version 3.12 Is new."]),
        ("", []),
    ],
)
def test_sentences_are_split(paragraph: str, sentences: list[str] | None) -> None:
    assert split_scored_sentences(paragraph) == (sentences or ([paragraph] if paragraph else []))


def test_sentence_may_end_at_an_equation() -> None:
    assert split_at_equations(f"We have{EQUATION} (It is so.") == ["We have", "(It is so."]
    assert split_at_equations(f"We have{EQUATION} where x") == [f"We have{EQUATION} where x"]


def test_blank_lines_and_form_feeds_separate_paragraphs() -> None:
    assert split_paragraphs("a\nb\n \t\nc\fd\n\n\n") == ["a b", "c", "d"]


def test_trigrams_are_counted() -> None:
    assert count_trigrams("A b, c 1 a B c") == {
        ("a", "b", "c"): 2,
        ("b", "c", "1"): 1,
        ("c", "1", "a"): 1,
        ("1", "a", "b"): 1,
    }
    assert not count_trigrams("two words")
