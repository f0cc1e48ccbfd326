"""Running heads, page numbers and what else stands outside the body area of a page."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

# At most one in so many lines of a page is at one of its edges.
EDGE_PART = 4
# Ems: baselines this near are one row.
ROW = 0.5
# Rows of so many words each, in so many rows, are text and no running head.
TEXT_WORDS, TEXT_ROWS = 8, 3
# Points: heights are compared in steps, and with the neighbours of the step.
HEIGHT_STEP = 4
# Pages of a short document, in which two pages show a repeat.
SHORT_DOCUMENT, SHORT_REPEATS = 5, 2
# Lines of running text that show the body area of a page.
AREA_LINES = 5

# In lower case, without what page numbers are set between.
_PAGE_NUMBER = re.compile(
    r"(?:page\s*)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]?\d{1,3}[-–.]\d{1,3})(?:\s*(?:of|/)\s*\d{1,4})?"
)
_SET_BETWEEN = " -–—|"
_DIGITS = re.compile(r"\d+")


def judge_margins(context: Context, bodylike: set[str]) -> None:
    """First what repeats over pages, then page numbers, then what lies beyond the body area."""
    edges = _edge_lines(context)
    _repeated(context, edges)
    for placed, depth in edges:
        at_the_edge = depth <= context.thresholds.max_number_depth
        if at_the_edge and context.is_open(placed) and _is_page_number(placed.line.text):
            context.remove(placed, "page_number", "max_number_depth", depth)
    _beyond_body_area(context, bodylike, edges)


def _edge_lines(context: Context) -> list[tuple[Placed, int]]:
    """The lines at the edges of every page, up to white space, with their depth from the edge."""
    found = []
    for layout in context.layouts:
        by_height = sorted(layout.placed, key=lambda p: -p.line.baseline)
        for ordered in (by_height, by_height[::-1]):
            most = min(context.thresholds.edge_lines, max(len(ordered) // EDGE_PART, 1))
            rows = _rows(ordered, ROW * context.em, most + 1)
            inner = _depth(context, rows)
            for depth, row in enumerate(rows[:-1]):
                if depth < inner or _is_short(context, row):
                    found += [(placed, depth) for placed in row]
    return found


def _depth(context: Context, rows: list[list[Placed]]) -> int:
    """How many rows stand outside the last white space; none if they read as text."""
    inner = 0
    for depth, (row, deeper) in enumerate(itertools.pairwise(rows), 1):
        gap = abs(row[0].line.baseline - deeper[0].line.baseline)
        if gap >= context.thresholds.min_well_apart * context.pitch:
            inner = depth
    is_text = all(row[0].words >= TEXT_WORDS for row in rows[:inner])
    return 0 if inner >= TEXT_ROWS and is_text else inner


def _is_short(context: Context, row: list[Placed]) -> bool:
    return all(p.words < context.thresholds.strong_min_words for p in row)


def _rows(ordered: list[Placed], reach: float, most: int) -> list[list[Placed]]:
    """The first rows of lines that stand beside each other."""
    rows: list[list[Placed]] = []
    for placed in ordered:
        if rows and abs(placed.line.baseline - rows[-1][0].line.baseline) <= reach:
            rows[-1].append(placed)
        elif len(rows) == most:
            break
        else:
            rows.append([placed])
    return rows


def _pattern(text: str) -> str:
    return _DIGITS.sub("#", text.casefold()).strip()


def _repeated(context: Context, edges: list[tuple[Placed, int]]) -> None:
    """The same words at the same height on several pages, numbers aside."""
    groups: dict[tuple[str, int], list[Placed]] = defaultdict(list)
    for placed, _ in edges:
        height = round(placed.line.baseline / HEIGHT_STEP)
        groups[_pattern(placed.line.text), height].append(placed)
    is_short = len(context.layouts) <= SHORT_DOCUMENT
    least = SHORT_REPEATS if is_short else context.thresholds.min_repeats
    for (pattern, height), members in groups.items():
        near = (
            members + groups.get((pattern, height - 1), []) + groups.get((pattern, height + 1), [])
        )
        seen = len({p.line.page for p in near})
        if seen >= least:
            for placed in members:
                context.remove(placed, "repeated_at_page_edge", "min_repeats", seen, least)


def _beyond_body_area(
    context: Context, bodylike: set[str], edges: list[tuple[Placed, int]]
) -> None:
    """Above the highest or below the lowest body line of the whole document, with white between."""
    tops, bottoms = [], []
    for layout in context.layouts:
        heights = [
            p.line.baseline for p in layout.placed if p.line.id in bodylike and context.is_open(p)
        ]
        if len(heights) >= AREA_LINES:
            tops.append(max(heights))
            bottoms.append(min(heights))
    if not tops:
        return
    top, bottom = max(tops), min(bottoms)
    t = context.thresholds
    for placed, _ in edges:
        over = placed.line.baseline - top
        under = bottom - placed.line.baseline
        beyond = max(over, under) / context.pitch
        inner = placed.below if over > under else placed.above
        apart = inner >= t.min_well_apart * context.pitch
        if beyond >= t.min_beyond_body and apart and placed.line.id not in bodylike:
            context.remove(placed, "beyond_body_area", "min_beyond_body", beyond)


def _is_page_number(text: str) -> bool:
    return _PAGE_NUMBER.fullmatch(text.strip(_SET_BETWEEN).lower()) is not None
