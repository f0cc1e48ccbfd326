"""Footnotes: lines at the foot of a column, below a ruling or white space, or with a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.decisions import Decision, DecisionTable, Measurement, Test, at_least, at_most, holds
from pdfbot.geometry import overlap_width
from pdfbot.layout.column_choice import EDGE_SLACK
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.scales import MIN_VISIBLE_GAP
from pdfbot.model import Box
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.note_lines import MIN_TEXT_WORDS, begins_with_mark, goes_on, is_text
from pdfbot.nonbody.page_foot import judge_page_foot
from pdfbot.rules import Rule
from pdfbot.text.caption_sentences import reads_as_caption

# Lines of body text at the foot of a column above which no note is looked for.
MAX_TEXT_BELOW = 8
# Lines of text in a smaller size: no note is as long, so what is below them is no note either.
MIN_SMALL_LINES = 8
# Share of the column width: longer rulings belong to tables.
MAX_RULING_LENGTH = 0.75


def judge_footnotes(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove everything from the first note of each column to the column's end."""
    draft = JudgementDraft(context, known)
    foot = min((p.baseline for p in draft.open_lines()), default=0.0)
    for column in context.columns:
        if _is_abstract_zone(draft, column):
            continue
        notes = _find_notes(draft, column, foot)
        start = min(notes, default=len(column))
        for index, line in enumerate(column[start:], start):
            if found := notes.get(index) or BELOW_NOTES.decide(index - start):
                draft.remove(line, Rule.FOOTNOTE, found)
    for layout in context.layouts:
        judge_page_foot(draft, layout)
    return draft.finish()


def _is_abstract_zone(draft: JudgementDraft, column: Sequence[LayoutLine]) -> bool:
    """Whether a zone of small print on the first page has running text below: an abstract."""
    first, last = column[0], column[-1]
    layout = draft.context.layout_of(first)
    return layout is draft.context.layouts[0] and any(
        line.zone > last.zone
        and line.baseline < last.baseline
        and line.left < first.right
        and line.right > first.left
        and draft.is_open(line)
        and draft.is_running_text(line)
        for line in layout.lines
    )


@dataclass(slots=True)
class Foot:
    """The foot of a column, scanned upwards from its last line.

    `rulings` are the heights of short rulings, `foot` is the height of the lowest line of
    the document. `page_has_text` says whether the page has text in the body's size, to which notes
    could belong, `text_below` whether such text is below the current line, `note_below` whether
    there are words in small type, in the line itself or below it. `goes_on` says whether the last
    sentence goes on at the top of the next column, as that of a note does not.
    """

    draft: JudgementDraft
    column: Sequence[LayoutLine]
    rulings: Sequence[float]
    has_graphics: bool
    foot: float
    page_has_text: bool
    goes_on: bool
    text_below: bool = False
    note_below: bool = False

    @property
    def context(self) -> DocumentContext:
        return self.draft.context


class FootLine:
    """A line at the foot of a column, with properties that several tests use."""

    def __init__(self, foot: Foot, index: int) -> None:
        self.foot: Foot = foot
        self.index: int = index
        self.line: LayoutLine = foot.column[index]
        self.context: DocumentContext = foot.context
        t = self.context.thresholds
        self.ratio: float = self.context.ratio(self.line)
        self.is_small: bool = self.ratio <= t.max_footnote_ratio
        self.is_marked: bool = self.line.words >= t.min_words and begins_with_mark(self.line)

    def below_ruling(self) -> Measurement | None:
        """The distance to the nearest ruling above, in pitches."""
        pitch, limit = self.context.pitch, self.context.thresholds.max_display_gap
        distances = (ruling - self.line.baseline for ruling in self.foot.rulings)
        nearest = min((d for d in distances if d > 0), default=float("inf"))
        return at_most(nearest / pitch, limit, "max_display_gap")

    def apart(self) -> Measurement | None:
        """White space above, measured by the smaller pitch of small print."""
        usual = (1 + min(self.ratio, 1.0)) / 2
        space = self.context.space_above(self.line) / usual
        return at_least(space, self.context.scales.visible_gap, "visible_gap")

    def small(self) -> Measurement | None:
        limit = self.context.thresholds.max_footnote_ratio
        return at_most(self.ratio, limit, "max_footnote_ratio")


def _is_below_ruling(note: FootLine) -> Measurement | None:
    """Whether a line is below a ruling; without a mark, only if no text follows, as in a frame."""
    is_small = note.is_small and not note.foot.text_below
    return note.below_ruling() if note.is_marked or is_small else None


def _is_small_with_mark(note: FootLine) -> Measurement | None:
    return note.small() if note.is_marked and not note.foot.text_below else None


def _is_mark_apart(note: FootLine) -> Measurement | None:
    """Whether a marked line is apart from the text, as where a replica has lost the ruling."""
    return note.apart() if note.is_marked and not note.foot.has_graphics else None


