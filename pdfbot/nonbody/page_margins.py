"""Running headers and footers, page numbers, and other text outside the body area."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from typing import NamedTuple

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, at_most
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.clauses import starts_lowercase
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.runs import split_runs
from pdfbot.text.caption_labels import label_of

# Lines between a page number and the edge of the page.
MAX_NUMBER_DEPTH = 1
# Pitches: outside the area of all body lines.
MIN_BEYOND_BODY = 0.8
# One line in this many of a page is at each edge, at most.
LINES_PER_EDGE_LINE = 4
# Ems: baselines no further apart are in the same row.
EDGE_ROW_REACH = 0.5
# Words of three letters in each row of text at the edge of a page.
MIN_ROW_WORDS = 8
# Rows with that many words are text, not a running header.
MIN_TEXT_ROWS = 3
# Points: heights are compared in steps of this size, including the neighbouring steps.
HEADER_HEIGHT_STEP = 4
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


class EdgeLine(NamedTuple):
    """A line near the edge of a page; `depth` counts the rows between them.

    `is_apart` says whether white space or few words show that it is not the first line of the text,
    `repeats` on how many pages such a line has its words at its height.
    """

    context: DocumentContext
    line: LayoutLine
    depth: int
    is_apart: bool
    repeats: int = 1


class BodyArea(NamedTuple):
    """The heights of the highest and the lowest line of running text in the document."""

    top: float
    bottom: float


def judge_page_margins(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove repeated first and last lines and page numbers, then lines beyond the body area."""
    draft = JudgementDraft(context, known)
    edges = _edge_lines(context)
    for edge in _count_repeats(edges):
        if found := PAGE_EDGES.decide(edge):
            draft.remove(edge.line, found.outcome, found)
    if area := _body_area(draft):
        for edge in edges:
            found = BODY_AREA.decide(draft, edge.line, area) if edge.is_apart else None
            if found:
                draft.remove(edge.line, found.outcome, found)
    return draft.finish()


def _edge_lines(context: DocumentContext) -> list[EdgeLine]:
    """The lines at the top and bottom of every page, with their depth.

    Caption labels recur with changing numbers as running headers do; they are left out.
    """
    found = []
    for layout in context.layouts:
        by_height = sorted(layout.lines, key=lambda p: -p.baseline)
        for ordered in (by_height, by_height[::-1]):
            share = max(len(ordered) // LINES_PER_EDGE_LINE, 1)
            max_rows = min(context.thresholds.edge_lines, share)
            rows = _first_rows(ordered, EDGE_ROW_REACH * context.em, max_rows + 1)
            outside = _rows_outside(context, rows)
            is_all = len(rows) <= max_rows
            for depth, row in enumerate(rows if is_all else rows[:-1]):
                is_apart = is_all or depth < outside or _has_few_words(context, row)
                found += [
                    EdgeLine(context, p, depth, is_apart) for p in row if label_of(p.text) is None
                ]
    return found


def _rows_outside(context: DocumentContext, rows: list[list[LayoutLine]]) -> int:
    """The number of rows outside the innermost white space; 0 if they read like text."""
    outside = 0
    for depth, (row, deeper) in enumerate(itertools.pairwise(rows), 1):
        gap = abs(row[0].baseline - deeper[0].baseline)
        if gap >= context.scales.visible_gap * context.pitch:
            outside = depth
    is_text = all(row[0].words >= MIN_ROW_WORDS for row in rows[:outside])
    return 0 if outside >= MIN_TEXT_ROWS and is_text else outside


def _has_few_words(context: DocumentContext, row: list[LayoutLine]) -> bool:
    return all(p.words < context.thresholds.strong_min_words for p in row)


def _first_rows(ordered: list[LayoutLine], reach: float, count: int) -> list[list[LayoutLine]]:
    """The first rows, each with the lines that are side by side."""
    rows = split_runs(ordered, lambda row, line: abs(line.baseline - row[0].baseline) <= reach)
    return list(itertools.islice(rows, count))


def _pattern(text: str) -> str:
    """The text with a placeholder for every number."""
    return _DIGITS.sub("#", text.casefold()).strip()


def _count_repeats(edges: list[EdgeLine]) -> list[EdgeLine]:
    """The number of pages with the same words at the same height, ignoring numbers."""
    pages: dict[tuple[str, int], set[int]] = defaultdict(set)
    for edge in edges:
        if edge.is_apart:
            pages[_place(edge.line)].add(edge.line.page)
    counted = []
    for edge in edges:
        pattern, height = _place(edge.line)
        near = (pages.get((pattern, height + step), ()) for step in (-1, 0, 1))
        counted.append(edge._replace(repeats=len(set().union(*near))))
    return counted


def _place(line: LayoutLine) -> tuple[str, int]:
    """The words of a line without their numbers, and its height in steps."""
    return _pattern(line.text), round(line.baseline / HEADER_HEIGHT_STEP)


def _is_repeated(edge: EdgeLine) -> Measurement | None:
    if len(edge.context.layouts) <= MAX_SHORT_DOCUMENT:
        return at_least(edge.repeats, MIN_SHORT_REPEATS)
    return at_least(edge.repeats, edge.context.thresholds.min_repeats, "min_repeats")


def _is_page_number(edge: EdgeLine) -> Measurement | None:
    text = edge.line.text.strip(_AROUND_NUMBER).lower()
    if not edge.is_apart or _PAGE_NUMBER.fullmatch(text) is None:
        return None
    return at_most(edge.depth, MAX_NUMBER_DEPTH)


def _body_area(draft: JudgementDraft) -> BodyArea | None:
    """The body area, from pages with several lines of running text; None if there are none."""
    tops, bottoms = [], []
    for layout in draft.context.layouts:
        heights = [
            p.baseline for p in layout.lines if draft.is_running_text(p) and draft.is_open(p)
        ]
        if len(heights) >= MIN_BODY_LINES:
            tops.append(max(heights))
            bottoms.append(min(heights))
    return BodyArea(max(tops), min(bottoms)) if tops else None


def _is_beyond_body(draft: JudgementDraft, line: LayoutLine, area: BodyArea) -> Measurement | None:
    """Whether a line is apart from, and beyond, the highest or lowest body line of the document."""
    context = draft.context
    above, below = line.baseline - area.top, area.bottom - line.baseline
    inner_gap = line.below if above > below else line.above
    apart = inner_gap >= context.scales.visible_gap * context.pitch
    if not apart or draft.is_running_text(line) or _ends_page_break(draft, line):
        return None
    return at_least(max(above, below) / context.pitch, MIN_BEYOND_BODY)


def _ends_page_break(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether this ends a paragraph right below its ragged first line on the page.

    That line is in mid-sentence: no running header begins in lower case.
    """
    context = draft.context
    above = context.lines[line.index - 1] if line.index else line
    return (
        line.above < context.scales.visible_gap * context.pitch
        and draft.is_open(above)
        and starts_lowercase(above)
        and context.ratio(above) == context.ratio(line) == 1.0
        and above.words >= context.thresholds.strong_min_words
    )


PAGE_EDGES: DecisionTable[[EdgeLine], Rule] = DecisionTable(
    "page edges",
    (
        Test("repeated_at_edge", Rule.REPEATED_AT_PAGE_EDGE, _is_repeated),
        Test("page_number", Rule.PAGE_NUMBER, _is_page_number),
    ),
)
BODY_AREA: DecisionTable[[JudgementDraft, LayoutLine, BodyArea], Rule] = DecisionTable(
    "body area", (Test("beyond_body_area", Rule.BEYOND_BODY_AREA, _is_beyond_body),)
)
