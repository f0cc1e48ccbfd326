"""Footnotes: each from its mark to the next one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Footnote
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.footnotes import begins_with_mark
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.rules import Role
from pdfbot.runs import split_runs
from pdfbot.text.hyphens import Vocabulary

_MARK = re.compile(r"\s*(\d{1,3}|[a-z](?=\s)|[∗*†‡§¶⋆]{1,3})\s*(?=\S)")


def find_footnotes(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> tuple[Footnote, ...]:
    """The footnotes in reading order."""
    notes: list[Footnote] = []
    for lines in _runs(context, judgement):
        text = join_text(lines, vocabulary)
        match = _MARK.match(text) if begins_with_mark(lines[0]) else None
        notes.append(
            Footnote(
                id=f"n{len(notes) + 1}",
                mark=match[1] if match else "",
                text=text[match.end() :] if match else text,
                spans=whole_spans(lines),
            )
        )
    return tuple(notes)


def _runs(context: DocumentContext, judgement: Judgement) -> Iterator[list[LayoutLine]]:
    """The lines of each note; a note without a mark at the top of a column continues another."""
    return split_runs(
        _note_lines(context, judgement),
        lambda run, line: line.page == run[-1].page and not begins_with_mark(line),
    )


def _note_lines(context: DocumentContext, judgement: Judgement) -> Iterator[LayoutLine]:
    """The lines of notes; what is right below a heading is a section, not a note."""
    for column in context.columns:
        in_section = False
        for line in column:
            role = judgement.role_of(line)
            if role is Role.FOOTNOTE and not in_section:
                yield line
            elif role is not Role.FOOTNOTE:
                in_section = role is Role.HEADING
