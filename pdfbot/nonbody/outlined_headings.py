"""Headings that the PDF's outline names, located by their titles on the pages.

An outline is trusted only as far as the pages confirm it: a title must be printed where the entry
leads, on separate lines or with a visible end, and this must hold for most entries.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from unicodedata import normalize

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import OutlineEntry
from pdfbot.text.caption_labels import label_of

# Lines of a heading, and letters of its title, at most.
MAX_LINES = 4
MAX_LETTERS = 250
# Letters: shorter titles are not looked for.
MIN_ENTRY_LETTERS = 3
_WITHOUT_SIGNS = dict.fromkeys(code for code in range(128) if not chr(code).isalnum())
# Share of the entries whose titles are printed: an outline with fewer is about something else.
MIN_PRINTED_SHARE = 0.5
# Times the size of a line: an entry leads to a place this close to it.
MAX_DISTANCE = 3.0
# Times the size of a line: the next line of a heading is this close.
MAX_HEADING_PITCH = 1.8

_NUMBER = re.compile(
    r"(?:(?:section|chapter|appendix|part)\s+)?"
    r"(?:\d{1,2}(?:\.\d{1,2})*|[ivxl]{1,5}|[a-h](?:\.\d{1,2})*)[.):|]?(?:\s?[–—|])?\s+(?=\S)",
    re.IGNORECASE,
)
_END_OF_TITLE = re.compile(r"\s*[.:?!—–]+\s*")


@dataclass(frozen=True, slots=True)
class OutlinedHeading:
    """The lines of a heading and its entry; `end` is where it ends in the last line.

    Text follows a run-in heading on its line, unless the heading happens to fill it.
    """

    lines: tuple[LayoutLine, ...]
    end: int
    entry: OutlineEntry
    is_run_in: bool

    @property
    def depth(self) -> int:
        return self.entry.depth

    @property
    def fills_line(self) -> bool:
        return self.end == len(self.lines[-1].text)


class _Match(NamedTuple):
    entry: OutlineEntry
    heading: OutlinedHeading
    distance: float


def find_outlined(
    outline: Sequence[OutlineEntry], lines: Iterable[LayoutLine]
) -> Mapping[int, OutlinedHeading]:
    """The headings of an outline by the indices of their lines; empty if most are not printed."""
    if not outline:
        return {}
    pages: dict[int, list[LayoutLine]] = defaultdict(list)
    for line in lines:
        pages[line.page].append(line)
    wanted = [e for e in outline if label_of(e.title) is None and pages.get(e.page)]
    matches = list(_find_matches(wanted, pages))
    matches.sort(key=lambda match: (match.distance, -match.heading.lines[0].size))
    found: dict[int, OutlinedHeading] = {}
    printed: set[int] = set()
    for entry, heading, _ in matches:
        if id(entry) not in printed and all(line.index not in found for line in heading.lines):
            printed.add(id(entry))
            found |= {line.index: heading for line in heading.lines}
    if len(printed) < MIN_PRINTED_SHARE * len(wanted):
        return {}
    return _with_full_lines(_without_title(found, outline[0], pages))


def _without_title(
    found: Mapping[int, OutlinedHeading],
    first: OutlineEntry,
    pages: Mapping[int, Sequence[LayoutLine]],
) -> Mapping[int, OutlinedHeading]:
    """Drop the first entry if it is the title of the paper: the largest text on its page."""

    def is_title(heading: OutlinedHeading) -> bool:
        size = heading.lines[0].size
        as_large = sum(line.size >= size for line in pages[first.page])
        return heading.entry is first and as_large <= len(heading.lines)

    return {index: heading for index, heading in found.items() if not is_title(heading)}


def _with_full_lines(found: Mapping[int, OutlinedHeading]) -> Mapping[int, OutlinedHeading]:
    """Treat full-line headings that end with a stop as run-in if most others at their depth are.

    Numbered headings are found by their numbers and stay on separate lines.
    """

    def may_run_in(heading: OutlinedHeading) -> bool:
        return _has_stop(heading) and not _NUMBER.match(heading.lines[0].text)

    run_in = Counter(h.depth for h in found.values() if h.is_run_in)
    all_lines = Counter(h.depth for h in found.values())
    return {
        index: replace(heading, is_run_in=True)
        if may_run_in(heading) and 2 * run_in[heading.depth] > all_lines[heading.depth]
        else heading
        for index, heading in found.items()
    }


def _find_matches(
    entries: Sequence[OutlineEntry], pages: Mapping[int, Sequence[LayoutLine]]
) -> Iterator[_Match]:
    starts = {number: list(_line_starts(pages[number])) for number in {e.page for e in entries}}
    for entry in entries:
        yield from _matches(entry, pages[entry.page], starts[entry.page])


class _LineStart(NamedTuple):
    """Where a title may start: the line's position on its page, the offset in its text, and the
    letters from there on.
    """

    position: int
    offset: int
    letters: str


def _line_starts(page: Sequence[LayoutLine]) -> Iterator[_LineStart]:
    for position, line in enumerate(page):
        for offset in _starts(line.text):
            if letters := _letters(line.text[offset:]):
                yield _LineStart(position, offset, letters)


def _matches(
    entry: OutlineEntry, page: Sequence[LayoutLine], starts: Sequence[_LineStart]
) -> Iterator[_Match]:
    """The places on the page where the title is printed, starting at a column's edge."""
    titles = _spellings(entry.title)
    for position, offset, letters in starts:
        for title in titles:
            # Most lines begin with other letters.
            if not (title.startswith(letters) or letters.startswith(title)):
                continue
            end = _find_end(title, page, position, offset)
            if end is None:
                continue
            lines = tuple(page[position : end[0] + 1])
            is_run_in = end[1] < len(page[end[0]].text)
            heading = OutlinedHeading(lines, end[1], entry, is_run_in)
            distance = _distance(entry, page[position])
            is_near = distance <= MAX_DISTANCE * page[position].size
            if not heading.is_run_in or (is_near and _has_visible_end(heading)):
                yield _Match(entry, heading, distance)


