"""The references, found by their heading, or by the numbers or keys of their entries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from pdfbot.decisions import Decision, DecisionTable, Measurement, Test, at_least
from pdfbot.layout.fonts import is_same_size
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
_YEAR = re.compile(
    r"(?:\b|(?<=[\u3040-\u9fff\uac00-\ud7af]))(?:19|20)\d\d(?:[a-z]?\b|(?=[\u5e74\ub144]))"
)

# Lines below the heading that name a year.
MIN_YEARS_BELOW = 2
# Characters of the longest heading.
MAX_HEADING_CHARS = 40
# Lines below the heading that are searched for years.
YEARS_WITHIN = 24

# Share of the document's lines before which no numbered list starts, nor the first of several.
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
# Share of the body's size: larger headings need no bold type.
MIN_LARGE_HEADING = 1.05
# Lines below the heading of an appendix, at least.
MIN_LINES_BELOW = 3
# Lines below the heading of an appendix that are read.
LINES_BELOW = 8
# Share of these lines that is in the body's size.
MIN_BODY_SIZED_SHARE = 0.6
# Lines among them that name a year.
MAX_YEARS_BELOW = 1


@dataclass(frozen=True, slots=True)
class Start:
    """The index of the line at which the references start, and the evidence."""

    index: int
    by: Measurement


class StartSearch:
    """The places where the references may start, each searched for on demand."""

    def __init__(self, context: DocumentContext) -> None:
        self._context = context

    @cached_property
    def by_heading(self) -> Start | None:
        return _by_heading(self._context)

    @cached_property
    def by_numbers(self) -> Start | None:
        return _by_numbers(self._context)

    @cached_property
    def by_keys(self) -> Start | None:
        return _by_keys(self._context)

    def start_of(self, rule: Rule) -> Start | None:
        """The start that a rule found."""
        if rule is Rule.REFERENCES_HEADING:
            return self.by_heading
        return self.by_numbers if rule is Rule.REFERENCES_NUMBERED else self.by_keys


def _measured(start: Start | None) -> Measurement | None:
    return start.by if start else None


REFERENCE_STARTS: DecisionTable[[StartSearch], Rule] = DecisionTable(
    "references",
    (
        Test("years_below_heading", Rule.REFERENCES_HEADING, lambda s: _measured(s.by_heading)),
        Test("numbered_entries", Rule.REFERENCES_NUMBERED, lambda s: _measured(s.by_numbers)),
        Test("keyed_entries", Rule.REFERENCES_KEYED, lambda s: _measured(s.by_keys)),
    ),
)
# The argument is how many lines further down than the start of the references a line is.
AFTER_START: DecisionTable[[int], Rule] = DecisionTable(
    "after the references",
    (Test("after_references", Rule.AFTER_REFERENCES, lambda lines: at_least(lines, 1)),),
)


def judge_references(context: DocumentContext, known: Judgement) -> Judgement:
    """Remove everything from the heading or the first entry to the end of the document."""
    search = StartSearch(context)
    found: Decision[Rule] | None = REFERENCE_STARTS.decide(search)
    start = search.start_of(found.outcome) if found else None
    if found is None or start is None:
        return known
    draft = JudgementDraft(context, known)
    draft.remove(context.lines[start.index], found.outcome, found)
    end = len(context.lines)
    if context.thresholds.keep_appendices:
        end = _list_end(context, start.index)
    for index in range(start.index + 1, end):
        if after := AFTER_START.decide(index - start.index):
            draft.remove(context.lines[index], after.outcome, after)
    left = _left_below(context.lines, start.index)
    if left and (beside := CENTRED_HEADING.decide(context, context.lines[start.index], left)):
        for line in left:
            draft.remove(line, beside.outcome, beside)
    return draft.finish()


def _left_below(lines: Sequence[LayoutLine], start: int) -> list[LayoutLine]:
    """The lines lower than a heading in the columns on its left, which come before it."""
    heading = lines[start]
    before = takewhile(lambda p: p.page == heading.page, reversed(lines[:start]))
    return [p for p in before if p.column < heading.column and p.box.top < heading.box.bottom]


def _reaches_left(
    context: DocumentContext, heading: LayoutLine, left: Sequence[LayoutLine]
) -> Measurement | None:
    """How far left of the end of the lines on its left a heading of several columns begins."""
    reach = (max(line.box.right for line in left) - heading.box.left) / context.em
    return at_least(reach, context.thresholds.edge_reach, "edge_reach")


CENTRED_HEADING: DecisionTable[[DocumentContext, LayoutLine, Sequence[LayoutLine]], Rule] = (
    DecisionTable(
        "below a centred heading of the references",
        (Test("below_centred_heading", Rule.AFTER_REFERENCES, _reaches_left),),
    )
)


def continues_list(lines: Sequence[LayoutLine], index: int) -> bool:
    """Whether a line begins the next entry after one that begins a few lines above."""
    match = _ENTRY.match(lines[index].text)
    if match is None:
        return False
    before = str(int(next(filter(None, match.groups()))) - 1)
    above = map(_ENTRY.match, (p.text for p in lines[max(0, index - MAX_ENTRY_LINES) : index]))
    return any(before in entry.groups() for entry in above if entry)


def _years(lines: Sequence[LayoutLine]) -> int:
    """The number of lines that contain a year."""
    return sum(bool(_YEAR.search(line.text)) for line in lines)


def _list_end(context: DocumentContext, start: int) -> int:
    """The end of the list: a heading in the style of the list's own, with text below."""
    heading = context.lines[start]
    style = heading.blocks[-1].font
    is_distinct = style.bold or heading.size > MIN_LARGE_HEADING * context.em
    for index in range(start + 2, len(context.lines) - MIN_LINES_BELOW):
        line = context.lines[index]
        if len(line.text) > MAX_APPENDIX_CHARS or _YEAR.search(line.text):
            continue
        same_style = all(b.font.bold == style.bold for b in line.blocks) and (
            is_same_size(line.size, heading.size)
        )
        if same_style and is_distinct and _has_text_below(context, index):
            return index
    return len(context.lines)