def _is_small_and_apart(note: FootLine) -> Measurement | None:
    """Whether small print below white space reaches the foot of the page and is no caption."""
    foot, line = note.foot, note.line
    if (
        not note.is_small
        or not foot.note_below
        or not foot.page_has_text
        or foot.text_below
        or foot.goes_on
        or line.words < MIN_TEXT_WORDS
        or not note.apart()
        or reads_as_caption(line.text)
        or not (note.index or line.zone > 1)
        or _is_widely_spaced(foot.column, note.index)
        or _is_below_small_text(foot.column, note.index)
        or not _reaches_foot(foot.draft, foot.column, foot.foot)
    ):
        return None
    return note.small()


# What is none of these is part of the note above it, if there is one.
FOOTNOTES: DecisionTable[[FootLine], Rule] = DecisionTable(
    "footnotes",
    (
        Test("below_ruling", Rule.FOOTNOTE, _is_below_ruling),
        Test("small_with_mark", Rule.FOOTNOTE, _is_small_with_mark),
        Test("mark_apart", Rule.FOOTNOTE, _is_mark_apart),
        Test("small_and_apart", Rule.FOOTNOTE, _is_small_and_apart),
        Test(
            "text_at_foot",
            Rule.BODY,
            lambda note: holds(not note.is_small and is_text(note.line)),
        ),
    ),
)
# The argument is how many lines further down than the first note a line is.
BELOW_NOTES: DecisionTable[[int], Rule] = DecisionTable(
    "below the first note",
    (Test("below_note", Rule.FOOTNOTE, lambda lines: at_least(lines, 1)),),
)


def _find_notes(
    draft: JudgementDraft, column: Sequence[LayoutLine], lowest: float
) -> dict[int, Decision[Rule]]:
    """The indices of the lines that start notes; everything below the first is a note."""
    context = draft.context
    has_graphics = any(layout.page.graphics for layout in context.layouts)
    rulings, has_text = _short_rulings(context, column[0]), _page_has_text(draft, column[0])
    foot = Foot(
        draft, column, rulings, has_graphics, lowest, has_text, goes_on=goes_on(draft, column)
    )
    notes: dict[int, Decision[Rule]] = {}
    end = max(-1, len(column) - 1 - context.thresholds.max_footnote_lines)
    for index in range(len(column) - 1, end, -1):
        if not draft.is_open(column[index]):
            continue
        note = FootLine(foot, index)
        foot.note_below |= note.is_small and is_text(note.line)
        found = FOOTNOTES.decide(note)
        if found is None:
            continue
        if found.outcome is Rule.FOOTNOTE:
            notes[index] = found
            continue
        foot.text_below = True
        if notes or len(column) - index > MAX_TEXT_BELOW:
            break
    return notes


def _page_has_text(draft: JudgementDraft, first: LayoutLine) -> bool:
    """Whether the page has text in the body's size; a page with only an abstract may not."""
    context = draft.context
    min_ratio = context.thresholds.max_footnote_ratio
    return any(
        draft.is_open(line) and context.ratio(line) > min_ratio and is_text(line)
        for line in context.layout_of(first).lines
    )


def _is_widely_spaced(column: Sequence[LayoutLine], index: int) -> bool:
    """Whether the gap on the other side is as wide, so that the gap above means nothing."""
    line = column[index]
    other = column[index - 1].above if index == len(column) - 1 and index else line.below
    return line.above < MIN_VISIBLE_GAP * other < float("inf")


def _is_below_small_text(column: Sequence[LayoutLine], index: int) -> bool:
    """Whether many lines above are as small: some journals set their methods in small type."""
    above = column[max(0, index - MIN_SMALL_LINES) : index]
    return len(above) == MIN_SMALL_LINES and all(
        is_text(line) and is_same_size(line.size, column[index].size) for line in above
    )


def _reaches_foot(draft: JudgementDraft, column: Sequence[LayoutLine], foot: float) -> bool:
    """Whether the column ends near the lowest line of the document."""
    lowest = min(p.baseline for p in column if draft.is_open(p))
    return lowest - foot <= draft.context.thresholds.max_display_gap * draft.context.pitch


def _short_rulings(context: DocumentContext, first: LayoutLine) -> list[float]:
    """The heights of rulings that start at the column's left edge and do not span it.

    The line of a fraction at the start of a line is none of them.
    """
    layout = context.layout_of(first)
    return [
        g.box.top
        for g in layout.page.graphics
        if g.kind == "ruling"
        and abs(g.box.left - first.left) < EDGE_SLACK
        and g.box.width < MAX_RULING_LENGTH * (first.right - first.left)
        and not any(_is_divided(line, g.box) for line in layout.lines)
    ]


def _is_divided(line: LayoutLine, ruling: Box) -> bool:
    """Whether a ruling is between characters of one line, as that of a fraction is."""
    heights = [b.baseline for b in line.blocks if overlap_width(b.box, ruling) > 0]
    return bool(heights) and min(heights) < ruling.bottom and ruling.top < max(heights)
