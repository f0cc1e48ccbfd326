"""Figures, tables and algorithms: their captions, and the floats these belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pdfbot.geometry import overlap_height, overlap_width, share_inside
from pdfbot.layout.drawings import drawn_regions
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule, caption_rule
from pdfbot.text.captions import CaptionLabel, label_of, reads_as_caption

# The first line of an algorithm.
_FIRST_STEP = re.compile(
    r"\s*(?:\d{1,2}\s?[:.)]|(?:Input|Output|Require|Ensure|Data|Result|Given)s?\b)"
)
_PUNCTUATION = tuple(".:?!,;")
CODE_CAPTIONS = (Rule.CAPTION_ALGORITHM, Rule.CAPTION_LISTING)
RULED_CAPTIONS = (Rule.CAPTION_TABLE, *CODE_CAPTIONS)
FLOAT_ROLES = (Role.CAPTION, Role.FLOAT)
# Lines below a label that are read to distinguish a caption from a sentence.
LINES_READ = 2
# Ratio to the caption's own pitch: a wider gap ends it.
MAX_CAPTION_GAP = 1.5
# Lines that show an abstract in smaller type.
ABSTRACT_LINES = 3
# Words of three letters in each of these lines.
MIN_ABSTRACT_WORDS = 4
# Pitches: from the caption of an algorithm to its first step.
MAX_FIRST_STEP_GAP = 2
# Ems: shorter rules are fraction bars.
MIN_TABLE_RULE = 8
# Pitches: from the rules of a table to its caption.
MAX_CAPTION_DISTANCE = 2.5
# Share of the column width: the rules of an algorithm are longer.
MIN_ALGORITHM_RULE = 0.8


def judge_floats(context: DocumentContext, known: Judgement) -> Judgement:
    """Captions first, then drawings, images and ruled areas, then lines next to a caption."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        judge_captions(draft, column)
    for layout in context.layouts:
        _judge_regions(draft, layout)
        _judge_ruled(draft, layout)
    for column in context.columns:
        _judge_neighbours(draft, column)
    return draft.finish()


def judge_captions(draft: JudgementDraft, column: Sequence[LayoutLine]) -> None:
    """Every caption of a column, from its label to its last line."""
    context = draft.context
    index = 0
    while index < len(column):
        line = column[index]
        label = label_of(line.text) if draft.is_open(line) else None
        if label is None or not _starts_caption(draft, column, index):
            index += 1
            continue
        end = _caption_end(context, column, index)
        for member in column[index:end]:
            threshold = "separate_spacing" if member is line else "max_block_pitch"
            gap = context.space_above(member)
            draft.remove(member, caption_rule(label.kind), threshold, gap)
        index = end


