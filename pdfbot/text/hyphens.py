"""A hyphen at the end of a line: either it breaks a word, or it is part of a compound."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import pairwise

from pdfbot.resources import read_text
from pdfbot.text.korean_words import KoreanWords
from pdfbot.text.languages.lexicon import (
    ENGLISH,
    FREQUENT,
    HYPHEN_AND_SPACE_STAY,
    HYPHEN_STAYS,
    HYPHEN_STAYS_BEHIND,
    lexicon_of,
)
from pdfbot.text.writing_systems import in_lower_case

SOFT_HYPHEN = "\u00ad"
HYPHENS = "-\u2010\u2011" + SOFT_HYPHEN
_LAST_WORD = re.compile(r"(?<![^\W_])[^\W_]+$")
# Digits attached to a word are a footnote mark, as in "tempera-" and "ture23".
_FIRST_WORD = re.compile(r"\s*(?P<word>[^\W\d_]{2,}(?=\d{1,3}(?![^\W_]))|[^\W_]+)")
# The last part of a name in camel case: "Con" of "LineOfSightCon-".
_LAST_HUMP = re.compile(r"[A-Z]?[^\WA-Z\d_]+$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*-?")
# The same in plain text, for a sixth of the time.
_ASCII_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*-?")

# Prefixes that some authors always set off with a hyphen and others never.
_PREFIXES = frozenset(
    "anti bi hyper inter intra macro meta micro mid mis multi nano non over post pre pseudo quasi "
    "semi sub super ultra under".split()
)
# The second halves of compounds that no dictionary lists: "Lorentz-like", "attention-based".
_SECOND_HALVES = frozenset(
    "based driven oriented specific aware like dependent independent dimensional free related "
    "valued weighted induced".split()
)
# Endings of derived words, and what replaces them in the word they are derived from.
_SUFFIXES = (
    ("ies", "y"), ("es", ""), ("s", ""), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
    ("ly", ""), ("ness", ""), ("er", ""), ("er", "e"), ("ity", ""), ("ity", "e"),
)  # fmt: skip
# Letters before the suffix.
_MIN_STEM = 3
# Greek, Cyrillic and all others come behind the letters of Latin script.
FIRST_OTHER_SCRIPT = "\u0370"
# Letters of a word that is repeated behind a hyphen: "masing-masing".
MIN_REPEATED = 3
# Bases, and the codes for several of them: a sequence has at least as many letters, and few codes.
_SEQUENCE = re.compile(r"[ACGTU]*(?:[BDHIKMNRSVWY][ACGTU]+)*[BDHIKMNRSVWY]?")
_MIN_BASES = 10
_MIN_BASE_SHARE = 0.8


class Vocabulary:
    """The words of one document, joined and hyphenated, backed by the word list in `data`."""

    def __init__(self, texts: Iterable[str], language: str = ENGLISH) -> None:
        """Count the words of `texts` (lines or paragraphs), except those broken at an end.

        The word list is English; other languages have none, but a few words that keep a hyphen.
        Latin words among those of another script are read as English.
        """
        words = lexicon_of(language)
        self._is_english = language in (ENGLISH, "")
        self._is_latin = any(word.isascii() for word in words[FREQUENT])
        self.words_before_hyphen: frozenset[str] = frozenset(words[HYPHEN_STAYS_BEHIND])
        self.words_behind_hyphen: frozenset[str] = frozenset(words[HYPHEN_STAYS])
        self.words_behind_space: frozenset[str] = frozenset(words[HYPHEN_AND_SPACE_STAY])
        plain, others = in_lower_case(texts)
        others = others.replace(SOFT_HYPHEN, "")
        self._korean = KoreanWords(others)
        for hyphen in HYPHENS:
            others = others.replace(hyphen, "-")
        self._words = Counter(_ASCII_WORD.findall(plain))
        self._words.update(_WORD.findall(others))
        self._compounds: Counter[tuple[str, str]] = Counter()
        for word in [word for word in self._words if "-" in word]:
            count = self._words.pop(word)
            for pair in pairwise(word.removesuffix("-").split("-")):
                self._compounds[pair] += count

    def has_words_like(self, word: str) -> bool:
        """Whether the word list is one of the language that a word is probably in."""
        return self._is_english or (word.isascii() and not self._is_latin)

    def joined(self, word: str) -> int:
        """How often the document has `word` in one piece, in the singular or the plural."""
        return sum(self._words[form] for form in _singular_and_plural(word))

    def hyphenated(self, left: str, right: str) -> int:
        """How often the document has `left`-`right`, in the singular or the plural."""
        return sum(self._compounds[left, form] for form in _singular_and_plural(right))

    def goes_on(self, head: str, tail: str) -> bool:
        """Whether a word without a hyphen that begins with `head` goes on with `tail`."""
        return self._korean.goes_on(head, tail)

    def is_attached(self, word: str) -> bool:
        """Whether a Korean word follows Latin words without a space."""
        return self._korean.is_attached(word)

    def prefix_balance(self, prefix: str) -> int:
        """How much more often the document joins `prefix` to a word than it sets a hyphen."""
        joined = sum(
            count
            for word, count in self._words.items()
            if word.startswith(prefix) and word[len(prefix) :] in _word_list()
        )
        return joined - sum(n for (first, _), n in self._compounds.items() if first == prefix)

    def knows(self, word: str) -> bool:
        """Whether the word list has `word` or the word that it is derived from."""
        words = _word_list()
        if word in words:
            return True
        return any(
            word.endswith(suffix)
            and len(word) - len(suffix) >= _MIN_STEM
            and word[: -len(suffix)] + replacement in words
            for suffix, replacement in _SUFFIXES
        )


def is_suspended(right: str, vocabulary: Vocabulary) -> bool:
    """Whether a hyphen before the line `right` stands for a part of a word: "Ein- und Ausgabe"."""
    first = _FIRST_WORD.match(right)
    return first is not None and first["word"] in vocabulary.words_behind_space


def resolve_hyphen(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether to drop the hyphen that ends the line `left` when the line `right` is joined to it.

    True: "exam-" and "ple" become "example". False: "well-" and "known" become "well-known". No
    space is inserted in either case. The rest of the document counts first, then the spelling of
    the two halves, then the word list.
    """
    left = left.rstrip()
    hyphen = left[-1:]
    if hyphen == SOFT_HYPHEN:
        return True
    last, first = _LAST_WORD.search(left[:-1]), _FIRST_WORD.match(right)
    if hyphen not in HYPHENS or last is None or first is None:
        return False
    head, tail = last[0], first["word"]
    if not (head.isalpha() and tail.isalpha()):
        return False
    if _is_sequence(head + tail):
        return True
    joined = vocabulary.joined((head + tail).lower())
    hyphenated = vocabulary.hyphenated(head.lower(), tail.lower())
    if joined != hyphenated:
        return joined > hyphenated
    return _joins_by_spelling(head, tail, vocabulary)


