"""The figures of a paper and of a corpus, as defined in docs/evaluation.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields


def harmonic_mean(a: float, b: float) -> float:
    """The F1 score of two rates; 0 if both are 0."""
    return 2 * a * b / (a + b) if a + b else 0.0


@dataclass(frozen=True, slots=True)
class UnitScore:
    """Outcomes of sentences or of paragraphs; `total` and `missing` count required text only."""

    total: int
    correct: int
    incomplete: int
    extra: int
    missing: int

    @property
    def precision(self) -> float:
        return self.correct / max(1, self.correct + self.incomplete + self.extra)

    @property
    def recall(self) -> float:
        """Recall as the PDFBoT paper defines it: damaged text is not missing."""
        return self.correct / max(1, self.correct + self.missing)

    @property
    def strict(self) -> float:
        """Strict recall, as a reader experiences it: the share that was extracted undamaged."""
        return self.correct / max(1, self.total)

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)

    @property
    def sf1(self) -> float:
        return harmonic_mean(self.precision, self.strict)


@dataclass(frozen=True, slots=True)
class Removal:
    """The number of word trigrams in one kind of nonbody text, and how many were extracted."""

    trigrams: int
    leaked: int

    @property
    def share(self) -> float:
        return 1 - self.leaked / self.trigrams if self.trigrams else 1.0


@dataclass(frozen=True, slots=True)
class PaperScore:
    """All figures of one paper."""

    sentences: UnitScore
    paragraphs: UnitScore
    order: float
    word_precision: float
    word_recall: float
    removal: Mapping[str, Removal]


@dataclass(frozen=True, slots=True)
class UnitMeans:
    """Means over papers, and the total counts of all papers."""

    precision: float
    recall: float
    strict: float
    f1: float
    sf1: float
    counts: UnitScore


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """Means over papers, each with the same weight; removal is pooled over all papers."""

    papers: int
    sentences: UnitMeans
    paragraphs: UnitMeans
    order: float
    word_precision: float
    word_recall: float
    removal: Mapping[str, Removal]


def average_scores(scores: Sequence[PaperScore]) -> CorpusScore:
    """The figures of a corpus from those of its papers."""

    def mean(get: Callable[[PaperScore], float]) -> float:
        return sum(get(score) for score in scores) / max(1, len(scores))

    return CorpusScore(
        papers=len(scores),
        sentences=_average_units([score.sentences for score in scores]),
        paragraphs=_average_units([score.paragraphs for score in scores]),
        order=mean(lambda s: s.order),
        word_precision=mean(lambda s: s.word_precision),
        word_recall=mean(lambda s: s.word_recall),
        removal=_pool_removal(scores),
    )


def _pool_removal(scores: Sequence[PaperScore]) -> dict[str, Removal]:
    by_kind: dict[str, list[Removal]] = defaultdict(list)
    for score in scores:
        for kind, removal in score.removal.items():
            by_kind[kind].append(removal)
    return {
        kind: Removal(sum(r.trigrams for r in parts), sum(r.leaked for r in parts))
        for kind, parts in sorted(by_kind.items())
    }


def _average_units(scores: Sequence[UnitScore]) -> UnitMeans:
    def mean(name: str) -> float:
        return float(sum(getattr(score, name) for score in scores)) / max(1, len(scores))

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    return UnitMeans(
        precision=mean("precision"),
        recall=mean("recall"),
        strict=mean("strict"),
        f1=mean("f1"),
        sf1=mean("sf1"),
        counts=UnitScore(*(total(f.name) for f in fields(UnitScore))),
    )
