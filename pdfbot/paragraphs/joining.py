"""Lines to running text: line breaks and hyphenation undone, each sentence tied to its lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pdfbot.model import Box, Line, Paragraph, Sentence, Span
from pdfbot.paragraphs.line_cues import bullet_end
from pdfbot.text.hyphens import HYPHENS, Vocabulary, resolve_hyphen
from pdfbot.text.sentences import split_sentences

_HYPHENS = tuple(HYPHENS)
# A line that ends with one of these joins the next line without a space.
_NO_SPACE_AFTER = ("–", "—", "/")


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters `start` to `end` of a line, at `offset` in the paragraph's text."""

    offset: int
    line: Line
    start: int
    end: int


def write_paragraphs(
    groups: Iterable[Sequence[Line]], body_starts: Mapping[str, int], vocabulary: Vocabulary
) -> tuple[Paragraph, ...]:
    """The text of each paragraph, split into sentences that know their lines.

    `body_starts` gives, by line id, the offset where the body text starts after a run-in heading.
    """
    paragraphs: list[Paragraph] = []
    for lines in groups:
        body_start = body_starts.get(lines[0].id, 0)
        first = body_start or bullet_end(lines[0].text)
        bullet = "" if body_start else lines[0].text[:first].strip()
        text, pieces = _join(lines, first, body_starts, vocabulary)
        if not text.strip():
            continue
        name = f"s{len(paragraphs) + 1}"
        sentences: list[Sentence] = []
        for start, end in split_sentences(text):
            spans = _spans(pieces, start, end)
            if spans:
                sentences.append(Sentence(f"{name}.{len(sentences) + 1}", text[start:end], spans))
        if sentences:
            paragraphs.append(Paragraph(f"p{len(paragraphs) + 1}", tuple(sentences), bullet=bullet))
    return tuple(paragraphs)


def join_text(lines: Sequence[Line], vocabulary: Vocabulary) -> str:
    """The running text of whole lines: a heading, a caption, a note."""
    return " ".join(_join(lines, 0, {}, vocabulary)[0].split())


def whole_spans(lines: Iterable[Line]) -> tuple[Span, ...]:
    """The spans of whole lines."""
    return tuple(Span(line.page, line.id, 0, len(line.text), line.box) for line in lines)


def _join(
    lines: Sequence[Line], first: int, body_starts: Mapping[str, int], vocabulary: Vocabulary
) -> tuple[str, deque[Piece]]:
    """The text of lines, the first of them from `first` on, and the piece of each line in it."""
    parts: list[str] = []
    pieces: deque[Piece] = deque()
    length = 0
    for index, line in enumerate(lines):
        start = body_starts.get(line.id, 0) if index else first
        end = len(line.text)
        separator = ""
        if index + 1 < len(lines):
            following = lines[index + 1].text
            if line.text.endswith(_HYPHENS) and end - start > 1 and following:
                if resolve_hyphen(line.text, following, vocabulary):
                    end -= 1
            elif not line.text.endswith(_NO_SPACE_AFTER) or line.text[-2:-1] == " ":
                separator = " "
        if end > start:
            pieces.append(Piece(length, line, start, end))
            parts.append(line.text[start:end] + separator)
            length += len(parts[-1])
    return "".join(parts), pieces


def _spans(pieces: deque[Piece], start: int, end: int) -> tuple[Span, ...]:
    """The spans of a sentence, one for each of its lines.

    Sentences come in order, so the pieces before this one are dropped.
    """
    spans = []
    while len(pieces) > 1 and pieces[1].offset <= start:
        pieces.popleft()
    for piece in pieces:
        if piece.offset >= end:
            break
        low = max(start - piece.offset, 0) + piece.start
        high = min(end - piece.offset, piece.end - piece.start) + piece.start
        if low >= high:
            continue
        box = piece.line.box
        if low > 0 or high < len(piece.line.text):
            left, right = piece.line.x_range(low, high)
            box = Box(left, box.bottom, right, box.top)
        spans.append(Span(piece.line.page, piece.line.id, low, high, box))
    return tuple(spans)
