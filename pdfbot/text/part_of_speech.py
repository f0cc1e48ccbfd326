"""Part-of-speech tags by nltk's averaged perceptron, with the weights in `pdfbot/data`.

The tagger is written out here, since nltk's own takes 0.33 s to import and load: a dozen pages.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pdfbot.resources import read_bytes

# What stands before the first word and behind the last, as words and as tags.
START = ["-START-", "-START2-"]
END = ["-END-", "-END2-"]
YEAR_DIGITS = 4


class Tagger:
    """Tags words by their letters, their neighbours and the tags before them."""

    def __init__(
        self, classes: Sequence[str], tagdict: Mapping[str, str], weights: Mapping[str, str]
    ) -> None:
        """`tagdict` has the words with only one tag, `weights` tags and numbers by feature."""
        self._classes = classes
        self._tagdict = tagdict
        self._weights = weights

    def tag(self, words: Sequence[str]) -> list[str]:
        """A Penn Treebank tag for each word of a sentence."""
        context = [*START, *map(_normalize, words), *END]
        before, last = START[1], START[0]
        tags = []
        for index, word in enumerate(words):
            tag = self._tagdict.get(word)
            if not tag:
                window = context[index : index + len(START) + 1 + len(END)]
                tag = self._predict(_features(word, window, last, before))
            before, last = last, tag
            tags.append(tag)
        return tags

    def _predict(self, features: Iterator[str]) -> str:
        scores = dict.fromkeys(self._classes, 0.0)
        for feature in features:
            weights = self._weights.get(feature, "").split(" ")
            for tag, weight in zip(weights[::2], weights[1::2], strict=False):
                scores[tag] += float(weight)
        return max(scores, key=lambda tag: (scores[tag], tag))


def tag_words(words: Sequence[str]) -> list[str]:
    """A Penn Treebank tag for each word of a sentence."""
    return _tagger().tag(words)


@cache
def _tagger() -> Tagger:
    return Tagger(**json.loads(gzip.decompress(read_bytes("tagger.json.gz"))))


def _normalize(word: str) -> str:
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == YEAR_DIGITS:
        return "!YEAR"
    if word and word[0].isdigit():
        return "!DIGITS"
    return word.lower()


def _features(word: str, window: Sequence[str], last: str, before: str) -> Iterator[str]:
    """What is known of a word: itself, two words on either side, and the two tags before it."""
    before_last, left, own, right, after_right = window
    yield "bias"
    yield f"i suffix {word[-3:]}"
    yield f"i pref1 {word[:1]}"
    yield f"i-1 tag {last}"
    yield f"i-2 tag {before}"
    yield f"i tag+i-2 tag {last} {before}"
    yield f"i word {own}"
    yield f"i-1 tag+i word {last} {own}"
    yield f"i-1 word {left}"
    yield f"i-1 suffix {left[-3:]}"
    yield f"i-2 word {before_last}"
    yield f"i+1 word {right}"
    yield f"i+1 suffix {right[-3:]}"
    yield f"i+2 word {after_right}"
