"""Words aligned below words: interlinear glosses, and tables without rules or captions."""

from __future__ import annotations

import re

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.text.list_labels import counts_on

# Words aligned below words; two may be aligned by chance.
MIN_ALIGNED_WORDS = 3
# Pitches: the lines of a gloss are no further apart.
MAX_PITCH = 1.5
_WORD = re.compile(r"\S+")
_EXAMPLE_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[a-z])[.)]+(?=\s)")
_OPENING_QUOTES = "‘“'\"«„"


def judge_interlinear(context: DocumentContext, known: Judgement) -> Judgement:
    """Neighbouring lines whose words are aligned, and the translation below them."""
    draft = JudgementDraft(context, known)
    t = context.thresholds
    for column in context.columns:
        index = 0
        while index + 1 < len(column):
            pair = column[index], column[index + 1]
            share = 0.0
            if all(draft.is_open(p) and not draft.is_running_text(p) for p in pair):
                share = _aligned_share(context, *pair)
            if share < t.min_aligned_share:
                index += 1
                continue
            end = index + 2
            while end < len(column) and draft.is_open(column[end]) and _is_quoted(column[end]):
                end += 1
            for line in column[index:end]:
                draft.remove(line, Rule.ALIGNED_WORDS, "min_aligned_share", share)
            index = end
    return draft.finish()


def _word_starts(line: LayoutLine) -> list[float]:
    """The left edge of each word after the number of the example."""
    number = _EXAMPLE_NUMBER.match(line.text)
    words = _WORD.finditer(line.text, number.end() if number else 0)
    return [left for left, _ in line.x_ranges(word.span() for word in words)]


def _aligned_share(context: DocumentContext, upper: LayoutLine, lower: LayoutLine) -> float:
    """The share of aligned words in two lines; 0 if there are too few."""
    if lower.above > MAX_PITCH * context.pitch or upper.text == lower.text:
        return 0.0
    if len(upper.text.split()) < MIN_ALIGNED_WORDS or counts_on(upper.text, lower.text):
        return 0.0
    upper_starts, lower_starts = _word_starts(upper), _word_starts(lower)
    slack = context.thresholds.aligned_slack * context.em
    aligned = sum(any(abs(a - b) < slack for b in lower_starts) for a in upper_starts)
    if aligned < MIN_ALIGNED_WORDS:
        return 0.0
    return aligned / max(len(upper_starts), len(lower_starts))


def _is_quoted(line: LayoutLine) -> bool:
    """The translation below a gloss is quoted."""
    return line.text.lstrip()[:1] in _OPENING_QUOTES
