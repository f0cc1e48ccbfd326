"""Front matter: title, authors and affiliations before the abstract."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least
from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import ALIGNED_SLACK, LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.keywords import judge_keywords
from pdfbot.nonbody.note_lines import begins_with_mark
from pdfbot.nonbody.run_in_headings import has_own_typeface
from pdfbot.rules import Rule
from pdfbot.text.vocabulary import ABSTRACT_HEADINGS, is_abstract_heading

# Pitches: authors in the other column are higher than the abstract.
MIN_ABOVE_ABSTRACT = 0.5
# Lines of running text above the heading "Abstract": more are an abstract without a heading, or
# notes of the publisher, above a section that is called "Summary".
MAX_TEXT_BEFORE_ABSTRACT = 20
# Characters of the word "Abstract".
ABSTRACT_WORD_CHARS = 8
# Characters of a line within which the dash after "Abstract" comes.
DASH_WITHIN = 12
# Characters of the heading "Introduction" on a line of its own.
MAX_INTRODUCTION_CHARS = 29
# Ems: the sizes of the first lines of a paragraph differ by less; those of scans vary.
MAX_OPENING_RESIZE = 0.1
# Share of the body's size: larger lines are titles.
MAX_TEXT_RATIO = 1.15
# Lines that show the first paragraph.
OPENING_LINES = 3
# Words of three letters in each of these lines where they share both edges.
MIN_JUSTIFIED_WORDS = 4
# Words of three letters in each of these lines where they share only the left edge.
MIN_FLUSH_WORDS = 6
# Share of the column width that each of these lines has at least where they share only the left
# edge.
MIN_FLUSH_WIDTH = 0.75

# Lines that show a first paragraph that is ragged or in another size, ...
RAGGED_LINES = 5
# ... how many of them start in lower case, ...
MIN_INNER_LINES = 3
# ... and the least share of the body's size.
MIN_RAGGED_RATIO = 0.85

# Both patterns match lower case; "a b s t r a c t" is letterspaced.
_ABSTRACT = re.compile(
    rf"\s*[【［\[]?(?:{'|'.join(ABSTRACT_HEADINGS)}|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t)(?!\w)"
)
# A heading whose letters are set apart in any script: "요 약", "要 旨".
_LETTERSPACED = re.compile(r"\s*[^\W\d_](?:\s+[^\W\d_])+\s*$")
# What may follow the heading on its line: "Abstract.", "Summary:".
_NOTHING = re.compile(r"\W*$")
_COLON = re.compile(r"\s*[:：】］\]]")
_INTRODUCTION = re.compile(r"\s*(?:[\di§]\.?\s*)?introduction\b")


def judge_front_matter(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove everything before the abstract or, without one, before the first paragraph."""
    draft = JudgementDraft(context, known)
    page_before = context.layouts[0].page.number - 1
    max_pages = context.thresholds.max_front_pages
    lines = [line for line in context.lines if line.page - page_before <= max_pages]
    end = _find_abstract(draft, lines)
    rule = Rule.BEFORE_ABSTRACT
    if end is None:
        end, rule = _find_first_paragraph(draft, lines), Rule.BEFORE_FIRST_PARAGRAPH
    opening = Opening(draft, rule, lines[end] if end < len(lines) else None)
    for index, line in enumerate(lines):
        if found := FRONT_MATTER.decide(opening, line, end - index):
            draft.remove(line, found.outcome, found)
    judge_keywords(draft, lines[end:])
    return draft.finish()


@dataclass(frozen=True, slots=True)
class Opening:
    """Where the text starts; `rule` says whether that is the abstract or the first paragraph.

    `first` is None if it starts on a later page than the front matter.
    """

    draft: JudgementDraft
    rule: Rule
    first: LayoutLine | None


def _is_before_abstract(opening: Opening, _: LayoutLine, lines: int) -> Measurement | None:
    return at_least(lines, 1) if opening.rule is Rule.BEFORE_ABSTRACT else None


def _is_before_first_paragraph(opening: Opening, _: LayoutLine, lines: int) -> Measurement | None:
    return at_least(lines, 1) if opening.rule is Rule.BEFORE_FIRST_PARAGRAPH else None


def _is_above_abstract(opening: Opening, line: LayoutLine, _: int) -> Measurement | None:
    """Whether a line in another column is above the abstract and not running text."""
    first, context = opening.first, opening.draft.context
    if (
        first is None
        or opening.rule is not Rule.BEFORE_ABSTRACT
        or line.page != first.page
        or line.column == first.column
        or opening.draft.is_running_text(line)
    ):
        return None
    height = (line.baseline - first.baseline) / context.pitch
    return at_least(height, MIN_ABOVE_ABSTRACT)


# The last argument is how many lines come before the start of the text.
FRONT_MATTER: DecisionTable[[Opening, LayoutLine, int], Rule] = DecisionTable(
    "front matter",
    (
        Test("before_abstract", Rule.BEFORE_ABSTRACT, _is_before_abstract),
        Test("before_first_paragraph", Rule.BEFORE_FIRST_PARAGRAPH, _is_before_first_paragraph),
        Test("above_abstract", Rule.BEFORE_ABSTRACT, _is_above_abstract),
    ),
)


