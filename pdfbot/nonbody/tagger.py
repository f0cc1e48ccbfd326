"""Parts of speech by an averaged perceptron, which nltk trained (scripts/train_tagger.py).

Answers as nltk's own tagger would with the same weights; a test compares. nltk takes longer to
import than ten pages to read, and its weights as long to load; here a feature's weights are looked
up where they lie.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

from pdfbot.shipped import SortedLines, map_shipped

# What stands before the first word and behind the last.
BEFORE, BEHIND = ["-START-", "-START2-"], ["-END-", "-END2-"]


def tag_words(words: Sequence[str]) -> list[str]:
    """A Penn Treebank tag for each word of a sentence, from left to right."""
    shapes = [*BEFORE, *map(_shape, words), *BEHIND]
    last, last_but_one = BEFORE
    tags: list[str] = []
    for place, word in enumerate(words, len(BEFORE)):
        tag = _weights().find(f"word {word}") or _best_tag(
            _features(word, shapes[place - 2 : place + 3], last, last_but_one)
        )
        tags.append(tag)
        last, last_but_one = tag, last
    return tags


def _shape(word: str) -> str:
    """The word in lower case; numbers and compounds are all alike."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word[:1].isdigit():
        return "!YEAR" if word.isdigit() and len(word) == 4 else "!DIGITS"
    return word.lower()


def _features(word: str, around: Sequence[str], last: str, last_but_one: str) -> Iterator[str]:
    """What the perceptron was trained to look at: the word, its neighbours, the tags so far."""
    far_left, left, own, right, far_right = around
    yield "bias"
    yield f"i suffix {word[-3:]}"
    yield f"i pref1 {word[:1]}"
    yield f"i-1 tag {last}"
    yield f"i-2 tag {last_but_one}"
    yield f"i tag+i-2 tag {last} {last_but_one}"
    yield f"i word {own}"
    yield f"i-1 tag+i word {last} {own}"
    yield f"i-1 word {left}"
    yield f"i-1 suffix {left[-3:]}"
    yield f"i-2 word {far_left}"
    yield f"i+1 word {right}"
    yield f"i+1 suffix {right[-3:]}"
    yield f"i+2 word {far_right}"


def _best_tag(features: Iterator[str]) -> str:
    scores: defaultdict[str, float] = defaultdict(float)
    for feature in features:
        pairs = (_weights().find(feature) or "").split()
        for tag, weight in zip(pairs[::2], pairs[1::2], strict=True):
            scores[tag] += float(weight)
    return max(_tags(), key=lambda tag: (scores[tag], tag))


@cache
def _tags() -> list[str]:
    return (_weights().find("tags") or "").split()


@cache
def _weights() -> SortedLines:
    return SortedLines(map_shipped("tagger.txt"))
