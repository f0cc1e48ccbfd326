"""Text to its place: string matching over the body characters C = (c, b, t) of the paper."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby

from pdfbot.model import Box, Extraction, Line, Sentence, Span

_IGNORED = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212")
_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a`\u00b4\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
}


def fold(text: str) -> Iterator[tuple[str, int]]:
    """Characters that matter, each with its index: no spaces, hyphens, ligatures or capitals."""
    for index, char in enumerate(text):
        if char.isspace() or char in _IGNORED:
            continue
        for part in unicodedata.normalize("NFKC", _QUOTES.get(char, char)).casefold():
            if not part.isspace():
                yield part, index


def folded(text: str) -> str:
    """The characters of `text` that a search compares."""
    return "".join(char for char, _ in fold(text))


class BodyText:
    """All body characters of a paper in reading order; each knows its line and its place there."""

    def __init__(self, paper: Extraction) -> None:
        self._lines = {line.id: line for line in paper.lines}
        self._sentences = {folded(s.text): s for s in reversed(paper.sentences)}
        chars: list[str] = []
        self._places: list[tuple[Line, int]] = []
        for sentence in paper.sentences:
            for span in sentence.spans:
                line = self._lines[span.line_id]
                for char, index in fold(line.text[span.start : span.end]):
                    chars.append(char)
                    self._places.append((line, span.start + index))
        self._text = "".join(chars)

    def sentence(self, text: str) -> Sentence | None:
        """The sentence that says just this."""
        return self._sentences.get(folded(text))

    def find(self, text: str) -> list[tuple[Span, ...]]:
        """Every place where the body says `text`, from the left, none over another."""
        wanted = folded(text)
        found: list[tuple[Span, ...]] = []
        at = self._text.find(wanted) if wanted else -1
        while at >= 0:
            found.append(self._spans(at, at + len(wanted)))
            at = self._text.find(wanted, at + len(wanted))
        return found

    def _spans(self, first: int, last: int) -> tuple[Span, ...]:
        spans = []
        for name, group in groupby(self._places[first:last], key=lambda place: place[0].id):
            indexes = [index for _, index in group]
            line, start, end = self._lines[name], min(indexes), max(indexes) + 1
            spans.append(Span(line.page, name, start, end, _box(line, start, end)))
        return tuple(spans)


def _box(line: Line, start: int, end: int) -> Box:
    """Around the characters; a line that came from a record has no blocks, so it is shared out."""
    if line.blocks:
        left, right = line.x_range(start, end)
    else:
        share = line.box.width / max(len(line.text), 1)
        left, right = line.box.left + start * share, line.box.left + end * share
    return Box(left, line.box.bottom, right, line.box.top)
