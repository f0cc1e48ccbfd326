"""Lines of notes: their marks, and what tells them from formulas and from text that goes on."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.judgement import JudgementDraft

# Words of three letters: a line of text, not a formula, has at least this many.
MIN_TEXT_WORDS = 2
# Share of characters in words: a line of text, not a formula, has at least this much.
MIN_TEXT_PROSE = 0.4
# Lines at the end of a column and at the top of the next, such as a running head, at most.
MAX_LINES_BETWEEN = 2
# Share of the line's size: a mark is raised by more than this.
MIN_MARK_RISE = 0.1
# Characters of the longest mark.
MAX_MARK_CHARS = 4
_MARKS = "∗*†‡§¶⋆"


def is_text(line: LayoutLine) -> bool:
    """Whether the line has words and is not a formula."""
    return line.words >= MIN_TEXT_WORDS and line.prose >= MIN_TEXT_PROSE


def begins_with_mark(line: LayoutLine) -> bool:
    """Whether a footnote mark, such as a raised number or symbol, precedes the first word."""
    text = line.head.strip()
    if _starts_raised(line):
        return len(text) <= MAX_MARK_CHARS and not any(map(str.isalpha, text))
    return text[:1] in _MARKS and len(line.text) >= MAX_MARK_CHARS


def _starts_raised(line: LayoutLine) -> bool:
    """Whether the first block is smaller and higher than the line."""
    return (
        line.first_font.size < line.size
        and len(line.blocks) > 1
        and line.blocks[0].baseline > line.baseline + MIN_MARK_RISE * line.size
    )


def goes_on(draft: JudgementDraft, column: Sequence[LayoutLine]) -> bool:
    """Whether the last sentence of a column goes on, in type of the same size, in the next one."""
    next_column = column[-1].index + 1
    below = draft.context.lines[next_column : next_column + MAX_LINES_BETWEEN + 1]
    last = next((p for p in reversed(column) if draft.is_open(p) and is_text(p)), None)
    return (
        last is not None
        and not ends_sentence(last)
        and any(
            is_same_size(line.size, last.size)
            and line.text[0].islower()
            and draft.is_open(line)
            and is_text(line)
            for line in below
        )
    )
