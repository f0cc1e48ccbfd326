"""What every rule cost: the lines it took out, and which of them the truth calls body text.

A line is told by its word triples: it is body text when at least half of them stand in the
truth's body and more of them than in its other text. A line of fewer than three words cannot be
told; it counts as a line of its rule and never as a mistake.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from pdfbot.dataclass import dataclass
from pdfbot.evaluation.truth import Truth
from pdfbot.evaluation.wording import Triple, triples
from pdfbot.model import Extraction

MIN_SHARE = 0.5
KEPT = "body"


@dataclass(frozen=True, slots=True)
class RuleCost:
    """`mistaken` of a rule are body lines; of the lines that were kept, those that are not body."""

    rule: str
    lines: int
    mistaken: int


def measure_rules(truth: Truth, paper: Extraction) -> tuple[RuleCost, ...]:
    """The cost of every rule that spoke on this paper, and of keeping what no rule took out."""
    required = triples(" ".join(p.text for p in truth.paragraphs if not p.optional))
    allowed = triples(" ".join(f"{p.label} {p.text}" for p in truth.paragraphs))
    other = triples(" | ".join(item.text for item in truth.nonbody))
    lines: Counter[str] = Counter()
    mistaken: Counter[str] = Counter()
    for line, verdict in zip(paper.lines, paper.verdicts, strict=True):
        lines[verdict.rule] += 1
        grams = triples(truth.folded(line.text))
        if verdict.is_body:
            mistaken[verdict.rule] += _stands_in(grams, other, allowed)
        else:
            mistaken[verdict.rule] += _stands_in(grams, required, other)
    return tuple(RuleCost(rule, lines[rule], mistaken[rule]) for rule in sorted(lines))


def _stands_in(grams: Counter[Triple], text: Container[Triple], against: Container[Triple]) -> bool:
    """Whether a line is of `text`, rather than of the text it is held `against`."""
    inside = sum(n for gram, n in grams.items() if gram in text)
    outside = sum(n for gram, n in grams.items() if gram in against)
    return inside > outside and inside >= MIN_SHARE * grams.total()


def add_costs(costs: Iterable[RuleCost]) -> tuple[RuleCost, ...]:
    """The costs of several papers together, the most expensive rules first."""
    lines: Counter[str] = Counter()
    mistaken: Counter[str] = Counter()
    for cost in costs:
        lines[cost.rule] += cost.lines
        mistaken[cost.rule] += cost.mistaken
    order = sorted(lines, key=lambda rule: (-mistaken[rule], -lines[rule], rule))
    return tuple(RuleCost(rule, lines[rule], mistaken[rule]) for rule in order)
