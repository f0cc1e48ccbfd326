"""Running headers and footers, page numbers, and other text outside the body area."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.runs import split_runs
from pdfbot.text.captions import label_of

# One line in this many of a page is at each edge, at most.
LINES_PER_EDGE_LINE = 4
# Ems: baselines no further apart are in the same row.
ROW_REACH = 0.5
# Words of three letters in each row of text at the edge of a page.
MIN_TEXT_WORDS = 8
# Rows with that many words are text, not a running header.
MIN_TEXT_ROWS = 3
# Points: heights are compared in steps of this size, including the neighbouring steps.
HEIGHT_STEP = 4
# Pages: documents with no more are short.
MAX_SHORT_DOCUMENT = 5
# Pages of a short document that show a repeated line.
MIN_SHORT_REPEATS = 2
# Lines of running text that show the body area of a page.
MIN_BODY_LINES = 5

# Matches lower case, without the characters set around page numbers.
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]?\d{1,3}[-–.]\d{1,3})(?:\s*(?:of|/)\s*\d{1,4})?"
)
_AROUND_NUMBER = " -–—|"
_DIGITS = re.compile(r"\d+")


def judge_page_margins(context: DocumentContext, known: Judgement) -> Judgement:
    """First lines repeated across pages, then page numbers, then lines beyond the body area."""
    draft = JudgementDraft(context, known)
    edges = _edge_lines(context)
    _judge_repeated(draft, edges)
    for line, depth in edges:
        at_edge = depth <= context.thresholds.max_number_depth
        if at_edge and draft.is_open(line) and _is_page_number(line.text):
            draft.remove(line, Rule.PAGE_NUMBER, "max_number_depth", depth)
    _judge_beyond_body(draft, edges)
    return draft.finish()


def _edge_lines(context: DocumentContext) -> list[tuple[LayoutLine, int]]:
    """The lines at the top and bottom of every page, up to white space, with their depth.

    The label of a caption recurs with other numbers as a running header does, but is none.
    """
    found = []
    for layout in context.layouts:
        by_height = sorted(layout.lines, key=lambda p: -p.baseline)
        for ordered in (by_height, by_height[::-1]):
            share = max(len(ordered) // LINES_PER_EDGE_LINE, 1)
            max_rows = min(context.thresholds.edge_lines, share)
            rows = _first_rows(ordered, ROW_REACH * context.em, max_rows + 1)
            outside = _rows_outside(context, rows)
            is_all = len(rows) <= max_rows
            for depth, row in enumerate(rows if is_all else rows[:-1]):
                if is_all or depth < outside or _has_few_words(context, row):
                    found += [(line, depth) for line in row if label_of(line.text) is None]
    return found


def _rows_outside(context: DocumentContext, rows: list[list[LayoutLine]]) -> int:
    """How many rows are outside the innermost white space; none if they read as text."""
    outside = 0
    for depth, (row, deeper) in enumerate(itertools.pairwise(rows), 1):
        gap = abs(row[0].baseline - deeper[0].baseline)
        if gap >= context.thresholds.clearly_separate_spacing * context.pitch:
            outside = depth
    is_text = all(row[0].words >= MIN_TEXT_WORDS for row in rows[:outside])
    return 0 if outside >= MIN_TEXT_ROWS and is_text else outside


def _has_few_words(context: DocumentContext, row: list[LayoutLine]) -> bool:
    return all(p.words < context.thresholds.strong_min_words for p in row)


def _first_rows(ordered: list[LayoutLine], reach: float, count: int) -> list[list[LayoutLine]]:
    """The first rows of lines that are side by side."""
    rows = split_runs(ordered, lambda row, line: abs(line.baseline - row[0].baseline) <= reach)
    return list(itertools.islice(rows, count))


def _pattern(text: str) -> str:
    """The text with a placeholder for every number."""
    return _DIGITS.sub("#", text.casefold()).strip()


def _judge_repeated(draft: JudgementDraft, edges: list[tuple[LayoutLine, int]]) -> None:
    """The same words at the same height on several pages, ignoring numbers."""
    context = draft.context
    groups: dict[tuple[str, int], list[LayoutLine]] = defaultdict(list)
    for line, _ in edges:
        height = round(line.baseline / HEIGHT_STEP)
        groups[_pattern(line.text), height].append(line)
    is_short = len(context.layouts) <= MAX_SHORT_DOCUMENT
    min_repeats = MIN_SHORT_REPEATS if is_short else context.thresholds.min_repeats
    for (pattern, height), members in groups.items():
        near = (
            members + groups.get((pattern, height - 1), []) + groups.get((pattern, height + 1), [])
        )
        repeats = len({p.page for p in near})
        if repeats >= min_repeats:
            for line in members:
                draft.remove(line, Rule.REPEATED_AT_PAGE_EDGE, "min_repeats", repeats, min_repeats)


def _judge_beyond_body(draft: JudgementDraft, edges: list[tuple[LayoutLine, int]]) -> None:
    """Above the highest or below the lowest body line of the document, after white space."""
    context = draft.context
    tops, bottoms = [], []
    for layout in context.layouts:
        heights = [
            p.baseline for p in layout.lines if draft.is_running_text(p) and draft.is_open(p)
        ]
        if len(heights) >= MIN_BODY_LINES:
            tops.append(max(heights))
            bottoms.append(min(heights))
    if not tops:
        return
    top, bottom = max(tops), min(bottoms)
    t = context.thresholds
    for line, _ in edges:
        above = line.baseline - top
        below = bottom - line.baseline
        beyond = max(above, below) / context.pitch
        inner_gap = line.below if above > below else line.above
        apart = inner_gap >= t.clearly_separate_spacing * context.pitch
        if beyond >= t.min_beyond_body and apart and not draft.is_running_text(line):
            draft.remove(line, Rule.BEYOND_BODY_AREA, "min_beyond_body", beyond)


def _is_page_number(text: str) -> bool:
    return _PAGE_NUMBER.fullmatch(text.strip(_AROUND_NUMBER).lower()) is not None
