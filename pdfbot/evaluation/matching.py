"""Matches the sentences or paragraphs of an output with those of the ground truth.

correct     the comparison keys are at least 0.95 (sentences) or 0.90 (paragraphs) similar
incomplete  at least 0.5 similar, or a fragment of the body text: body text, but damaged
extra       anything else: not body text
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pdfbot.errors import UsageError

# Similarities in per cent, as rapidfuzz gives them.
SENTENCE_SIMILARITY = 95.0
PARAGRAPH_SIMILARITY = 90.0
INCOMPLETE_SIMILARITY = 50.0
FRAGMENT_SIMILARITY = 90.0

OutcomeKind = Literal["correct", "incomplete", "extra"]
TruthState = Literal["correct", "touched", "missing"]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """The outcome of a unit of the output, and the index of the matching truth unit."""

    kind: OutcomeKind
    truth: int | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """One outcome per unit of the output, one state per unit of the ground truth."""

    outcomes: tuple[MatchOutcome, ...]
    states: tuple[TruthState, ...]


def require_rapidfuzz() -> None:
    """Fail with installation advice before any paper is read."""
    try:
        import numpy  # noqa: F401
        import rapidfuzz  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"{error.name} is not installed, which evaluating needs: pip install 'pdfbot[evaluate]'"
        ) from None


def match_units(outputs: Sequence[str], truths: Sequence[str], similarity: float) -> Matching:
    """Match equal keys first, then similar ones; a match is correct from `similarity` upwards."""
    outcomes: dict[int, MatchOutcome] = {}
    states: dict[int, TruthState] = {}
    _match_equal(outputs, truths, outcomes, states)
    _match_similar(outputs, truths, similarity, outcomes, states)
    body = " ".join(truths)
    for i, output in enumerate(outputs):
        if i not in outcomes:
            outcomes[i] = MatchOutcome("incomplete" if _is_fragment(output, body) else "extra")
    damaged = [o for i, o in enumerate(outputs) if outcomes[i].kind == "incomplete"]
    for j, truth in enumerate(truths):
        # Contained in a longer output (merged sentences): touched, not missing.
        if j not in states:
            states[j] = "touched" if any(truth in output for output in damaged) else "missing"
    return Matching(
        tuple(outcomes[i] for i in range(len(outputs))),
        tuple(states[j] for j in range(len(truths))),
    )


def _match_equal(
    outputs: Sequence[str],
    truths: Sequence[str],
    outcomes: dict[int, MatchOutcome],
    states: dict[int, TruthState],
) -> None:
    positions: dict[str, list[int]] = defaultdict(list)
    for j in reversed(range(len(truths))):
        positions[truths[j]].append(j)
    for i, output in enumerate(outputs):
        if positions.get(output):
            j = positions[output].pop()
            outcomes[i], states[j] = MatchOutcome("correct", j), "correct"


def _match_similar(
    outputs: Sequence[str],
    truths: Sequence[str],
    similarity: float,
    outcomes: dict[int, MatchOutcome],
    states: dict[int, TruthState],
) -> None:
    """Match pairs in descending similarity: the correct ones first, then the incomplete."""
    open_outputs = [i for i in range(len(outputs)) if i not in outcomes]
    open_truths = [j for j in range(len(truths)) if j not in states]
    pairs = list(_similar_pairs(outputs, truths, open_outputs, open_truths))
    for score, i, j in pairs:
        if score >= similarity and i not in outcomes and j not in states:
            outcomes[i], states[j] = MatchOutcome("correct", j), "correct"
    for _, i, j in pairs:
        if i not in outcomes:
            outcomes[i] = MatchOutcome("incomplete", j)
            states.setdefault(j, "touched")


def _similar_pairs(
    outputs: Sequence[str],
    truths: Sequence[str],
    open_outputs: Sequence[int],
    open_truths: Sequence[int],
) -> Iterator[tuple[float, int, int]]:
    """Triples (similarity, output, truth) in descending order; ties go to the last in the text."""
    if not open_outputs or not open_truths:
        return
    # Installed with pdfbot[evaluate] only; see require_rapidfuzz.
    import numpy
    from rapidfuzz import fuzz, process

    scores = process.cdist(
        [outputs[i] for i in open_outputs],
        [truths[j] for j in open_truths],
        scorer=fuzz.ratio,
        score_cutoff=INCOMPLETE_SIMILARITY,
    )
    rows, columns = scores.nonzero()
    values = scores[rows, columns]
    for n in numpy.lexsort((columns, rows, values))[::-1]:
        yield float(values[n]), open_outputs[rows[n]], open_truths[columns[n]]


def _is_fragment(output: str, body: str) -> bool:
    """Whether the output is a fragment of body text, or several pieces of it merged."""
    from rapidfuzz import fuzz

    if not body:
        return False
    cutoff = FRAGMENT_SIMILARITY
    return fuzz.partial_ratio_alignment(output, body, score_cutoff=cutoff) is not None


def find_similar(key: str, choices: Collection[str], similarity: float) -> str | None:
    """The most similar of `choices`, or None if none is similar enough to count as equal."""
    if key in choices:
        return key
    if not choices:
        return None
    from rapidfuzz import fuzz, process

    found = process.extractOne(key, choices, scorer=fuzz.ratio, score_cutoff=similarity)
    return None if found is None else str(found[0])
