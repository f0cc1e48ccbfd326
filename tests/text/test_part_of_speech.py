"""The tags of nltk's tagger with the weights in the package."""

from __future__ import annotations

import gzip
import json

import pytest
from nltk.tag.perceptron import PerceptronTagger

from pdfbot.resources import read_bytes, read_text
from pdfbot.text.part_of_speech import tag_words


def test_tags_are_those_of_nltk_with_the_same_weights() -> None:
    stored = json.loads(gzip.decompress(read_bytes("tagger.json.gz")))
    tagger = PerceptronTagger(load=False)
    tagger.model.weights = {
        feature: dict(zip(w[::2], map(float, w[1::2]), strict=True))
        for feature, w in ((f, weights.split()) for f, weights in stored["weights"].items())
    }
    tagger.tagdict = stored["tagdict"]
    tagger.classes = tagger.model.classes = set(stored["classes"])
    notices = read_text("words.LICENSE.txt").splitlines()
    sentences = [line.split() for line in [*notices, "In 1990 a well-known -x of 2nd Größe"]]
    assert len(sentences) > 100
    for words in sentences:
        assert tag_words(words) == [tag for _, tag in tagger.tag(words)]


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
