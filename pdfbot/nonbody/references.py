"""The references, found by their heading, or by the numbers or keys of their entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.layout.line_features import LayoutLine
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement, JudgementDraft
from pdfbot.rules import Rule
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

_NUMBER = re.compile(r"(?:\d{1,2}|[ivx]{1,5}|[a-z])\.?")
# The spaces in letterspaced headings: "R E F E R E N C E S".
_LETTERSPACE = re.compile(r"(?<=\b\w) (?=\w\b)")
_HEADINGS_WITHOUT_SPACES = frozenset("".join(name.split()) for name in REFERENCE_HEADINGS)
_ENTRY = re.compile(r"^\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]?\s*(?=\D))")
_KEY = re.compile(r"^\s*\[[^\W\d_]{1,8}[+*]?\d{2,4}[a-z]?\]\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")

# Characters of the longest heading.
MAX_HEADING_CHARS = 40
# Lines below the heading that are searched for years.
YEARS_WITHIN = 24

# Share of the document's lines before which no numbered list starts.
MIN_LIST_START = 0.3
# Lines: the numbers of consecutive entries are closer together.
MAX_ENTRY_LINES = 15
# Share of the entries of a numbered list that name a year.
MIN_YEAR_SHARE = 0.5

# Entries of a short list, which counts only at the very end of the document.
MIN_SHORT_LIST = 2
# Numbers of the first entry: in balanced columns text may follow the first one or two.
FIRST_NUMBERS = (1, 2, 3)
# Share of the document's lines before a short list.
MIN_SHORT_LIST_START = 0.8
# Lines after a short list.
MAX_LINES_AFTER = 12

# Lines: the second entry of a keyed list starts sooner.
MAX_FIRST_ENTRY_LINES = 10
# Lines within which enough entries of a keyed list start.
KEYS_WITHIN = 60

# Characters of the longest heading of an appendix.
MAX_APPENDIX_CHARS = 100
# Share of the size: the headings of an appendix and of the references differ by less.
HEADING_SIZE_SLACK = 0.02
# Share of the body's size: larger headings need no bold type.
MIN_LARGE_HEADING = 1.05
# Lines below the heading of an appendix, at least.
MIN_LINES_BELOW = 3
# Lines below the heading of an appendix that are read.
LINES_BELOW = 8
# Share of these lines that is in the body's size.
MIN_BODY_SHARE = 0.6
# Lines among them that name a year.
MAX_YEARS_BELOW = 1


@dataclass(frozen=True, slots=True)
class _Start:
    """Where the references start, and the finding that shows it."""

    index: int
    rule: Rule
    threshold: str
    measured: int
    limit: int


def judge_references(context: DocumentContext, known: Judgement) -> Judgement:
    """Everything from the heading, or from the first entry, to the end of the document."""
    start = _by_heading(context) or _by_numbers(context) or _by_keys(context)
    if start is None:
        return known
    draft = JudgementDraft(context, known)
    end = len(context.lines)
    if context.thresholds.keep_appendices:
        end = _list_end(context, start.index)
    for index in range(start.index, end):
        rule = start.rule if index == start.index else Rule.AFTER_REFERENCES
        draft.remove(context.lines[index], rule, start.threshold, start.measured, start.limit)
    return draft.finish()


def _years(lines: Sequence[LayoutLine]) -> int:
    """How many lines name a year."""
    return sum(bool(_YEAR.search(line.text)) for line in lines)


def _list_end(context: DocumentContext, start: int) -> int:
    """The list ends at an appendix: a heading in the style of its own with running text below."""
    heading = context.lines[start]
    style = heading.blocks[-1].font
    is_distinct = style.bold or heading.size > MIN_LARGE_HEADING * context.em
    for index in range(start + 2, len(context.lines) - MIN_LINES_BELOW):
        line = context.lines[index]
        if len(line.text) > MAX_APPENDIX_CHARS or _YEAR.search(line.text):
            continue
        same_style = all(b.font.bold == style.bold for b in line.blocks) and (
            abs(line.size - heading.size) < HEADING_SIZE_SLACK * heading.size
        )
        if same_style and is_distinct and _has_text_below(context, index):
            return index
    return len(context.lines)


def _has_text_below(context: DocumentContext, index: int) -> bool:
    """Most of the next lines are in the body's size, and hardly any name a year."""
    below = context.lines[index + 1 : index + 1 + LINES_BELOW]
    body_sized = sum(context.ratio(line) == 1.0 for line in below)
    return body_sized >= MIN_BODY_SHARE * len(below) and _years(below) <= MAX_YEARS_BELOW


