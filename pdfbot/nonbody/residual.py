"""What the other families leave over: code, cells and labels that are not running text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.decisions import (
    DecisionTable,
    Measurement,
    Test,
    at_least,
    holds,
    less_than,
    more_than,
)
from pdfbot.layout.fonts import SIZE_SLACK
from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.clauses import continues_sentence, ends_clause
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.equations import continues_paragraph, starts_with_word
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.readers.font_names import is_mono
from pdfbot.rules import Rule
from pdfbot.runs import split_runs
from pdfbot.text.writing_systems import OTHER_SCRIPT

# Dot leaders and a page number in a table of contents.
MIN_DOTS = 4
_LEADERS = re.compile(rf"(?:\.\s?){{{MIN_DOTS},}}\s*(?:\d{{1,4}}|[ivxlc]{{1,6}})\s*$")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Share of the tokens of a line that are single characters, in code set on a grid.
MIN_SPACED_SHARE = 0.6
# Words of three letters in a line with an author's e-mail address, including those of the address.
MAX_ADDRESS_WORDS = 6
# Words of three letters in a table cell; longer lines are not cells.
MAX_CELL_WORDS = 5
# Single letters in a row in a line of letterspaced code.
MIN_SINGLE_LETTERS = 3
# Share of characters in math: a line with more is a formula, not letterspaced code.
MAX_SPACED_MATH = 0.2
_END_OF_PROOF = "□■◻∎⊓⊔"
# Punctuation that ends a line of text, but not a cell.
_TEXT_ENDS = ".?!:;,”’)"
# Punctuation that ends a sentence.
_SENTENCE_ENDS = ".?!”’"


def judge_residual(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove code, then labels, then whatever is neither running text nor next to it."""
    draft = JudgementDraft(context, known)
    for line in draft.open_lines():
        found = RESIDUAL.decide(draft, line)
        if found and found.outcome is not Rule.BODY:
            draft.remove(line, found.outcome, found)
    return draft.finish()


