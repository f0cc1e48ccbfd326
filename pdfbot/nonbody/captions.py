"""Captions of figures, tables and the like: lines with a label, and their continuation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
    less_than,
    more_than,
)
from pdfbot.layout.fonts import SIZE_SLACK, size_change
from pdfbot.layout.line_features import MAJORITY, LayoutLine
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.rules import Role, caption_rule
from pdfbot.text.caption_labels import CaptionLabel, is_bare_label, label_alone, label_of
from pdfbot.text.caption_sentences import reads_as_caption

_PUNCTUATION = tuple(".:?!,;")
# Lines below a label that are read to distinguish a caption from a sentence.
LINES_READ = 2
# Lines that show where a paragraph begins.
PARAGRAPH_LINES = 3
# Pitches: lines that are set tighter than the text are no further apart.
MAX_TIGHT_GAP = 0.8
# Ems: a centred line is no further from the middle of its column, ...
CENTRE_SLACK = 0.3
# ... one that is not centred at least this far; ...
MIN_OFF_CENTRE = 0.8
# ... and one of the centred lines is indented by as much, or they may only be full.
MIN_CENTRED_INDENT = 1.0


def judge_captions(draft: JudgementDraft, column: Sequence[LayoutLine]) -> None:
    """Find every caption of a column, from its label to its last line."""
    index = 0
    while index < len(column):
        line = column[index]
        label = _opening_label(line) if draft.is_open(line) else None
        found = CAPTION_STARTS.decide(draft, column, index) if label else None
        if label is None or found is None or found.outcome is not Role.CAPTION:
            index += 1
            continue
        rule = caption_rule(label.kind)
        draft.remove(line, rule, found)
        draft.caption_starts.add(line.index)
        caption = CaptionSoFar(draft.context, line, line)
        below = column[index + 1 : index + 2]
        if below and (titled := CAPTION_TITLES.decide(draft, line, below[0])):
            draft.remove(below[0], rule, titled)
            caption = CaptionSoFar(draft.context, below[0], below[0], count=2)
        first = index + caption.count
        for position, member in enumerate(column[first:], first):
            is_text = caption.ends_early and not caption.is_centred
            if is_text and begins_paragraph(draft, column, position):
                break
            more = CAPTION_LINES.decide(caption, member)
            if more is None or more.outcome is not Role.CAPTION:
                break
            draft.remove(member, rule, more)
            caption.add(member)
        index += caption.count


def begins_paragraph(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """Whether an indented line is followed by two nearly full lines that share a left edge.

    The lines are compared with each other, because scanned pages are shifted against the columns.
    """
    t, em = draft.context.thresholds, draft.context.em
    lines = column[index : index + PARAGRAPH_LINES]
    return (
        len(lines) == PARAGRAPH_LINES
        and all(map(draft.is_running_text, lines))
        and all(line.right_slack < t.min_clear_space * em for line in lines)
        and lines[0].box.left - lines[1].box.left >= t.min_step * em
        and abs(lines[1].box.left - lines[2].box.left) <= t.edge_reach * em
    )


def _opening_label(line: LayoutLine) -> CaptionLabel | None:
    """The label that opens a caption; a label without a number must be bold or italic."""
    font = line.first_font
    return label_of(line.text) or (label_alone(line.text) if font.bold or font.italic else None)


def _line_above(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> LayoutLine | None:
    """The nearest line above that has words or was removed."""
    above = reversed(column[:index])
    return next((p for p in above if p.words or not draft.is_open(p)), None)


def _is_text_with_label(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    """Whether this is a sentence that happens to start with a label: "Figure 3 shows"."""
    text = " ".join(p.text for p in column[index : index + 1 + LINES_READ])
    return holds(label_of(text) and not reads_as_caption(text))


def _is_label_on_top(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    above = _line_above(draft, column, index)
    return holds(above is None or not draft.is_open(above))


def _is_label_apart(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    above = _line_above(draft, column, index)
    if above is None:
        return None
    gap = (above.baseline - column[index].baseline) / draft.context.pitch
    return at_least(gap, draft.context.scales.visible_gap, "visible_gap")


def _is_label_resized(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    above = _line_above(draft, column, index)
    if above is None:
        return None
    return more_than(size_change(above.size, column[index].size), SIZE_SLACK)


def _is_label_tight(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    """Whether the line below a label is closer than lines of text are, as in manuscripts."""
    return less_than(column[index].below / draft.context.pitch, MAX_TIGHT_GAP)


def _is_label_styled(
    draft: JudgementDraft, column: Sequence[LayoutLine], index: int
) -> Measurement | None:
    line, above = column[index], _line_above(draft, column, index)
    return holds(
        above is not None
        and _has_styled_label(line, label_of(line.text))
        and not _runs_on(draft.context, above)
    )


# For a line that starts with a label such as "Figure 3".
CAPTION_STARTS: DecisionTable[[JudgementDraft, Sequence[LayoutLine], int], Role] = DecisionTable(
    "caption starts",
    (
        Test("verb_after_label", Role.BODY, _is_text_with_label),
        Test("label_on_top", Role.CAPTION, _is_label_on_top),
        Test("label_apart", Role.CAPTION, _is_label_apart),
        Test("label_resized", Role.CAPTION, _is_label_resized),
        Test("label_tight", Role.CAPTION, _is_label_tight),
        Test("styled_label", Role.CAPTION, _is_label_styled),
    ),
)


def _runs_on(context: DocumentContext, line: LayoutLine) -> bool:
    """Whether the line above is full and mid-sentence, so that the label below continues it."""
    is_full = abs(line.right_slack) <= context.thresholds.edge_reach * context.em
    return is_full and not line.text.rstrip().endswith(_PUNCTUATION)


def _has_styled_label(line: LayoutLine, label: CaptionLabel | None) -> bool:
    """Whether the label is bold or italic and ends with punctuation."""
    first = line.first_font
    return bool(label and label.separator) and (first.bold or first.italic)


def _is_title_below_label(
    draft: JudgementDraft, label: LayoutLine, line: LayoutLine
) -> Measurement | None:
    """Below a label that is alone on its line, in slanted or bold type, which the body has not."""
    context, t = draft.context, draft.context.thresholds
    is_styled = max(line.italic, line.bold) >= t.min_style_share
    if not (draft.is_open(line) and is_bare_label(label.text) and is_styled and line.words):
        return None
    return at_most(line.above / context.pitch, t.max_display_gap, "max_display_gap")


CAPTION_TITLES: DecisionTable[[JudgementDraft, LayoutLine, LayoutLine], Role] = DecisionTable(
    "titles of captions", (Test("title_below_label", Role.CAPTION, _is_title_below_label),)
)


@dataclass(slots=True)
class CaptionSoFar:
    """A caption under construction; `pitch` is known from its second line on.

    `is_centred` says whether all lines so far are centred, `indent` is their largest indent.
    """

    context: DocumentContext
    first: LayoutLine
    last: LayoutLine
    pitch: float | None = None
    count: int = 1
    is_centred: bool = field(init=False)
    indent: float = field(init=False)

    def __post_init__(self) -> None:
        self.is_centred = self.off_centre(self.first) <= CENTRE_SLACK
        self.indent = self.first.indent

    def add(self, line: LayoutLine) -> None:
        self.last, self.count = line, self.count + 1
        self.pitch = line.above if self.pitch is None else self.pitch
        self.is_centred &= self.off_centre(line) <= CENTRE_SLACK
        self.indent = max(self.indent, line.indent)

    def off_centre(self, line: LayoutLine) -> float:
        """How far the line is from the middle of its column, in ems."""
        return abs(line.indent - line.right_slack) / 2 / self.context.em

    @property
    def ends_early(self) -> bool:
        slack = self.last.right_slack / self.context.em
        return slack >= self.context.thresholds.min_clear_space


def _is_resized(caption: CaptionSoFar, line: LayoutLine) -> Measurement | None:
    """Whether the font size changes, formulas aside."""
    if line.math >= MAJORITY:
        return None
    return more_than(size_change(line.size, caption.first.size), SIZE_SLACK)


def _is_far_below(caption: CaptionSoFar, line: LayoutLine) -> Measurement | None:
    """Whether the gap is wider than in a caption; below a short line, a smaller gap suffices."""
    context, visible_gap = caption.context, caption.context.scales.visible_gap
    gap = line.above / context.pitch
    if caption.pitch is None:
        if caption.ends_early:
            return at_least(gap, visible_gap, "visible_gap")
        return more_than(gap, context.thresholds.max_block_gap, "max_block_gap")
    pitch = caption.pitch / context.pitch
    if caption.ends_early:
        return at_least(gap, visible_gap * pitch)
    return more_than(gap, context.thresholds.max_block_gap * pitch)


def _is_off_centre(caption: CaptionSoFar, line: LayoutLine) -> Measurement | None:
    """Whether a line is off-centre below centred lines that end a sentence."""
    em = caption.context.em
    if (
        not caption.is_centred
        or caption.indent < MIN_CENTRED_INDENT * em
        or not ends_sentence(caption.last)
    ):
        return None
    return at_least(caption.off_centre(line), MIN_OFF_CENTRE)


def _is_near_last_line(caption: CaptionSoFar, line: LayoutLine) -> Measurement | None:
    context, t = caption.context, caption.context.thresholds
    gap = line.above / context.pitch
    if caption.pitch is None:
        return at_most(gap, t.max_block_gap, "max_block_gap")
    return at_most(gap, t.max_block_gap * caption.pitch / context.pitch)


# The caption continues while size and pitch stay the same.
CAPTION_LINES: DecisionTable[[CaptionSoFar, LayoutLine], Role] = DecisionTable(
    "caption lines",
    (
        Test("below_caption_resized", Role.BODY, _is_resized),
        Test("far_below_caption", Role.BODY, _is_far_below),
        Test("below_centred_caption", Role.BODY, _is_off_centre),
        Test("caption_continues", Role.CAPTION, _is_near_last_line),
    ),
)
