"""How a document sets its paragraphs, measured once: indents, gaps, space below equations."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pdfbot.align.openings import ends_sentence, opens_item, opens_lower
from pdfbot.dataclass import dataclass
from pdfbot.layout.lines import Placed
from pdfbot.middle import median
from pdfbot.nonbody.equations import EQUATION_RULES
from pdfbot.nonbody.rule import Context

# The part of the gaps below formulas, from the smallest, that is usual.
USUAL_GAPS = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How this document sets paragraphs: with an indent or a gap; flush right or ragged.

    `equation_gap`: white space below a display equation from which on a paragraph begins there.
    """

    indented: bool
    justified: bool
    equation_gap: float
    first_indent: float


def measure_habits(context: Context, body: list[Placed]) -> Habits:
    """Look at the lines below short ones: in most documents nearly all of them tell the same."""
    t, em = context.thresholds, context.em
    indents, gaps = [], []
    for upper, lower in pairwise(body):
        next_to = context.index(lower) == context.index(upper) + 1
        short = upper.slack - upper.inset >= t.min_surely_short * em
        if not next_to or not short or upper.place != lower.place or opens_item(lower):
            continue
        if t.min_clear_indent * em <= lower.indent <= t.max_habit_indent * em:
            indents.append(lower.indent)
        elif abs(lower.indent) < t.edge_reach * em and (
            lower.above >= t.min_looser * context.pitch or ends_sentence(upper)
        ):
            gaps.append(lower.above)
    indented = len(indents) >= len(gaps)
    parskip = median(gaps) - context.pitch if gaps and not indented else 0.0
    full = sum(abs(p.slack) <= t.edge_reach * em for p in body)
    return Habits(
        indented=indented,
        justified=full >= t.min_mostly * len(body),
        equation_gap=_equation_gap(context, body, parskip),
        first_indent=median(indents) if indents else 0.0,
    )


def _equation_gap(context: Context, body: list[Placed], parskip: float) -> float:
    """Lines that go on in lower case show the usual gap; a new paragraph adds the space it has."""
    t = context.thresholds
    usual = sorted(
        below_equation(context, lower)
        for upper, lower in pairwise(body)
        if opens_lower(lower)
        and upper.place == lower.place
        and not EQUATION_RULES.isdisjoint(between(context, upper, lower))
    )
    if parskip < t.min_parskip * context.pitch or not usual:
        return float("inf")
    return usual[int(USUAL_GAPS * len(usual))] + t.equation_skip_share * parskip


def below_equation(context: Context, placed: Placed) -> float:
    """White space between a formula and the line below it."""
    above = context.flow[context.index(placed) - 1]
    return above.line.box.bottom - placed.line.baseline


def between(context: Context, upper: Placed, lower: Placed) -> Iterator[str]:
    """The rules that took out the lines between two body lines."""
    first, last = context.index(upper), context.index(lower)
    return (context.rule_of(context.flow[i]) for i in range(first + 1, last))