def _is_sequence(letters: str) -> bool:
    """Whether letters are those of DNA or RNA: a primer that a line breaks has no hyphen."""
    bases = sum(map(letters.count, "ACGTU"))
    return (
        len(letters) >= _MIN_BASES
        and bases >= _MIN_BASE_SHARE * len(letters)
        and _SEQUENCE.fullmatch(letters) is not None
    )


def _joins_by_spelling(head: str, tail: str, vocabulary: Vocabulary) -> bool:
    """Capitals first: "Navier-Stokes" and "GPU-based" keep the hyphen, "INTRO-DUCTION" does not.

    Letters of two scripts are two words: "Git-репозиторий".
    """
    if (head[-1] < FIRST_OTHER_SCRIPT) != (tail[0] < FIRST_OTHER_SCRIPT):
        return False
    if head.isupper() and tail.isupper():
        return not vocabulary.has_words_like(head + tail) or vocabulary.knows((head + tail).lower())
    if len(head) == 1 or head[-1].isupper() or tail[0].isupper():
        return False
    hump = _LAST_HUMP.search(head)
    return _joins_by_word_list((hump[0] if hump else head).lower(), tail.lower(), vocabulary)


def _joins_by_word_list(head: str, tail: str, vocabulary: Vocabulary) -> bool:
    """Join what is a word in one piece; keep the hyphen between two words; join otherwise."""
    if not vocabulary.has_words_like(head + tail):
        keeps = head in vocabulary.words_before_hyphen or tail in vocabulary.words_behind_hyphen
        return not keeps and not (len(head) >= MIN_REPEATED and tail.startswith(head))
    if head in _PREFIXES and vocabulary.knows(tail):
        balance = vocabulary.prefix_balance(head)
        if balance:
            return balance > 0
    if vocabulary.knows(head + tail):
        return True
    if tail in _SECOND_HALVES:
        return False
    return not (vocabulary.knows(head) and vocabulary.knows(tail))


def _singular_and_plural(word: str) -> tuple[str, str]:
    """`word` and its other form, by the regular plural."""
    return word, word[:-1] if word.endswith("s") else word + "s"


@cache
def _word_list() -> frozenset[str]:
    """words.txt, read when a hyphen first needs it."""
    return frozenset(read_text("words.txt").split())
