"""Lines that another rule has swallowed.

A float or the notes of a column may have taken a caption or a heading, and the references take
whatever is printed after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile

from pdfbot.decisions import DecisionTable, Measurement, Test, at_most, holds
from pdfbot.layout.line_features import LayoutLine, StyleKey
from pdfbot.model import Verdict
from pdfbot.nonbody.captions import judge_captions
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.heading_tests import is_known_heading
from pdfbot.nonbody.headings import remove_heading_lines
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.note_lines import begins_with_mark
from pdfbot.nonbody.references import continues_list
from pdfbot.nonbody.run_in_headings import opens_abstract
from pdfbot.rules import Role, Rule
from pdfbot.text.vocabulary import is_abstract_heading, names_back_matter

# What may have swallowed a heading, besides notes and what follows the references.
AROUND_HEADINGS = frozenset((Role.FLOAT, Role.FRONT_MATTER))
# Where lines that are no headings stand apart, too.
NEEDING_STYLE = frozenset((Role.FRONT_MATTER, Role.PAGE_MARGIN))


def judge_swallowed(context: DocumentContext, known: Judgement) -> Judgement:
    """Restore captions, then the notes of appendices, then headings; body text stays as it is."""
    known = _find_captions(context, known)
    return _find_headings(context, _find_notes(context, known))


def _is_note_or_tail(verdict: Verdict) -> bool:
    return verdict.rule is Rule.AFTER_REFERENCES or verdict.rule.role is Role.FOOTNOTE


def _may_hide_heading(verdict: Verdict) -> bool:
    rule = verdict.rule
    is_around = rule.role in AROUND_HEADINGS or rule is Rule.BEYOND_BODY_AREA
    return _is_note_or_tail(verdict) or (is_around and rule is not Rule.TITLE)


def _reopen(judgement: Judgement, is_uncertain: Callable[[Verdict], bool]) -> Judgement:
    return replace(
        judgement,
        verdicts=tuple(None if v and is_uncertain(v) else v for v in judgement.verdicts),
    )


def _reopened_columns(
    context: DocumentContext, known: Judgement, reopened: Judgement
) -> list[Sequence[LayoutLine]]:
    """The columns in which lines that had a verdict are open again."""
    pairs = zip(reopened.verdicts, known.verdicts, strict=True)
    changed = {index for index, (new, old) in enumerate(pairs) if new is not old}
    return [c for c in context.columns if not changed.isdisjoint([line.index for line in c])]


def _find_captions(context: DocumentContext, known: Judgement) -> Judgement:
    """Find captions at the foot of a column or after the references."""
    reopened = _reopen(known, _is_note_or_tail)
    draft = JudgementDraft(context, reopened)
    for column in _reopened_columns(context, known, reopened):
        judge_captions(draft, column)
    verdicts = tuple(
        new if old is not None and new is not None and new.rule.role is Role.CAPTION else old
        for new, old in zip(draft.verdicts, known.verdicts, strict=True)
    )
    starts = frozenset(i for i in draft.caption_starts if verdicts[i] is not None)
    return replace(known, verdicts=verdicts, caption_starts=starts)


def _is_small(context: DocumentContext, line: LayoutLine) -> Measurement | None:
    limit = context.thresholds.max_footnote_ratio
    return at_most(context.ratio(line), limit, "max_footnote_ratio")


SMALL_NOTES: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "notes of appendices", (Test("small_note_of_appendix", Rule.FOOTNOTE, _is_small),)
)


def _find_notes(context: DocumentContext, known: Judgement) -> Judgement:
    """Find footnotes of appendices: small print from a mark down, in columns of larger text."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        tail = [p for p in column if known.rule_of(p) is Rule.AFTER_REFERENCES]
        small = list(takewhile(lambda p: SMALL_NOTES.decide(context, p), reversed(tail)))[::-1]
        if 2 * len(small) <= len(tail):
            for line in dropwhile(lambda p: not begins_with_mark(p), small):
                if found := SMALL_NOTES.decide(context, line):
                    draft.revise(line, found.outcome, found)
    return draft.finish()


