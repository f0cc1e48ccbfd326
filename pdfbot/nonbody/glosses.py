"""Words that stand under words: glossed examples and tables without rules or captions."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.labels import counts_on
from pdfbot.nonbody.rule import Context

# Words that stand under words; two may do so by chance.
LEAST_ALIGNED = 3
# Pitches: the lines of a gloss are no further apart.
MAX_PITCH = 1.5
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\s*\(?(?:\d{1,3}|[a-z])[.)]+(?=\s)")
_QUOTES = "‘“'\"«„"


def judge_glosses(context: Context, bodylike: set[str]) -> None:
    """Neighbouring lines whose words begin at the same places, and the translation below them."""
    t = context.thresholds
    for column in context.columns():
        index = 0
        while index + 1 < len(column):
            pair = column[index], column[index + 1]
            share = 0.0
            if all(context.is_open(p) and p.line.id not in bodylike for p in pair):
                share = _aligned(context, *pair)
            if share < t.min_aligned_share:
                index += 1
                continue
            end = index + 2
            while end < len(column) and context.is_open(column[end]) and _translates(column[end]):
                end += 1
            for placed in column[index:end]:
                context.remove(placed, "aligned_words", "min_aligned_share", share)
            index = end


def _starts(placed: Placed) -> list[float]:
    """Where the words begin, behind an example's number."""
    line = placed.line
    number = _NUMBER.match(line.text)
    words = _WORD.finditer(line.text, number.end() if number else 0)
    return [left for left, _ in line.x_ranges(word.span() for word in words)]


def _aligned(context: Context, upper: Placed, lower: Placed) -> float:
    """The share of the words that begin under each other, if they are enough."""
    if lower.above > MAX_PITCH * context.pitch or upper.line.text == lower.line.text:
        return 0.0
    if len(upper.line.text.split()) < LEAST_ALIGNED or counts_on(upper.line.text, lower.line.text):
        return 0.0
    one, other = _starts(upper), _starts(lower)
    slack = context.thresholds.aligned_slack * context.em
    under = sum(any(abs(a - b) < slack for b in other) for a in one)
    return under / max(len(one), len(other), 1) if under >= LEAST_ALIGNED else 0.0


def _translates(placed: Placed) -> bool:
    return placed.line.text.lstrip()[:1] in _QUOTES
