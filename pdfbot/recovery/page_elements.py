"""Page numbers, running heads and line numbers: what stands on a page but not in its text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from pdfbot.recovery.lines import FINISHED, TextLine

_DIGITS = re.compile(r"\d+")
_EDGE_LINES = 3
_MIN_REPEATS = 2
_MIN_REPEATS_WITHOUT_PAGES = 3
_MIN_LINE_NUMBERS = 5
_LETTER = re.compile(r"[^\W\d_]")


def find_page_elements(lines: Sequence[TextLine]) -> dict[int, str]:
    """The line numbers of page elements, each with the reason."""
    visible = [line for line in lines if line.text]
    found = _line_numbers(visible)
    pages: dict[int, list[TextLine]] = defaultdict(list)
    for line in visible:
        if line.number not in found:
            pages[line.page].append(line)
    edges = {page: _edges(content) for page, content in pages.items()}
    found.update(_page_numbers(edges))
    if len(pages) > 1:
        found.update(_running_heads(edges))
    else:
        found.update(_heads_without_pages(visible))
    return found


def _edges(content: list[TextLine]) -> list[TextLine]:
    """The first and last lines of a page, none of them twice."""
    if len(content) <= 2 * _EDGE_LINES:
        return content
    return content[:_EDGE_LINES] + content[-_EDGE_LINES:]


def _line_numbers(visible: Sequence[TextLine]) -> dict[int, str]:
    """Manuscripts count their lines in the margin: lone numbers, each one more than the last."""
    found: dict[int, str] = {}
    run: list[TextLine] = []
    for line in [*visible, None]:
        goes_on = (
            line is not None
            and line.text.isdecimal()
            and bool(run)
            and int(line.text[:9]) == int(run[-1].text[:9]) + 1
        )
        if not goes_on:
            if len(run) >= _MIN_LINE_NUMBERS:
                found.update({one.number: "one of the line numbers" for one in run})
            run = []
        if line is not None and line.text.isdecimal():
            run.append(line)
    return found


def _page_numbers(edges: dict[int, list[TextLine]]) -> dict[int, str]:
    """Lone numbers that count with the pages, at the top of all or at the bottom of all."""
    places: dict[tuple[bool, int], dict[int, TextLine]] = defaultdict(dict)
    for page, content in edges.items():
        for position, line in enumerate(content):
            if line.text.isdecimal():
                at_top = position < len(content) / 2
                places[at_top, int(line.text[:9]) - page][page] = line
    found = max(places.values(), key=len, default={})
    if len(found) < min(2, len(edges)):
        return {}
    return {line.number: "page number" for line in found.values()}


def _running_heads(edges: dict[int, list[TextLine]]) -> dict[int, str]:
    """The same words at the edge of several pages; numbers in them may differ."""
    owners: dict[str, set[int]] = defaultdict(set)
    for page, content in edges.items():
        for line in content:
            owners[_key(line)].add(page)
    return {
        line.number: f"at the edge of {len(owners[_key(line)])} pages"
        for content in edges.values()
        for line in content
        if len(owners[_key(line)]) >= _MIN_REPEATS and _LETTER.search(line.text)
    }


def _heads_without_pages(visible: Sequence[TextLine]) -> dict[int, str]:
    """Where no form feed tells the pages: the same words again and again, beside a number."""
    beside: set[int] = set()
    for before, after in pairwise(visible):
        if before.is_lone_number != after.is_lone_number:
            beside.add((after if before.is_lone_number else before).number)
    repeats = Counter(
        _key(line) for line in visible if line.number in beside or _DIGITS.search(line.text)
    )
    return {
        line.number: f"repeated {repeats[_key(line)]} times beside a page number"
        for line in visible
        if line.shape != FINISHED
        and repeats[_key(line)] >= _MIN_REPEATS_WITHOUT_PAGES
        and line.number in beside
        and len(_LETTER.findall(line.text[:40])) > 3
    }


def _key(line: TextLine) -> str:
    return _DIGITS.sub("#", line.text.casefold())
