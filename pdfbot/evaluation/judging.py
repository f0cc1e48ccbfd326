"""An output against its truth: the outcome of every sentence and paragraph, then the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pdfbot.dataclass import dataclass, field
from pdfbot.evaluation.matching import (
    PARAGRAPH_OK,
    SENTENCE_OK,
    Kind,
    Matching,
    match,
    nearest,
)
from pdfbot.evaluation.scores import PaperScore, Removal, UnitScore
from pdfbot.evaluation.truth import Nonbody, TrueParagraph, Truth
from pdfbot.evaluation.wording import (
    count_words,
    is_scored,
    key,
    split_at_equations,
    split_paragraphs,
    split_sentences,
    triples,
)


@dataclass(frozen=True, slots=True)
class WrongSentence:
    """A sentence that is not as it should be; `text` is the output's, `truth` the nearest true one.

    `kind` is incomplete, extra or missing; a missing one has no text of the output.
    """

    kind: str
    text: str = ""
    truth: str = ""


@dataclass(frozen=True, slots=True)
class JudgedPaper:
    """The figures, and the sentences behind them."""

    score: PaperScore
    wrong: tuple[WrongSentence, ...]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A sentence or a paragraph: as it is shown, and as it is compared."""

    text: str
    key: str
    optional: bool = False


@dataclass(slots=True)
class _Wanted:
    """True units, the keys that stand for several of them, and labels that do not count."""

    units: list[_Unit] = field(default_factory=list)
    joined: dict[str, list[_Unit]] = field(default_factory=dict)
    labelled: dict[str, list[_Unit]] = field(default_factory=dict)
    labels: set[str] = field(default_factory=set)


def judge_paper(truth: Truth, output: str) -> JudgedPaper:
    """The outcomes of a paper's output: plain text, paragraphs divided by blank lines."""
    written = split_paragraphs(truth.folded(output))
    true = [p for p in truth.paragraphs if is_scored(key(p.text))]
    kept = [unit for text in written if is_scored((unit := _unit(text)).key)]
    pieces = [_unit(s) for p in kept for s in split_sentences(p.text)]
    sentences = _true_sentences(true)
    paragraphs = _true_paragraphs(true)
    found = _resolve([p for p in pieces if is_scored(p.key)], sentences, SENTENCE_OK)
    matching = _match(found, sentences.units, SENTENCE_OK)
    whole = _resolve(kept, paragraphs, PARAGRAPH_OK)
    precision, recall = _score_words(true, written)
    score = PaperScore(
        sentences=_count(matching, sentences.units),
        paragraphs=_count(_match(whole, paragraphs.units, PARAGRAPH_OK), paragraphs.units),
        order=_order(matching),
        word_precision=precision,
        word_recall=recall,
        removal=_removal(truth.nonbody, true, written),
    )
    return JudgedPaper(score, tuple(_wrong(matching, found, sentences.units)))


def _unit(text: str, optional: bool = False) -> _Unit:
    return _Unit(text, key(text), optional)


def _true_sentences(paragraphs: Sequence[TrueParagraph]) -> _Wanted:
    """The sentences that are scored. One that runs on over an equation is one or several."""
    wanted = _Wanted()
    for paragraph in paragraphs:
        for number, sentence in enumerate(split_sentences(paragraph.text)):
            parts = [_unit(part, paragraph.optional) for part in split_at_equations(sentence)]
            parts = [part for part in parts if is_scored(part.key)]
            wanted.units += parts
            if len(parts) > 1:
                wanted.joined[key(sentence)] = parts
            if paragraph.label and number == 0 and parts:
                _accept_label(wanted, paragraph.label, parts)
    return wanted


def _true_paragraphs(paragraphs: Sequence[TrueParagraph]) -> _Wanted:
    wanted = _Wanted()
    for paragraph in paragraphs:
        unit = _unit(paragraph.text, paragraph.optional)
        wanted.units.append(unit)
        if paragraph.label:
            _accept_label(wanted, paragraph.label, [unit])
    return wanted


