"""Words aligned below words: interlinear glosses, and tables without rulings or captions."""

from __future__ import annotations

import re

from pdfbot.decisions import DecisionTable, Measurement, Test, at_least, holds
from pdfbot.layout.line_features import ALIGNED_SLACK, MIN_FORMULA_MATH, LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.text.list_labels import counts_on

# Share of words aligned below words.
MIN_ALIGNED_SHARE = 0.75
# Words aligned below words; two may be aligned by chance.
MIN_ALIGNED_WORDS = 3
_WORD = re.compile(r"\S+")
_EXAMPLE_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[a-z])[.)]+(?=\s)")
_OPENING_QUOTES = "‘“'\"«„"


def judge_interlinear(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove adjacent lines whose words are aligned, and the translation below them."""
    draft = JudgementDraft(context, known)
    for column in context.columns:
        index = 0
        while index + 1 < len(column):
            pair = column[index], column[index + 1]
            is_text = draft.is_running_text(pair[0]) or draft.is_running_text(pair[1])
            found = None if is_text else ALIGNED_WORDS.decide(draft, *pair)
            index += 2 if found else 1
            if not found:
                continue
            for line in pair:
                draft.remove(line, found.outcome, found)
            while index < len(column) and draft.is_open(column[index]):
                quoted = TRANSLATIONS.decide(column[index])
                if not quoted:
                    break
                draft.remove(column[index], quoted.outcome, quoted)
                index += 1
    return draft.finish()


def _is_aligned(draft: JudgementDraft, upper: LayoutLine, lower: LayoutLine) -> Measurement | None:
    if not draft.is_open(upper) or not draft.is_open(lower):
        return None
    if upper.math >= MIN_FORMULA_MATH and lower.math >= MIN_FORMULA_MATH:
        return None
    share = _aligned_share(draft.context, upper, lower)
    return at_least(share, MIN_ALIGNED_SHARE)


def _word_starts(line: LayoutLine) -> list[float]:
    """The left edge of each word after the example's number."""
    number = _EXAMPLE_NUMBER.match(line.text)
    words = _WORD.finditer(line.text, number.end() if number else 0)
    return [left for left, _ in line.x_ranges(word.span() for word in words)]


def _aligned_share(context: DocumentContext, upper: LayoutLine, lower: LayoutLine) -> float:
    """The share of aligned words in two lines; 0 if there are too few."""
    if (
        lower.above > context.thresholds.max_neighbour_gap * context.pitch
        or upper.text == lower.text
    ):
        return 0.0
    if len(upper.text.split()) < MIN_ALIGNED_WORDS or counts_on(upper.text, lower.text):
        return 0.0
    upper_starts, lower_starts = _word_starts(upper), _word_starts(lower)
    slack = ALIGNED_SLACK * context.em
    aligned = sum(any(abs(a - b) < slack for b in lower_starts) for a in upper_starts)
    if aligned < MIN_ALIGNED_WORDS:
        return 0.0
    return aligned / max(len(upper_starts), len(lower_starts))


def _is_quoted(line: LayoutLine) -> Measurement | None:
    """Whether the line is quoted, as the translation below a gloss is."""
    return holds(line.text.lstrip()[:1] in _OPENING_QUOTES)


ALIGNED_WORDS: DecisionTable[[JudgementDraft, LayoutLine, LayoutLine], Rule] = DecisionTable(
    "interlinear glosses", (Test("aligned_words", Rule.ALIGNED_WORDS, _is_aligned),)
)
TRANSLATIONS: DecisionTable[[LayoutLine], Rule] = DecisionTable(
    "translations of glosses", (Test("quoted_translation", Rule.ALIGNED_WORDS, _is_quoted),)
)
