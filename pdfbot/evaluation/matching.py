"""Which sentence of an output is which sentence of the truth, and how well it came out.

correct     similarity of the keys at least 0.95 (sentences) or 0.90 (paragraphs)
incomplete  at least 0.5, or a piece of the truth's text: body text, but damaged
extra       anything else: not body text
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Literal

from pdfbot.dataclass import dataclass
from pdfbot.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

SENTENCE_OK, PARAGRAPH_OK, TOUCHED, PIECE = 95.0, 90.0, 50.0, 90.0

Kind = Literal["correct", "incomplete", "extra"]
State = Literal["correct", "touched", "missing"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an output turned out to be, and the number of the truth that it is nearest to."""

    kind: Kind
    truth: int | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """An outcome for every output, a state for every truth."""

    outcomes: tuple[Outcome, ...]
    states: tuple[State, ...]


def require_rapidfuzz() -> None:
    """Says in one line what to install, before any paper is read."""
    try:
        import numpy  # noqa: F401
        import rapidfuzz  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"{error.name} is not installed, which evaluating needs: pip install 'pdfbot[evaluate]'"
        ) from None


def match(outputs: Sequence[str], truths: Sequence[str], ok: float) -> Matching:
    """Equal keys first, then the most similar pairs; `ok` is the similarity of a correct one."""
    outcomes: dict[int, Outcome] = {}
    states: dict[int, State] = {}
    _match_equal(outputs, truths, outcomes, states)
    _match_similar(outputs, truths, ok, outcomes, states)
    body = " ".join(truths)
    for i, output in enumerate(outputs):
        if i not in outcomes:
            outcomes[i] = Outcome("incomplete" if _is_piece(output, body) else "extra")
    damaged = [o for i, o in enumerate(outputs) if outcomes[i].kind == "incomplete"]
    for j, truth in enumerate(truths):
        # Swallowed by a longer output (merged sentences): touched, not missing.
        if j not in states:
            states[j] = "touched" if any(truth in output for output in damaged) else "missing"
    return Matching(
        tuple(outcomes[i] for i in range(len(outputs))),
        tuple(states[j] for j in range(len(truths))),
    )


def _match_equal(
    outputs: Sequence[str],
    truths: Sequence[str],
    outcomes: dict[int, Outcome],
    states: dict[int, State],
) -> None:
    places: dict[str, list[int]] = defaultdict(list)
    for j in reversed(range(len(truths))):
        places[truths[j]].append(j)
    for i, output in enumerate(outputs):
        if places.get(output):
            j = places[output].pop()
            outcomes[i], states[j] = Outcome("correct", j), "correct"


def _match_similar(
    outputs: Sequence[str],
    truths: Sequence[str],
    ok: float,
    outcomes: dict[int, Outcome],
    states: dict[int, State],
) -> None:
    """Pairs from the most similar down: first those that are correct, then the damaged ones."""
    open_outputs = [i for i in range(len(outputs)) if i not in outcomes]
    open_truths = [j for j in range(len(truths)) if j not in states]
    pairs = list(_similar_pairs(outputs, truths, open_outputs, open_truths))
    for score, i, j in pairs:
        if score >= ok and i not in outcomes and j not in states:
            outcomes[i], states[j] = Outcome("correct", j), "correct"
    for _, i, j in pairs:
        if i not in outcomes:
            outcomes[i] = Outcome("incomplete", j)
            states.setdefault(j, "touched")


def _similar_pairs(
    outputs: Sequence[str],
    truths: Sequence[str],
    open_outputs: Sequence[int],
    open_truths: Sequence[int],
) -> Iterator[tuple[float, int, int]]:
    """(similarity, output, truth), the most similar first and the last in the text among equals."""
    if not open_outputs or not open_truths:
        return
    import numpy
    from rapidfuzz import fuzz, process

    scores = process.cdist(
        [outputs[i] for i in open_outputs],
        [truths[j] for j in open_truths],
        scorer=fuzz.ratio,
        score_cutoff=TOUCHED,
    )
    rows, columns = scores.nonzero()
    values = scores[rows, columns]
    for n in numpy.lexsort((columns, rows, values))[::-1]:
        yield float(values[n]), open_outputs[rows[n]], open_truths[columns[n]]


def _is_piece(output: str, body: str) -> bool:
    """Whether the output is a fragment or a merger of the truth's text."""
    from rapidfuzz import fuzz

    return bool(body) and fuzz.partial_ratio_alignment(output, body, score_cutoff=PIECE) is not None


def nearest(wording: str, choices: Collection[str], ok: float) -> str | None:
    """The most similar of `choices`, if it is similar enough to count as the same."""
    if wording in choices:
        return wording
    if not choices:
        return None
    from rapidfuzz import fuzz, process

    found = process.extractOne(wording, choices, scorer=fuzz.ratio, score_cutoff=ok)
    return None if found is None else str(found[0])
