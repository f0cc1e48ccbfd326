"""How much a sentence says of what the others say: LexRank (Erkan and Radev 2004), with a title.

Sentences are the nodes of a graph whose edges are the cosines of their TF-IDF vectors. A random
walk on this graph spends much time at sentences that resemble many others; now and then it jumps to
a sentence that resembles the title (Otterbacher, Erkan and Radev 2005). The score of a sentence is
the share of time spent there. docs/ranking.md has the figures.

The matrix of cosines is never built: with the vectors as rows of X it is X·Xᵀ, and a step of the
walk multiplies by Xᵀ and then by X, which takes time proportional to the length of the text.

Scores are the same on every machine and Python: `fsum` is exact, so that no order of terms matters
(`sum` of floats changed in Python 3.12), and `Decimal.ln` is, unlike `math.log`, correctly rounded
everywhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Context, Decimal
from math import fsum, sqrt
from typing import TypeAlias

# The probability of a jump, as published.
JUMP = 0.15
# The walk ends when a step moves less than this share of the probability mass.
TOLERANCE = 1e-9
MAX_STEPS = 200
# Leading letters by which words are compared: in many languages, inflected forms differ later.
STEM_LENGTH = 5
# Letters of a word that a reader notices when it comes again.
MIN_LENGTH = 4
# Two texts that share more of their words look alike, however common these are in the paper.
MAX_SHARED = 0.55
MIN_WORDS_IN_COMMON = 4
# Decimal places of a score.
SCORE_DIGITS = 6

_WORD = re.compile(r"[^\W\d_]+")
_ARITHMETIC = Context(prec=28)
# A sparse row: the indices of a sentence's terms (or of a term's sentences) with weights.
Vector: TypeAlias = list[tuple[int, float]]


def score_texts(texts: Sequence[str], title: str = "") -> list[float]:
    """The score of each text among the others: 1 for the best, 0 for a text without words."""
    *rows, topic = weigh_terms([*texts, title])
    return score_vectors(rows, topic)


def score_vectors(rows: Sequence[Vector], topic: Vector) -> list[float]:
    """The same for the vectors of texts and title."""
    columns = _transpose(rows)
    degrees = _multiply(rows, columns, [1.0] * len(rows))
    jumps = _jump_targets(rows, topic)
    shares = jumps
    for _ in range(MAX_STEPS):
        leaving = [
            share / degree if degree else 0.0 for share, degree in zip(shares, degrees, strict=True)
        ]
        arriving = _multiply(rows, columns, leaving)
        before = shares
        shares = [
            JUMP * jump + (1 - JUMP) * walk for jump, walk in zip(jumps, arriving, strict=True)
        ]
        if fsum(abs(new - old) for new, old in zip(shares, before, strict=True)) < TOLERANCE:
            break
    best = max(shares, default=0.0)
    return [round(share / best, SCORE_DIGITS) if best else 0.0 for share in shares]


def weigh_terms(texts: Sequence[str]) -> list[Vector]:
    """The TF-IDF vector of each text, normalised; empty if all its terms occur in every text."""
    counts = [
        Counter(word[:STEM_LENGTH] for word in _WORD.findall(text.casefold())) for text in texts
    ]
    frequencies = Counter(term for count in counts for term in count)
    numbers = {term: number for number, term in enumerate(frequencies)}
    rarity = {
        frequency: float(
            _ARITHMETIC.ln(_ARITHMETIC.divide(Decimal(len(texts)), Decimal(frequency)))
        )
        for frequency in set(frequencies.values())
    }
    vectors = []
    for count in counts:
        vector = [(numbers[term], n * rarity[frequencies[term]]) for term, n in count.items()]
        length = sqrt(fsum(weight * weight for _, weight in vector))
        vectors.append([(term, weight / length) for term, weight in vector] if length else [])
    return vectors


def long_words(text: str) -> frozenset[str]:
    """The words of a text that a reader notices, without their endings."""
    words = _WORD.findall(text.casefold())
    return frozenset(word[:STEM_LENGTH] for word in words if len(word) >= MIN_LENGTH)


def _transpose(rows: Sequence[Vector]) -> dict[int, Vector]:
    """The transposed matrix: for each term, the sentences that contain it and the weights."""
    columns: dict[int, Vector] = {}
    for index, row in enumerate(rows):
        for term, weight in row:
            columns.setdefault(term, []).append((index, weight))
    return columns


def _multiply(
    rows: Sequence[Vector], columns: dict[int, Vector], values: Sequence[float]
) -> list[float]:
    """The product of the matrix of cosines and `values`."""
    by_term = {
        term: fsum([weight * values[index] for index, weight in column])
        for term, column in columns.items()
    }
    return [fsum([weight * by_term[term] for term, weight in row]) for row in rows]


def _jump_targets(rows: Sequence[Vector], topic: Vector) -> list[float]:
    """The probability of a jump to each sentence: by its cosine with the title, if there is one."""
    weights = dict(topic)
    cosines = [fsum(weight * weights.get(term, 0.0) for term, weight in row) for row in rows]
    total = fsum(cosines)
    if not total:
        cosines = [1.0 if row else 0.0 for row in rows]
        total = fsum(cosines)
    return [cosine / total if total else 0.0 for cosine in cosines]


class TextsRead:
    """Texts that a reader has seen, to tell whether another says about the same."""

    def __init__(self, max_cosine: float) -> None:
        self.max_cosine = max_cosine
        self._read: dict[int, dict[int, float]] = {}
        self._by_term: dict[int, list[int]] = {}
        self._lengths: dict[int, int] = {}
        self._by_word: dict[str, list[int]] = {}

    def add(self, index: int, vector: Vector, words: frozenset[str] = frozenset()) -> None:
        self._read[index] = dict(vector)
        for term, _ in vector:
            self._by_term.setdefault(term, []).append(index)
        self._lengths[index] = len(words)
        for word in words:
            self._by_word.setdefault(word, []).append(index)

    def find_alike(self, vector: Vector, words: frozenset[str] = frozenset()) -> int | None:
        """The first text that resembles `vector` more than `max_cosine`, or has most of the words.

        Only texts with one of its heavy terms are compared: what the light ones add up to is
        below the limit, whatever the text.
        """
        heavy: set[int] = set()
        light = 1.0
        for term, weight in sorted(vector, key=lambda entry: -entry[1]):
            if light < self.max_cosine**2:
                break
            heavy.update(self._by_term.get(term, ()))
            light -= weight * weight
        alike = self._with_words(words)
        for index in sorted(heavy):
            other = self._read[index]
            if fsum(weight * other.get(term, 0.0) for term, weight in vector) > self.max_cosine:
                alike.append(index)
                break
        return min(alike, default=None)

    def _with_words(self, words: frozenset[str]) -> list[int]:
        """The texts that share most of their words with these."""
        shared = Counter(index for word in words for index in self._by_word.get(word, ()))
        return [
            index
            for index, count in shared.items()
            if count
            > MAX_SHARED * max(sqrt(len(words) * self._lengths[index]), MIN_WORDS_IN_COMMON)
        ]
