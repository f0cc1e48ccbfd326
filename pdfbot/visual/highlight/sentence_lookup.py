"""Finds text in the body: string matching that ignores spacing and typography."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pdfbot.model import Box, Extraction, Line, Sentence, Span
from pdfbot.text.writing_systems import SOUTHEAST_ASIAN

# Characters of context before and after a passage in its excerpt.
MAX_CONTEXT = 60

# Canonical combining classes: accents have this one or a higher one, vowels of Hebrew, Arabic and
# Indian scripts and the voicing of Japanese a lower one.
MIN_ACCENT_CLASS = 200

# A script that has no characters of its own in Unicode.
_BRACES = re.compile(r"[\^_]\{([^{}]*)\}")
_IGNORED = frozenset("-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212")
_QUOTES = {
    **dict.fromkeys("\u2018\u2019\u201a`\u00b4\u2032", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
}


def fold_characters(text: str) -> Iterator[tuple[str, int]]:
    """The characters that a search compares, each with its index in `text`.

    Spaces, hyphens and accents are dropped, ligatures split, raised and lowered characters put on
    the line, quotes and capitals made alike.
    """
    index = 0
    while index < len(text):
        start, index = index, index + 1
        while index < len(text) and unicodedata.combining(text[index]):
            index += 1
        letter = text[start:index]
        if letter.isspace() or letter in _IGNORED:
            continue
        if letter.isascii():
            yield _QUOTES.get(letter, letter).casefold(), start
            continue
        for part in _without_accents(_QUOTES.get(letter, letter)).casefold():
            if not part.isspace() and part not in _IGNORED:
                yield part, start


def _without_accents(letter: str) -> str:
    """Compatible characters without accents; marks of other kinds, as of vowels, stay."""
    parts = unicodedata.normalize("NFKD", letter)
    kept = "".join(part for part in parts if unicodedata.combining(part) < MIN_ACCENT_CLASS)
    return unicodedata.normalize("NFC", kept)


def fold_text(text: str) -> str:
    """`text` as a search compares it."""
    return "".join(char for char, _ in fold_characters(text))


def fold_query(text: str) -> str:
    """The same for what users look for, who may have copied "F_{p^{m}}" from a text file."""
    return fold_text(_without_braces(text))


def _without_braces(text: str) -> str:
    while (less := _BRACES.sub(r"\1", text)) != text:
        text = less
    return text


def find_sentences(sentences: Iterable[Sentence], text: str) -> Iterator[Sentence]:
    """The sentences that contain a text, as whole words, however its scripts are written."""
    wanted = fold_query(text)
    if not wanted:
        return
    for sentence in sentences:
        written = sentence.written()
        if _has_words(sentence.text, wanted) or (
            written != sentence.text and _has_words(_without_braces(written), wanted)
        ):
            yield sentence


def _has_words(text: str, wanted: str) -> bool:
    folded = fold_text(text)
    start = folded.find(wanted)
    if start < 0:
        return False
    indexes = [index for _, index in fold_characters(text)]
    while start >= 0:
        ends = (start, start + len(wanted))
        if all(is_boundary(text, folded, indexes, place) for place in ends):
            return True
        start = folded.find(wanted, start + 1)
    return False


def is_boundary(text: str, folded: str, indexes: Sequence[int], place: int) -> bool:
    """Does a word end before, or start at, this character? `indexes` lead back to the text."""
    if place in (0, len(folded)):
        return True
    between = text[indexes[place - 1] + 1 : indexes[place]]
    if not all(map(unicodedata.combining, between)):
        return True
    before, after = _kind(folded[place - 1]), _kind(folded[place])
    return before != after or not after


@dataclass(frozen=True, slots=True)
class Passage:
    """Text found in the body; `start` sorts passages in reading order.

    `excerpt` is the text with some of the surrounding sentence, raised and lowered in Unicode.
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
        self._sentences = {fold_query(s.written()): s for s in reversed(paper.sentences)}
        self._sentences |= {fold_text(s.text): s for s in reversed(paper.sentences)}
        chars: list[str] = []
        self._positions: list[tuple[Line, int]] = []
        # Where each sentence starts, and its text as printed.
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
        return self._sentences.get(fold_text(text)) or self._sentences.get(fold_query(text))

    def passage(self, sentence: Sentence) -> Passage:
        """A whole sentence of the body."""
        start = self._starts[self._ordinals[sentence.id]]
        return Passage(start, sentence.text, sentence.written(), sentence.spans, (sentence,))

    def find_text(self, text: str, *, within_words: bool = False) -> list[Passage]:
        """Every occurrence of `text` in the body without overlaps, as whole words if not within."""
        wanted = fold_query(text)
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
        ordinal = self._sentence_at(place)
        if place == self._starts[ordinal]:
            return True
        return is_boundary(self._texts[ordinal], self._text, self._indexes, place)

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
        before, after = self._written(first, 0, low), self._written(last, high, None)
        if len(before) > MAX_CONTEXT:
            before = "\u2026" + before[-MAX_CONTEXT:].partition(" ")[2]
        if len(after) > MAX_CONTEXT:
            after = after[:MAX_CONTEXT].rpartition(" ")[0] + "\u2026"
        sentences = self._in_order[first : last + 1]
        shown = self._written(first, low, high) if first == last else text
        return Passage(start, text, before + shown + after, self._spans(start, end), sentences)

    def _written(self, ordinal: int, start: int, end: int | None) -> str:
        """A part of a sentence, raised and lowered as far as its text is what is printed."""
        text, sentence = self._texts[ordinal], self._in_order[ordinal]
        if text != sentence.text:
            return text[start:end]
        return sentence.part(start, len(text) if end is None else end).written()

    def _spans(self, start: int, end: int) -> tuple[Span, ...]:
        spans = []
        for line_id, group in groupby(self._positions[start:end], key=lambda item: item[0].id):
            indexes = [index for _, index in group]
            line, first, last = self._lines[line_id], min(indexes), max(indexes) + 1
            spans.append(Span(line.page, line_id, first, last, _box(line, first, last)))
        return tuple(spans)


def _kind(char: str) -> str:
    """The kind of a character: "letter", "digit" (perhaps a citation mark), or empty.

    It is empty for Chinese, Japanese and Thai too, which put no spaces between words.
    """
    if unicodedata.east_asian_width(char) in "WF" or SOUTHEAST_ASIAN.match(char):
        return ""
    category = unicodedata.category(char)[0]
    return {"L": "letter", "M": "letter", "N": "digit"}.get(category, "")


def _box(line: Line, start: int, end: int) -> Box:
    """The box of the characters, estimated for lines read from JSON, which have no blocks."""
    if line.blocks:
        left, right = line.x_range(start, end)
    else:
        char_width = line.box.width / max(len(line.text), 1)
        left, right = line.box.left + start * char_width, line.box.left + end * char_width
    return Box(left, line.box.bottom, right, line.box.top)
