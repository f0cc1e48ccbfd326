"""Headings, on separate lines or run in: set apart by weight, size, capitals or a number."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, holds, more_than
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import MIN_FORMULA_MATH, LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.heading_styles import find_heading_runs
from pdfbot.nonbody.heading_tests import (
    DOTTED_NUMBER,
    HEADINGS,
    MAX_HEADING_MATH,
    Candidate,
    is_bold,
    is_in_capitals,
    is_italic,
)
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.outlined_headings import OutlinedHeading
from pdfbot.nonbody.run_in_headings import (
    follows_removed,
    heads_statement,
    starts_statement,
    trim_run_in_heading,
)
from pdfbot.rules import Rule

_PUNCTUATION = ".,;:"

# In a document with this many isolated lines, they are headings.
MIN_ISOLATED_LINES = 3


def judge_headings(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove lines in one style that are set apart, then find run-in headings in the rest."""
    draft = JudgementDraft(context, known)
    _judge_outlined(draft)
    remove_heading_lines(draft)
    for column in context.columns:
        for index, line in enumerate(column):
            if draft.is_open(line):
                trim_run_in_heading(draft, column, index)
    return draft.finish()


def _judge_outlined(draft: JudgementDraft) -> None:
    """Remove the headings that the outline names, on separate lines or run in."""
    for index, heading in draft.context.outlined.items():
        is_first = index == heading.lines[0].index
        found = OUTLINED_HEADINGS.decide(heading) if is_first else None
        if (
            found is None
            or found.outcome is Rule.BODY
            or not all(map(draft.is_open, heading.lines))
        ):
            continue
        for line in heading.lines if heading.fills_line else heading.lines[:-1]:
            draft.remove(line, found.outcome, found)
        if not heading.fills_line:
            draft.body_starts[heading.lines[-1].id] = heading.end


OUTLINED_HEADINGS: DecisionTable[[OutlinedHeading], Rule] = DecisionTable(
    "headings in the outline",
    (
        Test("run_in_outlined", Rule.LABEL, lambda heading: holds(heading.is_run_in)),
        Test("outlined_heading", Rule.HEADING, lambda heading: at_least(heading.depth, 1)),
    ),
)


def remove_heading_lines(draft: JudgementDraft) -> None:
    """Remove the headings on separate lines."""
    context = draft.context
    _judge_heading_styles(draft)
    _judge_isolated_lines(draft)
    for column in context.columns:
        index = 0
        while index < len(column):
            end = _style_end(draft, column, index)
            if draft.is_open(column[index]) and end - index <= context.thresholds.max_heading_lines:
                found = HEADINGS.decide(Candidate(draft, column, index, end))
                if found and found.outcome is Rule.HEADING:
                    for line in column[index:end]:
                        draft.remove(line, found.outcome, found)
            index = end


def _judge_heading_styles(draft: JudgementDraft) -> None:
    """Remove the lines in styles that the document uses for headings only."""
    for run in find_heading_runs(draft):
        if not heads_statement(run.column[run.start].text):
            for line in run.column[run.start : run.end]:
                draft.remove(line, Rule.HEADING, run.found)


def _judge_isolated_lines(draft: JudgementDraft) -> None:
    """Remove short lines in the body's style with white space above and below.

    Such lines must recur, or have clearly more space above than below.
    """
    found = [
        line
        for column in draft.context.columns
        for index, line in enumerate(column)
        if draft.is_open(line) and _is_isolated(draft, column, index)
    ]
    for line in found:
        if reason := ISOLATED_LINES.decide(draft.context, line, len(found)):
            draft.remove(line, reason.outcome, reason)


def _is_far_below_text(context: DocumentContext, line: LayoutLine, _: int) -> Measurement | None:
    if line.above == float("inf"):
        return None
    limit = context.thresholds.max_neighbour_gap
    return more_than(line.above / context.pitch, limit, "max_neighbour_gap")


# The last argument is how many isolated lines the document has.
ISOLATED_LINES: DecisionTable[[DocumentContext, LayoutLine, int], Rule] = DecisionTable(
    "isolated lines",
    (
        Test(
            "isolated_lines_recur",
            Rule.HEADING,
            lambda _context, _line, count: at_least(count, MIN_ISOLATED_LINES),
        ),
        Test("isolated_far_below", Rule.HEADING, _is_far_below_text),
    ),
)


def _is_isolated(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Whether this is a flush-left title of a few words, apart from the text above and below."""
    context, line = draft.context, column[index]
    t = context.thresholds
    min_gap = t.max_block_gap * context.pitch
    if not min_gap <= line.below <= t.max_display_gap * context.pitch:
        return False
    text = line.text.strip()
    return (
        index + 1 < len(column)
        and draft.is_open(column[index + 1])
        and draft.is_running_text(column[index + 1])
        and (line.above >= min_gap or follows_removed(draft, column, index))
        and abs(line.indent) <= t.edge_reach * context.em
        and line.right_slack >= t.min_clearly_short * context.em
        and line.words >= t.min_words
        and line.math <= MAX_HEADING_MATH
        and line.first_font.bold == line.last_font.bold  # or it is a term and what it means
        and text[:1].isupper()
        and text[-1:].isalnum()
        and not starts_statement(text)
    )


def _style_end(draft: JudgementDraft, column: Sequence[LayoutLine], start: int) -> int:
    """The index after the last line in the style of the line at `start`."""
    context = draft.context
    first = column[start]
    end = start + 1
    if not draft.is_open(first):
        return end
    if block_end := _numbered_block_end(context, column, start):
        return block_end
    while end < len(column):
        line = column[end]
        if not draft.is_open(line) or not _same_style(context, first, line):
            break
        pitch = max(context.pitch, USUAL_PITCH * first.size)
        if line.above > context.thresholds.max_block_gap * pitch:
            break
        end += 1
    return end


def _numbered_block_end(context: DocumentContext, column: Sequence[LayoutLine], start: int) -> int:
    """The end of a numbered heading of up to three lines with white space around it; 0 if none."""
    t = context.thresholds
    first = column[start]
    if not DOTTED_NUMBER.match(first.text) or first.above <= t.max_block_gap * context.pitch:
        return 0
    for end in range(start + 1, min(start + 1 + t.max_heading_lines, len(column))):
        if context.scales.is_apart(column[end]):
            last = column[end - 1]
            ended = last.text.rstrip()[-1:] in _PUNCTUATION
            return end if last.right_slack >= t.min_clear_space * context.em and not ended else 0
    return 0


def _same_style(context: DocumentContext, first: LayoutLine, line: LayoutLine) -> bool:
    """Whether size, weight and slant agree; plain text also needs capitals or another font."""
    t = context.thresholds
    if first.size != line.size and not is_same_size(first.size, line.size):
        return False
    bold, italic = is_bold(context, first), is_italic(context, first)
    if bold != is_bold(context, line) or italic != is_italic(context, line):
        return False
    is_styled = bold or italic or context.ratio(line) >= t.min_heading_ratio
    if not is_styled and first.family != line.family:
        return False
    own_font = first.family != context.fonts.base_family and line.math < MIN_FORMULA_MATH
    if not is_in_capitals(first):
        return is_styled or own_font
    if is_in_capitals(line):
        return True
    return not line.words and (is_styled or own_font)
