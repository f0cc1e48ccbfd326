"""From text to its positions in the body: string matching that ignores spacing and typography."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from pdfbot.model import Box, Extraction, Line, Sentence, Span

# Characters of a sentence before and after a passage that its excerpt has at most.
MAX_CONTEXT = 60

_IGNORED = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212")
_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a`\u00b4\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
}


def fold_characters(text: str) -> Iterator[tuple[str, int]]:
    """The characters that a search compares, each with its index in `text`.

    Spaces and hyphens are dropped, ligatures split, accents joined to their letters, quotes and
    capitals made alike.
    """
    index = 0
    while index < len(text):
        start, index = index, index + 1
        while index < len(text) and unicodedata.combining(text[index]):
            index += 1
        letter = text[start:index]
        if letter.isspace() or letter in _IGNORED:
            continue
        for part in unicodedata.normalize("NFKC", _QUOTES.get(letter, letter)).casefold():
            if not part.isspace():
                yield part, start


def fold_text(text: str) -> str:
    """`text` as a search compares it."""
    return "".join(char for char, _ in fold_characters(text))


@dataclass(frozen=True, slots=True)
class Passage:
    """Text found in the body: `start` orders passages as they are read.

    `excerpt` is the text with some of the sentence around it.
    """

    start: int
    text: str
    excerpt: str
    spans: tuple[Span, ...]
    sentences: tuple[Sentence, ...]


class BodyText:
    """All body characters of a paper in reading order, each with its line and its index there."""

    def __init__(self, paper: Extraction) -> None:
        self._lines = {line.id: line for line in paper.lines}
        self._in_order = paper.sentences
        self._ordinals = {s.id: ordinal for ordinal, s in enumerate(paper.sentences)}
        # Reversed, so that the first of several equal sentences wins.
        self._sentences = {fold_text(s.text): s for s in reversed(paper.sentences)}
        chars: list[str] = []
        self._positions: list[tuple[Line, int]] = []
        # Where each sentence starts, and its text as it is printed.
        self._starts: list[int] = []
        self._texts: list[str] = []
        # The index of each character in the text of its sentence.
        self._indexes: list[int] = []
        for sentence in paper.sentences:
            self._starts.append(len(chars))
            pieces = []
            for span in sentence.spans:
                line = self._lines[span.line_id]
                pieces.append(line.text[span.start : span.end])
                for char, index in fold_characters(pieces[-1]):
                    chars.append(char)
                    self._positions.append((line, span.start + index))
            folded = "".join(chars[self._starts[-1] :])
            # Without its citations a sentence is shorter than what is printed.
            text = sentence.text if fold_text(sentence.text) == folded else " ".join(pieces)
            self._texts.append(text)
            self._indexes += [index for _, index in fold_characters(text)]
        self._text = "".join(chars)

    def find_sentence(self, text: str) -> Sentence | None:
        """The sentence with exactly this text."""
        return self._sentences.get(fold_text(text))

    def passage(self, sentence: Sentence) -> Passage:
        """A whole sentence of the body."""
        start = self._starts[self._ordinals[sentence.id]]
        return Passage(start, sentence.text, sentence.text, sentence.spans, (sentence,))

    def find_text(self, text: str, *, within_words: bool = False) -> list[Passage]:
        """Every occurrence of `text` in the body without overlaps, as whole words if not within."""
        wanted = fold_text(text)
        found: list[Passage] = []
        start = self._text.find(wanted) if wanted else -1
        while start >= 0:
            end = start + len(wanted)
            if within_words or (self._is_boundary(start) and self._is_boundary(end)):
                found.append(self._passage(start, end))
                start = self._text.find(wanted, end)
            else:
                start = self._text.find(wanted, start + 1)
        return found

    def _is_boundary(self, place: int) -> bool:
        """Does a word end before, or start at, this character?"""
        if place in (0, len(self._text)) or place == self._starts[self._sentence_at(place)]:
            return True
        if self._indexes[place] - self._indexes[place - 1] > 1:
            return True
        before, after = _kind(self._text[place - 1]), _kind(self._text[place])
        return before != after or not after

    def _sentence_at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _passage(self, start: int, end: int) -> Passage:
        first, last = self._sentence_at(start), self._sentence_at(end - 1)
        low, high = self._indexes[start], self._indexes[end - 1] + 1
        if first == last:
            text = self._texts[first][low:high]
        else:
            between = self._texts[first + 1 : last]
            text = " ".join([self._texts[first][low:], *between, self._texts[last][:high]])
        before, after = self._texts[first][:low], self._texts[last][high:]
        if len(before) > MAX_CONTEXT:
            before = "\u2026" + before[-MAX_CONTEXT:].partition(" ")[2]
        if len(after) > MAX_CONTEXT:
            after = after[:MAX_CONTEXT].rpartition(" ")[0] + "\u2026"
        sentences = self._in_order[first : last + 1]
        return Passage(start, text, before + text + after, self._spans(start, end), sentences)

    def _spans(self, start: int, end: int) -> tuple[Span, ...]:
        spans = []
        for line_id, group in groupby(self._positions[start:end], key=lambda item: item[0].id):
            indexes = [index for _, index in group]
            line, first, last = self._lines[line_id], min(indexes), max(indexes) + 1
            spans.append(Span(line.page, line_id, first, last, _box(line, first, last)))
        return tuple(spans)


def _kind(char: str) -> str:
    """Letters, or digits, which may be a raised mark after a word; empty where words have no space.

    Neither Chinese nor Japanese puts spaces between words.
    """
    if unicodedata.east_asian_width(char) in "WF":
        return ""
    category = unicodedata.category(char)[0]
    return {"L": "letter", "M": "letter", "N": "digit"}.get(category, "")


def _box(line: Line, start: int, end: int) -> Box:
    """Around the characters; estimated for lines read from JSON, which have no blocks."""
    if line.blocks:
        left, right = line.x_range(start, end)
    else:
        char_width = line.box.width / max(len(line.text), 1)
        left, right = line.box.left + start * char_width, line.box.left + end * char_width
    return Box(left, line.box.bottom, right, line.box.top)
