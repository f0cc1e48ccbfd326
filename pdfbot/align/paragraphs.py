"""Body lines to paragraphs: indents, short lines, gaps, and what stood between two lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pdfbot.layout.lines import Placed
from pdfbot.model import Verdict
from pdfbot.nonbody.captions import is_verb_after_label, label_of
from pdfbot.nonbody.rule import Context

BULLET = re.compile(r"^\s*[•◦‣▪▫■□●○►▶➢➤⋄◆◇∙·✓✔❖\uf0b7]\s*|^\s*[–—∗*]\s+(?=\S)")
_LABEL = re.compile(
    r"^\s*(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,5}|[A-Z])[.)]|\[\d{1,2}\]|\d{1,2}\s*[–—-]|(?:Step|Case)\s+\d{1,2}[.:]|(?:H|RQ|Q|C|R|A)\d{1,2}[.:)])(?=\s|$)"
)
_FULL_STOP = re.compile(r"[.?!][\"'”’)\]]*\s*$")
_TERMINAL = re.compile(r"[.?!:;][\"'”’)\]]*(?:\d{1,3}(?:[,–-]\d{1,3})*|[*†‡])?\s*$|[□■∎]\s*$")


@dataclass(slots=True)
class Draft:
    """A paragraph in the making: its lines, and the left edge of its lines after the first."""

    lines: list[Placed] = field(default_factory=list)
    hanging: float | None = None


@dataclass(frozen=True, slots=True)
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
    em = context.em
    full = sum(abs(p.slack) <= 0.3 * em for p in body)
    blocks = 0
    indents = []
    gaps = []
    for upper, lower in pairwise(body):
        next_to = context.position[lower.line.id] == context.position[upper.line.id] + 1
        short = upper.slack - upper.inset > 3 * em
        if not next_to or not short or not _together(upper, lower) or _has_label(lower):
            continue
        if 0.5 * em <= lower.indent <= 4 * em:
            indents.append(lower.indent)
        elif abs(lower.indent) < 0.3 * em and (
            lower.above > 1.1 * context.pitch or _FULL_STOP.search(upper.line.text)
        ):
            blocks += 1
            gaps.append(lower.above)
    indented = len(indents) >= blocks
    parskip = median(gaps) - context.pitch if gaps and not indented else 0.0
    return Habits(
        indented=indented,
        justified=full >= 0.5 * len(body),
        equation_gap=_equation_gap(context, body, parskip),
        first_indent=median(indents) if indents else 0.0,
    )


def _equation_gap(context: Context, body: list[Placed], parskip: float) -> float:
    """Lines that go on in lower case show the usual gap; a new paragraph adds the space it has."""
    usual = sorted(
        _below_equation(context, lower)
        for upper, lower in pairwise(body)
        if lower.line.text[:1].islower()
        and _together(upper, lower)
        and set(_between(context, upper, lower)) & _MATH_RULES
    )
    if parskip < 0.2 * context.pitch or not usual:
        return float("inf")
    return usual[3 * len(usual) // 4] + context.thresholds.equation_skip_share * parskip


def _below_equation(context: Context, placed: Placed) -> float:
    above = context.flow[context.position[placed.line.id] - 1]
    return above.line.box.bottom - placed.line.baseline


def _together(upper: Placed, lower: Placed) -> bool:
    return (upper.line.page, upper.zone, upper.line.column) == (
        lower.line.page,
        lower.zone,
        lower.line.column,
    )


def draft_paragraphs(context: Context) -> list[Draft]:
    """Go through the body lines in reading order; each begins a paragraph or goes on with one."""
    body = [p for p in context.flow if context.verdicts[p.line.id].is_body]
    _measure_insets(context, body)
    habits = measure_habits(context, body)
    drafts: list[Draft] = []
    following = {p.line.id: n for p, n in itertools.pairwise(body)}
    for placed in body:
        draft = drafts[-1] if drafts else None
        after = following.get(placed.line.id)
        if draft is None or _begins(context, habits, draft, placed, after):
            drafts.append(Draft([placed]))
            continue
        if draft.hanging is None and _together(draft.lines[-1], placed):
            draft.hanging = placed.line.box.left
        if not _together(draft.lines[-1], placed):
            draft.hanging = placed.line.box.left if len(draft.lines) > 1 or draft.hanging else None
        draft.lines.append(placed)
    return drafts


def _measure_insets(context: Context, body: list[Placed]) -> None:
    """Abstracts and quotations have a right edge of their own: two lines or more that end there."""
    reach = 0.3 * context.em
    start = 0
    for index, placed in enumerate(body):
        after = body[index + 1] if index + 1 < len(body) else None
        if (
            after is not None
            and _together(placed, after)
            and after.above < 1.6 * context.pitch
            and abs(after.line.box.left - placed.line.box.left) < 0.2 * context.em
        ):
            continue
        edge = max(p.line.box.right for p in body[start : index + 1])
        if start and _together(body[start - 1], body[start]):
            start -= abs(body[start - 1].line.box.right - edge) < reach
        block = body[start : index + 1]
        if sum(abs(edge - p.line.box.right) < reach for p in block) >= 2:
            for member in block:
                member.inset = max(member.right - edge, 0.0)
        start = index + 1


def _between(context: Context, upper: Placed, lower: Placed) -> Iterator[str]:
    """The rules that took out the lines between two body lines."""
    first, last = context.position[upper.line.id], context.position[lower.line.id]
    return (context.verdicts[context.flow[i].line.id].rule for i in range(first + 1, last))


def _begins(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    """Does this line begin a paragraph?"""
    previous = draft.lines[-1]
    rules = set(_between(context, previous, placed))
    text = placed.line.text
    if any(r == "heading" for r in rules) or placed.line.id in context.trims:
        return True
    if BULLET.match(text) and placed.indent > -0.5 * context.em and text[:1] not in "–—*∗":
        return True
    equation = bool(rules & _MATH_RULES) and not rules - _MATH_RULES
    if (
        text[:1].islower()
        and not _TERMINAL.search(previous.line.text)
        and not _LABEL.match(text)
        and not (equation and habits.indented)
    ):
        return False
    if _opens_theorem(placed):
        return True
    if not _together(previous, placed) or rules - _MATH_RULES:
        return _begins_after_break(context, habits, draft, placed, after)
    if equation:
        return _begins_after_equation(context, habits, draft, placed, after)
    return _begins_below(context, habits, draft, placed, after)


_THEOREM = re.compile(
    r"^\s*(?:Theorem|Lemma|Proof|Proposition|Corollary|Definition|Remark|Example|Claim|Fact|Conjecture"
    r"|Assumption|Observation|Property|Problem|Question|Hypothesis|Condition|Notation|Exercise)s?\b"
)


def _opens_theorem(placed: Placed) -> bool:
    """A styled head such as "Theorem 3." or "Proof.": the statement begins a paragraph."""
    font = placed.line.blocks[0].font
    family = font.family.lower()
    styled = font.bold or font.italic or "csc" in family or "caps" in family
    return styled and bool(_THEOREM.match(placed.line.text))


_MATH_RULES = {"display_math", "numbered_equation", "symbols_only", "beside_equation"}


def _is_short(context: Context, placed: Placed) -> bool:
    return placed.slack - placed.inset > context.thresholds.short_line * context.em


def _ended(context: Context, habits: Habits, placed: Placed) -> bool:
    return bool(_TERMINAL.search(placed.line.text)) and (
        _is_short(context, placed) or not habits.justified
    )


def _first_line_indent(context: Context, placed: Placed, after: Placed | None) -> bool:
    """Indented against its column's edge, or against its own next line."""
    em = context.em
    if not 0.4 * em <= placed.indent <= 5 * em:
        return False
    if after is not None and _together(placed, after) and after.above < 1.6 * context.pitch:
        return after.line.box.left < placed.line.box.left - 0.4 * em or abs(placed.slack) > em
    return True