def _accept_label(wanted: _Wanted, label: str, units: list[_Unit]) -> None:
    """The text counts with its label and without; the label by itself does not count."""
    wording = key(label)
    if wording:
        wanted.labels.add(wording)
        wanted.labelled[" ".join([wording, *(unit.key for unit in units)])] = units


def _resolve(found: Iterable[_Unit], wanted: _Wanted, ok: float) -> list[_Unit]:
    """The output with labels taken off, and every run-on over an equation as its parts."""
    plain = {unit.key for unit in wanted.units}
    resolved = []
    for unit in found:
        if unit.key in wanted.labels and unit.key not in plain:
            continue
        known = None if unit.key in plain else nearest(unit.key, wanted.labelled.keys(), ok)
        if known is not None:
            resolved += wanted.labelled[known]
            continue
        known = nearest(unit.key, wanted.joined.keys(), ok)
        resolved += [unit] if known is None else wanted.joined[known]
    return resolved


def _match(found: Sequence[_Unit], wanted: Sequence[_Unit], ok: float) -> Matching:
    return match([unit.key for unit in found], [unit.key for unit in wanted], ok)


def _count(matching: Matching, wanted: Sequence[_Unit]) -> UnitScore:
    kinds: Counter[Kind] = Counter(
        outcome.kind
        for outcome in matching.outcomes
        if outcome.truth is None or not wanted[outcome.truth].optional
    )
    required = [s for s, unit in zip(matching.states, wanted, strict=True) if not unit.optional]
    return UnitScore(
        total=len(required),
        correct=kinds["correct"],
        incomplete=kinds["incomplete"],
        extra=kinds["extra"],
        missing=required.count("missing"),
    )


def _order(matching: Matching) -> float:
    """The share of neighbouring correct sentences that follow each other in the truth."""
    places = [o.truth for o in matching.outcomes if o.kind == "correct" and o.truth is not None]
    if len(places) < 2:
        return 0.0
    return sum(a < b for a, b in pairwise(places)) / (len(places) - 1)


def _score_words(true: Sequence[TrueParagraph], written: Sequence[str]) -> tuple[float, float]:
    """Precision against all that may come out, recall against all that must."""
    got = count_words(written)
    must = count_words(p.text for p in true if not p.optional)
    may = count_words(f"{p.label} {p.text}" for p in true)
    return (
        (may & got).total() / max(1, got.total()),
        (must & got).total() / max(1, must.total()),
    )


def _removal(
    nonbody: Iterable[Nonbody], true: Sequence[TrueParagraph], written: Sequence[str]
) -> dict[str, Removal]:
    """Per kind, of the triples that the body does not contain as well: how many came out."""
    body = triples(" ".join(f"{p.label} {p.text}" for p in true))
    got = triples(" ".join(written))
    totals: Counter[str] = Counter()
    leaks: Counter[str] = Counter()
    for item in nonbody:
        own = {gram: n for gram, n in triples(item.text).items() if gram not in body}
        if own:
            totals[item.kind] += sum(own.values())
            leaks[item.kind] += sum(min(n, got[gram]) for gram, n in own.items())
    return {kind: Removal(total, leaks[kind]) for kind, total in totals.items()}


def _wrong(
    matching: Matching, found: Sequence[_Unit], wanted: Sequence[_Unit]
) -> Iterable[WrongSentence]:
    """In the order of the output, then what is missing in the order of the truth."""
    for outcome, unit in zip(matching.outcomes, found, strict=True):
        near = None if outcome.truth is None else wanted[outcome.truth]
        if outcome.kind != "correct" and not (near and near.optional):
            yield WrongSentence(outcome.kind, unit.text, near.text if near else "")
    for state, unit in zip(matching.states, wanted, strict=True):
        if state == "missing" and not unit.optional:
            yield WrongSentence("missing", truth=unit.text)
