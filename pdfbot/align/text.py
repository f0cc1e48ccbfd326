"""Lines to running text: hard breaks and hyphens undone, every sentence tied to its lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from pdfbot.align.hyphens import HYPHENS, Vocabulary, resolve_hyphen
from pdfbot.align.openings import bullet_end
from pdfbot.align.sentences import split_sentences
from pdfbot.dataclass import dataclass
from pdfbot.model import Box, Line, Paragraph, Sentence, Span


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters `start` to `end` of a line, at `offset` in the paragraph's text."""

    offset: int
    line: Line
    start: int
    end: int


def write_paragraphs(
    drafts: Iterable[Sequence[Line]], trims: Mapping[str, int], vocabulary: Vocabulary
) -> tuple[Paragraph, ...]:
    """The text of each paragraph, cut into sentences that know where they stand.

    `trims` says for some lines, by their ids, where their body text begins.
    """
    paragraphs: list[Paragraph] = []
    for lines in drafts:
        text, pieces = _join(lines, trims, vocabulary)
        if not text.strip():
            continue
        name = f"s{len(paragraphs) + 1}"
        sentences: list[Sentence] = []
        for start, end in split_sentences(text):
            spans = _spans(pieces, start, end)
            if spans:
                sentences.append(Sentence(f"{name}.{len(sentences) + 1}", text[start:end], spans))
        if sentences:
            paragraphs.append(Paragraph(f"p{len(paragraphs) + 1}", tuple(sentences)))
    return tuple(paragraphs)


def _join(
    lines: Sequence[Line], trims: Mapping[str, int], vocabulary: Vocabulary
) -> tuple[str, deque[Piece]]:
    parts: list[str] = []
    pieces: deque[Piece] = deque()
    length = 0
    for index, line in enumerate(lines):
        start = trims.get(line.id, 0)
        if index == 0 and not start:
            start = bullet_end(line.text)
        end = len(line.text)
        glue = ""
        if index + 1 < len(lines):
            following = lines[index + 1].text
            if line.text.endswith(tuple(HYPHENS)) and end - start > 1 and following:
                if resolve_hyphen(line.text, following, vocabulary):
                    end -= 1
            elif not line.text.endswith(("–", "—", "/")) or line.text[-2:-1] == " ":
                glue = " "
        if end > start:
            pieces.append(Piece(length, line, start, end))
            parts.append(line.text[start:end] + glue)
            length += len(parts[-1])
    return "".join(parts), pieces


def _spans(pieces: deque[Piece], start: int, end: int) -> tuple[Span, ...]:
    """The places of a sentence: one span for each line it stands on.

    Sentences come in order: what lies before one is taken off the pieces.
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
