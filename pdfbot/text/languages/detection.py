"""The language of a text, by the most frequent words of each language and by its script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from pdfbot.text.languages.lexicon import ENGLISH, FREQUENT, lexicons
from pdfbot.text.writing_systems import (
    HAN_OR_KANA,
    HANGUL,
    MARKS,
    SOUTHEAST_ASIAN,
    in_lower_case,
)

# Characters of a document that are looked at; more does not change the answer.
SAMPLE_CHARS = 20_000
# Share of the words of a text that are among the most frequent of its language; in papers it is
# above 0.2, and in another language with the same script it is lower by a half.
MIN_FREQUENT_SHARE = 0.08
# Scripts of one language each, among those that have a file.
_SCRIPTS = {
    "ko": HANGUL,
    "th": re.compile("[\u0e00-\u0e7f]"),
    "hi": re.compile("[\u0900-\u097f]"),
    "he": re.compile("[\u0590-\u05ff]"),
    "el": re.compile("[\u0370-\u03ff\u1f00-\u1fff]"),
}
_WORD = re.compile(rf"[^\W\d_]+(?:[{MARKS}]+[^\W\d_]*)*")
# The same in plain text, for a sixth of the time.
_ASCII_WORD = re.compile("[a-z]+")


def detect_language(texts: Iterable[str]) -> str:
    """The language that most words of a text are frequent in; "" if there is too little of any."""
    words = _count_words(texts)
    shares = _shares(words)
    best = max(shares, key=lambda code: (shares[code], code == ENGLISH))
    return best if shares[best] >= MIN_FREQUENT_SHARE else _by_script(words)


def frequent_share(texts: Iterable[str], min_length: int) -> float:
    """The share of the words of a text that are frequent in the language that fits it best."""
    return max(_shares(_count_words(texts), min_length).values())


def _count_words(texts: Iterable[str]) -> Counter[str]:
    """How often each word occurs at the beginning of a text."""
    sample: list[str] = []
    length = 0
    for text in texts:
        sample.append(text)
        length += len(text)
        if length > SAMPLE_CHARS:
            break
    plain, others = in_lower_case(sample)
    words = Counter(_ASCII_WORD.findall(plain))
    words.update(_WORD.findall(others))
    return words


def _shares(words: Counter[str], min_length: int = 1) -> dict[str, float]:
    """The share of frequent words by language, among those of a minimal length in characters."""
    tokens = Counter[str]()
    for word, count in words.items():
        if not word.isascii() and HAN_OR_KANA.search(word):
            for char in word:
                tokens[char] += count
        elif not word.isascii() and SOUTHEAST_ASIAN.match(word):
            for start in _thai_words(word):
                tokens[start] += count
        elif len(word) >= min_length:
            tokens[word] += count
    total = max(tokens.total(), 1)
    found = dict.fromkeys(_frequent_words(), 0)
    for word, count in tokens.items():
        for code in _languages_by_word().get(word, ()):
            found[code] += count
    return {code: count / total for code, count in found.items()}


def _by_script(words: Counter[str]) -> str:
    """The only supported language in whose script most words are written."""
    for code, script in _SCRIPTS.items():
        own = sum(count for word, count in words.items() if script.match(word))
        if 2 * own > words.total():
            return code
    return ""


def _thai_words(run: str) -> list[str]:
    """The frequent words in a run without spaces; the run itself if there are none."""
    found = [word for word in _frequent_words().get("th", ()) if word in run]
    return found or [run]


@cache
def _languages_by_word() -> dict[str, list[str]]:
    """The languages that each word is frequent in."""
    found: dict[str, list[str]] = {}
    for code, words in _frequent_words().items():
        for word in words:
            found.setdefault(word, []).append(code)
    return found


@cache
def _frequent_words() -> dict[str, frozenset[str]]:
    return {code: frozenset(lexicon[FREQUENT]) for code, lexicon in lexicons().items()}
