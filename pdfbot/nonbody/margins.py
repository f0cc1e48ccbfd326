"""Running heads, page numbers and what else stands outside the body area of a page."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

_PAGE_NUMBER = re.compile(
    r"^[\s\-–—|]*(?:page\s*)?(?:\d{1,4}|[ivxlc]{1,6}|[A-Z]?\d{1,3}[-–.]\d{1,3})"
    r"(?:\s*(?:of|/)\s*\d{1,4})?[\s\-–—|]*$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")


def judge_margins(context: Context, bodylike: set[str]) -> None:
    """First what repeats over pages, then page numbers, then what lies beyond the body area."""
    edges = _edge_lines(context)
    _repeated(context, edges)
    for placed, depth in edges:
        if context.is_open(placed) and _PAGE_NUMBER.match(placed.line.text) and depth <= 1:
            context.remove(placed, "page_number", "edge_depth", depth, 1)
    _beyond_body_area(context, bodylike, edges)


def _edge_lines(context: Context) -> list[tuple[Placed, int]]:
    """The lines at the edges of every page, up to white space, with their depth from the edge."""
    found = []
    for layout in context.layouts:
        by_height = sorted(layout.placed, key=lambda p: -p.line.baseline)
        for ordered in (by_height, by_height[::-1]):
            most = min(context.thresholds.edge_lines, max(len(ordered) // 4, 1))
            rows = _rows(ordered, 0.5 * context.em, most + 1)
            inner = 0
            for depth, (row, deeper) in enumerate(itertools.pairwise(rows)):
                gap = abs(row[0].line.baseline - deeper[0].line.baseline)
                if gap >= context.thresholds.min_header_gap * context.pitch:
                    inner = depth + 1
            if inner > 2 and all(context.traits[r[0].line.id].words >= 8 for r in rows[:inner]):
                inner = 0
            for depth, row in enumerate(rows[:-1]):
                short = all(context.traits[p.line.id].words < 3 for p in row)
                if depth < inner or short:
                    found += [(placed, depth) for placed in row]
    return found


def _rows(ordered: list[Placed], reach: float, most: int) -> list[list[Placed]]:
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
        pattern = _pattern(placed.line.text)
        height = round(placed.line.baseline / 4)
        groups[pattern, height].append(placed)
    pages = len(context.layouts)
    least = 2 if pages <= 5 else context.thresholds.min_repeats
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
        if len(heights) >= 5:
            tops.append(max(heights))
            bottoms.append(min(heights))
    if not tops:
        return
    top, bottom = max(tops), min(bottoms)
    for placed, _ in edges:
        over = placed.line.baseline - top
        under = bottom - placed.line.baseline
        beyond = max(over, under) / context.pitch
        inner = placed.below if over > under else placed.above
        apart = inner > context.thresholds.min_header_gap * context.pitch
        if beyond > context.thresholds.min_beyond_body and apart and placed.line.id not in bodylike:
            context.remove(
                placed,
                "beyond_body_area",
                "min_beyond_body",
                beyond,
                context.thresholds.min_beyond_body,
            )
