"""Scores an output against the ground truth: the outcome of every sentence and paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from pdfbot.evaluation.matching import (
    PARAGRAPH_SIMILARITY,
    SENTENCE_SIMILARITY,
    Matching,
    OutcomeKind,
    find_similar,
    match_units,
)
from pdfbot.evaluation.metrics import PaperScore, Removal, UnitScore
from pdfbot.evaluation.run_in_labels import remove_labels
from pdfbot.evaluation.scored_text import (
    comparison_key,
    count_key_words,
    count_trigrams,
    is_scored,
    split_at_equations,
    split_paragraphs,
    split_scored_sentences,
)
from pdfbot.evaluation.truth import NonbodyText, Truth, TruthParagraph


@dataclass(frozen=True, slots=True)
class WrongSentence:
    """An error: `text` is the sentence of the output, `truth` the most similar true sentence.

    `kind` is incomplete, extra or missing. A missing sentence has no `text`.
    """

    kind: str
    text: str = ""
    truth: str = ""


@dataclass(frozen=True, slots=True)
class ScoredPaper:
    """The figures of a paper, and every sentence that lowered them."""

    score: PaperScore
    wrong: tuple[WrongSentence, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or paragraph with its comparison key."""

    text: str
    key: str
    optional: bool = False


@dataclass(slots=True)
class _Expected:
    """The units of the ground truth, and alternative readings that are also correct.

    `run_ons` maps the key of a sentence that spans a removed equation to its parts, `labelled` the
    key of a text with its label to the text without it; `labels` are keys of labels alone.
    """

    units: list[_Unit] = field(default_factory=list)
    run_ons: dict[str, list[_Unit]] = field(default_factory=dict)
    labelled: dict[str, list[_Unit]] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)


def score_paper(truth: Truth, output: str) -> ScoredPaper:
    """Score plain text whose paragraphs are separated by blank lines."""
    written = remove_labels(truth, split_paragraphs(truth.fold_characters(output)))
    scored = [p for p in truth.paragraphs if is_scored(comparison_key(p.text))]
    paragraphs = _scored_units(written)
    sentences = _scored_units(s for p in paragraphs for s in split_scored_sentences(p.text))
    true_sentences = _expected_sentences(scored)
    true_paragraphs = _expected_paragraphs(scored)
    found = _resolve_readings(sentences, true_sentences, SENTENCE_SIMILARITY)
    matching = _match(found, true_sentences, SENTENCE_SIMILARITY)
    whole = _resolve_readings(paragraphs, true_paragraphs, PARAGRAPH_SIMILARITY)
    paragraph_matching = _match(whole, true_paragraphs, PARAGRAPH_SIMILARITY)
    precision, recall = _score_words(scored, written)
    score = PaperScore(
        sentences=_count_outcomes(matching, true_sentences.units),
        paragraphs=_count_outcomes(paragraph_matching, true_paragraphs.units),
        order=_score_order(matching),
        word_precision=precision,
        word_recall=recall,
        removal=_measure_removal(truth.nonbody, scored, written),
    )
    return ScoredPaper(score, tuple(_wrong_sentences(matching, found, true_sentences.units)))


def _unit(text: str, optional: bool = False) -> _Unit:
    return _Unit(text, comparison_key(text), optional)


def _scored_units(texts: Iterable[str]) -> list[_Unit]:
    return [unit for text in texts if is_scored((unit := _unit(text)).key)]


def _expected_sentences(paragraphs: Iterable[TruthParagraph]) -> _Expected:
    """The sentences to be scored; one that spans an equation may be read as one or as several."""
    expected = _Expected()
    for paragraph in paragraphs:
        for number, sentence in enumerate(split_scored_sentences(paragraph.text)):
            parts = [_unit(part, paragraph.optional) for part in split_at_equations(sentence)]
            parts = [part for part in parts if is_scored(part.key)]
            expected.units += parts
            if len(parts) > 1:
                expected.run_ons[comparison_key(sentence)] = parts
            if paragraph.label and number == 0 and parts:
                _allow_label(expected, paragraph.label, parts)
    return expected


def _expected_paragraphs(paragraphs: Iterable[TruthParagraph]) -> _Expected:
    expected = _Expected()
    for paragraph in paragraphs:
        unit = _unit(paragraph.text, paragraph.optional)
        expected.units.append(unit)
        if paragraph.label:
            _allow_label(expected, paragraph.label, [unit])
    return expected


