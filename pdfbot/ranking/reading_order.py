"""In which order a paper's sentences are worth reading: the layers are cut from it.

First what was found, in the words of the abstract and the conclusion; then the sections in turn,
each with the best of its sentences that can be read alone. A sentence that needs the one before
comes right behind it. What says the same again, or leads nowhere, comes late, and what is no
sentence of the paper's account comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

from pdfbot.ranking.assessment import Assessed
from pdfbot.ranking.lexrank import TextsRead
from pdfbot.ranking.sentence_traits import Part

Spread: TypeAlias = Literal["even", "none"]
SPREADS: tuple[Spread, ...] = get_args(Spread)

# Share of the sentences on methods in any layer but the last, while there are others.
MAX_METHODS = 0.08
# The abstract and the conclusion say twice as much of the paper as other sections.
WEIGHT_OF_SUMMARY = 2.0
# Cosine above which two sentences say the same.
MAX_COSINE = 0.4
# Sentences of an abstract of which two are taken first.
MIN_LONG_ABSTRACT = 5
# Sentences that one may bring along.
MAX_BEFORE = 2


def order_sentences(assessed: Sequence[Assessed], spread: Spread) -> list[tuple[int, str]]:
    """The sentences by their index, most important first, each with the reason in words."""
    return _Order(assessed, spread).complete()


class _Order:
    """Puts the sentences of a paper in order, one after the other."""

    def __init__(self, assessed: Sequence[Assessed], spread: Spread) -> None:
        self.assessed = assessed
        self.spread = spread
        self.reasons: dict[int, str] = {}
        self.late: dict[int, str] = {}
        self.read = TextsRead(MAX_COSINE)

    def complete(self) -> list[tuple[int, str]]:
        for index, reason in self._main_claims():
            if index not in self.reasons:
                self._take(index, reason)
        for index, reason in self._by_section() if self.spread == "even" else self._by_score():
            if index not in self.reasons:
                self._take(index, reason)
        rest = {
            index: self.late.get(index) or f"{item.flaw}: not to be read alone"
            for index, item in enumerate(self.assessed)
            if index not in self.reasons
        }
        last = sorted(rest, key=lambda i: (bool(self.assessed[i].flaw), -self.assessed[i].score))
        return [*self.reasons.items(), *((index, rest[index]) for index in last)]

    def _main_claims(self) -> Iterator[tuple[int, str]]:
        """The sentences of abstract and conclusion that say best what was found, and the
        abstract's last one, which says what follows from it."""
        for part, name in (("abstract", "abstract"), ("conclusions", "conclusion")):
            own = [i for i, item in enumerate(self.assessed) if item.part == part and not item.flaw]
            if own:
                yield min(own, key=self._claim_key), f"says what the paper found, in the {name}"
                if part == "abstract" and len(own) >= MIN_LONG_ABSTRACT:
                    yield own[-1], "closes the abstract"

    def _claim_key(self, index: int) -> tuple[bool, bool, float]:
        item = self.assessed[index]
        return not item.is_finding, not item.stands_alone, -item.score

    def _by_score(self) -> Iterator[tuple[int, str]]:
        order = [i for i, item in enumerate(self.assessed) if not item.flaw]
        order.sort(key=lambda index: -self.assessed[index].score)
        for place, index in enumerate(order, 1):
            yield index, f"number {place} of the paper by its score"

    def _by_section(self) -> Iterator[tuple[int, str]]:
        """The sentences by their rank within their section, relative to its length."""
        order = [i for i, item in enumerate(self.assessed) if not item.flaw]
        order.sort(key=lambda index: -self.assessed[index].score)
        names = {index: _section_of(self.assessed[index]) for index in order}
        sizes = Counter(names.values())
        weights = _weights(sizes)
        seen: Counter[str] = Counter()
        depths = {}
        for index in order:
            name = names[index]
            depths[index] = (seen[name] + 0.5) / (sizes[name] * weights.get(name, 1.0))
            seen[name] += 1
        places: Counter[str] = Counter()
        for index in sorted(order, key=depths.__getitem__):
            name = names[index]
            places[name] += 1
            where = f"the {name}" if name in weights else "its section"
            yield index, f"number {places[name]} of {sizes[name]} in {where}"

    def _take(self, index: int, reason: str) -> None:
        """Put a sentence next, behind those that it needs; or late, if it adds nothing."""
        chain = self._chain(index)
        if chain is None:
            self.late[index] = "needs the sentence before it, which cannot be read alone"
            return
        new = [i for i in chain if i not in self.reasons]
        for i in new:
            twin = self.read.find_alike(self.assessed[i].vector, self.assessed[i].words)
            if twin is not None:
                self.late[index] = f"says the same as {self.assessed[twin].sentence.id}"
                return
        for i in new:
            needed = f"comes before {self.assessed[index].sentence.id}, which needs it"
            self.reasons[i] = reason if i == index else needed
            self.read.add(i, self.assessed[i].vector, self.assessed[i].words)

    def _chain(self, index: int) -> list[int] | None:
        """The sentence, behind those of its paragraph that it needs; None if one is missing."""
        chain = [index]
        while self.assessed[chain[0]].is_dependent:
            before = chain[0] - 1
            if len(chain) > MAX_BEFORE or before < 0 or self.assessed[before].flaw:
                return None
            if _paragraph(self.assessed[before]) != _paragraph(self.assessed[index]):
                return None
            chain.insert(0, before)
        return chain


def _paragraph(item: Assessed) -> str:
    return item.sentence.id.partition(".")[0]


def _section_of(item: Assessed) -> str:
    part: Part = item.part
    return part or f"section {item.sentence.section}"


def _weights(sizes: Counter[str]) -> dict[str, float]:
    """How many more sentences than others of its length a part of the paper has in a layer."""
    others = sizes.total() - sizes["methods"]
    fair = MAX_METHODS / (1 - MAX_METHODS) * others / sizes["methods"] if sizes["methods"] else 1
    return {
        "abstract": WEIGHT_OF_SUMMARY,
        "conclusions": WEIGHT_OF_SUMMARY,
        "methods": min(1.0, fair) or 1.0,
    }
