"""Footnotes: each from its mark to the next one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Footnote
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.footnotes import begins_with_mark, is_text
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.paragraphs.line_cues import ends_sentence
from pdfbot.rules import Role
from pdfbot.runs import split_runs
from pdfbot.structure.raised_marks import RaisedMark
from pdfbot.text.hyphens import Vocabulary

# Ratio to the usual pitch of its size: white space above a note without a mark.
MIN_GAP = 1.3

_MARK = re.compile(r"\s*(\d{1,3}|[a-z](?=\s)|[∗*†‡§¶⋆]{1,3})\s*(?=\S)")


def find_footnotes(
    context: DocumentContext,
    judgement: Judgement,
    raised: Iterable[RaisedMark],
    vocabulary: Vocabulary,
) -> tuple[Footnote, ...]:
    """The footnotes in reading order."""
    mentions: dict[tuple[int, str], list[str]] = defaultdict(list)
    for found in raised:
        mentions[found.page, found.text].append(found.sentence_id)
    notes: list[Footnote] = []
    for lines in _runs(context, judgement):
        text = join_text(lines, vocabulary)
        match = _MARK.match(text) if begins_with_mark(lines[0]) else None
        mark = match[1] if match else ""
        if not mark and not any(map(is_text, lines)):
            continue
        notes.append(
            Footnote(
                id=f"n{len(notes) + 1}",
                mark=mark,
                text=text[match.end() :] if match else text,
                mentions=tuple(dict.fromkeys(mentions[lines[0].page, mark])) if mark else (),
                spans=whole_spans(lines),
            )
        )
    return tuple(notes)


def _runs(context: DocumentContext, judgement: Judgement) -> Iterator[list[LayoutLine]]:
    """The lines of each note; a note without a mark at the top of a column continues another."""
    return split_runs(
        _note_lines(context, judgement),
        lambda run, line: (
            line.page == run[-1].page
            and not begins_with_mark(line)
            and not _is_apart(run[-1], line)
        ),
    )


def _is_apart(last: LayoutLine, line: LayoutLine) -> bool:
    """White space between two sentences: a note without a mark."""
    return line.above > MIN_GAP * USUAL_PITCH * line.size and ends_sentence(last)


def _note_lines(context: DocumentContext, judgement: Judgement) -> Iterator[LayoutLine]:
    """The lines of notes; what is below a heading or a float and has no mark belongs to it."""
    for column in context.columns:
        belongs = False
        for line in column:
            role = judgement.role_of(line)
            if role is Role.FOOTNOTE:
                belongs = belongs and not begins_with_mark(line)
                if not belongs:
                    yield line
            else:
                belongs = role in (Role.HEADING, Role.CAPTION, Role.FLOAT)
