"""The score of every sentence, and what is known of it: LexRank, weighed by what a reader needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pdfbot.model import Extraction, Sentence
from pdfbot.ranking.lexrank import (
    SCORE_DIGITS,
    Vector,
    long_words,
    score_vectors,
    weigh_terms,
)
from pdfbot.ranking.sentence_traits import Part, SentenceTraits

# What a score is multiplied by; measured in docs/lab/experiments.md.
WEIGHT_OF_PART: dict[Part, float] = {"conclusions": 1.3, "methods": 0.7, "back matter": 0.0}
DEPENDENT_WEIGHT = 0.85
FINDING_WEIGHT = 1.2


@dataclass(frozen=True, slots=True)
class Assessed:
    """A sentence as the ranking sees it; `flaw` says why it is nothing to be read alone."""

    sentence: Sentence
    score: float
    part: Part
    flaw: str
    is_dependent: bool
    is_finding: bool
    vector: Vector
    words: frozenset[str]

    @property
    def stands_alone(self) -> bool:
        return not self.flaw and not self.is_dependent


def assess_sentences(paper: Extraction) -> tuple[Assessed, ...]:
    """All sentences in reading order; the best has the score 1."""
    sentences, traits = paper.sentences, SentenceTraits(paper)
    *rows, topic = weigh_terms([*(s.text for s in sentences), paper.title])
    found = [
        _assess(sentence, salience, row, traits)
        for sentence, salience, row in zip(sentences, score_vectors(rows, topic), rows, strict=True)
    ]
    best = max((item.score for item in found), default=0.0) or 1.0
    return tuple(_rescaled(found, best))


def score_sentences(paper: Extraction) -> dict[str, float]:
    """The score of every sentence by its id, in reading order."""
    return {item.sentence.id: item.score for item in assess_sentences(paper)}


def _assess(sentence: Sentence, salience: float, row: Vector, traits: SentenceTraits) -> Assessed:
    part, flaw = traits.part(sentence), traits.flaw(sentence)
    if part == "back matter":
        flaw = flaw or "in the back matter"
    is_dependent, is_finding = traits.is_dependent(sentence), traits.says_finding(sentence)
    weight = 0.0 if flaw else WEIGHT_OF_PART.get(part, 1.0)
    weight *= DEPENDENT_WEIGHT if is_dependent else 1
    weight *= FINDING_WEIGHT if is_finding else 1
    words = long_words(sentence.text)
    return Assessed(sentence, salience * weight, part, flaw, is_dependent, is_finding, row, words)


def _rescaled(found: Sequence[Assessed], best: float) -> list[Assessed]:
    return [replace(item, score=round(item.score / best, SCORE_DIGITS)) for item in found]
