"""The list of references, by its heading or by the numbers its entries begin with."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pdfbot.dataclass import dataclass
from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

_HEADINGS = frozenset(
    (
        "references", "reference", "bibliography", "literature", "literature cited", "works cited",
        "references and notes", "cited literature", "литература", "литературa",
        "список литературы", "literatur", "bibliografía",
    )
)  # fmt: skip
_NUMBER = re.compile(r"(?:\d{1,2}|[ivx]{1,5}|[a-z])\.?")
# Headings may be spaced out: "R E F E R E N C E S".
_SPACED = re.compile(r"(?<=\b\w) (?=\w\b)")
_ENTRY = re.compile(r"^\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]?\s*(?=\D))")
_KEY = re.compile(r"^\s*\[[^\W\d_]{1,8}[+*]?\d{2,4}[a-z]?\]\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")


# Characters of the longest heading, and lines below it among which years are looked for.
HEADING_CHARS, YEARS_WITHIN = 40, 24
# A numbered list: the part of the document before which none begins, the lines of its longest
# entry, and the share of its entries that name a year.
EARLIEST, ENTRY_LINES, YEAR_SHARE = 0.3, 15, 0.5
# A short list is one only at the very end: its entries, the part of the document before it, and
# the lines behind it.
SHORT_LIST, SHORT_LIST_FROM, LINES_BEHIND = 2, 0.8, 12
# A keyed list: lines of its first entry, and lines within which enough entries begin.
FIRST_ENTRY_LINES, KEYS_WITHIN = 10, 60
# An appendix: characters of its longest heading, whose size is that of the list's heading (share)
# and larger than the body (share), the least and most lines read below it, how many of them are
# in the body's size (share), and how many may name a year.
APPENDIX_CHARS, SAME_SIZE, LARGER = 100, 0.02, 1.05
LEAST_BELOW, LINES_BELOW, BODY_SHARE, MOST_YEARS = 3, 8, 0.6, 1


@dataclass(frozen=True, slots=True)
class _Start:
    """Where the list begins, and what showed it."""

    index: int
    rule: str
    threshold: str
    measured: int
    limit: int


def judge_references(context: Context) -> None:
    """Everything from the list's heading, or from its first entry, to the end of the document."""
    start = _by_heading(context) or _by_numbers(context) or _by_keys(context)
    if start is None:
        return
    keep = context.thresholds.keep_appendices
    end = _list_end(context, start.index) if keep else len(context.flow)
    for index in range(start.index, end):
        rule = start.rule if index == start.index else "after_references"
        context.remove(context.flow[index], rule, start.threshold, start.measured, start.limit)


def _years(lines: Sequence[Placed]) -> int:
    """How many lines name a year."""
    return sum(bool(_YEAR.search(p.line.text)) for p in lines)


def _list_end(context: Context, start: int) -> int:
    """The list ends at a heading in the style of its own, with running text below: an appendix."""
    head = context.flow[start].line
    style = head.blocks[-1].font
    for index in range(start + 2, len(context.flow) - LEAST_BELOW):
        placed = context.flow[index]
        line = placed.line
        if len(line.text) > APPENDIX_CHARS or _YEAR.search(line.text):
            continue
        same = all(b.font.bold == style.bold for b in line.blocks) and (
            abs(line.size - head.size) < SAME_SIZE * head.size
        )
        marked = style.bold or head.size > LARGER * context.em
        if same and marked and _text_below(context, index):
            return index
    return len(context.flow)


def _text_below(context: Context, index: int) -> bool:
    """Most of the next lines are in the body's size, and hardly any names a year."""
    below = context.flow[index + 1 : index + 1 + LINES_BELOW]
    sized = sum(context.ratio(p) == 1.0 for p in below)
    return sized >= BODY_SHARE * len(below) and _years(below) <= MOST_YEARS


def _by_heading(context: Context) -> _Start | None:
    """The last line that is nothing but the heading and has entries with years below it."""
    for index in range(len(context.flow) - 1, -1, -1):
        text = context.flow[index].line.text.strip()
        if len(text) > HEADING_CHARS or not (
            _is_heading(text) or _is_heading(_SPACED.sub("", text))
        ):
            continue
        following = context.flow[index + 1 : index + 1 + YEARS_WITHIN]
        years, least = _years(following), context.thresholds.min_reference_years
        if years >= min(least, len(following)):
            return _Start(index, "references_heading", "min_reference_years", years, least)
    return None


def _by_numbers(context: Context) -> _Start | None:
    """Entries that count 1, 2, 3 … to the end of the document in lines that name years."""
    starts: list[tuple[int, int]] = []
    for index, placed in enumerate(context.flow):
        match = _ENTRY.match(placed.line.text)
        if match:
            starts.append((index, int(next(g for g in match.groups() if g))))
    best: _Start | None = None
    total = len(context.flow)
    for position, (index, number) in enumerate(starts):
        if number != 1 or index < EARLIEST * total:
            continue
        reached, last = _count_on(starts[position:])
        years = _years(context.flow[index : last + 2])
        at_the_end = index > SHORT_LIST_FROM * total and last > total - LINES_BEHIND
        least = SHORT_LIST if at_the_end else context.thresholds.min_reference_entries
        longer = best is None or reached > best.measured
        if reached >= least and years >= YEAR_SHARE * reached and longer:
            best = _Start(index, "references_numbered", "min_reference_entries", reached, least)
    return best


def _count_on(starts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How far the numbers count from the first one, and the line of the last that does."""
    last, reached = starts[0]
    for later, value in starts[1:]:
        if value == reached + 1 and later - last < ENTRY_LINES:
            reached, last = value, later
    return reached, last


def _by_keys(context: Context) -> _Start | None:
    """Entries that begin with a key such as [AKV13], one after the other."""
    keyed = [i for i, p in enumerate(context.flow) if _KEY.match(p.line.text)]
    least = context.thresholds.min_reference_entries
    for position, index in enumerate(keyed):
        run = [k for k in keyed[position:] if k - index < KEYS_WITHIN]
        if len(run) >= least and run[1] - index < FIRST_ENTRY_LINES:
            return _Start(index, "references_keyed", "min_reference_entries", len(run), least)
    return None


def _is_heading(text: str) -> bool:
    """One of the names, behind a number and before a colon or a stop where these are set."""
    words = text.lower().rstrip().removesuffix(":").removesuffix(".").split()
    if len(words) > 1 and _NUMBER.fullmatch(words[0]):
        words = words[1:]
    return " ".join(words) in _HEADINGS
