"""Headings, on lines of their own or run in: set apart by weight, size, capitals or a number."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.layout.line_features import SCRIPT_SIZE, LayoutLine
from pdfbot.nonbody.context import USUAL_PITCH, DocumentContext
from pdfbot.nonbody.heading_styles import find_heading_runs
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.nonbody.run_in_headings import (
    ENUMERATED,
    follows_removed,
    starts_statement,
    trim_run_in_heading,
)
from pdfbot.rules import Rule

_HEADING_NUMBER = re.compile(
    r"^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXLC]{1,6}\.(?:\d{1,2}\.?)*|[A-Z]\.(?:\d{1,2}(?:\.\d{1,2})*\.?)?"
    r"|(?:Appendix|APPENDIX)\s+[A-Z\d]\.?:?|\d{1,2}\)|[a-z]\))\s+(?=[^\W\d_])"
)
_DOTTED_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2})+\.?\s+[A-Z]")
_KNOWN_HEADINGS = frozenset(
    (
        "abstract", "summary", "introduction", "acknowledgement", "acknowledgements",
        "acknowledgment", "acknowledgments", "conclusion", "conclusions", "discussion", "results",
        "method", "methods", "materials and methods", "author contribution",
        "author contributions", "competing interest", "competing interests", "keyword",
        "keywords", "index terms",
    )
)  # fmt: skip
_PUNCTUATION = ".,;:"

# Characters of the longest heading in larger type.
MAX_LARGE_CHARS = 199
# Characters of the longest heading in bold.
MAX_BOLD_CHARS = 149
# Characters of the longest heading that only its number marks.
MAX_NUMBERED_CHARS = 119
# Letters: in shorter text capitals mean nothing.
MIN_CAPITAL_LETTERS = 3
# Share of the letters: text with more capitals is in capitals.
CAPITAL_SHARE = 0.8
# In a document with this many isolated lines, they are headings.
MIN_ISOLATED_LINES = 3
# Pitches: an isolated line with more space above is a heading even if it is the only one.
MIN_ISOLATED_SPACE = 1.5
# Pitches: from an isolated heading down to its text, at most.
MAX_ISOLATED_GAP = 3.0


def judge_headings(context: DocumentContext, known: Judgement) -> Judgement:
    """Lines in one style that are set apart, then run-in headings in the remaining lines."""
    draft = JudgementDraft(context, known)
    remove_heading_lines(draft)
    for column in context.columns:
        for index, line in enumerate(column):
            if draft.is_open(line):
                trim_run_in_heading(draft, column, index)
    return draft.finish()


def remove_heading_lines(draft: JudgementDraft) -> None:
    """Headings on lines of their own."""
    context = draft.context
    _judge_heading_styles(draft)
    _judge_isolated_lines(draft)
    for column in context.columns:
        index = 0
        while index < len(column):
            end = _style_end(draft, column, index)
            if end - index <= context.thresholds.max_heading_lines and _is_heading(
                draft, column, index, end
            ):
                for line in column[index:end]:
                    _remove_heading(draft, line)
            index = end


def _judge_heading_styles(draft: JudgementDraft) -> None:
    """Lines in the styles that the document keeps for headings."""
    for column, start, end in find_heading_runs(draft):
        if not starts_statement(column[start].text):
            for line in column[start:end]:
                _remove_heading(draft, line)


def _judge_isolated_lines(draft: JudgementDraft) -> None:
    """Short lines in the body's own style with white space above and below.

    They recur, or the space above is clearly wider.
    """
    found = [
        line
        for column in draft.context.columns
        for index, line in enumerate(column)
        if draft.is_open(line) and _is_isolated(draft, column, index)
    ]
    min_space = MIN_ISOLATED_SPACE * draft.context.pitch
    for line in found:
        if len(found) >= MIN_ISOLATED_LINES or min_space <= line.above < float("inf"):
            _remove_heading(draft, line)


def _is_isolated(draft: JudgementDraft, column: Sequence[LayoutLine], index: int) -> bool:
    """A title of a few words at the column's edge, apart from the text above and below."""
    context, line = draft.context, column[index]
    t, text = context.thresholds, line.text.strip()
    min_gap = t.max_block_pitch * context.pitch
    return (
        index + 1 < len(column)
        and draft.is_open(column[index + 1])
        and draft.is_running_text(column[index + 1])
        and min_gap <= line.below <= MAX_ISOLATED_GAP * context.pitch
        and (line.above >= min_gap or follows_removed(draft, column, index))
        and abs(line.indent) <= t.edge_reach * context.em
        and line.right_slack >= t.min_clearly_short * context.em
        and line.words >= t.min_words
        and line.math <= t.max_heading_math
        and text[:1].isupper()
        and text[-1:].isalnum()
        and not starts_statement(text)
    )


