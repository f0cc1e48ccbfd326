"""Figures, tables and algorithms: their captions, and the text inside them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    less_than,
    more_than,
)
from pdfbot.geometry import overlap_height, overlap_width, share_inside
from pdfbot.layout.column_choice import EDGE_SLACK
from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.fonts import SIZE_SLACK, is_same_size
from pdfbot.layout.line_features import MAJORITY, LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box
from pdfbot.nonbody.algorithm_steps import remove_steps
from pdfbot.nonbody.captions import judge_captions
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.resumed_text import resumes_sentence
from pdfbot.rules import Role, Rule
from pdfbot.text.vocabulary import opens_table_note

_PUNCTUATION = tuple(".:?!,;")
RULED_CAPTIONS = (Rule.CAPTION_TABLE, Rule.CAPTION_ALGORITHM)
FLOAT_ROLES = (Role.CAPTION, Role.FLOAT)
# Share of lines: a table has no more running text.
MAX_RUNNING_SHARE = 0.35
# Share of characters in words of body text next to a caption.
MIN_READING_PROSE = 0.6
# Ems: body text next to a caption is indented by no more.
MAX_READING_INDENT = 3.0
# Words of three letters in body text without final punctuation.
MIN_READING_WORDS = 6
# Lines that show an abstract in smaller type.
ABSTRACT_LINES = 3
# Words of three letters in each of these lines.
MIN_ABSTRACT_WORDS = 4
# Ems: shorter rulings are fraction bars.
MIN_TABLE_RULING = 8


def judge_floats(context: DocumentContext, known: Judgement) -> Judgement:
    """Judge captions, text in drawings, images and ruled areas, then lines next to captions."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        judge_captions(draft, column)
    for layout in context.layouts:
        _judge_regions(draft, layout)
        _judge_ruled(draft, layout)
    for column in context.columns:
        _judge_neighbours(draft, column)
    return draft.finish()


def _judge_regions(draft: JudgementDraft, layout: PageLayout) -> None:
    """Text inside an image or a drawing with many strokes is part of it."""
    context = draft.context
    regions = drawn_regions(layout.page, context.em)
    if not regions:
        return
    is_first = layout is context.layouts[0]
    framed = _framed_abstract(draft, layout.lines, regions) if is_first else range(0)
    for index, line in enumerate(layout.lines):
        if not draft.is_open(line) or index in framed:
            continue
        if found := DRAWINGS.decide(draft, line, regions):
            draft.remove(line, found.outcome, found)


def _is_inside_drawing(
    draft: JudgementDraft, line: LayoutLine, regions: Sequence[Box]
) -> Measurement | None:
    min_share = draft.context.thresholds.min_inside_drawing
    share = _share_inside(draft.context, line, regions)
    if not share or draft.is_running_text(line) or _ends_paragraph(draft, line):
        return None
    return at_least(share, min_share, "min_inside_drawing")


def _share_inside(context: DocumentContext, line: LayoutLine, regions: Sequence[Box]) -> float:
    """The share of a line inside the first region that contains enough of it; 0 if none does."""
    min_share = context.thresholds.min_inside_drawing
    shares = (share_inside(line.box, region) for region in regions)
    return next((s for s in shares if s >= min_share), 0.0)


DRAWINGS: DecisionTable[[JudgementDraft, LayoutLine, Sequence[Box]], Rule] = DecisionTable(
    "drawings", (Test("inside_drawing", Rule.INSIDE_DRAWING, _is_inside_drawing),)
)


def _framed_abstract(
    draft: JudgementDraft, lines: Sequence[LayoutLine], regions: Sequence[Box]
) -> range:
    """The indices of the first block of text and its heading, if the block is framed.

    The block ends where the column or the font size changes.
    """
    opens = (i for i in range(len(lines)) if draft.is_open(lines[i]))
    block = (i for i in opens if _is_abstract(draft.context, lines[i : i + ABSTRACT_LINES]))
    start = next(block, None)
    if start is None or not _share_inside(draft.context, lines[start], regions):
        return range(0)
    first, end = lines[start], start + ABSTRACT_LINES
    while (
        end < len(lines)
        and lines[end].column_key == first.column_key
        and is_same_size(lines[end].size, first.size)
    ):
        end += 1
    above = lines[max(start - 1, 0)]
    has_heading = draft.is_open(above) and above.column_key == first.column_key
    return range(start - has_heading if start else 0, end)


