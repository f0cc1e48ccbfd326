"""Captions: their lines put together, their labels, and the sentences that mention them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pdfbot.geometry import overlap_width
from pdfbot.layout.line_builder import build_line
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Caption, Line, Sentence, Span
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.paragraphs.line_cues import ends_sentence
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.text.captions import (
    bare_number,
    find_mentions,
    is_continuation,
    label_of,
    reads_as_caption,
)
from pdfbot.text.hyphens import Vocabulary

# What the lines of a caption may have been taken for.
SWALLOWED = frozenset((Role.FLOAT, Role.FOOTNOTE, Role.RESIDUAL))
# Ratio to the usual pitch of its size: the lines of a caption are closer.
MAX_CAPTION_PITCH = 1.6
# Ems: from a caption to the one beside it.
MIN_GAP_BESIDE = 0.5
# Points: the lines of a caption beside another start at its edge, or this much before it.
EDGE_SLACK = 2.0

_LINK = re.compile(r"(?:https?://|doi:\s*)\S+")

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
        text = join_text(lines, vocabulary)
        label = label_of(text)
        if label is None or is_continuation(text):
            continue
        printed = text[: label.end].rstrip(" .:|–—-")
        captions.append(
            Caption(
                id=f"c{len(captions) + 1}",
                kind=label.kind,
                label=printed,
                number=label.number,
                text=text[label.end :].strip(),
                mentions=tuple(mentions[label.kind, bare_number(label.number)]),
                spans=spans,
            )
        )
    return tuple(captions)


def _texts(context: DocumentContext, judgement: Judgement) -> Iterator[Text]:
    """The lines of each caption, those that are side by side one after the other."""
    for run in _runs(context, judgement):
        lines = _with_continuation(context, judgement, run)
        if judgement.rule_of(lines[0]) is Rule.CAPTION_TABLE:
            lines = _without_cells(context, lines)
        lines = _without_link(lines)
        starts = [lines[0].box.left, *_starts_beside(lines[0])]
        if len(starts) == 1:
            yield lines, whole_spans(lines)
        else:
            for left, right in pairwise([*starts, float("inf")]):
                yield _cut(lines, left, right)


def _starts_beside(line: Line) -> list[float]:
    """Where captions start beside the first one: "Fig. 1. A mill.   Fig. 2. A sack."."""
    label = label_of(line.text)
    return [
        block.box.left
        for (last, _), (block, start) in pairwise(zip(line.blocks, line.starts, strict=True))
        if block.box.left - last.box.right >= MIN_GAP_BESIDE * line.size
        and label is not None
        and start > label.end
        and reads_as_caption(line.text[start:])
    ]


def _cut(lines: Sequence[Line], left: float, right: float) -> Text:
    """The blocks of the lines from one edge to another."""
    cut: list[Line] = []
    spans: list[Span] = []
    for line in lines:
        blocks = [b for b in line.blocks if left - EDGE_SLACK <= b.box.left < right - EDGE_SLACK]
        if blocks:
            part = build_line(line.id, line.page, line.column, blocks)
            start = line.starts[line.blocks.index(blocks[0])]
            cut.append(part)
            spans.append(Span(line.page, line.id, start, start + len(part.text), part.box))
    return cut, tuple(spans)


def _runs(context: DocumentContext, judgement: Judgement) -> Iterator[list[LayoutLine]]:
    """The lines of each caption; one that starts below another has a label of its own."""
    found = (line for line in context.lines if judgement.role_of(line) is Role.CAPTION)
    return split_runs(
        found,
        lambda run, line: (
            line.index == run[-1].index + 1
            and line.column_key == run[-1].column_key
            and not _starts(judgement, line)
        ),
    )


def _starts(judgement: Judgement, line: LayoutLine) -> bool:
    """Only the first line of a caption was compared with the space that sets it apart."""
    verdict = judgement.verdicts[line.index]
    finding = verdict.finding if verdict else None
    return finding is not None and finding.threshold == "separate_spacing"


def _with_continuation(
    context: DocumentContext, judgement: Judgement, lines: list[LayoutLine]
) -> list[LayoutLine]:
    """With the lines below it in another zone, or in another size below a label on its own line."""
    found = list(lines)
    for line in context.lines[lines[-1].index + 1 :]:
        last = found[-1]
        gap = last.baseline - line.baseline
        if (
            judgement.role_of(line) not in SWALLOWED
            or not 0 < gap <= MAX_CAPTION_PITCH * USUAL_PITCH * last.size
            or overlap_width(last.box, line.box) <= 0
            or line.widest_gap >= context.thresholds.min_cell_gap * context.em
        ):
            break
        resized = abs(line.size - last.size) > context.thresholds.size_change * context.em
        if (resized or ends_sentence(last)) and not _is_bare_label(last.text):
            break
        found.append(line)
    return found


def _is_bare_label(text: str) -> bool:
    label = label_of(text)
    return label is not None and not text[label.end :].strip()


def _without_cells(context: DocumentContext, lines: list[LayoutLine]) -> list[LayoutLine]:
    """The caption of a table ends at the first rule below it, or at a row of cells."""
    rules = [g.box for g in context.layout_of(lines[0]).page.graphics if g.kind == "rule"]
    for index, line in enumerate(lines[1:], 1):
        upper = lines[index - 1].baseline
        is_ruled = any(
            line.baseline < rule.bottom < upper and overlap_width(rule, line.box) > 0
            for rule in rules
        )
        if is_ruled or line.widest_gap >= context.thresholds.min_cell_gap * context.em:
            return lines[:index]
    return lines


def _without_link(lines: list[LayoutLine]) -> list[LayoutLine]:
    """Without the address of the float that some publishers print below its caption."""
    return lines[:-1] if len(lines) > 1 and _LINK.fullmatch(lines[-1].text.strip()) else lines
