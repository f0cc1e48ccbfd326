"""How a document sets its paragraphs: indents, gaps, space below equations."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pdfbot.layout.line_features import MAJORITY, LayoutLine
from pdfbot.nonbody.clauses import ends_clause, ends_sentence, starts_lowercase
from pdfbot.paragraphs.body import Body
from pdfbot.paragraphs.insets import is_close
from pdfbot.paragraphs.line_cues import starts_item
from pdfbot.rules import Role

# Ems: deeper indents are those of lists and quotations.
MAX_PARAGRAPH_INDENT = 4.0
# Pitches: less is not a space between paragraphs.
MIN_PARSKIP = 0.2
# Share of the space between paragraphs that a paragraph adds below a formula.
EQUATION_SKIP_SHARE = 0.4
# Quantile: gaps below equations up to this are usual.
USUAL_GAP_QUANTILE = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class ParagraphStyle:
    """Paragraphs start with an indent or a gap; lines are justified or ragged.

    More white space than `equation_gap` below a display equation starts a paragraph.
    """

    indented: bool
    justified: bool
    equation_gap: float
    first_indent: float


def measure_style(body: Body) -> ParagraphStyle:
    """Measure the lines below short lines, nearly all of which agree in most documents."""
    context = body.context
    t, em = context.thresholds, context.em
    indents, gaps = [], []
    for upper, lower, after in zip(
        body.lines, body.lines[1:], [*body.lines[2:], None], strict=False
    ):
        adjacent = lower.index == upper.index + 1 and upper.column_key == lower.column_key
        short = body.slack(upper) >= t.min_clearly_short * em
        if not adjacent or not short or starts_item(lower) or is_hanging(body, lower, after):
            continue
        if t.min_step * em <= lower.indent <= MAX_PARAGRAPH_INDENT * em:
            indents.append(lower.indent)
        elif abs(lower.indent) < t.edge_reach * em and (
            context.scales.is_apart(lower) or ends_sentence(upper)
        ):
            gaps.append(lower.above)
    indented = len(indents) >= len(gaps)
    parskip = median(gaps) - context.pitch if gaps and not indented else 0.0
    full = sum(abs(line.right_slack) <= t.edge_reach * em for line in body.lines)
    return ParagraphStyle(
        indented=indented,
        justified=full >= MAJORITY * len(body.lines),
        equation_gap=_equation_gap(body, parskip),
        first_indent=median(indents) if indents else 0.0,
    )


def is_hanging(body: Body, line: LayoutLine, after: LayoutLine | None) -> bool:
    """Whether a full line continues on an indented one, as in a hanging paragraph."""
    t, em = body.context.thresholds, body.context.em
    return (
        after is not None
        and is_close(body.context, line, after)
        and after.indent - line.indent >= t.min_step * em
        and body.slack(line) < t.short_line * em
        and not ends_clause(line)
    )


def _equation_gap(body: Body, parskip: float) -> float:
    """The usual gap above lines that continue in lower case, plus a share of the parskip."""
    gaps = sorted(
        body.gap_below_equation(lower)
        for upper, lower in pairwise(body.lines)
        if starts_lowercase(lower)
        and upper.column_key == lower.column_key
        and Role.EQUATION in body.roles_between(upper, lower)
    )
    if parskip < MIN_PARSKIP * body.context.pitch or not gaps:
        return float("inf")
    return gaps[int(USUAL_GAP_QUANTILE * len(gaps))] + EQUATION_SKIP_SHARE * parskip
