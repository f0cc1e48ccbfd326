"""The tags of nltk's tagger with the weights in the package."""

from __future__ import annotations

import pytest

from pdfbot.text.part_of_speech import tag_words


@pytest.mark.parametrize(
    ("sentence", "tags"),
    [
        ("It zooms in on the lower left corner .", "PRP VBZ IN IN DT JJR JJ NN ."),
        ("They show that both results were known in 1990 .", "PRP VBP IN DT NNS VBD VBN IN CD ."),
    ],
)
def test_sentence_gets_penn_treebank_tags(sentence: str, tags: str) -> None:
    assert tag_words(sentence.split()) == tags.split()


def test_unknown_words_are_tagged_by_context_and_suffix() -> None:
    assert tag_words(["It", "flurbles", "."]) == ["PRP", "VBZ", "."]


def test_other_scripts_and_symbols_get_a_tag_each() -> None:
    words = "It Größe naïve 東京 ½ was then slowly given up : ‘ why ? ’".split()
    assert len(tag_words(words)) == len(words)


def test_no_words_have_no_tags() -> None:
    assert tag_words([]) == []
