"""The figures of a paper and of a corpus, by the definitions of docs/evaluation.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from pdfbot.dataclass import dataclass


def harmonic_mean(a: float, b: float) -> float:
    return 2 * a * b / (a + b) if a + b else 0.0


@dataclass(frozen=True, slots=True)
class UnitScore:
    """Outcomes of sentences or of paragraphs. `total` and `missing` count what is wanted."""

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
        """The paper's definition: what came out damaged is not missing."""
        return self.correct / max(1, self.correct + self.missing)

    @property
    def strict(self) -> float:
        """What a reader experiences: the share of all true ones that came out whole."""
        return self.correct / max(1, self.total)

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)

    @property
    def sf1(self) -> float:
        return harmonic_mean(self.precision, self.strict)


@dataclass(frozen=True, slots=True)
class Removal:
    """Word triples of a kind of nonbody text, and how many of them came out all the same."""

    triples: int
    leaked: int

    @property
    def share(self) -> float:
        return 1 - self.leaked / self.triples if self.triples else 1.0


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
    """Means over papers, and the outcomes of all papers together."""

    precision: float
    recall: float
    strict: float
    f1: float
    sf1: float
    counts: UnitScore


@dataclass(frozen=True, slots=True)
class Summary:
    """A corpus: every paper counts the same; removal is that of all papers' text together."""

    papers: int
    sentences: UnitMeans
    paragraphs: UnitMeans
    order: float
    word_precision: float
    word_recall: float
    removal: Mapping[str, Removal]


def summarise(scores: Sequence[PaperScore]) -> Summary:
    """The figures of at least one paper as those of a corpus."""

    def mean(get: Callable[[PaperScore], float]) -> float:
        return sum(get(score) for score in scores) / max(1, len(scores))

    totals: dict[str, list[Removal]] = defaultdict(list)
    for score in scores:
        for kind, removal in score.removal.items():
            totals[kind].append(removal)
    return Summary(
        papers=len(scores),
        sentences=_unit_means([score.sentences for score in scores]),
        paragraphs=_unit_means([score.paragraphs for score in scores]),
        order=mean(lambda s: s.order),
        word_precision=mean(lambda s: s.word_precision),
        word_recall=mean(lambda s: s.word_recall),
        removal={
            kind: Removal(sum(r.triples for r in all_), sum(r.leaked for r in all_))
            for kind, all_ in sorted(totals.items())
        },
    )


def _unit_means(scores: Sequence[UnitScore]) -> UnitMeans:
    def mean(name: str) -> float:
        return float(sum(getattr(score, name) for score in scores)) / max(1, len(scores))

    def total(name: str) -> int:
        return sum(getattr(score, name) for score in scores)

    names = ("total", "correct", "incomplete", "extra", "missing")
    return UnitMeans(
        mean("precision"),
        mean("recall"),
        mean("strict"),
        mean("f1"),
        mean("sf1"),
        UnitScore(*(total(name) for name in names)),
    )