def _ends_paragraph(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether this is the short last line of a paragraph, which a drawing below may overlap."""
    context = draft.context
    if line.index == 0 or line.above > context.thresholds.max_block_gap * context.pitch:
        return False
    above = context.lines[line.index - 1]
    return (
        draft.is_open(above)
        and draft.is_running_text(above)
        and context.ratio(line) == 1.0
        and abs(line.box.left - line.left) <= context.thresholds.edge_reach * context.em
    )


def _judge_ruled(draft: JudgementDraft, layout: PageLayout) -> None:
    """Judge text between rulings of the same width a table, unless much of it is running text."""
    context = draft.context
    t = context.thresholds
    for region in ruled_regions(draft, layout):
        inside = [
            p
            for p in layout.lines
            if draft.is_open(p) and share_inside(p.box, region) >= t.min_inside_drawing
        ]
        if found := TABLES.decide(draft, inside):
            for line in inside:
                draft.remove(line, found.outcome, found)


def _has_few_running_lines(
    draft: JudgementDraft, inside: Sequence[LayoutLine]
) -> Measurement | None:
    """Whether few of the lines with words are running text."""
    t = draft.context.thresholds
    worded = [p for p in inside if p.words >= t.strong_min_words]
    share = sum(map(draft.is_running_text, worded)) / max(len(worded), 1)
    return at_most(share, MAX_RUNNING_SHARE)


TABLES: DecisionTable[[JudgementDraft, Sequence[LayoutLine]], Rule] = DecisionTable(
    "tables", (Test("little_running_text", Rule.BETWEEN_RULINGS, _has_few_running_lines),)
)


def ruled_regions(draft: JudgementDraft, layout: PageLayout) -> list[Box]:
    """The areas between consecutive rulings of the same width near a caption."""
    context = draft.context
    min_width = MIN_TABLE_RULING * context.em
    rulings = [
        g.box for g in layout.page.graphics if g.kind == "ruling" and g.box.width > min_width
    ]
    captions = [p.box for p in layout.lines if draft.rule_of(p) in RULED_CAPTIONS]
    return [
        Box(lower.left, lower.bottom, lower.right, max(upper.top, lower.top))
        for chain in _chains(rulings)
        if _is_near_caption(context, Box.around(chain), captions)
        for upper, lower in pairwise(chain)
        if upper.top - lower.bottom > context.em
    ]


def _chains(rulings: list[Box]) -> list[list[Box]]:
    """Groups of rulings of the same width, from the top."""
    chains: list[list[Box]] = []
    for ruling in sorted(rulings, key=lambda b: -b.top):
        for chain in chains:
            last = chain[-1]
            if abs(last.left - ruling.left) < EDGE_SLACK > abs(last.right - ruling.right):
                chain.append(ruling)
                break
        else:
            chains.append([ruling])
    return chains


def _is_near_caption(context: DocumentContext, region: Box, captions: list[Box]) -> bool:
    """Whether a caption is above, below or inside the region."""
    reach = context.thresholds.max_display_gap * context.pitch
    return any(
        overlap_width(caption, region) > 0 and overlap_height(caption, region) > -reach
        for caption in captions
    )


def _judge_neighbours(draft: JudgementDraft, column: Sequence[LayoutLine]) -> None:
    """Remove cells, labels and code above and below each caption, up to running text."""
    for index, line in enumerate(column):
        if draft.role_of(line) is not Role.CAPTION:
            continue
        rule = draft.rule_of(line)
        if rule is Rule.CAPTION_ALGORITHM:
            remove_steps(draft, column, index)
        if rule is not Rule.CAPTION_BOX:
            _judge_outwards(draft, column, column[index + 1 :], 1)
            _judge_outwards(draft, column, column[:index][::-1], -1)


def _judge_outwards(
    draft: JudgementDraft, column: Sequence[LayoutLine], lines: Sequence[LayoutLine], step: int
) -> None:
    """Judge lines from a caption down (1) or up (-1), first in its own column.

    If the float does not end there, continue with the columns of the next zone, since a caption
    may span the columns of its table.
    """
    page, zone, _ = column[0].column_key
    crossed = [column] if _remove_cells(draft, lines) else []
    while crossed:
        zone += step
        crossed = [
            other
            for other in draft.context.columns_by_zone.get((page, zone), ())
            if any(_overlap(other[0], one[0]) for one in crossed)
            and _remove_cells(draft, other[::step])
        ]


def _overlap(one: LayoutLine, other: LayoutLine) -> bool:
    """Whether the columns of two lines overlap horizontally."""
    return one.left < other.right and one.right > other.left


def _remove_cells(draft: JudgementDraft, lines: Sequence[LayoutLine]) -> bool:
    """Remove lines up to the end of a float; return whether it extends beyond these lines."""
    end = _float_end(draft, lines)
    for line in lines[:end]:
        if draft.is_open(line) and (found := CELLS.decide(draft.context, line)):
            draft.remove(line, found.outcome, found)
    return end == len(lines)


def _float_end(draft: JudgementDraft, lines: Sequence[LayoutLine]) -> int:
    """The number of lines before body text or another line that is not part of a float."""
    for index, line in enumerate(lines):
        if draft.is_open(line):
            if resumes_sentence(draft, line):
                return index
            if (
                draft.is_running_text(line)
                or CELLS.decide(draft.context, line) is None
                or _is_abstract(draft.context, lines[index : index + ABSTRACT_LINES])
            ):
                return _start_of_text(draft, lines, index)
        elif draft.role_of(line) not in FLOAT_ROLES:
            return index
    return len(lines)


def _is_abstract(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether these are justified lines of words on the first page, in any size: not cells."""
    if len(lines) < ABSTRACT_LINES or context.layout_of(lines[0]) is not context.layouts[0]:
        return False
    slack = context.thresholds.edge_reach * context.em
    lefts, rights = [p.box.left for p in lines], [p.box.right for p in lines]
    return (
        all(line.words >= MIN_ABSTRACT_WORDS for line in lines)
        and max(lefts) - min(lefts) < slack
        and max(rights) - min(rights) < slack
        and max(p.widest_gap for p in lines) < context.thresholds.min_cell_gap * context.em
    )


def _start_of_text(draft: JudgementDraft, lines: Sequence[LayoutLine], index: int) -> int:
    """The index at which text begins, including a heading or the end of a paragraph above it.

    A note on a table may also be close to the text below.
    """
    context = draft.context
    t = context.thresholds
    start = index
    while (
        start
        and draft.is_open(lines[start - 1])
        and abs(lines[start - 1].baseline - lines[start].baseline)
        <= t.max_neighbour_gap * context.pitch
        and lines[start - 1].widest_gap < t.min_cell_gap * context.em
    ):
        start -= 1
        if opens_table_note(lines[start].text):
            return _end_of_note(lines, start, index)
    return start


def _end_of_note(lines: Sequence[LayoutLine], start: int, end: int) -> int:
    """The index of the line below a note: the first in another size."""
    size = lines[start].size
    others = (i for i in range(start, end) if not is_same_size(lines[i].size, size))
    return next(others, end)


def _is_short_of_words(_: DocumentContext, line: LayoutLine) -> Measurement | None:
    if line.text.rstrip().endswith(_PUNCTUATION):
        return None
    return less_than(line.words, MIN_READING_WORDS)


# Body text next to a caption has words in the body's size at the column's edge, and is long or ends
# with punctuation; what fails one of these tests is not body text.
CELLS: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "cells and labels beside captions",
    (
        Test(
            "other_size",
            Rule.BESIDE_CAPTION,
            lambda c, p: more_than(abs(c.ratio(p) - 1), SIZE_SLACK),
        ),
        Test(
            "few_words",
            Rule.BESIDE_CAPTION,
            lambda c, p: less_than(p.words, c.thresholds.strong_min_words, "strong_min_words"),
        ),
        Test(
            "little_prose",
            Rule.BESIDE_CAPTION,
            lambda _, p: less_than(p.prose, MIN_READING_PROSE),
        ),
        Test(
            "gap_between_cells",
            Rule.BESIDE_CAPTION,
            lambda c, p: at_least(p.widest_gap / c.em, c.thresholds.min_cell_gap, "min_cell_gap"),
        ),
        Test(
            "indented_cell",
            Rule.BESIDE_CAPTION,
            lambda c, p: more_than(p.indent / c.em, MAX_READING_INDENT),
        ),
        Test(
            "bold_cell",
            Rule.BESIDE_CAPTION,
            lambda _, p: at_least(p.bold, MAJORITY),
        ),
        Test("unended_with_few_words", Rule.BESIDE_CAPTION, _is_short_of_words),
    ),
)
