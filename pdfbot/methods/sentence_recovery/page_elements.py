"""Page numbers, running headers and line numbers: on a page, but not part of its text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import groupby, pairwise

from pdfbot.methods.sentence_recovery.text_lines import FINISHED_LINE, TextLine
from pdfbot.text.running_headers import header_pattern

_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")
# Lines at the top and bottom of a page that may be page elements.
_EDGE_LINES = 3
# Pages that must repeat a running header.
_MIN_REPEATS = 2
# Repeats needed in text without form feeds.
_MIN_REPEATS_WITHOUT_PAGES = 3
# Consecutive numbers that are the line numbers of a manuscript.
_MIN_LINE_NUMBERS = 5
# In digits: enough to tell even long numbers apart.
_MAX_DIGITS = 9
# Letters in the first characters of a running header, in text without form feeds.
_MIN_HEADER_LETTERS = 4
_HEADER_START = 40


def find_page_elements(lines: Sequence[TextLine]) -> dict[int, str]:
    """The line numbers of page elements, each with the reason."""
    visible = [line for line in lines if line.text]
    found = _find_line_numbers(visible)
    pages: dict[int, list[TextLine]] = defaultdict(list)
    for line in visible:
        if line.number not in found:
            pages[line.page].append(line)
    edges = {page: _edge_lines(content) for page, content in pages.items()}
    found.update(_find_page_numbers(edges))
    if len(pages) > 1:
        found.update(_find_running_headers(edges))
    else:
        found.update(_find_running_headers_without_pages(visible))
    return found


def _edge_lines(content: list[TextLine]) -> list[TextLine]:
    """The first and last lines of a page, without duplicates."""
    if len(content) <= 2 * _EDGE_LINES:
        return content
    return content[:_EDGE_LINES] + content[-_EDGE_LINES:]


def _find_line_numbers(visible: Sequence[TextLine]) -> dict[int, str]:
    """Line numbers in the margin of a manuscript: lone numbers that count up by one."""
    found: dict[int, str] = {}

    def offset(item: tuple[int, TextLine]) -> int | None:
        """A value that is equal for a run of consecutive numbers; None for other lines."""
        index, line = item
        return _value(line) - index if line.text.isdecimal() else None

    for start, items in groupby(enumerate(visible), key=offset):
        run = [line for _, line in items]
        if start is not None and len(run) >= _MIN_LINE_NUMBERS:
            found.update({line.number: "line number" for line in run})
    return found


def _value(line: TextLine) -> int:
    return int(line.text[:_MAX_DIGITS])


def _find_page_numbers(edges: dict[int, list[TextLine]]) -> dict[int, str]:
    """Lone numbers that count up with the pages, either all at the top or all at the bottom."""
    sequences: dict[tuple[bool, int], dict[int, TextLine]] = defaultdict(dict)
    for page, content in edges.items():
        for position, line in enumerate(content):
            if line.text.isdecimal():
                is_at_top = position < len(content) / 2
                sequences[is_at_top, _value(line) - page][page] = line
    found = max(sequences.values(), key=len, default={})
    if len(found) < min(2, len(edges)):
        return {}
    return {line.number: "page number" for line in found.values()}


def _find_running_headers(edges: dict[int, list[TextLine]]) -> dict[int, str]:
    """The same words at the edge of several pages; numbers in them may differ."""
    pages_with: dict[str, set[int]] = defaultdict(set)
    for page, content in edges.items():
        for line in content:
            pages_with[header_pattern(line.text)].add(page)
    found: dict[int, str] = {}
    for content in edges.values():
        for line in content:
            repeats = len(pages_with[header_pattern(line.text)])
            if repeats >= _MIN_REPEATS and _LETTER.search(line.text):
                found[line.number] = f"at the edge of {repeats} pages"
    return found


def _find_running_headers_without_pages(visible: Sequence[TextLine]) -> dict[int, str]:
    """In text without form feeds: words that are repeated, next to a number."""
    beside_number: set[int] = set()
    for before, after in pairwise(visible):
        if before.is_lone_number != after.is_lone_number:
            beside_number.add((after if before.is_lone_number else before).number)
    repeats = Counter(
        header_pattern(line.text)
        for line in visible
        if line.number in beside_number or _DIGIT.search(line.text)
    )
    return {
        line.number: f"repeated {repeats[header_pattern(line.text)]} times next to a page number"
        for line in visible
        if line.shape != FINISHED_LINE
        and repeats[header_pattern(line.text)] >= _MIN_REPEATS_WITHOUT_PAGES
        and line.number in beside_number
        and len(_LETTER.findall(line.text[:_HEADER_START])) >= _MIN_HEADER_LETTERS
    }
