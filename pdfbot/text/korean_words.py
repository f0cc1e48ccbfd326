"""Korean words at line ends, where they may be broken after any syllable and without a hyphen."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import log

from pdfbot.text.writing_systems import HANGUL

# What is attached to a Latin word or number, and what follows it behind a space.
_AFTER_LATIN = re.compile(r"[A-Za-z\d)\]]( ?)([\uac00-\ud7af]+)")
_WORD = re.compile(r"[\uac00-\ud7af]+")
# Occurrences that what was never seen counts for.
UNSEEN = 0.05
UNSEEN_WORD = 0.5
# How much whole words count against pairs of syllables.
WORD_WEIGHT = 0.5


class KoreanWords:
    """Counts words that are neither first nor last in their line, and so are certainly whole.

    Words end in particles and endings, of which there are few, so the syllables on either side of
    a line end tell more often than whole words whether a word ends there.
    """

    def __init__(self, text: str) -> None:
        """Count the words of lines, their ends, and pairs of syllables in them and between them."""
        self._words: Counter[str] = Counter()
        self._starts: Counter[str] = Counter()
        self._ends: Counter[str] = Counter()
        self._first: Counter[str] = Counter()
        self._last: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()
        self._before: Counter[str] = Counter()
        self._after: Counter[str] = Counter()
        self._across: Counter[str] = Counter()
        self._attached: Counter[str] = Counter()
        if not HANGUL.search(text):
            return
        for line in text.split("\n"):
            words = _WORD.findall(line)[1:-1]
            self._across.update(one[-1] + other[0] for one, other in pairwise(words))
            for word in words:
                self._count(word)
        for space, word in _AFTER_LATIN.findall(text):
            self._attached[word] += -1 if space else 1

    def is_attached(self, word: str) -> bool:
        """Whether a word follows Latin words, numbers and brackets without a space."""
        return self._attached[word] > 0

    def _count(self, word: str) -> None:
        self._words[word] += 1
        self._first[word[0]] += 1
        self._last[word[-1]] += 1
        for one, other in pairwise(word):
            self._inside[one + other] += 1
            self._before[one] += 1
            self._after[other] += 1
        for cut in range(1, len(word)):
            self._starts[word[:cut]] += 1
            self._ends[word[cut:]] += 1

    def goes_on(self, head: str, tail: str) -> bool:
        """Whether `head` at the end of a line and `tail` in the next one are one word."""
        one, other = head[-1], tail[0]
        inside = self._inside[one + other] + UNSEEN
        inside += self._before[one] * self._after[other] / (self._inside.total() or 1)
        across = self._across[one + other] + UNSEEN
        across += self._last[one] * self._first[other] / (self._words.total() or 1)
        whole = self._words[head + tail] + self._starts[head + tail]
        tails = self._words[tail] + self._starts[tail]
        apart = min(self._words[head], tails)
        words = _odds(whole, apart) + _odds(self._starts[head], self._words[head])
        words += _odds(self._ends[tail], tails)
        return log(inside / across) + WORD_WEIGHT * words > 0


def _odds(count: int, other: int) -> float:
    return log((count + UNSEEN_WORD) / (other + UNSEEN_WORD))
