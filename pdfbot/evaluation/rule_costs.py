"""The cost of each rule: the lines it removed, and how many of them are body text.

Lines are classified by their word trigrams: a line is body text if at least half of its trigrams
occur in the body of the ground truth, and more of them than in its nonbody text. A line of fewer
than three words cannot be classified; it is counted, but never as a mistake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass

from pdfbot.evaluation.scored_text import Trigram, count_trigrams
from pdfbot.evaluation.truth import Truth
from pdfbot.model import Extraction
from pdfbot.rules import Rule

# Share of a line's trigrams that must occur in a text for the line to belong to it.
MIN_TRIGRAM_SHARE = 0.5
# Stands for the lines that were kept.
KEPT = Rule.BODY.value


@dataclass(frozen=True, slots=True)
class RuleCost:
    """The lines that a rule removed, and how many of them are body text.

    For the lines that were kept, `mistaken` counts those that are not body text.
    """

    rule: str
    lines: int
    mistaken: int


class LineTruth:
    """Tells body lines of a paper from others by their words."""

    def __init__(self, truth: Truth) -> None:
        self._truth = truth
        self._required = count_trigrams(
            " ".join(p.text for p in truth.paragraphs if not p.optional)
        )
        self._allowed = count_trigrams(" ".join(f"{p.label} {p.text}" for p in truth.paragraphs))
        self._nonbody = count_trigrams(" | ".join(item.text for item in truth.nonbody))

    def is_mistaken(self, text: str, *, kept: bool) -> bool:
        """Whether a line that was kept is not body text, or one that was removed is."""
        grams = count_trigrams(self._truth.fold_characters(text))
        if kept:
            return _belongs_to(grams, self._nonbody, self._allowed)
        return _belongs_to(grams, self._required, self._nonbody)


def measure_rule_costs(truth: Truth, extraction: Extraction) -> tuple[RuleCost, ...]:
    """The cost of every rule that applied to this paper, and of the lines that were kept."""
    line_truth = LineTruth(truth)
    lines: Counter[str] = Counter()
    mistaken: Counter[str] = Counter()
    for line, verdict in zip(extraction.lines, extraction.verdicts, strict=True):
        rule = verdict.rule.value
        lines[rule] += 1
        mistaken[rule] += line_truth.is_mistaken(line.text, kept=verdict.is_body)
    return tuple(RuleCost(rule, lines[rule], mistaken[rule]) for rule in sorted(lines))


def _belongs_to(
    grams: Counter[Trigram], text: Container[Trigram], other: Container[Trigram]
) -> bool:
    """Whether a line belongs to `text` rather than to the `other` text."""
    inside = sum(n for gram, n in grams.items() if gram in text)
    outside = sum(n for gram, n in grams.items() if gram in other)
    return inside > outside and inside >= MIN_TRIGRAM_SHARE * grams.total()


def add_costs(costs: Iterable[RuleCost]) -> tuple[RuleCost, ...]:
    """The total costs over several papers, most expensive rules first."""
    lines: Counter[str] = Counter()
    mistaken: Counter[str] = Counter()
    for cost in costs:
        lines[cost.rule] += cost.lines
        mistaken[cost.rule] += cost.mistaken
    order = sorted(lines, key=lambda rule: (-mistaken[rule], -lines[rule], rule))
    return tuple(RuleCost(rule, lines[rule], mistaken[rule]) for rule in order)
