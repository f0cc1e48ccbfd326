"""A second look at lines that are not body text: a float or the notes at the foot of a column may
have swallowed a caption or a heading, and the references what is printed after them, with notes.

Body text stays body text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import dropwhile, takewhile

from pdfbot.layout.line_features import LayoutLine, StyleKey
from pdfbot.model import Verdict
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.floats import judge_captions
from pdfbot.nonbody.footnotes import begins_with_mark
from pdfbot.nonbody.headings import remove_heading_lines
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule

# Pitches: from a heading down to its text, at most.
MAX_GAP_BELOW = 3.0


def look_again(context: DocumentContext, judgement: Judgement) -> Judgement:
    """The judgement with what other rules took for something else."""
    judgement = _find_notes(context, _find_captions(context, judgement))
    return _find_headings(context, judgement)


def _reopen(judgement: Judgement, is_uncertain: Callable[[Verdict], bool]) -> Judgement:
    return replace(
        judgement,
        verdicts=tuple(None if v and is_uncertain(v) else v for v in judgement.verdicts),
    )


def _find_captions(context: DocumentContext, judgement: Judgement) -> Judgement:
    """Captions at the foot of a column, or after the references."""
    reopened = _reopen(judgement, lambda v: _is_note_or_tail(v.rule))
    draft = JudgementDraft(context, reopened)
    for column in _reopened_columns(context, judgement, reopened):
        judge_captions(draft, column)
    found = draft.finish()
    verdicts = [
        found.verdicts[line.index]
        if verdict is not None and found.role_of(line) is Role.CAPTION
        else verdict
        for line, verdict in zip(context.lines, judgement.verdicts, strict=True)
    ]
    return replace(judgement, verdicts=tuple(verdicts))


def _find_notes(context: DocumentContext, judgement: Judgement) -> Judgement:
    """Footnotes of appendices: small lines from a mark down, in columns of larger text."""
    max_ratio = context.thresholds.max_footnote_ratio
    verdicts = list(judgement.verdicts)
    for column in context.columns:
        tail = [p for p in column if judgement.rule_of(p) is Rule.AFTER_REFERENCES]
        small = list(takewhile(lambda p: context.ratio(p) <= max_ratio, reversed(tail)))[::-1]
        if 2 * len(small) <= len(tail):
            for line in dropwhile(lambda p: not begins_with_mark(p), small):
                verdicts[line.index] = Verdict(line.id, Rule.FOOTNOTE)
    return replace(judgement, verdicts=tuple(verdicts))


def _is_note_or_tail(rule: Rule) -> bool:
    return rule is Rule.AFTER_REFERENCES or rule.role is Role.FOOTNOTE


def _find_headings(context: DocumentContext, judgement: Judgement) -> Judgement:
    """Headings next to a float or inside a frame, and those after the references."""
    reopened = _reopen(
        judgement,
        lambda v: _is_note_or_tail(v.rule) or v.rule.role in (Role.FLOAT, Role.FRONT_MATTER),
    )
    columns = _reopened_columns(context, judgement, reopened)
    found = JudgementDraft(replace(context, columns=columns), reopened)
    remove_heading_lines(found)
    styles = Counter(
        line.style for line in context.lines if judgement.role_of(line) is Role.HEADING
    )
    verdicts = list(judgement.verdicts)
    for column in columns:
        for index, line in enumerate(column):
            if verdicts[line.index] is not None and _is_heading(
                context, judgement, found, column, index, styles
            ):
                verdicts[line.index] = Verdict(line.id, Rule.HEADING)
    return replace(judgement, verdicts=tuple(verdicts))


def _reopened_columns(
    context: DocumentContext, judgement: Judgement, reopened: Judgement
) -> list[Sequence[LayoutLine]]:
    """The columns with open lines that had a verdict; in the others all is known."""
    return [
        column
        for column in context.columns
        if any(reopened.is_open(line) and not judgement.is_open(line) for line in column)
    ]


def _is_heading(
    context: DocumentContext,
    judgement: Judgement,
    found: JudgementDraft,
    column: Sequence[LayoutLine],
    index: int,
    styles: Counter[StyleKey | None],
) -> bool:
    """Above text; or in the style of other headings above notes or after the references."""
    line = column[index]
    is_found = found.role_of(line) is Role.HEADING
    if not is_found and not _is_apart(context, judgement, column, index):
        return False
    role = judgement.role_of(line)
    in_style = line.style is not None and styles[line.style] > 0
    if role is Role.REFERENCE or not is_found:
        return in_style
    following = next((p for p in column[index + 1 :] if found.role_of(p) is not Role.HEADING), None)
    if following is None or following.above > MAX_GAP_BELOW * context.pitch:
        return False
    if role is Role.FOOTNOTE and in_style:
        return judgement.role_of(following) in (None, Role.FOOTNOTE)
    return judgement.is_open(following) and (in_style or role is not Role.FRONT_MATTER)


def _is_apart(
    context: DocumentContext, judgement: Judgement, column: Sequence[LayoutLine], index: int
) -> bool:
    """Beside a float, with white space above and body text right below."""
    line = column[index]
    return (
        judgement.role_of(line) is Role.FLOAT
        and line.above >= context.thresholds.separate_spacing * context.pitch
        and line.below <= MAX_GAP_BELOW * context.pitch
        and line.right_slack >= context.thresholds.min_clear_space * context.em
        and index + 1 < len(column)
        and judgement.is_open(column[index + 1])
    )
