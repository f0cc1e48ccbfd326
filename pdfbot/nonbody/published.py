"""The PDFBoT paper's own rules, as published in its section 4 (`--rules paper`).

4.1: shallow removal by font size; 4.4: references (item 1), special lines (item 3) and the backward
traversal with its four tests (item 4); 4.5: paragraphs, and the removal of captions without a verb.
"""

from __future__ import annotations

from itertools import pairwise

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
    less_than,
    more_than,
)
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import BEGINS, CONTINUES, FIRST_LINE, Finding, Start, StartDecision, Verdict
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.references import judge_references
from pdfbot.rules import Role, Rule, caption_rule
from pdfbot.runs import split_runs
from pdfbot.text.caption_labels import label_of
from pdfbot.text.caption_sentences import is_verb_after_label

# Points: "at least a pixel" from the column's left edge, with a margin for rounding.
MIN_INDENT = 1.0
_PUNCTUATION = tuple(".,;:?!)]}\"'”’-–—")


def judge_as_published(context: DocumentContext) -> tuple[Judgement, dict[str, StartDecision]]:
    """The verdicts in the paper's order, and for each body line whether it begins a paragraph."""
    judgement = Judgement(verdicts=(None,) * len(context.lines))
    for step in (judge_font_size, judge_references, judge_special_lines, judge_backward):
        judgement = step(context, judgement)
    return _drop_captions(context, judgement)


def judge_font_size(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.1: text whose size is outside BASE_FS ± Δ₂."""
    draft = JudgementDraft(context, known)
    for line in draft.open_lines():
        if found := PUBLISHED_SIZES.decide(context, line):
            draft.remove(line, found.outcome, found)
    return draft.finish()


def judge_special_lines(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.4, item 3: an indent over Γ₂, or inner white space over Γ₃, both in points."""
    draft = JudgementDraft(context, known)
    for line in draft.open_lines():
        if found := PUBLISHED_SPECIAL_LINES.decide(context, line):
            draft.remove(line, found.outcome, found)
    return draft.finish()


def judge_backward(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.4, item 4: from the last line to the first, with the flag P."""
    draft = JudgementDraft(context, known)
    base = base_density(context)
    removed_before = False
    for line in reversed(context.lines):
        if not draft.is_open(line):
            continue
        found = PUBLISHED_BACKWARD.decide(context, line, base, removed_before)
        if found:
            draft.remove(line, found.outcome, found)
        removed_before = found is not None and found.outcome is Rule.SPARSE_INDENTED
    return draft.finish()


def base_density(context: DocumentContext) -> float:
    """BASE_CBD: the mean number of characters per text block over the lines in the flow."""
    return sum(line.density for line in context.lines) / max(len(context.lines), 1)


def is_apart(context: DocumentContext, line: LayoutLine) -> bool:
    """Line-spacing test: the gaps to the lines above and below are outside BASE_LS ± Γ₄."""
    t = context.thresholds
    return all(abs(g - context.pitch) >= t.gamma4_spacing for g in _gaps(context, line))


def _gaps(context: DocumentContext, line: LayoutLine) -> list[float]:
    """The gaps to the lines above and below, where there are such lines."""
    delta1 = context.thresholds.delta1_same_line
    return [g for g in (line.above, line.below) if delta1 < g < float("inf")]


def is_sparse(context: DocumentContext, line: LayoutLine, base: float) -> bool:
    """Char-TBK density test: few characters per text block."""
    return line.density < context.thresholds.gamma5_density * base


def is_unended(line: LayoutLine) -> bool:
    """Punctuation test: the rightmost block does not end with punctuation."""
    return not line.text.rstrip().endswith(_PUNCTUATION)


def is_indented(line: LayoutLine) -> bool:
    """Indentation test: more than a pixel away from the column's left edge."""
    return line.indent > MIN_INDENT


def _is_other_size(context: DocumentContext, line: LayoutLine) -> Measurement | None:
    distance = abs(line.size - context.fonts.base_size)
    return at_least(distance, context.thresholds.delta2_font_size, "delta2_font_size")


def _is_far_indented(context: DocumentContext, line: LayoutLine) -> Measurement | None:
    return more_than(line.indent, context.thresholds.gamma2_indent, "gamma2_indent")


def _has_wide_gap(context: DocumentContext, line: LayoutLine) -> Measurement | None:
    return more_than(line.widest_gap, context.thresholds.gamma3_gap, "gamma3_gap")


def _is_sparse_and_indented(
    context: DocumentContext, line: LayoutLine, base: float, _: bool
) -> Measurement | None:
    if not is_indented(line) or not is_sparse(context, line, base):
        return None
    return less_than(line.density, context.thresholds.gamma5_density * base)


def _is_apart_and_unended(
    context: DocumentContext, line: LayoutLine, _: float, removed_before: bool
) -> Measurement | None:
    """Whether the line is unended and even its more usual gap is not the usual one."""
    if removed_before or not is_apart(context, line) or not is_unended(line):
        return None
    deviations = [abs(gap - context.pitch) for gap in _gaps(context, line)]
    nearest = min(deviations, default=float("-inf"))
    return at_least(nearest, context.thresholds.gamma4_spacing, "gamma4_spacing")


def _is_alone_and_unended(
    context: DocumentContext, line: LayoutLine, _: float, removed_before: bool
) -> Measurement | None:
    return holds(not removed_before and not _gaps(context, line) and is_unended(line))


PUBLISHED_SIZES: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "published, 4.1", (Test("published_font_size", Rule.FONT_SIZE, _is_other_size),)
)
PUBLISHED_SPECIAL_LINES: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "published, 4.4, item 3",
    (
        Test("published_special_indent", Rule.SPECIAL_INDENT, _is_far_indented),
        Test("published_special_gap", Rule.SPECIAL_GAP, _has_wide_gap),
    ),
)
# The arguments are the mean density, and whether the line below was sparse and indented.
PUBLISHED_BACKWARD: DecisionTable[[DocumentContext, LayoutLine, float, bool], Rule] = DecisionTable(
    "published, 4.4, item 4",
    (
        Test("published_sparse", Rule.SPARSE_INDENTED, _is_sparse_and_indented),
        Test("published_apart", Rule.APART_UNENDED, _is_apart_and_unended),
        Test("published_alone", Rule.APART_UNENDED, _is_alone_and_unended),
    ),
)
PUBLISHED_CAPTIONS: DecisionTable[[str], Role] = DecisionTable(
    "published, 4.5",
    (
        Test(
            "published_caption",
            Role.CAPTION,
            lambda text: holds(label_of(text) and not is_verb_after_label(text)),
        ),
    ),
)


