"""Display equations: lines that are set apart and hold few words."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context
from pdfbot.nonbody.traits import math_font

_WORD = re.compile(
    r"(?!(?:sin|cos|tan|exp|log|min|max|sup|inf|lim|det|arg|Pr|Var|Cov|tr)\b)[^\W\d_]{2,}(?![^\W_])"
)
_NUMBERED = re.compile(r"\((?:[A-Z]{0,2}[.\-]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?|[a-z])[’′]?\)\s*$")


def judge_equations(context: Context, bodylike: set[str]) -> None:
    """First lines that are clearly math, then what little stands between and beside them."""
    for placed in context.open_lines():
        if placed.line.id in bodylike and not _surely_math(context, placed):
            continue
        _judge_line(context, placed)
    _fill_gaps(context, bodylike)


def _surely_math(context: Context, placed: Placed) -> bool:
    traits = context.traits[placed.line.id]
    return traits.prose < 0.25 and placed.indent > 2 * context.em


def _judge_line(context: Context, placed: Placed) -> None:
    t = context.thresholds
    traits = context.traits[placed.line.id]
    em = context.em
    if _goes_on(context, placed) or opens_with_word(context, placed):
        return
    apart = placed.indent > t.min_display_indent * em or _numbered(context, placed)
    symbols = sum(c in "=<>≤≥≈∼∈∑∏∫∂→↦≡±×·∀∃⊂⊆∪∩≜≠∞∇⟨⟩" for c in placed.line.text)
    if apart and traits.prose <= t.max_display_prose and (traits.math > 0.08 or symbols):
        context.remove(
            placed, "display_math", "max_display_prose", traits.prose, t.max_display_prose
        )
    elif _numbered(context, placed) and traits.prose <= t.max_numbered_prose:
        context.remove(
            placed, "numbered_equation", "max_numbered_prose", traits.prose, t.max_numbered_prose
        )
    elif (
        traits.words == 0
        and traits.prose < 0.3
        and (traits.math > 0.3 or symbols)
        and placed.slack > 3 * em
    ):
        context.remove(
            placed, "symbols_only", "max_display_prose", traits.prose, t.max_display_prose
        )


def opens_with_word(context: Context, placed: Placed) -> bool:
    """At the column's edge and beginning with a word in a text font: "where x = y" is text."""
    first = placed.line.blocks[0]
    return (
        abs(placed.indent) <= 0.3 * context.em
        and not math_font(first.font.family)
        and bool(_WORD.match(first.text))
        and not _numbered(context, placed)
    )


def _goes_on(context: Context, placed: Placed) -> bool:
    """At the column's edge right below a full line of text: the end of its paragraph."""
    index = context.position[placed.line.id]
    if index == 0 or placed.above > 1.2 * context.pitch or abs(placed.indent) > 0.3 * context.em:
        return False
    upper = context.flow[index - 1]
    return (
        context.is_open(upper)
        and upper.slack < 2 * context.em
        and context.traits[upper.line.id].prose > 0.4
        and not _numbered(context, placed)
    )


def _numbered(context: Context, placed: Placed) -> bool:
    """An equation number at the right edge or the left one, away from the formula."""
    first = placed.line.blocks[0]
    if _NUMBERED.fullmatch(first.text.strip()) and abs(placed.indent) < 0.3 * context.em:
        rest = placed.line.blocks[1:2]
        return bool(rest) and rest[0].box.left - first.box.right > 2 * context.em
    if not _NUMBERED.search(placed.line.text) or placed.slack > context.em:
        return False
    return placed.widest_gap > 1.2 * context.em or placed.line.text.strip().startswith("(")


def _fill_gaps(context: Context, bodylike: set[str]) -> None:
    """Limits, denominators and single symbols that touch a removed equation go with it."""
    for column in context.columns():
        for _ in range(3):
            changed = False
            for index, placed in enumerate(column):
                if not context.is_open(placed) or placed.line.id in bodylike:
                    continue
                if opens_with_word(context, placed):
                    continue
                near = [
                    p
                    for p in column[max(0, index - 1) : index + 2]
                    if p is not placed
                    and _is_equation(context, p)
                    and abs(p.line.baseline - placed.line.baseline) < 1.6 * context.pitch
                ]
                traits = context.traits[placed.line.id]
                if (
                    near
                    and traits.words <= 2
                    and traits.prose <= 0.5
                    and placed.slack > 2 * context.em
                ):
                    context.remove(
                        placed, "beside_equation", "max_display_prose", traits.prose, 0.5
                    )
                    changed = True
            if not changed:
                break


def _is_equation(context: Context, placed: Placed) -> bool:
    verdict = context.verdicts.get(placed.line.id)
    return verdict is not None and verdict.rule in (
        "display_math", "numbered_equation", "symbols_only", "beside_equation",
    )  # fmt: skip