def _find_abstract(draft: JudgementDraft, lines: list[LayoutLine]) -> int | None:
    """Find the heading "Abstract", alone on its line or run in, before any introduction or text."""
    text_lines = 0
    for index, line in enumerate(lines):
        text = line.text
        text_lines += draft.is_running_text(line)
        if text_lines > MAX_TEXT_BEFORE_ABSTRACT:
            return None
        lowered = text.lower()
        if _INTRODUCTION.match(lowered) and len(text) <= MAX_INTRODUCTION_CHARS:
            return None
        if is_abstract_heading(text) and _LETTERSPACED.match(text):
            return index
        if match := _ABSTRACT.match(lowered):
            first = line.first_font
            alone = bool(_NOTHING.match(lowered, match.end()) or _COLON.match(text, match.end()))
            alone |= has_own_typeface(line, match.end())
            capitals = text[:ABSTRACT_WORD_CHARS].isupper()
            if first.bold or first.italic or alone or capitals or "—" in text[:DASH_WITHIN]:
                return index
    return None


def _find_first_paragraph(draft: JudgementDraft, lines: list[LayoutLine]) -> int:
    """Find the first paragraph: justified lines, or full flush-left lines in the body's size.

    Authors and addresses are centred, short, marked, or in another size.
    """
    context = draft.context
    for index in range(len(lines) - OPENING_LINES + 1):
        opening = lines[index : index + OPENING_LINES]
        if (
            len({line.column_key for line in opening}) > 1
            or any(map(begins_with_mark, opening))
            or not _is_uniform(context, opening)
        ):
            continue
        if opening[0].size <= MAX_TEXT_RATIO * context.em and (
            _is_justified(context, opening)
            or _is_flush_left(context, opening)
            or _is_ragged_prose(context, lines[index : index + RAGGED_LINES])
            or _is_short_paragraph(context, lines[index : index + RAGGED_LINES])
        ):
            return _block_start(context, lines, index)
    running = next((i for i, line in enumerate(lines) if draft.is_running_text(line)), None)
    if running is not None:
        return running
    # Pages of nothing but names and addresses, if there is text after them.
    return len(lines) if draft.running_text else 0


def _block_start(context: DocumentContext, lines: Sequence[LayoutLine], index: int) -> int:
    """The first line of the block around these lines, since a ragged abstract may start higher.

    Addresses, which begin with the marks of their authors, are not part of it.
    """
    top = index
    max_gap = context.thresholds.max_block_gap * lines[index + 1].above
    while lines[top].above <= max_gap and is_same_size(lines[top - 1].size, lines[top].size):
        top -= 1
    if any(map(begins_with_mark, lines[top:index])):
        return index
    return next((i for i in range(top, index) if _is_full(lines[i])), index)


def _is_full(line: LayoutLine) -> bool:
    return line.words >= MIN_FLUSH_WORDS and line.box.width >= MIN_FLUSH_WIDTH * (
        line.right - line.left
    )


def _is_uniform(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether the lines have one size; addresses above a paragraph are smaller."""
    sizes = [line.size for line in lines]
    return max(sizes) - min(sizes) < MAX_OPENING_RESIZE * context.em


def _is_justified(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether lines of words share both edges or fill the column; the first may be indented.

    Letters and hyphens may hang a little past the edges of the column.
    """
    slack = ALIGNED_SLACK * context.em
    reach = context.thresholds.edge_reach * context.em
    rights = [line.box.right for line in lines]
    if any(line.words < MIN_JUSTIFIED_WORDS for line in lines):
        return False
    fill = all(abs(line.right_slack) < reach for line in lines)
    if fill and all(abs(line.indent) < reach for line in lines[1:]):
        return True
    aligned = abs(lines[1].box.left - lines[2].box.left) < slack
    return aligned and max(rights) - min(rights) < slack


def _is_short_paragraph(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether these are three lines of one sentence, and the last ends it: a short abstract."""
    *full, last = lines[:OPENING_LINES]
    slack = ALIGNED_SLACK * context.em
    after = lines[OPENING_LINES] if len(lines) > OPENING_LINES else None
    return (
        all(line.words >= MIN_FLUSH_WORDS for line in (*full, last))
        and full[0].text[:1].isupper()
        and last.text.endswith(".")
        and all(line.text[:1].islower() for line in (*full[1:], last))
        and abs(full[0].box.right - full[1].box.right) < slack
        and max(abs(line.box.left - last.box.left) for line in full) < slack
        and (after is None or after.above > context.thresholds.max_block_gap * last.above)
    )


def _is_ragged_prose(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether these lines have about the body's size, and most break off in mid-sentence."""
    t = context.thresholds
    gaps = [line.above for line in lines[1:]]
    inner = sum(line.text[:1].islower() for line in lines)
    lefts = [line.box.left for line in lines[1:]]
    return (
        len(lines) == RAGGED_LINES
        and max(gaps) <= t.max_block_gap * min(gaps) < float("inf")
        and all(is_same_size(line.size, lines[0].size) for line in lines)
        and lines[0].size >= MIN_RAGGED_RATIO * context.em
        and lines[0].text[:1].isupper()
        and inner >= MIN_INNER_LINES
        and all(line.words >= MIN_FLUSH_WORDS for line in lines[1:])
        and max(lefts) - min(lefts) < t.edge_reach * context.em
    )


def _is_flush_left(context: DocumentContext, lines: Sequence[LayoutLine]) -> bool:
    """Whether these are long flush-left lines in the body's size; the first may be indented."""
    reach = context.thresholds.edge_reach * context.em
    return all(_is_full(line) and context.ratio(line) == 1.0 for line in lines) and all(
        abs(line.indent) < reach for line in lines[1:]
    )
