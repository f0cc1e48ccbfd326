"""Display equations: lines set apart from the text that have few words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.decisions import DecisionTable, Measurement, Test, at_most
from pdfbot.layout.line_features import MIN_FORMULA_MATH, LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.readers.font_names import is_math
from pdfbot.rules import Role, Rule
from pdfbot.text.vocabulary import BULLETS, DASH_BULLETS

# A word that is not the name of a function.
_WORD = re.compile(
    r"(?!(?:sin|cos|tan|exp|log|min|max|sup|inf|lim|det|arg|Pr|Var|Cov|tr)\b)[^\W\d_]{2,}(?![^\W_])"
)
_EQUATION_NUMBER = re.compile(
    r"\((?:[A-Z]{0,2}[.\-]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?|[a-z])[’′]?\)\s*$"
)
_RELATIONS = frozenset("=<>≤≥≈∼∈∑∏∫∂→↦≡±×·∀∃⊂⊆∪∩≜≠∞∇⟨⟩")
_BULLETS = BULLETS | DASH_BULLETS
_ITEM_LABEL = re.compile(r"\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]\s")

# Share of characters in words: with no more even a full line is a formula.
MAX_CLEAR_MATH_PROSE = 0.25
# Words of three letters in a line next to a formula.
MAX_BESIDE_WORDS = 2
# Share of characters in math: a formula has some.
MIN_DISPLAY_MATH = 0.08
# Passes that look for lines attached to equations: numerators stack.
ATTACHING_PASSES = 3
# Characters of the longest stray part of an inline fraction.
MAX_STRAY_CHARS = 8
# Share of the body's size: stray parts of inline fractions are smaller.
MAX_STRAY_RATIO = 0.85
# Ems: the lines of a list item are indented by no more.
MAX_ITEM_INDENT = 1.5
# Lines between one at the foot of a column and one at the top of the next: notes, page numbers.
MAX_BETWEEN = 8
# Share of characters in words of a full line that a formula may continue: more than this, ...
MIN_UPPER_PROSE = 0.4
# ... or this many words of three letters.
MIN_UPPER_WORDS = 3


def judge_equations(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove the lines that are clearly math, then the fragments between and beside them."""
    draft = JudgementDraft(context, known)
    for line in draft.open_lines():
        if draft.is_running_text(line) and not _is_clearly_math(context, line):
            continue
        _judge_line(draft, line)
    _judge_attached(draft)
    return draft.finish()


