"""What the other families leave: code, cells and labels that are not running text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.equations import continues_paragraph, starts_with_word
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.readers.font_names import is_mono
from pdfbot.rules import Rule

# Dot leaders and a page number in a table of contents.
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,6})\s*$")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
# Words of three letters in a line with an author's e-mail address, including those of the address.
MAX_ADDRESS_WORDS = 6
# Words of three letters in a table cell; longer lines are not cells.
MAX_CELL_WORDS = 5
# Single letters among the tokens of a line of letterspaced code.
MIN_SINGLE_LETTERS = 3
# Share of characters in math: a line with more is a formula, not letterspaced code.
MAX_SPACED_MATH = 0.2
_END_OF_PROOF = "□■◻∎⊓⊔"
# Punctuation that ends a line of text, but not a cell.
_TEXT_ENDS = ".?!:;,”’)"
# Punctuation that ends a sentence.
_SENTENCE_ENDS = ".?!”’"


def judge_residual(context: DocumentContext, known: Judgement) -> Judgement:
    """Code, then labels, then whatever is neither running text nor next to it."""
    draft = JudgementDraft(context, known)
    t = context.thresholds
    typewritten = is_mono(context.fonts.base_family)
    for line in draft.open_lines():
        ratio = context.ratio(line)
        code = not typewritten and (line.mono >= t.min_mono_share or _beside_code(context, line))
        if _LEADERS.search(line.text):
            draft.remove(line, Rule.CONTENTS, "min_words", 0)
        elif _is_address(context, line):
            draft.remove(line, Rule.ADDRESS, "strong_size_slack", 1 - line.size / context.em)
        elif (spaced := _spaced_share(line)) >= t.min_spaced_share:
            draft.remove(line, Rule.SPACED_LETTERS, "min_spaced_share", spaced)
        elif code and not _is_beside_running_text(draft, line):
            draft.remove(line, Rule.MONOSPACED, "min_mono_share", line.mono)
        elif ratio < t.min_font_ratio:
            draft.remove(line, Rule.SMALL_FONT, "min_font_ratio", ratio)
        elif draft.is_running_text(line) or _is_beside_running_text(draft, line):
            continue
        elif line.widest_gap > t.max_inner_gap * context.em and line.text[-1] not in _END_OF_PROOF:
            draft.remove(line, Rule.WIDE_GAP, "max_inner_gap", line.widest_gap / context.em)
        elif _is_cell(context, line):
            draft.remove(line, Rule.FAR_INSIDE, "strong_max_indent", line.indent / context.em)
        elif line.words < t.min_words and not (
            starts_with_word(context, line)
            or continues_paragraph(draft, line)
            or _is_short_sentence(line)
        ):
            draft.remove(line, Rule.NO_WORDS, "min_words", line.words)
    return draft.finish()


def _is_cell(context: DocumentContext, line: LayoutLine) -> bool:
    """Indented more than a first line, followed by white space, unpunctuated, no long neighbour."""
    t, em = context.thresholds, context.em
    return (
        line.indent > t.strong_max_indent * em
        and line.right_slack >= t.min_clear_space * em
        and line.text[-1] not in _TEXT_ENDS
        and all(
            p.words <= MAX_CELL_WORDS or p.column_key != line.column_key
            for p in _with_neighbours(context, line)
        )
    )


def _is_address(context: DocumentContext, line: LayoutLine) -> bool:
    """An e-mail address in small print, perhaps with a footnote mark or a name."""
    return (
        line.size < (1 - context.thresholds.strong_size_slack) * context.em
        and line.words <= MAX_ADDRESS_WORDS
        and bool(_ADDRESS.search(line.text))
    )


def _spaced_share(line: LayoutLine) -> float:
    """Share of single-character tokens, outside math: code on a grid reads "d e f a x p y"."""
    tokens = line.text.split()
    letters = sum(len(token) == 1 and token.isalpha() for token in tokens)
    if letters < MIN_SINGLE_LETTERS or line.math > MAX_SPACED_MATH:
        return 0.0
    return sum(len(token) == 1 for token in tokens) / len(tokens)


def _is_short_sentence(line: LayoutLine) -> bool:
    """A whole line such as "No." in a dialogue: letters in a text font and a full stop."""
    alphanumeric = [c for c in line.text if c.isalnum()]
    is_word = len(alphanumeric) > 1 and all(map(str.isalpha, alphanumeric))
    return is_word and not line.math and line.text[-1] in _SENTENCE_ENDS


def _beside_code(context: DocumentContext, line: LayoutLine) -> bool:
    """Half in a monospaced font, next to a line entirely in one: also a line of code."""
    t = context.thresholds
    return line.mono >= t.majority_share * t.min_mono_share and any(
        p is not line and p.mono >= t.min_mono_share for p in _with_neighbours(context, line)
    )


def _with_neighbours(context: DocumentContext, line: LayoutLine) -> Sequence[LayoutLine]:
    """The line with the one before it and the one after it."""
    index = line.index
    return context.lines[max(index - 1, 0) : index + 2]


def _is_beside_running_text(draft: JudgementDraft, line: LayoutLine) -> bool:
    """At the column's edge, next to running text: a line of it with much inline math."""
    context = draft.context
    index = line.index
    if abs(line.indent) > context.thresholds.edge_reach * context.em:
        return False
    reach = context.thresholds.max_block_pitch * context.pitch
    above = index > 0 and line.above <= reach and draft.is_running_text(context.lines[index - 1])
    below = line.below <= reach and draft.is_running_text(context.lines[index + 1])
    return above or below