def _by_heading(context: DocumentContext) -> _Start | None:
    """The last line that consists of the heading and has entries with years below it."""
    for index in range(len(context.lines) - 1, -1, -1):
        text = context.lines[index].text.strip()
        if len(text) > MAX_HEADING_CHARS or not (
            _is_heading(text)
            or _is_heading(_LETTERSPACE.sub("", text))
            or _is_irregularly_spaced_heading(text)
        ):
            continue
        following = context.lines[index + 1 : index + 1 + YEARS_WITHIN]
        years, min_years = _years(following), context.thresholds.min_reference_years
        if years >= min(min_years, len(following)):
            return _Start(index, Rule.REFERENCES_HEADING, "min_reference_years", years, min_years)
    return None


def _by_numbers(context: DocumentContext) -> _Start | None:
    """Entries numbered 1, 2, 3 … in lines that name years."""
    numbered: list[tuple[int, int]] = []
    for index, line in enumerate(context.lines):
        match = _ENTRY.match(line.text)
        if match:
            numbered.append((index, int(next(g for g in match.groups() if g))))
    best: _Start | None = None
    total = len(context.lines)
    for position, (index, number) in enumerate(numbered):
        if number not in FIRST_NUMBERS or index < MIN_LIST_START * total:
            continue
        count, last = _count_entries(numbered[position:])
        years = _years(context.lines[index : last + 2])
        at_end = index > MIN_SHORT_LIST_START * total and last > total - MAX_LINES_AFTER
        limit = MIN_SHORT_LIST if at_end else context.thresholds.min_reference_entries
        longer = best is None or count > best.measured
        if count >= limit and years >= MIN_YEAR_SHARE * count and longer:
            best = _Start(index, Rule.REFERENCES_NUMBERED, "min_reference_entries", count, limit)
    return best


def _count_entries(numbered: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How many entries are numbered consecutively from the first, and the line of the last."""
    last, count = numbered[0]
    for index, number in numbered[1:]:
        if number == count + 1 and index - last < MAX_ENTRY_LINES:
            count, last = number, index
    return count, last


def _by_keys(context: DocumentContext) -> _Start | None:
    """Entries that start with a key such as [AKV13], one after the other."""
    keyed = [i for i, line in enumerate(context.lines) if _KEY.match(line.text)]
    limit = context.thresholds.min_reference_entries
    for position, index in enumerate(keyed):
        run = [k for k in keyed[position:] if k - index < KEYS_WITHIN]
        if len(run) >= limit and run[1] - index < MAX_FIRST_ENTRY_LINES:
            return _Start(index, Rule.REFERENCES_KEYED, "min_reference_entries", len(run), limit)
    return None


def _is_irregularly_spaced_heading(text: str) -> bool:
    """Capitals with a space between some of them: "R E FE R E N C E S"."""
    return text.isupper() and "".join(text.lower().split()) in _HEADINGS_WITHOUT_SPACES


def _is_heading(text: str) -> bool:
    """A references heading, possibly with a number before it and a colon or full stop after it."""
    words = text.lower().rstrip().removesuffix(":").removesuffix(".").split()
    if len(words) > 1 and _NUMBER.fullmatch(words[0]):
        words = words[1:]
    return " ".join(words) in REFERENCE_HEADINGS
