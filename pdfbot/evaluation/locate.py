"""Finds the lines on which a sentence is printed, whichever tool extracted it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pdfbot.evaluation.scored_text import Trigram, all_words, count_trigrams
from pdfbot.model import Box, Extraction, Line, Page
from pdfbot.runs import split_runs

# Lines shown above and below those of the sentence; lines further apart are separate areas.
CONTEXT_LINES = 2
# Points of the page shown around the lines.
CROP_MARGIN = 6.0
# Share of the best area's votes below which an area is a coincidence.
MIN_VOTES = 0.3
MAX_AREAS = 3


@dataclass(frozen=True, slots=True)
class PageArea:
    """The part of a page to show, and the lines of the sentence in it."""

    page: int
    box: Box
    lines: tuple[Box, ...]


class LineIndex:
    """The lines of a document by the word trigrams they contain."""

    def __init__(self, extraction: Extraction) -> None:
        self._lines = extraction.lines
        self._pages = {page.number: page for page in extraction.pages}
        self._numbers: dict[Trigram, list[tuple[int, ...]]] = defaultdict(list)
        words = list(_numbered_words(extraction.lines))
        for (a, i), (b, j), (c, k) in zip(words, words[1:], words[2:], strict=False):
            self._numbers[a, b, c].append(tuple({i, j, k}))

    def find(self, text: str) -> list[PageArea]:
        """The areas of a sentence in reading order: one per column it is printed in."""
        votes = self._count_votes(text)
        runs = _neighbouring_lines(sorted(votes), self._lines)
        weights = [sum(votes[number] for number in run) for run in runs]
        best = max(weights, default=0.0)
        strong = [(w, run) for w, run in zip(weights, runs, strict=True) if w >= MIN_VOTES * best]
        strong.sort(key=lambda item: (-item[0], item[1][0]))
        return [self._area(run) for run in sorted(run for _, run in strong[:MAX_AREAS])]

    def _count_votes(self, text: str) -> dict[int, float]:
        """The votes for lines that share trigrams with the text; each trigram has one in all."""
        votes: dict[int, float] = defaultdict(float)
        for gram in count_trigrams(text):
            found = self._numbers.get(gram, ())
            for numbers in found:
                for number in numbers:
                    votes[number] += 1.0 / len(found)
        return votes

    def _area(self, run: Sequence[int]) -> PageArea:
        first = self._lines[run[0]]
        start = max(0, run[0] - CONTEXT_LINES)
        end = min(len(self._lines), run[-1] + CONTEXT_LINES + 1)
        shown = [
            line.box for line in self._lines[start:end] if _column_of(line) == _column_of(first)
        ]
        return PageArea(
            first.page,
            _add_margin(Box.around(shown), self._pages[first.page]),
            tuple(self._lines[n].box for n in run),
        )


def _column_of(line: Line) -> tuple[int, int]:
    return line.page, line.column


def _numbered_words(lines: Sequence[Line]) -> Iterator[tuple[str, int]]:
    """Every word with its line number; a hyphenated word is joined and gets the second line's."""
    broken = ""
    for number, line in enumerate(lines):
        words = all_words(line.text)
        if broken and words:
            words[0] = broken + words[0]
        broken = words.pop() if words and line.text.rstrip().endswith("-") else ""
        yield from ((word, number) for word in words)


def _neighbouring_lines(numbers: Sequence[int], lines: Sequence[Line]) -> list[list[int]]:
    """Group line numbers that are close together in one column."""
    return list(
        split_runs(
            numbers,
            lambda run, number: (
                number - run[-1] <= CONTEXT_LINES
                and _column_of(lines[run[-1]]) == _column_of(lines[number])
            ),
        )
    )


def _add_margin(box: Box, page: Page) -> Box:
    """The box with a margin inside the page; the whole page if nothing of the box is on it."""
    left, bottom = max(0.0, box.left - CROP_MARGIN), max(0.0, box.bottom - CROP_MARGIN)
    right, top = min(page.width, box.right + CROP_MARGIN), min(page.height, box.top + CROP_MARGIN)
    if right - left < 1 or top - bottom < 1:
        return Box(0.0, 0.0, page.width, page.height)
    return Box(left, bottom, right, top)
