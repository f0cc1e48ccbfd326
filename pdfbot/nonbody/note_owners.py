"""Splits footnotes at their marks, and reassigns lines that belong to something else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, holds
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.note_lines import begins_with_mark, is_text
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs

_MARK = re.compile(r"\s*(\d{1,3}|[a-z](?=\s)|[∗*†‡§¶⋆]{1,3})\s*(?=\S)")


def note_runs(context: DocumentContext, judgement: Judgement) -> Iterator[list[LayoutLine]]:
    """The lines of each note; unmarked text at the top of a column continues a note."""
    return split_runs(
        judgement.lines_of(context.lines, Role.FOOTNOTE),
        lambda run, line: (
            line.page == run[-1].page
            and not begins_with_mark(line)
            and not _is_apart(context, run[-1], line)
        ),
    )


def mark_of(text: str) -> tuple[str, int]:
    """The mark of a note and the offset of its text; "" and 0 without a mark."""
    match = _MARK.match(text)
    return (match[1], match.end()) if match else ("", 0)


def note_marks(context: DocumentContext, judgement: Judgement) -> dict[int, frozenset[str]]:
    """The marks of the notes, by page."""
    marks: dict[int, set[str]] = defaultdict(set)
    for lines in note_runs(context, judgement):
        if begins_with_mark(lines[0]) and (mark := mark_of(lines[0].text)[0]):
            marks[lines[0].page].add(mark)
    return {page: frozenset(found) for page, found in marks.items()}


def _is_apart(context: DocumentContext, last: LayoutLine, line: LayoutLine) -> bool:
    """Whether white space between two sentences starts an unmarked note."""
    min_gap = context.scales.visible_gap * USUAL_PITCH * line.size
    return line.above >= min_gap and ends_sentence(last)


def judge_note_owners(context: DocumentContext, known: Judgement) -> Judgement:
    """Reassign unmarked lines below a heading or float to it, and formulas to equations."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        owner: LayoutLine | None = None
        for line in column:
            if known.role_of(line) is not Role.FOOTNOTE:
                owner = line
            elif begins_with_mark(line):
                owner = None
            elif found := OWNERS.decide(known, line, owner):
                draft.revise(line, found.outcome, found)
    judgement = draft.finish()
    for lines in note_runs(context, judgement):
        if found := NO_NOTES.decide(lines):
            for line in lines:
                draft.revise(line, found.outcome, found)
    return draft.finish()


def _is_below_heading(
    known: Judgement, line: LayoutLine, owner: LayoutLine | None
) -> Measurement | None:
    """The number of lines to the owner of a note, if that is a heading or a label."""
    is_below = owner is not None and (
        known.role_of(owner) is Role.HEADING or known.rule_of(owner) is Rule.LABEL
    )
    return at_least(line.index - owner.index, 1) if owner and is_below else None


def _is_below_float(
    known: Judgement, line: LayoutLine, owner: LayoutLine | None
) -> Measurement | None:
    is_below = owner is not None and known.role_of(owner) in (Role.CAPTION, Role.FLOAT)
    return at_least(line.index - owner.index, 1) if owner and is_below else None


# The last argument is the line above the notes, if none of those in between has a mark.
OWNERS: DecisionTable[[Judgement, LayoutLine, LayoutLine | None], Rule] = DecisionTable(
    "owners of notes",
    (
        Test("small_print_below_heading", Rule.PUBLICATION_NOTE, _is_below_heading),
        Test("small_print_below_float", Rule.BESIDE_CAPTION, _is_below_float),
    ),
)
NO_NOTES: DecisionTable[[list[LayoutLine]], Rule] = DecisionTable(
    "no notes",
    (
        Test(
            "note_without_text",
            Rule.LABEL,
            lambda lines: holds(not begins_with_mark(lines[0]) and not any(map(is_text, lines))),
        ),
    ),
)
