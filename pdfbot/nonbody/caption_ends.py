"""Ends of captions: restores lines that other rules took, and gives up lines that do not belong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, at_most, holds
from pdfbot.geometry import overlap_width
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import USUAL_PITCH
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Role, Rule
from pdfbot.runs import split_runs
from pdfbot.text.caption_labels import is_bare_label
from pdfbot.text.caption_sentences import is_continuation

# What the lines of a caption may have been taken for.
SWALLOWED = frozenset((Role.FLOAT, Role.FOOTNOTE, Role.RESIDUAL))

# The address of a float, which some publishers print below its caption.
_ADDRESS = re.compile(r"(?:Full-size )?(?:https?://|(?i:doi):?\s*10\.)\S+")

Lines = Sequence[LayoutLine]


def caption_runs(context: DocumentContext, judgement: Judgement) -> Iterator[list[LayoutLine]]:
    """Groups caption lines by caption; a caption may continue in another zone."""
    return split_runs(
        judgement.lines_of(context.lines, Role.CAPTION),
        lambda run, line: (
            line.index == run[-1].index + 1 and line.index not in judgement.caption_starts
        ),
    )


def judge_caption_ends(context: DocumentContext, known: Judgement) -> Judgement:
    """Add the remaining lines of each caption, and release those that are not part of it."""
    draft = JudgementDraft(context, known)
    for run in caption_runs(context, known):
        lines = _without_others(draft, _add_continuation(draft, run))
        if found := NO_CAPTIONS.decide(lines):
            for line in lines:
                draft.revise(line, found.outcome, found)
    return draft.finish()


def _without_others(draft: JudgementDraft, lines: list[LayoutLine]) -> list[LayoutLine]:
    """The lines up to the first that is not part of the caption; the rest get another rule."""
    for index in range(1, len(lines)):
        if found := NOT_OF_CAPTION.decide(draft, lines, index):
            for line in lines[index:]:
                draft.revise(line, found.outcome, found)
            return lines[:index]
    return lines


def _add_continuation(draft: JudgementDraft, run: list[LayoutLine]) -> list[LayoutLine]:
    """Extend a caption into the next zone, or below a lone label into text of another size."""
    found = list(run)
    rule = draft.rule_of(run[0])
    for line in draft.context.lines[run[-1].index + 1 :]:
        more = CONTINUATION.decide(draft, found[-1], line)
        if more is None or rule is None:
            break
        draft.revise(line, rule, more)
        found.append(line)
    return found


def _continues(draft: JudgementDraft, last: LayoutLine, line: LayoutLine) -> Measurement | None:
    """Whether a line continues an unfinished sentence right above it, in the same size."""
    context, t = draft.context, draft.context.thresholds
    gap = last.baseline - line.baseline
    if (
        draft.role_of(line) not in SWALLOWED
        or gap <= 0
        or overlap_width(last.box, line.box) <= 0
        or line.widest_gap >= t.min_cell_gap * context.em
    ):
        return None
    resized = not is_same_size(line.size, last.size)
    if (resized or ends_sentence(last)) and not is_bare_label(last.text):
        return None
    return at_most(gap / (USUAL_PITCH * last.size), t.max_neighbour_gap, "max_neighbour_gap")


def _is_below_ruling(draft: JudgementDraft, lines: Lines, index: int) -> Measurement | None:
    """Whether a table's first ruling lies between its caption and this line."""
    if draft.rule_of(lines[0]) is not Rule.CAPTION_TABLE:
        return None
    line, upper = lines[index], lines[index - 1].baseline
    return holds(
        any(
            g.kind == "ruling"
            and line.baseline < g.box.bottom < upper
            and overlap_width(g.box, line.box) > 0
            for g in draft.context.layout_of(line).page.graphics
        )
    )


def _is_row_of_cells(draft: JudgementDraft, lines: Lines, index: int) -> Measurement | None:
    """Whether a line below the title of a table has white space as wide as between its cells."""
    context = draft.context
    slack = context.thresholds.edge_reach * context.em
    if draft.rule_of(lines[0]) is not Rule.CAPTION_TABLE or _is_beside(lines, index, slack):
        return None
    gap = lines[index].widest_gap / context.em
    return at_least(gap, context.thresholds.min_cell_gap, "min_cell_gap")


def _is_beside(lines: Lines, index: int, slack: float) -> bool:
    """Whether a caption may go on with its table to the right, so that the gap is between them."""
    line, above = lines[index], lines[:index]
    if ends_sentence(above[-1]):
        return False
    gaps = pairwise(sorted((b.box.left, b.box.right) for b in line.blocks))
    _, behind = max(((after - end, after) for (_, end), (after, _) in gaps), default=(0.0, 0.0))
    return abs(line.box.left - above[0].box.left) <= slack and all(
        upper.box.right <= behind for upper in above
    )


def _is_address(_: JudgementDraft, lines: Lines, index: int) -> Measurement | None:
    """Whether the last line is nothing but an address, and no sentence goes on in it."""
    if index < len(lines) - 1 or not ends_sentence(lines[index - 1]):
        return None
    return holds(_ADDRESS.fullmatch(lines[index].text.strip()))


CONTINUATION: DecisionTable[[JudgementDraft, LayoutLine, LayoutLine], Role] = DecisionTable(
    "continuations of captions", (Test("caption_goes_on", Role.CAPTION, _continues),)
)
NOT_OF_CAPTION: DecisionTable[[JudgementDraft, Lines, int], Rule] = DecisionTable(
    "ends of captions",
    (
        Test("below_ruling_of_table", Rule.BESIDE_CAPTION, _is_below_ruling),
        Test("row_of_cells", Rule.BESIDE_CAPTION, _is_row_of_cells),
        Test("address_of_float", Rule.LINK, _is_address),
    ),
)
# A float that continues from another page has its caption there.
NO_CAPTIONS: DecisionTable[[Lines], Rule] = DecisionTable(
    "no captions",
    (
        Test(
            "continued_float",
            Rule.BESIDE_CAPTION,
            lambda lines: holds(is_continuation(_text(lines))),
        ),
    ),
)


def _text(lines: Lines) -> str:
    return " ".join(line.text for line in lines)
