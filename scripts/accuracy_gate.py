"""The figures in tests/accuracy.json: how far accuracy may fall, and how figures are recorded.

A figure may fall a little, because a rule that holds in general can cost a paper that a special one
was fitted to. It falls further only with a written reason, which is kept in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from pdfbot.evaluation.evaluation_run import EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.paper_families import read_families
from pdfbot.evaluation.report import corpus_summary
from pdfbot.evaluation.truth import PaperFolder, corpus_digest, find_papers
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests" / "accuracy.json"
# Groups of figures that are not those of a family.
ALL = "all papers"
REMOVED = "removed text"
OTHERS = "other families"
# Papers: smaller families are merged, since one paper says little about a family.
MIN_FAMILY = 4
# Replicas take longest to read, so that of a large corpus only some are measured.
MAX_REPLICAS = 25
# How far a figure may fall without a reason: SF1 of all papers, removed text, SF1 of a family.
MAX_FALLS = {(ALL, "sentences"): 0.002, (ALL, "paragraphs"): 0.004}
MAX_REMOVAL_FALL = 0.004
MAX_FAMILY_FALL = 0.01
# Figures are recorded with this many digits.
DIGITS = 4

# SF1 by unit and removed text by kind, in groups: all papers, each family.
Figures = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Papers with ground truth, and the family of each by its id."""

    papers: Sequence[PaperFolder]
    families: Mapping[str, str]
    rules: RuleOptions = field(default_factory=RuleOptions)

    @property
    def digest(self) -> str:
        return corpus_digest(self.papers)

    @property
    def engines(self) -> tuple[str, ...]:
        """Replicas are measured where every paper has one."""
        has_replicas = all(paper.replica for paper in self.papers)
        return ("embedded", "replica") if has_replicas else ("embedded",)

    def measured_with(self, engine: str) -> Corpus:
        """The papers that are measured: every second, third … replica of a large corpus."""
        if engine != "replica" or len(self.papers) <= MAX_REPLICAS:
            return self
        papers = self.papers[:: ceil(len(self.papers) / MAX_REPLICAS)]
        families = {paper.id: self.families[paper.id] for paper in papers}
        return Corpus(papers, merge_small(families), self.rules)


def read_corpus(folder: Path) -> Corpus:
    """A corpus with its families; small ones are merged."""
    return Corpus(find_papers(folder), merge_small(read_families(folder)))


def merge_small(families: Mapping[str, str]) -> dict[str, str]:
    """The family of each paper, those with few papers as one."""
    sizes = Counter(families.values())
    return {i: f if sizes[f] >= MIN_FAMILY else OTHERS for i, f in families.items()}


def read_fixtures(folder: Path) -> Corpus:
    """The project's own documents: each is a family, and their truth includes appendices."""
    papers = find_papers(folder)
    rules = RuleOptions(thresholds=Thresholds(keep_appendices=True))
    return Corpus(papers, {paper.id: paper.id for paper in papers}, rules)


def evaluate_corpus(corpus: Corpus, engine: str, jobs: int) -> list[EvaluatedPaper]:
    plan = Plan(
        reading=ReadingOptions(engine="embedded"),
        rules=corpus.rules,
        from_replicas=engine == "replica",
    )
    return list(evaluate_papers(corpus.papers, plan, jobs))


def figures_of(papers: Sequence[EvaluatedPaper], families: Mapping[str, str]) -> Figures:
    """The figures of all papers together, and of each family."""
    summary = corpus_summary(papers)
    removed = {
        kind: round(removal.share, DIGITS)
        for kind, removal in summary.removal.items()
        if removal.trigrams
    }
    found = {ALL: _sf1(papers), REMOVED: removed}
    for family in sorted(set(families.values())):
        found[family] = _sf1([paper for paper in papers if families[paper.id] == family])
    return found


def _sf1(papers: Sequence[EvaluatedPaper]) -> dict[str, float]:
    summary = corpus_summary(papers)
    return {
        "sentences": round(summary.sentences.sf1, DIGITS),
        "paragraphs": round(summary.paragraphs.sf1, DIGITS),
    }


@dataclass(frozen=True, slots=True)
class Fall:
    """A figure that is lower than the recorded one."""

    group: str
    name: str
    recorded: float
    measured: float

    @property
    def is_allowed(self) -> bool:
        """Whether it is so small that it needs no reason."""
        if self.group == REMOVED:
            limit = MAX_REMOVAL_FALL
        else:
            limit = MAX_FALLS.get((self.group, self.name), MAX_FAMILY_FALL)
        return round(self.recorded - self.measured, DIGITS) <= limit

    def __str__(self) -> str:
        return f"{self.group}, {self.name}: {self.measured:.4f}, recorded: {self.recorded:.4f}"


def falls(recorded: Figures, measured: Figures) -> Iterator[Fall]:
    """Every figure that fell; one that is no longer measured fell to 0."""
    for group, figures in recorded.items():
        for name, value in figures.items():
            now = measured.get(group, {}).get(name, 0.0)
            if now < value:
                yield Fall(group, name, value, now)


def renew(recorded: Figures, measured: Figures, *, lower: bool) -> Figures:
    """The measured figures; unless `lower`, a figure that fell keeps its recorded value.

    Otherwise many small falls would add up to a large one.
    """
    renewed = {group: dict(figures) for group, figures in measured.items()}
    if not lower:
        for fall in falls(recorded, measured):
            renewed.setdefault(fall.group, {})[fall.name] = fall.recorded
    return renewed