def _begins_after_break(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    """A new column or page, or a float in between."""
    previous = draft.lines[-1]
    text = placed.line.text
    if _LABEL.match(text) and _TERMINAL.search(previous.line.text):
        return True
    if _ended(context, habits, previous) and not text[:1].islower():
        return True
    if habits.indented and _first_line_indent(context, placed, after):
        in_list = draft.hanging is not None and draft.hanging - previous.left > 0.5 * context.em
        if (
            not in_list
            or abs((draft.hanging or 0) - previous.left - placed.indent) > 0.4 * context.em
        ):
            return bool(_TERMINAL.search(previous.line.text)) or not text[:1].islower()
    return False


def _begins_after_equation(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    em = context.em
    base = draft.hanging if draft.hanging is not None else placed.left
    indent = placed.line.box.left - min(base, placed.line.box.left)
    if habits.indented:
        first = draft.lines[0].line.box.left
        return indent > 0.4 * em and (
            len(draft.lines) > 1 or placed.line.box.left > first - 0.3 * em
        )
    lower = placed.line.text[:1].islower()
    return not lower and _below_equation(context, placed) > habits.equation_gap


def _begins_below(
    context: Context, habits: Habits, draft: Draft, placed: Placed, after: Placed | None
) -> bool:
    """The next line of the same column."""
    em, pitch = context.em, context.pitch
    previous = draft.lines[-1]
    left = placed.line.box.left
    text = placed.line.text
    step = left - previous.line.box.left
    wide = placed.above > context.thresholds.paragraph_gap * max(pitch, _own_pitch(draft))
    short = _is_short(context, previous)
    if abs(placed.line.size - previous.line.size) > 0.06 * em and placed.above > 1.1 * pitch:
        return True
    if _LABEL.match(text) and (step < -0.3 * em or short or wide or step > 0.3 * em):
        return True
    if BULLET.match(text) and (step < -0.3 * em or short or wide):
        return True
    if draft.hanging is not None:
        shift = left - draft.hanging
        if shift > 0.4 * em:
            return not _tall_line(context, placed) or short
        if shift < -0.4 * em:
            return True
    elif step > 0.4 * em and not _has_label(draft.lines[0]):
        return short or bool(_TERMINAL.search(previous.line.text)) or step > em
    elif step < -0.4 * em:
        return short and bool(_TERMINAL.search(previous.line.text))
    if habits.indented and draft.hanging is None and placed.indent > 0.4 * em:
        usual = abs(placed.indent - habits.first_indent) < 0.2 * em
        if short or (usual and _TERMINAL.search(previous.line.text)):
            return True
    if short and habits.justified and _TERMINAL.search(previous.line.text):
        return wide or not habits.indented or previous.slack - previous.inset > 4 * em
    return wide and bool(_TERMINAL.search(previous.line.text)) and (not habits.indented or short)


def _tall_line(context: Context, placed: Placed) -> bool:
    return context.traits[placed.line.id].math > 0.5


def _has_label(placed: Placed) -> bool:
    return bool(_LABEL.match(placed.line.text) or BULLET.match(placed.line.text))


def _own_pitch(draft: Draft) -> float:
    gaps = [p.above for p in draft.lines[1:] if p.above < 100]
    return min(gaps, default=0.0)


def draft_as_published(context: Context) -> list[Draft]:
    """Section 4.5: a wider gap or a larger x begins a paragraph; captions have no verb and go."""
    drafts: list[Draft] = []
    for placed in context.flow:
        if not context.verdicts[placed.line.id].is_body:
            continue
        previous = drafts[-1].lines[-1] if drafts else None
        if previous is None or _begins_as_published(context, previous, placed):
            drafts.append(Draft())
        drafts[-1].lines.append(placed)
    kept = []
    for draft in drafts:
        text = " ".join(p.line.text for p in draft.lines)
        label = label_of(text)
        if label is not None and not is_verb_after_label(text):
            for placed in draft.lines:
                context.verdicts[placed.line.id] = Verdict(placed.line.id, f"caption_{label.kind}")
        else:
            kept.append(draft)
    return kept


def _begins_as_published(context: Context, previous: Placed, placed: Placed) -> bool:
    if not _together(previous, placed):
        return placed.indent > 1.0
    gap = previous.line.baseline - placed.line.baseline
    step = placed.line.box.left - previous.line.box.left
    return gap > context.pitch + context.thresholds.gamma4_spacing or step > 1.0
