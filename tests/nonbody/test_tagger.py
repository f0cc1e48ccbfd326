"""The tagger: the tags that nltk's own gives with the same weights."""

from __future__ import annotations

import pytest
from nltk.tag.perceptron import PerceptronTagger

from pdfbot.nonbody.tagger import tag_words
from pdfbot.shipped import read_shipped

SENTENCES = (
    "It zooms in on the lower left corner .",
    "They , which we measured in 1990 and 12 times since , report well-known results .",
    "It overview of the -5 samples from 300 K to 2009 and (b) the U.S. values , n = 3 .",
    "It Größe naïve 東京 ½ was then slowly given up : ‘ why ? ’",
)


@pytest.fixture(scope="module")
def reference() -> PerceptronTagger:
    tagger = PerceptronTagger(load=False)
    for line in read_shipped("tagger.txt").decode().splitlines():
        key, _, value = line.partition("\t")
        pairs = value.split()
        if key == "tags":
            tagger.classes = tagger.model.classes = set(pairs)
        elif key.startswith("word "):
            tagger.tagdict[key.removeprefix("word ")] = value
        else:
            tagger.model.weights[key] = dict(zip(pairs[::2], map(float, pairs[1::2]), strict=True))
    return tagger


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_tags_are_those_of_nltk(reference: PerceptronTagger, sentence: str) -> None:
    words = sentence.split()
    assert tag_words(words) == [tag for _, tag in reference.tag(words)]


def test_words_that_nobody_saw() -> None:
    assert tag_words(["It", "flurbles", "."]) == ["PRP", "VBZ", "."]
    assert tag_words([]) == []
