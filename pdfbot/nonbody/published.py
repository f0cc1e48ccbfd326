"""The PDFBoT paper's own rules, as published in its section 4 (`--rules paper`).

4.1: shallow removal by font size; 4.4: references (item 1), special lines (item 3) and the backward
traversal with its four tests (item 4); 4.5: paragraphs, and the removal of captions without a verb.
"""

from __future__ import annotations

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Verdict
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.references import judge_references
from pdfbot.rules import Rule, caption_rule
from pdfbot.runs import split_runs
from pdfbot.text.captions import is_verb_after_label, label_of

# Points: "at least a pixel" from the column's left edge, with a margin for rounding.
MIN_INDENT = 1.0
_PUNCTUATION = tuple(".,;:?!)]}\"'”’-–—")

Group = list[LayoutLine]


def judge_as_published(context: DocumentContext) -> tuple[Judgement, list[Group]]:
    """The verdicts and the paragraphs, in the paper's order."""
    judgement = Judgement(verdicts=(None,) * len(context.lines))
    for step in (judge_font_size, judge_references, judge_special_lines, judge_backward):
        judgement = step(context, judgement)
    return _drop_captions(context, judgement)


def judge_font_size(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.1: text whose size is outside BASE_FS ± Δ₂."""
    draft = JudgementDraft(context, known)
    for line in draft.open_lines():
        distance = abs(line.size - context.fonts.base_size)
        if distance >= context.thresholds.delta2_font_size:
            draft.remove(line, Rule.FONT_SIZE, "delta2_font_size", distance)
    return draft.finish()


def judge_special_lines(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.4, item 3: an indent over Γ₂, or inner white space over Γ₃, both in points."""
    draft = JudgementDraft(context, known)
    t = context.thresholds
    for line in draft.open_lines():
        if line.indent > t.gamma2_indent:
            draft.remove(line, Rule.SPECIAL_INDENT, "gamma2_indent", line.indent)
        elif line.widest_gap > t.gamma3_gap:
            draft.remove(line, Rule.SPECIAL_GAP, "gamma3_gap", line.widest_gap)
    return draft.finish()


def judge_backward(context: DocumentContext, known: Judgement) -> Judgement:
    """Section 4.4, item 4: from the last line to the first, with the flag P."""
    draft = JudgementDraft(context, known)
    base = base_density(context)
    removed_before = False
    for line in reversed(context.lines):
        if not draft.is_open(line):
            continue
        if is_indented(line) and is_sparse(context, line, base):
            limit = context.thresholds.gamma5_density * base
            draft.remove(line, Rule.SPARSE_INDENTED, "gamma5_density", line.density, limit)
            removed_before = True
            continue
        if not removed_before and is_apart(context, line) and is_unended(line):
            gap = min(line.above, line.below) - context.pitch
            draft.remove(line, Rule.APART_UNENDED, "gamma4_spacing", gap)
        removed_before = False
    return draft.finish()


def base_density(context: DocumentContext) -> float:
    """BASE_CBD: the mean number of characters per text block over the lines in the flow."""
    return sum(line.density for line in context.lines) / max(len(context.lines), 1)


def is_apart(context: DocumentContext, line: LayoutLine) -> bool:
    """Line-spacing test: the gaps to the lines above and below are outside BASE_LS ± Γ₄."""
    t = context.thresholds
    gaps = [g for g in (line.above, line.below) if t.delta1_same_line < g < float("inf")]
    return all(abs(g - context.pitch) >= t.gamma4_spacing for g in gaps)


def is_sparse(context: DocumentContext, line: LayoutLine, base: float) -> bool:
    """Char-TBK density test: few characters per text block."""
    return line.density < context.thresholds.gamma5_density * base


def is_unended(line: LayoutLine) -> bool:
    """Punctuation test: the rightmost block does not end with punctuation."""
    return not line.text.rstrip().endswith(_PUNCTUATION)


def is_indented(line: LayoutLine) -> bool:
    """Indentation test: more than a pixel away from the column's left edge."""
    return line.indent > MIN_INDENT


def _drop_captions(context: DocumentContext, known: Judgement) -> tuple[Judgement, list[Group]]:
    """Section 4.5: remove paragraphs that start with a label such as "Figure 3" and no verb."""
    verdicts = list(known.verdicts)
    paragraphs = []
    body = (line for line in context.lines if known.is_open(line))
    for group in split_runs(body, lambda run, line: not _begins_paragraph(context, run[-1], line)):
        text = " ".join(line.text for line in group)
        label = label_of(text)
        if label is None or is_verb_after_label(text):
            paragraphs.append(group)
            continue
        for line in group:
            verdicts[line.index] = Verdict(line.id, caption_rule(label.kind))
    return Judgement(verdicts=tuple(verdicts)), paragraphs


def _begins_paragraph(context: DocumentContext, previous: LayoutLine, line: LayoutLine) -> bool:
    """A gap over BASE_LS + Γ₄ or a larger x than the line above; in a new column, an indent."""
    if previous.column_key != line.column_key:
        return is_indented(line)
    gap = previous.baseline - line.baseline
    step = line.box.left - previous.box.left
    return gap > context.pitch + context.thresholds.gamma4_spacing or step > MIN_INDENT
