"""The steps of an algorithm or the lines of a listing, next to its caption."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, at_most
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.captions import begins_paragraph
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import JudgementDraft
from pdfbot.rules import Rule
from pdfbot.text.caption_labels import label_of

# The first line of an algorithm.
_FIRST_STEP = re.compile(
    r"\s*(?:\d{1,2}\s?[:.)]|(?:Input|Output|Require|Ensure|Data|Result|Given)s?\b)"
)
# Share of the column width: the rulings of an algorithm are longer.
MIN_ALGORITHM_RULING = 0.8


def remove_steps(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> None:
    """The steps below an algorithm's caption, down to its last ruling or to white space."""
    context = draft.context
    floor = _last_ruling(context, column[index])
    for position in range(index + 1, len(column)):
        line = column[position]
        if not draft.is_open(line):
            continue
        is_paragraph = not floor and begins_paragraph(draft, column, position)
        if is_paragraph or _is_text_below_code(draft, column, index, position):
            break
        is_first_step = position == index + 1 and _FIRST_STEP.match(line.text) is not None
        found = STEPS.decide(context, line, floor, is_first_step)
        if found is None:
            break
        draft.remove(line, found.outcome, found)
    for line in column[:index][::-1]:
        found = STEPS_ABOVE.decide(context, line)
        if found is None or draft.is_running_text(line):
            break
        draft.remove(line, found.outcome, found)


def _is_above_last_ruling(
    context: DocumentContext, line: LayoutLine, floor: float, _: bool
) -> Measurement | None:
    return at_least((line.baseline - floor) / context.pitch, 0) if floor else None


def _is_first_step(
    context: DocumentContext, line: LayoutLine, floor: float, is_first: bool
) -> Measurement | None:
    if floor or not is_first:
        return None
    limit = context.thresholds.max_display_gap
    return at_most(line.above / context.pitch, limit, "max_display_gap")


def _is_next_step(
    context: DocumentContext, line: LayoutLine, floor: float, is_first: bool
) -> Measurement | None:
    if floor or is_first:
        return None
    return _is_near(context, line.above)


def _is_near(context: DocumentContext, gap: float) -> Measurement | None:
    limit = context.thresholds.max_block_gap
    return at_most(gap / context.pitch, limit, "max_block_gap")


STEPS: DecisionTable[[DocumentContext, LayoutLine, float, bool], Rule] = DecisionTable(
    "steps of an algorithm",
    (
        Test("above_last_ruling", Rule.BESIDE_CAPTION, _is_above_last_ruling),
        Test("first_step", Rule.BESIDE_CAPTION, _is_first_step),
        Test("next_step", Rule.BESIDE_CAPTION, _is_next_step),
    ),
)
STEPS_ABOVE: DecisionTable[[DocumentContext, LayoutLine], Rule] = DecisionTable(
    "steps above a caption",
    (Test("step_above", Rule.BESIDE_CAPTION, lambda context, p: _is_near(context, p.below)),),
)


def _is_text_below_code(
    draft: JudgementDraft, column: Sequence[LayoutLine], caption: int, position: int
) -> bool:
    """Running text in another size than the line above it, unless that is the caption's label."""
    line, above = column[position], column[position - 1]
    return (
        draft.is_running_text(line)
        and not is_same_size(line.size, above.size)
        and (position > caption + 1 or label_of(above.text) is None)
    )


def _last_ruling(context: DocumentContext, caption: LayoutLine) -> float:
    """The ruling that closes an algorithm whose caption is between two others; 0 if none."""
    heights = sorted(
        (
            g.box.bottom
            for g in context.layout_of(caption).page.graphics
            if g.kind == "ruling"
            and abs(g.box.left - caption.left) < context.em
            and g.box.width > MIN_ALGORITHM_RULING * (caption.right - caption.left)
        ),
        reverse=True,
    )
    baseline = caption.baseline
    reach = context.thresholds.max_display_gap * context.pitch
    below = [height for height in heights if height < baseline]
    if (
        any(0 < height - baseline <= reach for height in heights)
        and len(below) > 1
        and baseline - below[0] <= reach
    ):
        return below[1]
    return 0.0
