"""Footnotes: lines at the foot of a column, below a ruling or white space, or with a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.decisions import Decision, DecisionTable, Measurement, Test, at_least, at_most, holds
from pdfbot.geometry import overlap_width
from pdfbot.layout.column_choice import EDGE_SLACK
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.layout.lines import PageLayout
from pdfbot.layout.scales import MIN_VISIBLE_GAP
from pdfbot.model import Box
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.text.caption_sentences import reads_as_caption

# Words of three letters: a line of text, not a formula, has at least this many.
MIN_TEXT_WORDS = 2
# Share of characters in words: a line of text, not a formula, has at least this much.
MIN_TEXT_PROSE = 0.4
# Lines of body text at the foot of a column above which no note is looked for.
MAX_TEXT_BELOW = 8
# Lines of text on a page above its foot.
MIN_PAGE_LINES = 8
# Lines across the foot of a page other than the first; more may be text in a smaller size.
MAX_PAGE_FOOT_LINES = 6
# Lines of text in a smaller size: no note is as long, so what is below them is no note either.
MIN_SMALL_LINES = 8
# Lines at the end of a column and at the top of the next, such as a running head, at most.
MAX_LINES_BETWEEN = 2
# Share of the column width: longer rulings belong to tables.
MAX_RULING_LENGTH = 0.75
# Share of the line's size: a mark is raised by more than this.
MIN_MARK_RISE = 0.1
# Characters of the longest mark.
MAX_MARK_CHARS = 4
_MARKS = "∗*†‡§¶⋆"


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
        _judge_page_foot(draft, layout)
    return draft.finish()


def _judge_page_foot(draft: JudgementDraft, layout: PageLayout) -> None:
    """Remove small print below all text of a page, across columns: affiliations or the licence."""
    context = draft.context
    max_size = context.thresholds.max_footnote_ratio * context.em
    lines = [line for line in layout.lines if draft.is_open(line)]
    text = [p.baseline for p in lines if p.size > max_size and p.words >= MIN_TEXT_WORDS]
    if len(text) < MIN_PAGE_LINES:
        return
    foot = min(text)
    below = [p for p in lines if p.baseline < foot and p.size <= max_size]
    is_first = layout is context.layouts[0]
    max_lines = context.thresholds.max_footnote_lines if is_first else MAX_PAGE_FOOT_LINES
    if below and len(below) <= max_lines:
        gap = foot - max(line.baseline for line in below)
        _remove_page_foot(draft, below, gap)


def _remove_page_foot(draft: JudgementDraft, lines: Sequence[LayoutLine], gap: float) -> None:
    if reads_as_caption(lines[0].text) or _goes_on(draft, lines):
        return
    if found := PAGE_FOOT.decide(draft.context, gap):
        for line in lines:
            draft.remove(line, found.outcome, found)


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
PAGE_FOOT: DecisionTable[[DocumentContext, float], Rule] = DecisionTable(
    "foot of the page",
    (
        Test(
            "across_page_foot",
            Rule.FOOTNOTE,
            lambda context, gap: at_least(
                gap / context.pitch, context.scales.visible_gap, "visible_gap"
            ),
        ),
    ),
)


def _find_notes(
    draft: JudgementDraft, column: Sequence[LayoutLine], lowest: float
) -> dict[int, Decision[Rule]]:
    """The indices of the lines that start notes; everything below the first is a note."""
    context = draft.context
    has_graphics = any(layout.page.graphics for layout in context.layouts)
    rulings, has_text = _short_rulings(context, column[0]), _page_has_text(draft, column[0])
    goes_on = _goes_on(draft, column)
    foot = Foot(draft, column, rulings, has_graphics, lowest, has_text, goes_on)
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


def _goes_on(draft: JudgementDraft, column: Sequence[LayoutLine]) -> bool:
    """Whether the last sentence of a column goes on, in type of the same size, in the next one."""
    next_column = column[-1].index + 1
    below = draft.context.lines[next_column : next_column + MAX_LINES_BETWEEN + 1]
    last = next((p for p in reversed(column) if draft.is_open(p) and is_text(p)), None)
    return (
        last is not None
        and not ends_sentence(last)
        and any(
            is_same_size(line.size, last.size)
            and line.text[0].islower()
            and draft.is_open(line)
            and is_text(line)
            for line in below
        )
    )


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


def is_text(line: LayoutLine) -> bool:
    """Whether the line has words and is not a formula."""
    return line.words >= MIN_TEXT_WORDS and line.prose >= MIN_TEXT_PROSE


def begins_with_mark(line: LayoutLine) -> bool:
    """Whether a footnote mark, such as a raised number or symbol, precedes the first word."""
    text = line.head.strip()
    if _starts_raised(line):
        return len(text) <= MAX_MARK_CHARS and not any(map(str.isalpha, text))
    return text[:1] in _MARKS and len(line.text) >= MAX_MARK_CHARS


def _starts_raised(line: LayoutLine) -> bool:
    """Whether the first block is smaller and higher than the line."""
    return (
        line.first_font.size < line.size
        and len(line.blocks) > 1
        and line.blocks[0].baseline > line.baseline + MIN_MARK_RISE * line.size
    )
