"""The language of a text, by the most frequent words of each language and by its script."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from pdfbot.text.languages.lexicon import ENGLISH, FREQUENT, lexicons
from pdfbot.text.writing_systems import HAN_OR_KANA, MARKS, SOUTHEAST_ASIAN

# Characters of a document that are looked at; more does not change the answer.
SAMPLE = 20_000
# Share of the words of a text that are among the most frequent of its language; in papers it is
# above 0.2, and in another language with the same script it is lower by a half.
MIN_SHARE = 0.08
_WORD = re.compile(rf"[^\W\d_]+(?:[{MARKS}]+[^\W\d_]*)*")


def detect_language(texts: Iterable[str]) -> str:
    """The language that most words of a text are frequent in; "" if there is too little of any."""
    shares = _shares(texts)
    best = max(shares, key=lambda code: (shares[code], code == ENGLISH))
    return best if shares[best] >= MIN_SHARE else ""


def frequent_share(texts: Iterable[str], min_length: int) -> float:
    """The share of the words of a text that are frequent in the language that fits it best."""
    return max(_shares(texts, min_length).values())


def _shares(texts: Iterable[str], min_length: int = 1) -> dict[str, float]:
    """The share of frequent words by language, among those of a minimal length in characters."""
    sample: list[str] = []
    length = 0
    for text in texts:
        sample.append(text)
        length += len(text)
        if length > SAMPLE:
            break
    words = Counter(_WORD.findall("\n".join(sample).lower()))
    tokens = Counter[str]()
    for word, count in words.items():
        if word.isascii() and len(word) >= min_length:
            tokens[word] += count
        elif HAN_OR_KANA.search(word):
            for char in word:
                tokens[char] += count
        elif SOUTHEAST_ASIAN.match(word):
            for start in _thai_words(word):
                tokens[start] += count
        elif len(word) >= min_length:
            tokens[word] += count
    total = max(tokens.total(), 1)
    return {
        code: sum(map(tokens.__getitem__, frequent)) / total
        for code, frequent in _frequent_words().items()
    }


def _thai_words(run: str) -> list[str]:
    """The frequent words that occur in a run without spaces; the run itself if there is none."""
    found = [word for word in _frequent_words().get("th", ()) if word in run]
    return found or [run]


@cache
def _frequent_words() -> dict[str, frozenset[str]]:
    return {code: frozenset(lexicon[FREQUENT]) for code, lexicon in lexicons().items()}