def _starts_caption(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """A label that starts a paragraph which reads as a caption."""
    context = draft.context
    line = column[index]
    text = line.text + " " + " ".join(p.text for p in column[index + 1 : index + 1 + LINES_READ])
    if not reads_as_caption(text):
        return False
    above = next(
        (p for p in reversed(column[:index]) if p.words or not draft.is_open(p)),
        None,
    )
    if above is None or not draft.is_open(above):
        return True
    label = label_of(line.text)
    t = context.thresholds
    gap = above.baseline - line.baseline
    return (
        gap >= t.separate_spacing * context.pitch
        or abs(above.size - line.size) > t.strong_size_slack * context.em
        or (_has_styled_label(line, label) and not _runs_on(context, above))
    )


def _runs_on(context: DocumentContext, line: LayoutLine) -> bool:
    """A full line in the middle of a sentence: the label right below belongs to it."""
    is_full = abs(line.right_slack) <= context.thresholds.edge_reach * context.em
    return is_full and not line.text.rstrip().endswith(_PUNCTUATION)


def _has_styled_label(line: LayoutLine, label: CaptionLabel | None) -> bool:
    """The label is bold or italic, and ends with punctuation."""
    first = line.first_font
    return bool(label and label.separator) and (first.bold or first.italic)


def _caption_end(context: DocumentContext, column: Sequence[LayoutLine], start: int) -> int:
    """The caption continues while size and pitch stay the same."""
    t = context.thresholds
    first = column[start]
    early_end = t.min_clear_space * context.em
    pitch = None
    for index in range(start + 1, len(column)):
        line = column[index]
        resized = abs(line.size - first.size) > t.size_change * context.em
        if resized and line.math < t.majority_share:
            return index
        if pitch is None:
            gap = line.above / context.pitch
            if gap > t.max_block_pitch or (
                gap >= t.clearly_separate_spacing and first.right_slack >= early_end
            ):
                return index
            pitch = line.above
        elif line.above > MAX_CAPTION_GAP * pitch or (
            line.above >= t.separate_spacing * pitch and column[index - 1].right_slack >= early_end
        ):
            return index
        if line.above >= t.loose_spacing * pitch and reads_as_caption(line.text):
            return index
    return len(column)


def _judge_regions(draft: JudgementDraft, layout: PageLayout) -> None:
    """Text inside an image or a drawing with many strokes is part of it."""
    context = draft.context
    regions = drawn_regions(layout.page, context.em, context.thresholds)
    min_share = context.thresholds.min_inside_drawing
    for line in layout.lines:
        if not draft.is_open(line):
            continue
        shares = (share_inside(line.box, region) for region in regions)
        share = next((s for s in shares if s >= min_share), 0.0)
        if share and not draft.is_running_text(line) and not _ends_paragraph(draft, line):
            draft.remove(line, Rule.INSIDE_DRAWING, "min_inside_drawing", share)


def _ends_paragraph(draft: JudgementDraft, line: LayoutLine) -> bool:
    """The short last line of running text, which the box of a drawing below may reach into."""
    context = draft.context
    if line.index == 0 or line.above > context.thresholds.max_pitch_ratio * context.pitch:
        return False
    above = context.lines[line.index - 1]
    return (
        draft.is_open(above)
        and draft.is_running_text(above)
        and context.ratio(line) == 1.0
        and abs(line.box.left - line.left) <= context.thresholds.edge_reach * context.em
    )


def _judge_ruled(draft: JudgementDraft, layout: PageLayout) -> None:
    """Text between rules of the same width is a table, unless much of it is running text."""
    context = draft.context
    t = context.thresholds
    for region in ruled_regions(draft, layout):
        inside = [
            p
            for p in layout.lines
            if draft.is_open(p) and share_inside(p.box, region) >= t.min_inside_drawing
        ]
        worded = [p for p in inside if p.words >= t.strong_min_words]
        running = sum(draft.is_running_text(p) for p in worded)
        if running <= t.max_running_share * len(worded):
            share = running / max(len(worded), 1)
            for line in inside:
                draft.remove(line, Rule.BETWEEN_RULES, "max_running_share", share)


def ruled_regions(draft: JudgementDraft, layout: PageLayout) -> list[Box]:
    """Areas between consecutive rules of the same width, near a caption."""
    context = draft.context
    min_width = MIN_TABLE_RULE * context.em
    rules = [g.box for g in layout.page.graphics if g.kind == "rule" and g.box.width > min_width]
    captions = [p.box for p in layout.lines if draft.rule_of(p) in RULED_CAPTIONS]
    return [
        Box(lower.left, lower.bottom, lower.right, max(upper.top, lower.top))
        for chain in _chains(rules, context.thresholds.edge_slack)
        if _is_near_caption(context, Box.around(chain), captions)
        for upper, lower in pairwise(chain)
        if upper.top - lower.bottom > context.em
    ]


def _chains(rules: list[Box], slack: float) -> list[list[Box]]:
    """Rules of the same width one below the other, from the top."""
    chains: list[list[Box]] = []
    for rule in sorted(rules, key=lambda b: -b.top):
        for chain in chains:
            last = chain[-1]
            if abs(last.left - rule.left) < slack and abs(last.right - rule.right) < slack:
                chain.append(rule)
                break
        else:
            chains.append([rule])
    return chains


def _is_near_caption(context: DocumentContext, region: Box, captions: list[Box]) -> bool:
    """A caption above, below or inside the region."""
    reach = MAX_CAPTION_DISTANCE * context.pitch
    return any(
        overlap_width(caption, region) > 0 and overlap_height(caption, region) > -reach
        for caption in captions
    )


def _judge_neighbours(draft: JudgementDraft, column: Sequence[LayoutLine]) -> None:
    """From a caption up and down across lines that are not running text: cells, labels, code."""
    for index, line in enumerate(column):
        if draft.role_of(line) is not Role.CAPTION:
            continue
        rule = draft.rule_of(line)
        if rule in CODE_CAPTIONS:
            _judge_code(draft, column, index)
        if rule is not Rule.CAPTION_BOX:
            _judge_outwards(draft, column, column[index + 1 :], 1)
            _judge_outwards(draft, column, column[:index][::-1], -1)


def _judge_outwards(
    draft: JudgementDraft, column: Sequence[LayoutLine], lines: Sequence[LayoutLine], step: int
) -> None:
    """From a caption down (1) or up (-1), first over lines of its own column.

    If nothing ends the float there, on to the columns of the next zone: the caption may span those
    of its table.
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
    """Whether the columns of two lines are above each other."""
    return one.left < other.right and one.right > other.left


def _remove_cells(draft: JudgementDraft, lines: Sequence[LayoutLine]) -> bool:
    """Remove lines up to the end of a float; whether it does not end here."""
    end = _float_end(draft, lines)
    for line in lines[:end]:
        if draft.is_open(line) and (reason := _reason_not_text(draft.context, line)):
            draft.remove(line, Rule.BESIDE_CAPTION, *reason)
    return end == len(lines)


def _float_end(draft: JudgementDraft, lines: Sequence[LayoutLine]) -> int:
    """How many lines there are up to body text or a line that is not part of a float."""
    for index, line in enumerate(lines):
        if draft.is_open(line):
            if (
                draft.is_running_text(line)
                or _reason_not_text(draft.context, line) is None
                or _is_abstract(draft.context, lines[index : index + ABSTRACT_LINES])
            ):
                return _start_of_text(draft, lines, index)
        elif draft.role_of(line) not in FLOAT_ROLES:
            return index
    return len(lines)


def _is_abstract(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """On the first page, lines of words with both edges in common, in any size: not cells."""
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
    """Where text begins: lines close to it may be its heading, or the end of a paragraph."""
    context = draft.context
    t = context.thresholds
    while (
        index
        and draft.is_open(lines[index - 1])
        and abs(lines[index - 1].baseline - lines[index].baseline)
        <= t.max_neighbour_pitch * context.pitch
        and lines[index - 1].widest_gap < t.min_cell_gap * context.em
    ):
        index -= 1
    return index


def _judge_code(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> None:
    """The steps below an algorithm's caption, down to its last rule or to white space."""
    context = draft.context
    max_gap = context.thresholds.max_block_pitch
    floor = _last_rule(context, column[index])
    for position in range(index + 1, len(column)):
        line = column[position]
        if not draft.is_open(line):
            continue
        if _is_text_below_code(draft, column, index, position):
            break
        is_first_step = position == index + 1 and _FIRST_STEP.match(line.text)
        reach = (MAX_FIRST_STEP_GAP if is_first_step else max_gap) * context.pitch
        if line.baseline < floor if floor else line.above > reach:
            break
        gap = context.space_above(line)
        draft.remove(line, Rule.BESIDE_CAPTION, "max_block_pitch", gap)
    for line in column[:index][::-1]:
        gap = line.below / context.pitch
        if gap > max_gap or draft.is_running_text(line):
            break
        draft.remove(line, Rule.BESIDE_CAPTION, "max_block_pitch", gap)


def _is_text_below_code(
    draft: JudgementDraft, column: Sequence[LayoutLine], caption: int, position: int
) -> bool:
    """Running text in another size than the line above it, unless that is the caption's label."""
    line, above = column[position], column[position - 1]
    min_change = draft.context.thresholds.size_change * draft.context.em
    return (
        draft.is_running_text(line)
        and abs(line.size - above.size) > min_change
        and (position > caption + 1 or label_of(above.text) is None)
    )


def _last_rule(context: DocumentContext, caption: LayoutLine) -> float:
    """The rule below the steps of an algorithm whose caption is between two rules, else 0."""
    heights = sorted(
        (
            g.box.bottom
            for g in context.layout_of(caption).page.graphics
            if g.kind == "rule"
            and abs(g.box.left - caption.left) < context.em
            and g.box.width > MIN_ALGORITHM_RULE * (caption.right - caption.left)
        ),
        reverse=True,
    )
    baseline = caption.baseline
    reach = context.thresholds.max_rule_distance * context.pitch
    below = [height for height in heights if height < baseline]
    if (
        any(0 < height - baseline <= reach for height in heights)
        and len(below) > 1
        and baseline - below[0] <= reach
    ):
        return below[1]
    return 0.0


def _reason_not_text(context: DocumentContext, line: LayoutLine) -> tuple[str, float] | None:
    """The threshold that a line next to a caption fails, with its value; None if it may be body.

    Body text has words in the body's size at the column's edge, and is long or ends with
    punctuation.
    """
    t = context.thresholds
    ended = line.text.rstrip().endswith(_PUNCTUATION)
    size_difference = abs(context.ratio(line) - 1)
    gap, indent = line.widest_gap / context.em, line.indent / context.em
    width = line.box.width / (line.right - line.left)
    tests = (
        ("strong_size_slack", size_difference, size_difference <= t.strong_size_slack),
        ("strong_min_words", line.words, line.words >= t.strong_min_words),
        ("min_reading_prose", line.prose, line.prose >= t.min_reading_prose),
        ("min_cell_gap", gap, gap < t.min_cell_gap),
        ("max_reading_indent", indent, indent <= t.max_reading_indent),
        ("majority_share", line.bold, line.bold < t.majority_share),
        ("min_reading_words", line.words, ended or line.words >= t.min_reading_words),
        ("min_reading_width", width, ended or width >= t.min_reading_width),
    )
    return next(((name, measured) for name, measured, passed in tests if not passed), None)