def _allow_label(expected: _Expected, label: str, units: list[_Unit]) -> None:
    """Accept the text with or without its label, and ignore the label alone."""
    key = comparison_key(label)
    if key:
        expected.labels.add(key)
        expected.labelled[" ".join([key, *(unit.key for unit in units)])] = units


def _resolve_readings(
    found: Iterable[_Unit], expected: _Expected, similarity: float
) -> list[_Unit]:
    """The output without labels, and with every run-on across an equation split into parts."""
    plain = {unit.key for unit in expected.units}
    resolved = []
    for unit in found:
        if unit.key in expected.labels and unit.key not in plain:
            continue
        known = None
        if unit.key not in plain:
            known = find_similar(unit.key, expected.labelled.keys(), similarity)
        if known is not None:
            resolved += expected.labelled[known]
            continue
        known = find_similar(unit.key, expected.run_ons.keys(), similarity)
        resolved += [unit] if known is None else expected.run_ons[known]
    return resolved


def _match(found: Sequence[_Unit], expected: _Expected, similarity: float) -> Matching:
    return match_units(
        [unit.key for unit in found], [unit.key for unit in expected.units], similarity
    )


def _count_outcomes(matching: Matching, expected: Sequence[_Unit]) -> UnitScore:
    kinds: Counter[OutcomeKind] = Counter(
        outcome.kind
        for outcome in matching.outcomes
        if outcome.truth is None or not expected[outcome.truth].optional
    )
    required = [
        state for state, unit in zip(matching.states, expected, strict=True) if not unit.optional
    ]
    return UnitScore(
        total=len(required),
        correct=kinds["correct"],
        incomplete=kinds["incomplete"],
        extra=kinds["extra"],
        missing=required.count("missing"),
    )


def _score_order(matching: Matching) -> float:
    """The share of neighbouring correct sentences that are in the order of the ground truth."""
    places = [o.truth for o in matching.outcomes if o.kind == "correct" and o.truth is not None]
    if len(places) < 2:
        return 0.0
    return sum(a < b for a, b in pairwise(places)) / (len(places) - 1)


def _score_words(
    paragraphs: Sequence[TruthParagraph], written: Sequence[str]
) -> tuple[float, float]:
    """Precision of words against all allowed text, and recall against the required text."""
    output = count_key_words(written)
    required = count_key_words(p.text for p in paragraphs if not p.optional)
    allowed = count_key_words(f"{p.label} {p.text}" for p in paragraphs)
    return (
        (allowed & output).total() / max(1, output.total()),
        (required & output).total() / max(1, required.total()),
    )


def _measure_removal(
    nonbody: Iterable[NonbodyText], paragraphs: Iterable[TruthParagraph], written: Iterable[str]
) -> dict[str, Removal]:
    """How many trigrams of each kind of nonbody text were extracted.

    Trigrams that occur in the body text as well are left out.
    """
    body = count_trigrams(" ".join(f"{p.label} {p.text}" for p in paragraphs))
    output = count_trigrams(" ".join(written))
    totals: Counter[str] = Counter()
    leaked: Counter[str] = Counter()
    for item in nonbody:
        own = {gram: n for gram, n in count_trigrams(item.text).items() if gram not in body}
        if own:
            totals[item.kind] += sum(own.values())
            leaked[item.kind] += sum(min(n, output[gram]) for gram, n in own.items())
    return {kind: Removal(total, leaked[kind]) for kind, total in totals.items()}


def _wrong_sentences(
    matching: Matching, found: Sequence[_Unit], expected: Sequence[_Unit]
) -> Iterator[WrongSentence]:
    """Errors in the order of the output, then missing sentences in the order of the truth."""
    for outcome, unit in zip(matching.outcomes, found, strict=True):
        similar = None if outcome.truth is None else expected[outcome.truth]
        if outcome.kind != "correct" and not (similar and similar.optional):
            yield WrongSentence(outcome.kind, unit.text, similar.text if similar else "")
    for state, unit in zip(matching.states, expected, strict=True):
        if state == "missing" and not unit.optional:
            yield WrongSentence("missing", truth=unit.text)
