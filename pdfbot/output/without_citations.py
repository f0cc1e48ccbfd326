"""A paper without its citation marks, for reading it aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pdfbot.model import Extraction, Line, Sentence
from pdfbot.structure.raised_marks import is_raised
from pdfbot.text.citations import CitationStyle, Range, remove_ranges


def drop_citations(paper: Extraction) -> Extraction:
    """The same paper; sentences that consist of marks are left out.

    Only the text of the sentences changes. Raised numbers are found by the blocks of the lines,
    which a result read from JSON does not have.
    """
    style = CitationStyle.of(
        [sentence.text for sentence in paper.sentences],
        [(reference.label, reference.text) for reference in paper.references],
        [note.mark for note in paper.footnotes],
    )
    lines = {line.id: line for line in paper.lines}
    paragraphs = []
    for paragraph in paper.paragraphs:
        read = [replace(s, text=_without_marks(s, style, lines)) for s in paragraph.sentences]
        sentences = tuple(sentence for sentence in read if sentence.text)
        if sentences:
            paragraphs.append(replace(paragraph, sentences=sentences))
    return replace(paper, paragraphs=tuple(paragraphs))


def _without_marks(sentence: Sentence, style: CitationStyle, lines: Mapping[str, Line]) -> str:
    raised = list(_raised_ranges(sentence, lines))
    return remove_ranges(sentence.text, style.find(sentence.text, raised))


def _raised_ranges(sentence: Sentence, lines: Mapping[str, Line]) -> Iterator[Range]:
    """The raised characters of a sentence, found in its lines one after the other."""
    offset = 0
    for span in sentence.spans:
        line = lines.get(span.line_id)
        if line is None:
            return
        # A space, or nothing, joins the lines of a sentence.
        offset = max(sentence.text.find(line.text[span.start : span.end], offset), offset)
        for start, end in _raised_in_line(line):
            start, end = max(start, span.start), min(end, span.end)
            if start < end:
                yield offset + start - span.start, offset + end - span.start
        offset += span.end - span.start


def _raised_in_line(line: Line) -> Iterator[Range]:
    for block, start in zip(line.blocks, line.starts, strict=True):
        if is_raised(block, line):
            yield start, start + len(block.text)
