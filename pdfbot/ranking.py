"""Ranks sentences by importance: LexRank (Erkan and Radev 2004), biased towards the title.

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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from math import fsum, sqrt
from typing import Literal, TypeAlias, get_args

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Sentence

# The probability of a jump, as published.
JUMP = 0.15
# The walk ends when a step moves less than this share of the probability mass.
TOLERANCE = 1e-9
MAX_STEPS = 200
# Leading letters by which words are compared: in many languages, inflected forms differ later.
STEM_LENGTH = 5
# Decimal places of a score.
SCORE_DIGITS = 6
DEFAULT_LAYERS = 3

Spread: TypeAlias = Literal["even", "none"]
SPREADS: tuple[Spread, ...] = get_args(Spread)

_WORD = re.compile(r"[^\W\d_]+")
_ARITHMETIC = Context(prec=28)
# A sparse row: the indices of a sentence's terms (or of a term's sentences) with weights.
_Vector: TypeAlias = list[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence, its score (1 for the best of the paper), and its layer: 1 is to be read first."""

    sentence: Sentence
    score: float
    layer: int


def rank_sentences(
    paper: Extraction,
    layers: int = DEFAULT_LAYERS,
    spread: Spread = "even",
    density: float | None = None,
    scores: Mapping[str, float] | None = None,
) -> tuple[RankedSentence, ...]:
    """All sentences layer by layer, best scores first.

    With `spread` "even" each section contributes to a layer in proportion to its length; with
    "none" the scores alone decide. `density` is the share of the sentences in every layer but the
    last; without it, layers have equal size. `scores` by sentence id replace pdfbot's, and
    sentences without one are left out.
    """
    known = score_sentences(paper) if scores is None else scores
    sentences = [sentence for sentence in paper.sentences if sentence.id in known]
    values = [known[sentence.id] for sentence in sentences]
    sections = [sentence.section for sentence in sentences]
    found = assign_layers(values, sections, layers, spread, density)
    return tuple(
        RankedSentence(sentences[index], values[index], found[index])
        for index in sorted(range(len(sentences)), key=lambda n: (found[n], -values[n]))
    )


def assign_layers(
    scores: Sequence[float],
    sections: Sequence[str],
    layers: int,
    spread: Spread,
    density: float | None = None,
) -> list[int]:
    """The layer of each sentence, by its score and its section; see `rank_sentences`."""
    if layers < 1:
        raise UsageError(f"{layers} layers: use 1 or more")
    if spread not in SPREADS:
        raise UsageError(f"spread {spread!r}: use {' or '.join(SPREADS)}")
    if density is not None and not 0 < density <= 1:
        raise UsageError(f"density {density:g}: use a share of the sentences, above 0 and up to 1")
    order = sorted(range(len(scores)), key=lambda index: -scores[index])
    if spread == "even":
        order = _spread_evenly(order, sections)
    found = [0] * len(order)
    for place, index in enumerate(order):
        if density is None:
            # The same bounds as for the scores of `pdfbot highlight --from`.
            found[index] = 1 + ((place + 1) * layers - 1) // len(order)
        else:
            found[index] = min(layers, 1 + place // max(1, round(density * len(order))))
    return found


def score_sentences(paper: Extraction) -> dict[str, float]:
    """The score of every sentence by its id, in reading order."""
    sentences = paper.sentences
    scores = score_texts([sentence.text for sentence in sentences], paper.title)
    return {sentence.id: score for sentence, score in zip(sentences, scores, strict=True)}


def score_texts(texts: Sequence[str], title: str = "") -> list[float]:
    """The score of each text among the others: 1 for the best, 0 for a text without words."""
    *rows, topic = _weigh_terms([*texts, title])
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


def _spread_evenly(order: Sequence[int], sections: Sequence[str]) -> list[int]:
    """The sentences ordered by their rank within their section, relative to its length."""
    sizes = Counter(sections)
    seen: Counter[str] = Counter()
    depths = {}
    for index in order:
        section = sections[index]
        depths[index] = (seen[section] + 0.5) / sizes[section]
        seen[section] += 1
    return sorted(order, key=depths.__getitem__)


def _weigh_terms(texts: Sequence[str]) -> list[_Vector]:
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


def _transpose(rows: Sequence[_Vector]) -> dict[int, _Vector]:
    """The transposed matrix: for each term, the sentences that contain it and the weights."""
    columns: dict[int, _Vector] = {}
    for index, row in enumerate(rows):
        for term, weight in row:
            columns.setdefault(term, []).append((index, weight))
    return columns


def _multiply(
    rows: Sequence[_Vector], columns: dict[int, _Vector], values: Sequence[float]
) -> list[float]:
    """The product of the matrix of cosines and `values`."""
    by_term = {
        term: fsum([weight * values[index] for index, weight in column])
        for term, column in columns.items()
    }
    return [fsum([weight * by_term[term] for term, weight in row]) for row in rows]


def _jump_targets(rows: Sequence[_Vector], topic: _Vector) -> list[float]:
    """The probability of a jump to each sentence: by its cosine with the title, if there is one."""
    weights = dict(topic)
    cosines = [fsum(weight * weights.get(term, 0.0) for term, weight in row) for row in rows]
    total = fsum(cosines)
    if not total:
        cosines = [1.0 if row else 0.0 for row in rows]
        total = fsum(cosines)
    return [cosine / total if total else 0.0 for cosine in cosines]
