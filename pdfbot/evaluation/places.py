"""Where on the pages a sentence stands, whoever wrote it out, and a picture of that place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pdfbot.dataclass import dataclass
from pdfbot.evaluation.wording import Triple, triples, words_of
from pdfbot.model import Box, Extraction, Line, Page

if TYPE_CHECKING:
    import pypdfium2
    from PIL.Image import Image

# Lines above and below that are shown too, and points of paper around them.
CONTEXT, MARGIN = 2, 6.0
# A place with a smaller share of the words than the best one has is a chance meeting.
MIN_VOTES = 0.3
MOST_PLACES = 3
MOST_PICTURES = 40


@dataclass(frozen=True, slots=True)
class Place:
    """Part of a page: what is shown, and the lines in it that the sentence stands on."""

    page: int
    box: Box
    lines: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A place with its picture (WebP); empty when there is none."""

    place: Place
    data: bytes


class LineIndex:
    """The lines of a document by the word triples that stand on them."""

    def __init__(self, paper: Extraction) -> None:
        self._lines = paper.lines
        self._pages = {page.number: page for page in paper.pages}
        self._places: dict[Triple, list[tuple[int, ...]]] = defaultdict(list)
        words = list(_numbered_words(paper.lines))
        for (a, i), (b, j), (c, k) in zip(words, words[1:], words[2:], strict=False):
            self._places[a, b, c].append(tuple({i, j, k}))

    def find(self, text: str) -> list[Place]:
        """The places of a sentence in reading order: one a column, when it goes on in the next."""
        votes: dict[int, float] = defaultdict(float)
        for gram in triples(text):
            found = self._places.get(gram, ())
            for numbers in found:
                for number in numbers:
                    votes[number] += 1.0 / len(found)
        runs = _runs(sorted(votes), self._lines)
        weights = [sum(votes[number] for number in run) for run in runs]
        best = max(weights, default=0.0)
        strong = [(w, run) for w, run in zip(weights, runs, strict=True) if w >= MIN_VOTES * best]
        strong.sort(key=lambda item: (-item[0], item[1][0]))
        return [self._place(run) for _, run in sorted(strong[:MOST_PLACES], key=lambda i: i[1][0])]

    def _place(self, run: Sequence[int]) -> Place:
        first = self._lines[run[0]]
        around = range(max(0, run[0] - CONTEXT), min(len(self._lines), run[-1] + CONTEXT + 1))
        shown = [self._lines[n].box for n in around if _column(self._lines[n]) == _column(first)]
        return Place(
            first.page,
            _widened(Box.around(shown), self._pages[first.page]),
            tuple(self._lines[n].box for n in run),
        )


def _column(line: Line) -> tuple[int, int]:
    return line.page, line.column


def _numbered_words(lines: Sequence[Line]) -> Iterator[tuple[str, int]]:
    """Every word with the number of its line; a word broken by a hyphen is one, on both lines."""
    broken = ""
    for number, line in enumerate(lines):
        words = words_of(line.text)
        if broken and words:
            words[0] = broken + words[0]
        broken = words.pop() if words and line.text.rstrip().endswith("-") else ""
        yield from ((word, number) for word in words)


def _runs(numbers: Sequence[int], lines: Sequence[Line]) -> list[list[int]]:
    """Lines that stand close together in one column."""
    runs = [[number] for number in numbers[:1]]
    for a, b in pairwise(numbers):
        if b - a <= CONTEXT and _column(lines[a]) == _column(lines[b]):
            runs[-1].append(b)
        else:
            runs.append([b])
    return runs


def _widened(box: Box, page: Page) -> Box:
    """With some paper around it, and something of the page in any case."""
    left, bottom = max(0.0, box.left - MARGIN), max(0.0, box.bottom - MARGIN)
    right, top = min(page.width, box.right + MARGIN), min(page.height, box.top + MARGIN)
    if right - left < 1 or top - bottom < 1:
        return Box(0.0, 0.0, page.width, page.height)
    return Box(left, bottom, right, top)


class Camera:
    """Takes pictures of places in a PDF; a page is drawn once, and not all are kept."""

    def __init__(self, pdf: Path | None) -> None:
        self._path = pdf
        self._drawn: tuple[int, Image, float] | None = None
        self._pictures: dict[tuple[int, Box], bytes] = {}

    def take(self, places: Sequence[Place]) -> tuple[Picture, ...]:
        """A picture of every place; empty ones when there is no PDF or there are too many."""
        return tuple(Picture(place, self._picture(place)) for place in places)

    def _picture(self, place: Place) -> bytes:
        wanted = place.page, place.box
        if wanted not in self._pictures:
            if self._path is None or len(self._pictures) >= MOST_PICTURES:
                return b""
            self._pictures[wanted] = self._cut(self._path, place)
        return self._pictures[wanted]

    def _cut(self, path: Path, place: Place) -> bytes:
        from pdfbot.replica.background import pack

        page, scale = self._draw(path, place.page)
        box = place.box
        corners = (
            box.left,
            page.height / scale - box.top,
            box.right,
            page.height / scale - box.bottom,
        )
        left, top, right, bottom = (round(value * scale) for value in corners)
        return pack(page.crop((left, top, max(right, left + 1), max(bottom, top + 1))))

    def _draw(self, path: Path, number: int) -> tuple[Image, float]:
        if self._drawn is None or self._drawn[0] != number:
            import pypdfium2

            with pypdfium2.PdfDocument(path) as pdf:
                self._drawn = number, *_draw_page(pdf[number - 1])
        return self._drawn[1], self._drawn[2]


def _draw_page(page: pypdfium2.PdfPage) -> tuple[Image, float]:
    from pdfbot.replica.background import choose_scale

    scale = choose_scale(*page.get_size())
    try:
        bitmap = page.render(scale=scale)
        picture = bitmap.to_pil().convert("RGB")
        bitmap.close()
    finally:
        page.close()
    return picture, scale