def _is_address(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    """Whether this is an e-mail address in small print, perhaps with a mark or name."""
    if "@" not in line.text or line.words > MAX_ADDRESS_WORDS or not _ADDRESS.search(line.text):
        return None
    return more_than(1 - line.size / draft.context.em, SIZE_SLACK)


def _is_spaced(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    """Whether letters are spaced out, unless the line is full of mathematics."""
    found = at_least(_spaced_share(line), MIN_SPACED_SHARE)
    is_text = found and _fills_column(draft, line) and _is_beside_running_text(draft, line)
    return None if is_text else found


def _is_monospaced(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    """Whether a line is monospaced, unless the whole document is."""
    context = draft.context
    found = at_least(line.mono, context.thresholds.min_style_share, "min_style_share")
    return found if found and _may_be_code(draft, line) else None


def _may_be_code(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a line may be code; next to text, only as the end of a block of code."""
    if is_mono(draft.context.fonts.base_family):
        return False
    return not _is_beside_running_text(draft, line) or (
        not _fills_column(draft, line) and _is_in_code(draft, line)
    )


def _is_in_code(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a line and one right above or below it are entirely monospaced."""
    t = draft.context.thresholds
    reach = t.max_block_gap * draft.context.pitch
    return line.mono >= t.min_style_share and any(
        other.mono >= t.min_style_share
        and other.column_key == line.column_key
        and 0 < abs(other.baseline - line.baseline) <= reach
        for other in _with_neighbours(draft.context, line)
    )


def _fills_column(draft: JudgementDraft, line: LayoutLine) -> bool:
    context = draft.context
    return line.right_slack < context.thresholds.min_clear_space * context.em


def _is_small(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    limit = draft.context.thresholds.min_font_ratio
    return less_than(draft.context.ratio(line), limit, "min_font_ratio")


def _is_running_text(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    return holds(draft.is_running_text(line) or _is_beside_running_text(draft, line))


def _has_wide_gap(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    if line.text[-1] in _END_OF_PROOF or _is_stretched(draft, line):
        return None
    context = draft.context
    limit = context.thresholds.max_inner_gap
    return more_than(line.widest_gap / context.em, limit, "max_inner_gap")


def _is_stretched(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a line in mid-sentence has few words, stretched to reach the right edge."""
    context, first = draft.context, line.text[0]
    if not first.isalpha() or abs(line.right_slack) > context.thresholds.edge_reach * context.em:
        return False
    if first.isupper():
        return _is_continued(draft, line)
    return continues_paragraph(draft, line) and not ends_clause(context.lines[line.index - 1])


def _is_continued(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether running text right below continues the sentence of this line."""
    context = draft.context
    below = context.lines[line.index + 1] if line.index + 1 < len(context.lines) else line
    return (
        line.below <= context.thresholds.max_block_gap * context.pitch
        and context.ratio(line) == 1.0
        and draft.is_running_text(below)
        and continues_sentence(line, below)
    )


def _is_cell(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    """Whether a line is far inside, short, unpunctuated, and has no long neighbour."""
    context = draft.context
    t, em = context.thresholds, context.em
    found = more_than(line.indent / em, t.strong_max_indent, "strong_max_indent")
    if (
        found is None
        or line.right_slack < t.min_clear_space * em
        or line.text[-1] in _TEXT_ENDS
        or any(
            p.words > MAX_CELL_WORDS and p.column_key == line.column_key
            for p in _with_neighbours(context, line)
        )
    ):
        return None
    return found


def _has_no_words(draft: JudgementDraft, line: LayoutLine) -> Measurement | None:
    context = draft.context
    found = less_than(line.words, context.thresholds.min_words, "min_words")
    if (
        found is None
        or starts_with_word(context, line)
        or continues_paragraph(draft, line)
        or _is_short_sentence(line)
    ):
        return None
    return found


RESIDUAL: DecisionTable[[JudgementDraft, LayoutLine], Rule] = DecisionTable(
    "residual lines",
    (
        Test("dot_leaders", Rule.CONTENTS, lambda _, line: holds(_has_leaders(line.text))),
        Test("address_in_small_print", Rule.ADDRESS, _is_address),
        Test("spaced_letters", Rule.SPACED_LETTERS, _is_spaced),
        Test("monospaced", Rule.MONOSPACED, _is_monospaced),
        Test("small_font", Rule.SMALL_FONT, _is_small),
        Test("running_text", Rule.BODY, _is_running_text),
        Test("wide_gap", Rule.WIDE_GAP, _has_wide_gap),
        Test("far_inside", Rule.FAR_INSIDE, _is_cell),
        Test("no_words", Rule.NO_WORDS, _has_no_words),
    ),
)


def _has_leaders(text: str) -> bool:
    return text.count(".") >= MIN_DOTS and _LEADERS.search(text) is not None


def _spaced_share(line: LayoutLine) -> float:
    """The share of single-character tokens outside math: "d e f a x p y".

    Some of them are letters in a row; those of a formula have signs between them: "f : A → B".
    """
    tokens = line.text.split()
    is_letter = [
        len(token) == 1 and token.isalpha() and not OTHER_SCRIPT.match(token) for token in tokens
    ]
    if sum(is_letter) < MIN_SINGLE_LETTERS or line.math > MAX_SPACED_MATH:
        return 0.0
    runs = split_runs(is_letter, lambda run, letter: run[-1] == letter)
    if max(map(sum, runs)) < MIN_SINGLE_LETTERS:
        return 0.0
    return sum(len(token) == 1 for token in tokens) / len(tokens)


def _is_short_sentence(line: LayoutLine) -> bool:
    """Whether a line is a whole sentence such as "No.": letters in a text font and a full stop."""
    alphanumeric = [c for c in line.text if c.isalnum()]
    is_word = len(alphanumeric) > 1 and all(map(str.isalpha, alphanumeric))
    return is_word and not line.math and line.text[-1] in _SENTENCE_ENDS


def _with_neighbours(context: DocumentContext, line: LayoutLine) -> Sequence[LayoutLine]:
    """The line with the one before it and the one after it."""
    index = line.index
    return context.lines[max(index - 1, 0) : index + 2]


def _is_beside_running_text(draft: JudgementDraft, line: LayoutLine) -> bool:
    """Whether a flush-left line is next to running text: such lines have much inline math."""
    context = draft.context
    index = line.index
    if abs(line.indent) > context.thresholds.edge_reach * context.em:
        return False
    reach = context.thresholds.max_block_gap * context.pitch
    above = index > 0 and line.above <= reach and draft.is_running_text(context.lines[index - 1])
    below = line.below <= reach and draft.is_running_text(context.lines[index + 1])
    return above or below