@dataclass(frozen=True, slots=True)
class Hidden:
    """A line that may be a heading, with its verdict so far and its surroundings.

    `found` is a judgement in which the line was open for headings. `styles` counts the styles of
    the headings that are known.
    """

    known: Judgement
    found: JudgementDraft
    styles: Counter[StyleKey | None]
    column: Sequence[LayoutLine]
    index: int

    @property
    def line(self) -> LayoutLine:
        return self.column[self.index]

    @property
    def role(self) -> Role | None:
        return self.known.role_of(self.line)

    @property
    def in_style(self) -> bool:
        style = self.line.style
        is_known = style is not None and self.styles[style] > 0
        return is_known or (self.is_found and names_back_matter(self.line.text))

    @property
    def is_found(self) -> bool:
        return self.found.role_of(self.line) is Role.HEADING

    @property
    def is_byline(self) -> bool:
        """Whether this is right below the title or right above "Abstract", and no usual heading."""
        lines, index, text = self.found.context.lines, self.line.index, self.line.text
        is_below_title = index > 0 and self.known.rule_of(lines[index - 1]) is Rule.TITLE
        below = [p.text for p in lines[index + 1 : index + 2]]
        is_above_abstract = any(is_abstract_heading(p) or opens_abstract(p) for p in below)
        is_usual = is_known_heading(text) or any(map(str.isdigit, text))
        return (is_below_title or is_above_abstract) and not is_usual

    @property
    def following(self) -> LayoutLine | None:
        """The first line below that is not a heading."""
        below = self.column[self.index + 1 :]
        return next((p for p in below if self.found.role_of(p) is not Role.HEADING), None)

    def above_text(self, roles: frozenset[Role | None]) -> Measurement | None:
        """Whether a line with one of these roles is right below; None stands for body text."""
        below = self.following
        if below is None or self.known.role_of(below) not in roles:
            return None
        context = self.found.context
        limit = context.thresholds.max_display_gap
        return at_most(below.above / context.pitch, limit, "max_display_gap")


BODY_ONLY = frozenset((None,))
BODY_OR_NOTE = frozenset((None, Role.FOOTNOTE))


def _is_after_references(hidden: Hidden) -> Measurement | None:
    if hidden.role is not Role.REFERENCE or not hidden.is_found or not hidden.in_style:
        return None
    return holds(not continues_list(hidden.found.context.lines, hidden.line.index))


def _is_above_notes(hidden: Hidden) -> Measurement | None:
    if hidden.role is not Role.FOOTNOTE or not hidden.is_found or not hidden.in_style:
        return None
    return hidden.above_text(BODY_OR_NOTE)


def _is_above_text(hidden: Hidden) -> Measurement | None:
    """Whether text follows; in front matter, a line must also have the style of other headings.

    It must not have marks, as the names of authors do, nor be where they or their addresses are.
    """
    if not hidden.is_found or hidden.role is Role.REFERENCE or hidden.is_byline:
        return None
    if hidden.role in NEEDING_STYLE and (not hidden.in_style or hidden.line.math):
        return None
    return hidden.above_text(BODY_ONLY)


SWALLOWED_HEADINGS: DecisionTable[[Hidden], Rule] = DecisionTable(
    "swallowed headings",
    (
        Test("heading_after_references", Rule.HEADING, _is_after_references),
        Test("heading_above_notes", Rule.HEADING, _is_above_notes),
        Test("heading_above_text", Rule.HEADING, _is_above_text),
    ),
)


def _may_be_heading(
    known: Judgement, styles: Counter[StyleKey | None], column: Sequence[LayoutLine]
) -> Iterator[bool]:
    """For each line that may hide a heading, whether text follows or it looks like a heading."""
    last_open = max((i for i, line in enumerate(column) if known.is_open(line)), default=-1)
    for index, line in enumerate(column):
        verdict = known.verdicts[line.index]
        if verdict is not None and _may_hide_heading(verdict):
            in_style = line.style is not None and styles[line.style] > 0
            yield in_style or index < last_open or names_back_matter(line.text)


def _find_headings(context: DocumentContext, known: Judgement) -> Judgement:
    """Find headings next to a float, inside a frame, or after the references."""
    reopened = _reopen(known, _may_hide_heading)
    styles = Counter(line.style for line in context.lines if known.role_of(line) is Role.HEADING)
    columns = [
        column
        for column in _reopened_columns(context, known, reopened)
        if any(_may_be_heading(known, styles, column))
    ]
    found = JudgementDraft(replace(context, columns=columns), reopened)
    remove_heading_lines(found)
    draft = JudgementDraft(context, known)
    for column in columns:
        for index, line in enumerate(column):
            if known.is_open(line) or not reopened.is_open(line):
                continue
            hidden = Hidden(known, found, styles, column, index)
            if reason := SWALLOWED_HEADINGS.decide(hidden):
                draft.revise(line, reason.outcome, reason)
    return draft.finish()
