"""Raised marks in the body text, which refer to footnotes or to the list of references."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pdfbot.layout.segments import MAX_SCRIPT_RATIO
from pdfbot.model import Line, Sentence, TextBlock

# ... and its baseline higher by more than this.
MIN_RISE = 0.15
# Symbols that mark footnotes; they are often high in their font, so they need not be raised.
SYMBOLS = frozenset("∗*†‡§¶⋆")


@dataclass(frozen=True, slots=True)
class RaisedMark:
    """Raised text without spaces ("2", "3,5–7", "†"), and where it is."""

    text: str
    page: int
    sentence_id: str


def is_raised(block: TextBlock, line: Line) -> bool:
    """Whether a block of a line is a superscript."""
    return (
        block.font.size < MAX_SCRIPT_RATIO * line.size
        and block.baseline > line.baseline + MIN_RISE * line.size
    )


def find_raised_marks(sentences: Sequence[Sentence], lines: Mapping[str, Line]) -> list[RaisedMark]:
    """The raised marks in reading order; `lines` has the lines of the document by id."""
    return [
        RaisedMark(text, span.page, sentence.id)
        for sentence in sentences
        for span in sentence.spans
        for start, text in _marks_of(lines[span.line_id])
        if span.start <= start < span.end
    ]


def _marks_of(line: Line) -> Iterator[tuple[int, str]]:
    """The marks of a line with their offsets; consecutive raised blocks are one mark."""
    marks = [_is_mark(block, line) for block in line.blocks]
    if not any(marks):
        return
    first, parts = 0, list[str]()
    for block, start, is_mark in zip(line.blocks, line.starts, marks, strict=True):
        if is_mark:
            first = first if parts else start
            parts.append("".join(block.text.split()))
        elif parts:
            yield first, "".join(parts)
            parts = []
    if parts:
        yield first, "".join(parts)


def _is_mark(block: TextBlock, line: Line) -> bool:
    """Whether a text is a superscript number or consists of footnote symbols."""
    return is_raised(block, line) or (
        block.text[0] in SYMBOLS and SYMBOLS.issuperset("".join(block.text.split()))
    )
