"""Captions: their joined lines, their labels, and the sentences that mention them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pdfbot.layout.line_builder import build_line
from pdfbot.model import Caption, Line, Sentence, Span
from pdfbot.nonbody.caption_ends import caption_runs
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.text.caption_labels import label_alone, label_of
from pdfbot.text.caption_sentences import reads_as_caption
from pdfbot.text.hyphens import Vocabulary
from pdfbot.text.label_mentions import bare_number, find_mentions

# Ems: from a caption to the one beside it.
MIN_CAPTION_GAP = 0.5
# Points: the lines of a caption beside another start at its edge, or this much before it.
CAPTION_EDGE_SLACK = 2.0

Text = tuple[Sequence[Line], tuple[Span, ...]]


def find_captions(
    context: DocumentContext,
    judgement: Judgement,
    sentences: Sequence[Sentence],
    vocabulary: Vocabulary,
) -> tuple[Caption, ...]:
    """The captions in reading order."""
    mentions: dict[tuple[str, str], list[str]] = defaultdict(list)
    for sentence in sentences:
        for mentioned in find_mentions(sentence.text):
            mentions[mentioned].append(sentence.id)
    captions: list[Caption] = []
    for lines, spans in _texts(context, judgement):
        joined = join_text(lines, vocabulary)
        text = joined.text
        label = label_of(text) or label_alone(text)
        if label is None:
            continue
        content = text[label.end :].strip()
        printed = text[: label.end].rstrip(" .:|–—-")
        captions.append(
            Caption(
                id=f"c{len(captions) + 1}",
                kind=label.kind,
                label=printed,
                number=label.number,
                text=content,
                mentions=tuple(mentions[label.kind, bare_number(label.number)]),
                spans=spans,
                scripts=joined.scripts_of(label.end, content),
            )
        )
    return tuple(captions)


def _texts(context: DocumentContext, judgement: Judgement) -> Iterator[Text]:
    """The lines of each caption; captions side by side are separated."""
    for lines in caption_runs(context, judgement):
        starts = [lines[0].box.left, *_starts_beside(lines[0])]
        if len(starts) == 1:
            yield lines, whole_spans(lines)
        else:
            for left, right in pairwise([*starts, float("inf")]):
                yield _cut(lines, left, right)


def _starts_beside(line: Line) -> list[float]:
    """The left edges of captions beside the first one: "Fig. 1. A mill.   Fig. 2. A sack."."""
    label = label_of(line.text)
    return [
        block.box.left
        for (last, _), (block, start) in pairwise(zip(line.blocks, line.starts, strict=True))
        if block.box.left - last.box.right >= MIN_CAPTION_GAP * line.size
        and label is not None
        and start > label.end
        and reads_as_caption(line.text[start:])
    ]


def _cut(lines: Sequence[Line], left: float, right: float) -> Text:
    """The parts of lines between two edges."""
    cut: list[Line] = []
    spans: list[Span] = []
    for line in lines:
        blocks = [
            b
            for b in line.blocks
            if left - CAPTION_EDGE_SLACK <= b.box.left < right - CAPTION_EDGE_SLACK
        ]
        if blocks:
            part = build_line(line.id, line.page, line.column, blocks)
            start = line.starts[line.blocks.index(blocks[0])]
            cut.append(part)
            spans.append(Span(line.page, line.id, start, start + len(part.text), part.box))
    return cut, tuple(spans)
