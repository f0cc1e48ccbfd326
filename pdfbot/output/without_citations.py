"""A paper without its citation marks, for reading it aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from pdfbot.model import Extraction, Formula, Mention, Sentence
from pdfbot.notation import follow_places, follow_scripts, raised_ranges
from pdfbot.text.citation_marks import CitationStyle, join_ranges, remove_ranges

_Range = TypeVar("_Range", Formula, Mention)


def drop_citations(paper: Extraction) -> Extraction:
    """The same paper; sentences that consist of marks are left out.

    Only the text of the sentences changes, and with it the ranges in it.
    """
    style = CitationStyle.of(
        [sentence.text for sentence in paper.sentences],
        [(reference.label, reference.text) for reference in paper.references],
        [note.mark for note in paper.footnotes],
    )
    paragraphs = []
    for paragraph in paper.paragraphs:
        read = [_without_marks(sentence, style) for sentence in paragraph.sentences]
        sentences = tuple(sentence for sentence in read if sentence.text)
        if sentences:
            paragraphs.append(replace(paragraph, sentences=sentences))
    return replace(paper, paragraphs=tuple(paragraphs))


def _without_marks(sentence: Sentence, style: CitationStyle) -> Sentence:
    raised = raised_ranges(sentence.scripts)
    # The raised ones that surely cite; others may be needed by their sentence.
    linked = [
        (start, end)
        for start, end in raised
        if any(start <= mark.start < end for mark in sentence.citations)
    ]
    marks = join_ranges(sorted([*style.find(sentence.text, raised), *linked]))
    if not marks:
        return sentence
    text = remove_ranges(sentence.text, marks)
    dropped = {place for start, end in marks for place in range(start, end)}
    scripts = follow_scripts(sentence.scripts, sentence.text, text, dropped)
    places = [mark.start for mark in sentence.equations]
    moved = follow_places(places, sentence.text, text, dropped)
    equations = (
        replace(mark, start=start) for mark, start in zip(sentence.equations, moved, strict=True)
    )
    return replace(
        sentence,
        text=text,
        scripts=scripts,
        citations=(),
        equations=tuple(equations),
        formulas=_move(sentence.formulas, sentence.text, text, dropped),
        mentions=_move(sentence.mentions, sentence.text, text, dropped),
    )


def _move(
    ranges: Sequence[_Range], text: str, shortened: str, dropped: set[int]
) -> tuple[_Range, ...]:
    """Ranges of a text in what is left of it; one that was left out is gone."""
    starts = follow_places([found.start for found in ranges], text, shortened, dropped)
    ends = follow_places([found.end for found in ranges], text, shortened, dropped)
    moved = zip(ranges, starts, ends, strict=True)
    return tuple(replace(r, start=start, end=end) for r, start, end in moved if start < end)