def _remove_heading(draft: JudgementDraft, line: LayoutLine) -> None:
    """The reason is the size where that is enough, otherwise the space above."""
    context = draft.context
    ratio = context.ratio(line)
    if ratio >= context.thresholds.min_heading_ratio:
        draft.remove(line, Rule.HEADING, "min_heading_ratio", ratio)
    else:
        draft.remove(line, Rule.HEADING, "separate_spacing", context.space_above(line))


def _style_end(draft: JudgementDraft, column: Sequence[LayoutLine], start: int) -> int:
    """The index after the lines that continue in the style of the one at `start`."""
    context = draft.context
    first = column[start]
    end = start + 1
    if not draft.is_open(first):
        return end
    if block_end := _numbered_block_end(context, column, start):
        return block_end
    while end < len(column):
        line = column[end]
        if not draft.is_open(line) or not _same_style(context, first, line):
            break
        pitch = max(context.pitch, USUAL_PITCH * first.size)
        if line.above > context.thresholds.max_heading_pitch * pitch:
            break
        end += 1
    return end


def _numbered_block_end(context: DocumentContext, column: Sequence[LayoutLine], start: int) -> int:
    """The end of "6.3 Comparison of …" on up to three lines with white space around; 0 if none."""
    t = context.thresholds
    first = column[start]
    if not _DOTTED_NUMBER.match(first.text) or first.above <= t.max_pitch_ratio * context.pitch:
        return 0
    for end in range(start + 1, min(start + 1 + t.max_heading_lines, len(column))):
        if column[end].above >= t.paragraph_gap * context.pitch:
            last = column[end - 1]
            ended = last.text.rstrip()[-1:] in _PUNCTUATION
            return end if last.right_slack >= t.min_clear_space * context.em and not ended else 0
    return 0


def _same_style(context: DocumentContext, first: LayoutLine, line: LayoutLine) -> bool:
    """The same size, weight and slant; plain text also needs capitals or a font of its own."""
    t = context.thresholds
    if abs(first.size - line.size) >= t.strong_size_slack * context.em:
        return False
    bold, italic = _is_bold(context, first), _is_italic(context, first)
    if bold != _is_bold(context, line) or italic != _is_italic(context, line):
        return False
    is_styled = bold or italic or context.ratio(line) >= t.min_heading_ratio
    if not is_styled and first.family != line.family:
        return False
    own_font = first.family != context.fonts.base_family and line.math < t.min_math_share
    if not is_in_capitals(first):
        return is_styled or own_font
    if is_in_capitals(line):
        return True
    return not line.words and (is_styled or own_font)


def _is_italic(context: DocumentContext, line: LayoutLine) -> bool:
    return line.italic >= context.thresholds.min_style_share


def _is_bold(context: DocumentContext, line: LayoutLine) -> bool:
    """Bold to the end: a line that continues in another weight starts with a run-in heading."""
    if line.bold < context.thresholds.min_style_share:
        return False
    last = next((b for b in reversed(line.blocks) if any(map(str.isalpha, b.text))), None)
    return last is not None and last.font.bold


