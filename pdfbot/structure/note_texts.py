"""Footnotes: each from its mark to the next one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pdfbot.model import Footnote
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.note_lines import begins_with_mark
from pdfbot.nonbody.note_owners import mark_of, note_runs
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.structure.raised_marks import RaisedMark
from pdfbot.text.hyphens import Vocabulary


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
    for lines in note_runs(context, judgement):
        joined = join_text(lines, vocabulary)
        mark, start = mark_of(joined.text) if begins_with_mark(lines[0]) else ("", 0)
        text = joined.text[start:]
        notes.append(
            Footnote(
                id=f"n{len(notes) + 1}",
                mark=mark,
                text=text,
                mentions=tuple(dict.fromkeys(mentions[lines[0].page, mark])) if mark else (),
                spans=whole_spans(lines),
                scripts=joined.scripts_of(start, text),
            )
        )
    return tuple(notes)