def _spellings(title: str) -> tuple[str, ...]:
    """The letters and digits of a title, with and without its number."""
    spellings = (_letters(title[start:]) for start in _starts(title))
    return tuple(s for s in spellings if MIN_ENTRY_LETTERS <= len(s) <= MAX_LETTERS)


def _starts(text: str) -> tuple[int, ...]:
    """The offsets at which a heading may start: at its number, and after it."""
    match = _NUMBER.match(text)
    return (0, match.end()) if match else (0,)


def _letters(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_WITHOUT_SIGNS)
    return "".join(filter(str.isalnum, normalize("NFKC", text).casefold()))


def _find_end(
    title: str, page: Sequence[LayoutLine], position: int, start: int
) -> tuple[int, int] | None:
    """The line in which the title ends, and the offset; None if it is not printed here."""
    rest = title
    for index in range(position, min(position + MAX_LINES, len(page))):
        line = page[index]
        if index > position and not _follows(page[index - 1], line):
            return None
        text = line.text[start:]
        letters = _letters(text)
        if letters and rest.startswith(letters):
            rest = rest[len(letters) :]
            if not rest:
                return index, len(line.text)
        elif letters.startswith(rest):
            return index, start + _length_of(rest, text)
        else:
            return None
        start = 0
    return None


def _follows(above: LayoutLine, line: LayoutLine) -> bool:
    return above.column_key == line.column_key and line.above <= MAX_HEADING_PITCH * line.size


def _length_of(letters: str, text: str) -> int:
    """The length of the prefix of the text that spells these letters, with a stop after them."""
    length = count = 0
    while count < len(letters):
        count += len(_letters(text[length]))
        length += 1
    stop = _END_OF_TITLE.match(text, length)
    return stop.end() if stop else length


def _distance(entry: OutlineEntry, line: LayoutLine) -> float:
    """The vertical distance from the line to the entry's destination."""
    place, box = entry.box, line.box
    return max(place.bottom - box.top, box.bottom - place.top, 0.0)


def _has_stop(heading: OutlinedHeading) -> bool:
    text = heading.lines[-1].text[: heading.end].rstrip()
    return _END_OF_TITLE.match(text[-1:]) is not None


def _has_visible_end(heading: OutlinedHeading) -> bool:
    """Whether a stop or a change of font follows the title."""
    if _has_stop(heading):
        return True
    last, end = heading.lines[-1], heading.end
    fonts = {start: block.font for start, block in zip(last.starts, last.blocks, strict=True)}
    if end in fonts:
        before = last.blocks[list(fonts).index(end) - 1].font
        return before != fonts[end]
    return False
