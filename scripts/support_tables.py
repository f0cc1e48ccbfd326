"""The tables of docs/rules.md, as Markdown, for scripts/rule_support.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from ablation import Support
from accuracy_tables import markdown_table
from switches import RULES, Part, all_parts

# The name of the set that all generated documents are in.
GENERATED = "generated"
# What has less support, and no generated document that needs it, is not a rule.
MIN_PAPERS = 5
MIN_FAMILIES = 2
# Scores are printed in thousandths.
THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of a set; `family` is its publisher, document class, script or mechanism."""

    set: str
    family: str
    id: str
    pdf: Path
    truth: Path | None = None


@dataclass(frozen=True, slots=True)
class PaperSupport:
    """What decided in a paper, its SF1 of sentences and paragraphs, and those without each part.

    `without` has only the parts without which the text is another, `required` those without which
    there is none. The scores of a paper without truth are None.
    """

    paper: Paper
    decided: dict[Part, Support]
    scores: tuple[float, float] | None = None
    without: dict[Part, tuple[float, float]] = field(default_factory=dict)
    required: frozenset[Part] = frozenset()
    problem: str = ""


@dataclass(slots=True)
class PartSupport:
    """The support of a part in all papers; `changes` are sums over the papers of a set."""

    papers: int = 0
    families: set[str] = field(default_factory=set)
    lines: int = 0
    mistaken: int | None = None
    generated: int = 0
    needed: int = 0
    changes: dict[str, tuple[float, float]] = field(default_factory=dict)
    is_required: bool = False

    @property
    def is_thin(self) -> bool:
        """Whether it decides in too few papers, and no generated document is worse without it."""
        return not (self.needed or self.is_required) and (
            self.papers < MIN_PAPERS or len(self.families) < MIN_FAMILIES
        )

    def add(self, part: Part, one: PaperSupport) -> None:
        support = one.decided[part]
        self.is_required |= part in one.required
        if one.paper.set == GENERATED:
            self.generated += 1
        else:
            self.papers += 1
            self.families.add(one.paper.family)
            self.lines += support.lines
            if support.mistaken is not None:
                self.mistaken = (self.mistaken or 0) + support.mistaken
        if one.scores is None or part not in one.without:
            return
        change = [after - b for after, b in zip(one.without[part], one.scores, strict=True)]
        known = self.changes.get(one.paper.set, (0.0, 0.0))
        self.changes[one.paper.set] = (known[0] + change[0], known[1] + change[1])
        self.needed += one.paper.set == GENERATED and sum(change) < 0


def add_up(measured: Iterable[PaperSupport], only: str = "") -> dict[Part, PartSupport]:
    """The support of every part; a part that never decides has none."""
    supports = {p: PartSupport() for p in all_parts() if only in p.name or only in p.table}
    for one in measured:
        for part in one.decided:
            supports[part].add(part, one)
    return supports


def scored_sets(measured: Iterable[PaperSupport]) -> Counter[str]:
    """The sets with truth and their numbers of papers, the generated documents last."""
    counts = Counter(one.paper.set for one in measured if one.scores is not None)
    return Counter(dict(sorted(counts.items(), key=lambda item: item[0] == GENERATED)))


def support_tables(measured: Sequence[PaperSupport], only: str = "") -> str:
    """One table for all rules, and one for each table of tests."""
    sets = scored_sets(measured)
    supports = add_up(measured, only)
    head = (
        *("papers", "families", "lines", "body lines", "generated"),
        *(f"without it, {name}" for name in sets),
        "",
    )
    sections = []
    for table, parts in groupby(supports, key=lambda part: part.table):
        rows = [(f"`{p.name}`", *_cells(supports[p], sets)) for p in parts]
        sections.append(f"### {table}\n\n{markdown_table(('', *head), rows)}")
    return "\n\n".join(sections)


def _cells(support: PartSupport, sets: Counter[str]) -> list[str]:
    mistaken = "" if support.mistaken is None else f"{support.mistaken:,}"
    changes = [
        " / ".join(f"{THOUSAND * change / sets[name]:+.1f}" for change in support.changes[name])
        if name in support.changes
        else ""
        for name in sets
    ]
    return [
        *(str(support.papers), str(len(support.families)), f"{support.lines:,}", mistaken),
        str(support.generated),
        *changes,
        "default" if support.is_required else "thin" if support.is_thin else "",
    ]


def summary_line(measured: Sequence[PaperSupport]) -> str:
    """The numbers of parts, of papers, and of parts with little support, in words."""
    supports = add_up(measured)
    counts = Counter(one.paper.set for one in measured)
    thin = sum(support.is_thin for support in supports.values())
    tables = len({part.table for part in supports}) - 1
    papers = ", ".join(f"{name} {count}" for name, count in counts.items())
    return (
        f"{sum(p.table == RULES for p in supports)} rules and "
        f"{sum(p.table != RULES for p in supports)} tests in {tables} tables; {thin} of them are "
        f"thin. Papers: {papers}."
    )