def _drop_captions(
    context: DocumentContext, known: Judgement
) -> tuple[Judgement, dict[str, StartDecision]]:
    """Section 4.5: remove paragraphs that start with a label such as "Figure 3" and no verb."""
    verdicts = list(known.verdicts)
    body = [line for line in context.lines if known.is_open(line)]
    reasons = {line.id: FIRST_LINE for line in body[:1]}
    for previous, line in pairwise(body):
        reason = PUBLISHED_STARTS.decide(context, previous, line)
        assert reason is not None  # the last test always holds
        reasons[line.id] = reason
    for group in split_runs(body, lambda _, line: reasons[line.id].outcome == CONTINUES):
        text = " ".join(line.text for line in group)
        label, found = label_of(text), PUBLISHED_CAPTIONS.decide(text)
        if label is None or found is None:
            continue
        finding = Finding.of(found)
        for line in group:
            verdicts[line.index] = Verdict(line.id, caption_rule(label.kind), finding)
            del reasons[line.id]
    return Judgement(verdicts=tuple(verdicts)), reasons


def published_indent(
    _: DocumentContext, previous: LayoutLine, line: LayoutLine
) -> Measurement | None:
    """At the top of a new column, an indent."""
    is_broken = previous.column_key != line.column_key
    return more_than(line.indent, MIN_INDENT) if is_broken else None


def published_new_column(
    _: DocumentContext, previous: LayoutLine, line: LayoutLine
) -> Measurement | None:
    is_broken = previous.column_key != line.column_key
    return at_most(line.indent, MIN_INDENT) if is_broken else None


def published_gap(
    context: DocumentContext, previous: LayoutLine, line: LayoutLine
) -> Measurement | None:
    """A gap over BASE_LS + Γ₄."""
    gap = previous.baseline - line.baseline
    return more_than(gap - context.pitch, context.thresholds.gamma4_spacing, "gamma4_spacing")


def published_step(
    _: DocumentContext, previous: LayoutLine, line: LayoutLine
) -> Measurement | None:
    """A larger x than the line above."""
    return more_than(line.box.left - previous.box.left, MIN_INDENT)


PUBLISHED_STARTS: DecisionTable[[DocumentContext, LayoutLine, LayoutLine], Start] = DecisionTable(
    "published",
    (
        Test("published_indent", BEGINS, published_indent),
        Test("published_new_column", CONTINUES, published_new_column),
        Test("published_gap", BEGINS, published_gap),
        Test("published_step", BEGINS, published_step),
        Test("published_same_paragraph", CONTINUES, lambda *_: holds(True)),
    ),
)
