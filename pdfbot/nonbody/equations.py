"""Display equations: lines that are set apart and hold few words."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context
from pdfbot.replica.fontnames import is_math

_WORD = re.compile(
    r"(?!(?:sin|cos|tan|exp|log|min|max|sup|inf|lim|det|arg|Pr|Var|Cov|tr)\b)[^\W\d_]{2,}(?![^\W_])"
)
_NUMBERED = re.compile(r"\((?:[A-Z]{0,2}[.\-]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?|[a-z])[’′]?\)\s*$")


_RELATIONS = frozenset("=<>≤≥≈∼∈∑∏∫∂→↦≡±×·∀∃⊂⊆∪∩≜≠∞∇⟨⟩")
EQUATION_RULES = frozenset(("display_math", "numbered_equation", "symbols_only", "beside_equation"))
# How often what stands beside an equation is looked for: numerators over numerators.
ROUNDS = 3
STRAY_CHARS, STRAY_RATIO, ITEM_REACH = 8, 0.85, 1.5
_BULLETS = frozenset("•◦▪∙·–—∗*")
_ITEM_LABEL = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s")
# Share of characters in words, or words, of the full line whose last words a formula may be.
UPPER_PROSE, UPPER_WORDS = 0.4, 3


def judge_equations(context: Context, bodylike: set[str]) -> None:
    """First lines that are clearly math, then what little stands between and beside them."""
    for placed in context.open_lines():
        if placed.line.id in bodylike and not _surely_math(context, placed):
            continue
        _judge_line(context, placed)
    _fill_gaps(context, bodylike)


def _surely_math(context: Context, placed: Placed) -> bool:
    """Hardly a word, and centred: even a full line may be so."""
    t = context.thresholds
    return (
        placed.prose <= t.max_surely_math_prose and placed.indent >= t.min_clear_space * context.em
    )


def _judge_line(context: Context, placed: Placed) -> None:
    """Set in or numbered, with few words and something of math in it."""
    if (
        goes_on(context, placed)
        or opens_with_word(context, placed)
        or _opens_paragraph(context, placed)
    ):
        return
    t = context.thresholds
    numbered = _numbered(context, placed)
    apart = numbered or placed.indent >= t.min_display_indent * context.em
    related = not _RELATIONS.isdisjoint(placed.line.text)
    if (
        apart
        and placed.prose <= t.max_display_prose
        and (related or placed.math >= t.min_display_math)
    ):
        context.remove(placed, "display_math", "max_display_prose", placed.prose)
    elif numbered and placed.prose <= t.max_numbered_prose:
        context.remove(placed, "numbered_equation", "max_numbered_prose", placed.prose)
    elif (
        placed.words < t.min_words
        and placed.prose <= t.max_symbols_prose
        and (related or placed.math >= t.min_math_share)
        and placed.slack >= t.min_surely_short * context.em
    ):
        context.remove(placed, "symbols_only", "max_symbols_prose", placed.prose)


def opens_with_word(context: Context, placed: Placed) -> bool:
    """At the column's edge and beginning with a word in a text font: "where x = y" is text."""
    return (
        abs(placed.indent) <= context.thresholds.edge_reach * context.em
        and not is_math(placed.first_font.family)
        and bool(_WORD.match(placed.head))
        and not _numbered(context, placed)
    )


def _opens_paragraph(context: Context, placed: Placed) -> bool:
    """A full line that begins with a word, indented over a line at the column's edge."""
    t = context.thresholds
    index = context.index(placed) + 1
    if index == len(context.flow) or abs(placed.slack) > context.em:
        return False
    lower = context.flow[index]
    return (
        placed.place == lower.place
        and t.min_step * context.em <= placed.indent <= t.strong_max_indent * context.em
        and abs(lower.indent) <= t.edge_reach * context.em
        and placed.below <= t.min_well_apart * context.pitch
        and not is_math(placed.first_font.family)
        and bool(_WORD.match(placed.head))
        and not _numbered(context, placed)
    )


def goes_on(context: Context, placed: Placed) -> bool:
    """At the edge of the column or of a list, right below a full line: the end of its paragraph."""
    t = context.thresholds
    index = context.index(placed)
    while index and _is_stray(context, context.flow[index - 1]):
        index -= 1
    if index == 0:
        return False
    upper = context.flow[index - 1]
    step = placed.line.box.left - upper.line.box.left
    level = abs(step) <= t.edge_reach * context.em
    hangs = 0 <= step <= ITEM_REACH * context.em and _opens_item(upper.line.text)
    gap = upper.line.baseline - placed.line.baseline
    if not 0 < gap < t.min_well_apart * context.pitch or not (
        hangs or level or abs(placed.indent) <= t.edge_reach * context.em
    ):
        return False
    return (
        context.is_open(upper)
        and upper.slack < t.min_clear_space * context.em
        and (upper.prose > UPPER_PROSE or upper.words >= UPPER_WORDS)
        and not _numbered(context, placed)
    )


def _opens_item(text: str) -> bool:
    rest = text.lstrip()
    return (rest[:1] in _BULLETS and rest[1:2].isspace()) or bool(_ITEM_LABEL.match(rest))


def _is_stray(context: Context, placed: Placed) -> bool:
    """A sign of an inline fraction that stands between two lines of the usual distance."""
    small = context.ratio(placed) < STRAY_RATIO
    tight = placed.above + placed.below < context.thresholds.max_block_pitch * context.pitch
    return small and tight and placed.chars <= STRAY_CHARS


def _numbered(context: Context, placed: Placed) -> bool:
    """An equation number at the right edge or the left one, away from the formula."""
    t = context.thresholds
    at_the_edge = abs(placed.indent) < t.edge_reach * context.em
    if at_the_edge and _NUMBERED.fullmatch(placed.head.strip()):
        first, *rest = placed.line.blocks[:2]
        gap = rest[0].box.left - first.box.right if rest else 0.0
        return gap >= t.min_clear_space * context.em
    if not _NUMBERED.search(placed.line.text) or placed.slack > context.em:
        return False
    apart = placed.widest_gap >= t.min_cell_gap * context.em
    return apart or placed.line.text.strip().startswith("(")


def _fill_gaps(context: Context, bodylike: set[str]) -> None:
    """Limits, denominators and single symbols that touch a removed equation go with it."""
    for column in context.columns():
        for _ in range(ROUNDS):
            found = False
            for index, placed in enumerate(column):
                if placed.line.id not in bodylike and _hangs_on(context, column, index):
                    prose = placed.prose
                    context.remove(placed, "beside_equation", "max_beside_prose", prose)
                    found = True
            if not found:
                break


def _hangs_on(context: Context, column: list[Placed], index: int) -> bool:
    """A short line with hardly a word, next to an equation."""
    t = context.thresholds
    placed = column[index]
    if not context.is_open(placed) or opens_with_word(context, placed) or goes_on(context, placed):
        return False
    reach = t.max_neighbour_pitch * context.pitch
    return (
        placed.words <= t.max_beside_words
        and placed.prose <= t.max_beside_prose
        and placed.slack >= t.min_clear_space * context.em
        and any(
            context.rule_of(p) in EQUATION_RULES
            and not _is_stray(context, p)
            and abs(p.line.baseline - placed.line.baseline) <= reach
            for p in column[max(0, index - 1) : index + 2]
        )
    )
