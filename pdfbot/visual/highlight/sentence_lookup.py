"""From text to its positions in the body: string matching that ignores spacing and typography."""

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


def fold_characters(text: str) -> Iterator[tuple[str, int]]:
    """The characters that a search compares, each with its index in `text`.

    Spaces and hyphens are dropped, ligatures split, quotes and capitals made alike.
    """
    for index, char in enumerate(text):
        if char.isspace() or char in _IGNORED:
            continue
        for part in unicodedata.normalize("NFKC", _QUOTES.get(char, char)).casefold():
            if not part.isspace():
                yield part, index


def fold_text(text: str) -> str:
    """`text` as a search compares it."""
    return "".join(char for char, _ in fold_characters(text))


class BodyText:
    """All body characters of a paper in reading order, each with its line and its index there."""

    def __init__(self, paper: Extraction) -> None:
        self._lines = {line.id: line for line in paper.lines}
        # Reversed, so that the first of several equal sentences wins.
        self._sentences = {fold_text(s.text): s for s in reversed(paper.sentences)}
        chars: list[str] = []
        self._positions: list[tuple[Line, int]] = []
        for sentence in paper.sentences:
            for span in sentence.spans:
                line = self._lines[span.line_id]
                for char, index in fold_characters(line.text[span.start : span.end]):
                    chars.append(char)
                    self._positions.append((line, span.start + index))
        self._text = "".join(chars)

    def find_sentence(self, text: str) -> Sentence | None:
        """The sentence with exactly this text."""
        return self._sentences.get(fold_text(text))

    def find_text(self, text: str) -> list[tuple[Span, ...]]:
        """Every occurrence of `text` in the body, without overlaps."""
        wanted = fold_text(text)
        found: list[tuple[Span, ...]] = []
        start = self._text.find(wanted) if wanted else -1
        while start >= 0:
            end = start + len(wanted)
            found.append(self._spans(start, end))
            start = self._text.find(wanted, end)
        return found

    def _spans(self, start: int, end: int) -> tuple[Span, ...]:
        spans = []
        for line_id, group in groupby(self._positions[start:end], key=lambda item: item[0].id):
            indexes = [index for _, index in group]
            line, first, last = self._lines[line_id], min(indexes), max(indexes) + 1
            spans.append(Span(line.page, line_id, first, last, _box(line, first, last)))
        return tuple(spans)


def _box(line: Line, start: int, end: int) -> Box:
    """Around the characters; estimated for lines read from JSON, which have no blocks."""
    if line.blocks:
        left, right = line.x_range(start, end)
    else:
        char_width = line.box.width / max(len(line.text), 1)
        left, right = line.box.left + start * char_width, line.box.left + end * char_width
    return Box(left, line.box.bottom, right, line.box.top)