def _is_large(context: DocumentContext, line: LayoutLine) -> bool:
    """Larger than the body to the end: a line that continues in its size has a run-in heading."""
    t = context.thresholds
    if context.ratio(line) < t.min_heading_ratio:
        return False
    lettered = (b for b in reversed(line.blocks) if any(map(str.isalpha, b.text)))
    last = next((b for b in lettered if b.font.size > SCRIPT_SIZE * line.size), None)
    return last is None or abs(last.font.size - context.em) > t.strong_size_slack * context.em


def is_in_capitals(line: LayoutLine) -> bool:
    """Capitals or small capitals throughout."""
    letters = list(filter(str.isalpha, line.text))
    capitals = sum(map(str.isupper, letters))
    if len(letters) >= MIN_CAPITAL_LETTERS and capitals > CAPITAL_SHARE * len(letters):
        return True
    return line.small_capitals


def _is_heading(draft: JudgementDraft, column: Sequence[LayoutLine], start: int, end: int) -> bool:
    """Set apart from the text above by space, and by size, weight, capitals, slant or number."""
    context = draft.context
    t = context.thresholds
    line = column[start]
    is_large = _is_large(context, line)
    apart = line.above >= t.separate_spacing * context.pitch
    apart = apart or follows_removed(draft, column, start)
    if not draft.is_open(line) or not (is_large or apart):
        return False
    text = " ".join(p.text for p in column[start:end]).strip()
    numbered = _HEADING_NUMBER.match(text)
    if line.prose <= t.max_symbols_prose and not numbered:
        return False
    if is_large and len(text) <= MAX_LARGE_CHARS:
        return True
    if not apart:
        return False
    if _is_bold(context, line):
        is_full_text = abs(line.right_slack) < context.em and text.endswith((".", ","))
        return len(text) <= MAX_BOLD_CHARS and not is_full_text
    enumerated = ENUMERATED.match(text) and _is_italic(context, line)
    if text.lower().rstrip(" .:") in _KNOWN_HEADINGS or (enumerated and text[-1] == ":"):
        return True
    capitals = is_in_capitals(line)
    if text[-1:] in _PUNCTUATION and not (text[-1:] in ":." and numbered and capitals):
        return False
    if capitals and len(text) > MIN_CAPITAL_LETTERS:
        return True
    return _is_plain_heading(context, column[start:end], column[end : end + 1], text)


def _is_plain_heading(
    context: DocumentContext,
    lines: Sequence[LayoutLine],
    following: Sequence[LayoutLine],
    text: str,
) -> bool:
    """A heading in the body's own weight: only its short last line and its position show it."""
    t, em = context.thresholds, context.em
    line, last = lines[0], lines[-1]
    italic = _is_italic(context, line)
    numbered = _letter_after_number(text).isupper() and len(text) <= MAX_NUMBERED_CHARS
    min_slack = t.edge_reach if numbered and italic else t.min_clear_space
    if last.right_slack < min_slack * em or line.math >= t.min_math_share:
        return False
    if starts_statement(text):
        return False
    below = following[0].above if following else float("inf")
    apart_below = below >= t.loose_spacing * context.pitch
    other_font = italic or line.family != context.fonts.base_family
    balanced = abs(line.indent - line.right_slack) < em
    at_edge = abs(line.indent) < t.min_clear_indent * em
    if numbered and (other_font or ((at_edge or balanced) and text[-1] not in "?!")):
        return other_font or (apart_below and last.math <= t.max_heading_math)
    if len(lines) > 1 and line.right_slack < t.min_clear_space * em:
        return False
    if not text[:1].isupper():
        return False
    if italic and line.above >= t.clearly_separate_spacing * context.pitch:
        return True
    centred = balanced and line.indent >= t.min_clear_space * em
    return centred and line.words >= t.min_words and apart_below


def _letter_after_number(text: str) -> str:
    """The first letter after the number of a heading; empty without a number."""
    match = _HEADING_NUMBER.match(text)
    return text[match.end() : match.end() + 1] if match else ""
