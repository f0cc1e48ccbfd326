"""A hyphen at the end of a line: the mark of a broken word, or part of a compound."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from pdfbot.shipped import SortedLines, map_shipped

SOFT_HYPHEN = "\u00ad"
HYPHENS = "-\u2010\u2011" + SOFT_HYPHEN
_ENDING = re.compile(r"(?<![^\W_])[^\W_]+$")
# Digits behind a word are a footnote mark, as in "tempera-" and "ture23".
_BEGINNING = re.compile(r"\s*(?P<word>[^\W\d_]{2,}(?=\d{1,3}(?![^\W_]))|[^\W_]+)")
_LAST_HUMP = re.compile(r"[A-Z]?[^\WA-Z\d_]+$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*-?")
_TO_ONE_HYPHEN = {ord(hyphen): "-" for hyphen in HYPHENS} | {ord(SOFT_HYPHEN): None}

# Prefixes that some authors set off with a hyphen always, others never.
_PREFIXES = frozenset(
    "anti bi hyper inter intra macro meta micro mid mis multi nano non over post pre pseudo quasi "
    "semi sub super ultra under".split()
)
# The second halves of compounds that no dictionary lists: "Lorentz-like", "attention-based".
_SECOND_HALVES = frozenset(
    "based driven oriented specific aware like dependent independent dimensional free related "
    "valued weighted induced".split()
)
_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
_MORE_ENDINGS = (("ly", ""), ("ness", ""), ("er", ""), ("er", "e"), ("ity", ""), ("ity", "e"))
_MIN_STEM = 3


class Vocabulary:
    """The words of one document, joined and hyphenated, with a shipped word list behind them."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Count the words of `texts` (lines or paragraphs); words broken at an end are left out."""
        self._words: Counter[str] = Counter()
        self._compounds: Counter[tuple[str, str]] = Counter()
        for text in texts:
            words = _WORD.findall(text.translate(_TO_ONE_HYPHEN).lower())
            self._words.update([word for word in words if "-" not in word])
            for word in words:
                if "-" in word:
                    self._compounds.update(pairwise(word.removesuffix("-").split("-")))

    def joined(self, word: str) -> int:
        """How often the document has `word` in one piece, in the singular or the plural."""
        return sum(self._words[form] for form in _numbers(word))

    def hyphenated(self, left: str, right: str) -> int:
        """How often the document has `left`-`right`, in the singular or the plural."""
        return sum(self._compounds[left, form] for form in _numbers(right))

    def habit(self, prefix: str) -> int:
        """Above zero when the document writes `prefix` together with words, below with a hyphen."""
        together = sum(
            count
            for word, count in self._words.items()
            if word.startswith(prefix) and word[len(prefix) :] in _word_list()
        )
        return together - sum(n for (first, _), n in self._compounds.items() if first == prefix)

    def knows(self, word: str) -> bool:
        """Whether `word` or the word that it is formed from is in the shipped list."""
        words = _word_list()
        if word in words:
            return True
        return any(
            word.endswith(ending)
            and len(word) - len(ending) >= _MIN_STEM
            and word[: -len(ending)] + stem in words
            for ending, stem in _ENDINGS + _MORE_ENDINGS
        )


def resolve_hyphen(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether the hyphen that ends the line `left` goes when the line `right` is joined to it.

    True: the hyphen goes, "exam-" and "ple" make "example". False: it stays, "well-" and "known"
    make "well-known". No space comes between in either case. What the document does elsewhere
    counts first, then how the halves are spelled, then the word list.
    """
    left = left.rstrip()
    mark = left[-1:]
    if mark == SOFT_HYPHEN:
        return True
    ending, beginning = _ENDING.search(left[:-1]), _BEGINNING.match(right)
    if mark not in HYPHENS or ending is None or beginning is None:
        return False
    first, second = ending[0], beginning["word"]
    if not (first.isalpha() and second.isalpha()):
        return False
    joined = vocabulary.joined((first + second).lower())
    hyphenated = vocabulary.hyphenated(first.lower(), second.lower())
    if joined != hyphenated:
        return joined > hyphenated
    return _joins_by_spelling(first, second, vocabulary)


def _joins_by_spelling(first: str, second: str, vocabulary: Vocabulary) -> bool:
    """Capitals first: "Navier-Stokes" and "GPU-based" keep the hyphen, "INTRO-DUCTION" does not."""
    if first.isupper() and second.isupper():
        return vocabulary.knows((first + second).lower())
    if len(first) == 1 or first[-1].isupper() or second[0].isupper():
        return False
    hump = _LAST_HUMP.search(first)
    return _joins_by_word_list((hump[0] if hump else first).lower(), second.lower(), vocabulary)


def _joins_by_word_list(first: str, second: str, vocabulary: Vocabulary) -> bool:
    """Join what is a word in one piece; keep the hyphen between two words; else join."""
    if first in _PREFIXES and vocabulary.knows(second):
        habit = vocabulary.habit(first)
        if habit:
            return habit > 0
    if vocabulary.knows(first + second):
        return True
    if second in _SECOND_HALVES:
        return False
    return not (vocabulary.knows(first) and vocabulary.knows(second))


def _numbers(word: str) -> tuple[str, str]:
    """`word` and its other number, by the regular plural."""
    return word, word[:-1] if word.endswith("s") else word + "s"


@cache
def _word_list() -> SortedLines:
    """The shipped words; read when the first hyphen asks for them."""
    return SortedLines(map_shipped("words.txt"))
