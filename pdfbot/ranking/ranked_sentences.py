"""The sentences of a paper in layers: pdfbot's order, or the scores of somebody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Annotated

from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Sentence
from pdfbot.ranking.assessment import assess_sentences
from pdfbot.ranking.layers import DEFAULT_LAYERS, layers_of_places, layers_of_scores
from pdfbot.ranking.reading_order import SPREADS, Spread, order_sentences

# Ids that a message lists.
MAX_LISTED_IDS = 5
# The reason of a layer that somebody else's score decided.
GIVEN = "by the score that was given"


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with its score, its layer (1 is to be read first), and why it is in this layer."""

    sentence: Annotated[Sentence, "the sentence"]
    score: Annotated[float, "from 0 to 1, which is the best of the paper"]
    layer: Annotated[int, "from 1, which is to be read first"]
    reason: Annotated[str, "why it is in this layer"]


def rank_sentences(
    paper: Extraction,
    layers: int = DEFAULT_LAYERS,
    spread: Spread = "even",
    density: float | None = None,
    scores: Mapping[str, float] | None = None,
) -> tuple[RankedSentence, ...]:
    """All sentences layer by layer, best scores first.

    With `spread` "even" sections take turns; with "none" they do not matter. `density` is the
    share of the sentences in every layer but the last; without it, layers have equal size.
    `scores` by sentence id replace pdfbot's and decide alone; sentences without one are left out.
    """
    if spread not in SPREADS:
        raise UsageError(f"spread {spread!r}: use {' or '.join(SPREADS)}")
    if scores is not None:
        found = _rank_given(paper, layers, density, scores)
    else:
        assessed = assess_sentences(paper)
        order = order_sentences(assessed, spread)
        numbers = layers_of_places(len(order), layers, density)
        found = [
            RankedSentence(assessed[index].sentence, assessed[index].score, layer, reason)
            for (index, reason), layer in zip(order, numbers, strict=True)
        ]
    return tuple(sorted(found, key=lambda item: (item.layer, -item.score)))


def _rank_given(
    paper: Extraction, layers: int, density: float | None, scores: Mapping[str, float]
) -> list[RankedSentence]:
    sentences = [sentence for sentence in paper.sentences if sentence.id in scores]
    check_scores(scores, [sentence.id for sentence in sentences])
    values = [scores[sentence.id] for sentence in sentences]
    numbers = layers_of_scores(values, layers, density)
    return [
        RankedSentence(sentence, value, layer, GIVEN)
        for sentence, value, layer in zip(sentences, values, numbers, strict=True)
    ]


def check_scores(scores: Mapping[str, float], known: Sequence[str]) -> None:
    """Every score must be a finite number, and of a sentence of the paper."""
    unknown = [key for key in scores if key not in set(known)]
    if unknown:
        raise UsageError(f"no such sentence: {name_ids(unknown)}")
    odd = [key for key, value in scores.items() if not isfinite(value)]
    if odd:
        raise UsageError(f"not a finite score: {name_ids(odd)}")


def name_ids(ids: Sequence[str]) -> str:
    """The ids as a message lists them."""
    more = f" and {len(ids) - MAX_LISTED_IDS} more" if len(ids) > MAX_LISTED_IDS else ""
    return ", ".join(ids[:MAX_LISTED_IDS]) + more