def _is_clearly_math(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether a line has hardly any words and a wide indent; some such lines are full."""
    t = context.thresholds
    return line.prose <= MAX_CLEAR_MATH_PROSE and line.indent >= t.min_clear_space * context.em


def _judge_line(draft: JudgementDraft, line: LayoutLine) -> None:
    """Remove an indented or numbered line with few words and some math."""
    context = draft.context
    if (
        continues_paragraph(draft, line)
        or starts_with_word(context, line)
        or _starts_paragraph(draft, line)
    ):
        return
    if found := EQUATIONS.decide(context, line, _is_numbered(context, line)):
        draft.remove(line, found.outcome, found)


def has_relation(text: str) -> bool:
    return not _RELATIONS.isdisjoint(text)


def _is_displayed(context: DocumentContext, line: LayoutLine, numbered: bool) -> Measurement | None:
    t = context.thresholds
    displayed = numbered or line.indent >= t.min_display_indent * context.em
    if not displayed or not (line.math >= MIN_DISPLAY_MATH or has_relation(line.text)):
        return None
    return at_most(line.prose, t.max_display_prose, "max_display_prose")


def _is_numbered_equation(
    context: DocumentContext, line: LayoutLine, numbered: bool
) -> Measurement | None:
    limit = context.thresholds.max_numbered_prose
    return at_most(line.prose, limit, "max_numbered_prose") if numbered else None


def _is_symbols(context: DocumentContext, line: LayoutLine, _: bool) -> Measurement | None:
    """Whether a line has hardly any words and is clearly shorter than the column."""
    t = context.thresholds
    if (
        line.words >= t.min_words
        or not (line.math >= MIN_FORMULA_MATH or has_relation(line.text))
        or line.right_slack < t.min_clearly_short * context.em
    ):
        return None
    return at_most(line.prose, t.max_symbols_prose, "max_symbols_prose")


# The last argument is whether the line ends or starts with the number of an equation.
EQUATIONS: DecisionTable[[DocumentContext, LayoutLine, bool], Rule] = DecisionTable(
    "equations",
    (
        Test("displayed_math", Rule.DISPLAY_MATH, _is_displayed),
        Test("numbered_equation", Rule.NUMBERED_EQUATION, _is_numbered_equation),
        Test("symbols_only", Rule.SYMBOLS_ONLY, _is_symbols),
    ),
)


def starts_with_word(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether a flush-left line starts with a word in a text font, as in "where x = y"."""
    return (
        abs(line.indent) <= context.thresholds.edge_reach * context.em
        and not is_math(line.first_font.family)
        and bool(_WORD.match(line.head))
        and not _is_numbered(context, line)
    )


def _starts_paragraph(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether an indented full line that starts with a word has a flush-left line below.

    The line below may be at the top of the next column.
    """
    context, t = draft.context, draft.context.thresholds
    below = context.lines[line.index + 1 : line.index + 1 + MAX_BETWEEN]
    lower = next(filter(draft.is_open, below), None)
    if lower is None or abs(line.right_slack) > context.em:
        return False
    is_near = line.below <= context.scales.visible_gap * context.pitch
    return (
        (is_near or line.column_key != lower.column_key)
        and t.min_step * context.em <= line.indent <= t.strong_max_indent * context.em
        and abs(lower.indent) <= t.edge_reach * context.em
        and not is_math(line.first_font.family)
        and bool(_WORD.match(line.head))
        and not _is_numbered(context, line)
    )


def continues_paragraph(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a flush-left line right below a full line ends the paragraph or list item."""
    context = draft.context
    t = context.thresholds
    index = line.index
    while index and _is_stray(context, context.lines[index - 1]):
        index -= 1
    if index == 0:
        return False
    upper = context.lines[index - 1]
    step = line.box.left - upper.box.left
    aligned = abs(step) <= t.edge_reach * context.em
    hanging = 0 <= step <= MAX_ITEM_INDENT * context.em and _starts_item(upper.text)
    gap = upper.baseline - line.baseline
    if not 0 < gap < context.scales.visible_gap * context.pitch or not (
        hanging or aligned or abs(line.indent) <= t.edge_reach * context.em
    ):
        return False
    return (
        draft.is_open(upper)
        and upper.right_slack < t.min_clear_space * context.em
        and (upper.prose > MIN_UPPER_PROSE or upper.words >= MIN_UPPER_WORDS)
        and not _is_numbered(context, line)
    )


def _starts_item(text: str) -> bool:
    rest = text.lstrip()
    return (rest[:1] in _BULLETS and rest[1:2].isspace()) or bool(_ITEM_LABEL.match(rest))


def _is_stray(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether this is part of an inline fraction between two lines of text at the usual pitch."""
    small = context.ratio(line) < MAX_STRAY_RATIO
    tight = line.above + line.below < context.thresholds.max_block_gap * context.pitch
    return small and tight and line.chars <= MAX_STRAY_CHARS


def _is_numbered(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether an equation number stands at the left or right edge, apart from the formula."""
    t = context.thresholds
    at_left_edge = abs(line.indent) < t.edge_reach * context.em
    if at_left_edge and _EQUATION_NUMBER.fullmatch(line.head.strip()):
        first, *rest = line.blocks[:2]
        gap = rest[0].box.left - first.box.right if rest else 0.0
        return gap >= t.min_clear_space * context.em
    if not _EQUATION_NUMBER.search(line.text) or line.right_slack > context.em:
        return False
    apart = line.widest_gap >= t.min_cell_gap * context.em
    return apart or line.text.strip().startswith("(")


def _judge_attached(draft: JudgementDraft) -> None:
    """Remove limits, denominators and single symbols next to an equation."""
    context = draft.context
    for column in context.columns:
        for _ in range(ATTACHING_PASSES):
            found = False
            for index, line in enumerate(column):
                if draft.is_open(line) and not draft.is_running_text(line):
                    attached = ATTACHED.decide(draft, column, index)
                    if attached:
                        draft.remove(line, attached.outcome, attached)
                        found = True
            if not found:
                break


def _attaches_to_equation(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    """Whether this is a short line with hardly any words next to an equation."""
    context = draft.context
    t = context.thresholds
    line = column[index]
    if (
        line.words > MAX_BESIDE_WORDS
        or line.right_slack < t.min_clear_space * context.em
        or starts_with_word(context, line)
        or continues_paragraph(draft, line)
    ):
        return None
    reach = t.max_neighbour_gap * context.pitch
    is_beside = any(
        draft.role_of(p) is Role.EQUATION
        and not _is_stray(context, p)
        and abs(p.baseline - line.baseline) <= reach
        for p in column[max(0, index - 1) : index + 2]
    )
    return at_most(line.prose, t.max_beside_prose, "max_beside_prose") if is_beside else None


ATTACHED: DecisionTable[[JudgementDraft, Sequence[LayoutLine], int], Rule] = DecisionTable(
    "beside equations", (Test("beside_equation", Rule.BESIDE_EQUATION, _attaches_to_equation),)
)