def _has_text_below(context: DocumentContext, index: int) -> bool:
    """Whether most of the next lines have the body's size, and hardly any contain a year."""
    below = context.lines[index + 1 : index + 1 + LINES_BELOW]
    body_sized = sum(context.ratio(line) == 1.0 for line in below)
    return body_sized >= MIN_BODY_SIZED_SHARE * len(below) and _years(below) <= MAX_YEARS_BELOW


def _by_heading(context: DocumentContext) -> Start | None:
    """The first late line that is a references heading with years below it, or else the last one.

    A supplement may have references, too; nothing after those of the paper is body text.
    """
    found: Start | None = None
    for index in range(len(context.lines) - 1, -1, -1):
        if found and index < MIN_LIST_START * len(context.lines):
            return found
        if context.lines[index].chars > MAX_HEADING_CHARS:
            continue
        text = context.lines[index].text.strip()
        if len(text) > MAX_HEADING_CHARS or not (
            _is_heading(text)
            or _is_heading(_LETTERSPACE.sub("", text))
            or _is_irregularly_spaced_heading(text)
        ):
            continue
        # What is below another such heading shows nothing about this one.
        end = min(index + 1 + YEARS_WITHIN, found.index if found else len(context.lines))
        following = context.lines[index + 1 : end]
        years = _years(following)
        by = at_least(years, MIN_YEARS_BELOW)
        if by or (by := at_least(years, len(following))):  # at the end of the document
            found = Start(index, by)
    return found


def _by_numbers(context: DocumentContext) -> Start | None:
    """The start of entries numbered 1, 2, 3 … among lines that contain years."""
    numbered: list[tuple[int, int]] = []
    for index, line in enumerate(context.lines):
        match = _ENTRY.match(line.text)
        if match:
            numbered.append((index, int(next(g for g in match.groups() if g))))
    best: Start | None = None
    total = len(context.lines)
    for position, (index, number) in enumerate(numbered):
        if number not in FIRST_NUMBERS or index < MIN_LIST_START * total:
            continue
        count, last = _count_entries(numbered[position:])
        years = _years(context.lines[index : last + 2])
        at_end = index > MIN_SHORT_LIST_START * total and last > total - MAX_LINES_AFTER
        longer = best is None or count > best.by.measured
        by = _is_long_enough(context, count, at_end)
        if by and longer and years >= MIN_YEAR_SHARE * count:
            best = Start(index, by)
    return best


def _is_long_enough(context: DocumentContext, count: int, at_end: bool) -> Measurement | None:
    """Whether the list is long enough; at the very end of the document it may be short."""
    if at_end:
        return at_least(count, MIN_SHORT_LIST)
    return at_least(count, context.thresholds.min_reference_entries, "min_reference_entries")


def _count_entries(numbered: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The number of consecutively numbered entries, and the line of the last."""
    last, count = numbered[0]
    for index, number in numbered[1:]:
        if number == count + 1 and index - last < MAX_ENTRY_LINES:
            count, last = number, index
    return count, last


def _by_keys(context: DocumentContext) -> Start | None:
    """The start of consecutive entries with keys such as [AKV13]."""
    keyed = [i for i, line in enumerate(context.lines) if _KEY.match(line.text)]
    limit = context.thresholds.min_reference_entries
    for position, index in enumerate(keyed):
        run = [k for k in keyed[position:] if k - index < KEYS_WITHIN]
        by = at_least(len(run), limit, "min_reference_entries")
        if by and run[1] - index < MAX_FIRST_ENTRY_LINES:
            return Start(index, by)
    return None


def _is_irregularly_spaced_heading(text: str) -> bool:
    """Whether this is the heading with irregular spaces: "R E FE R E N C E S"."""
    return text == text.upper() and "".join(text.lower().split()) in _HEADINGS_WITHOUT_SPACES


def _is_heading(text: str) -> bool:
    """Whether this is a references heading, perhaps with a number before or a colon after it."""
    words = text.lower().rstrip().removesuffix(":").removesuffix(".").split()
    if len(words) > 1 and _NUMBER.fullmatch(words[0]):
        words = words[1:]
    return " ".join(words) in REFERENCE_HEADINGS
