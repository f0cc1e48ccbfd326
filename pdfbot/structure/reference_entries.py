"""Splits the list of references into entries, by numbers, keys, indents or gaps."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from statistics import median

from pdfbot.layout.fonts import is_same_size
from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Line, Reference
from pdfbot.nonbody.clauses import ends_sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.nonbody.note_lines import begins_with_mark
from pdfbot.paragraphs.joining import join_text, whole_spans
from pdfbot.rules import Role, Rule
from pdfbot.structure.character_typefaces import typefaces
from pdfbot.structure.reference_fields import add_fields
from pdfbot.text.hyphens import Vocabulary

_NUMBER = re.compile(r"\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})(?:[.)]|(?=\s)))\s*(?=\S|$)")
_KEY = re.compile(r"\s*\[([^\W\d_][^\]]{0,30}\d{2,4}[a-z]?)\]\s*")

# Entries that a list has at least, and one whose first and last lines show it.
MIN_ENTRIES = 3
MIN_SHORT_LIST = 2
# Lines of a list: a heading after as many ends it.
MIN_LIST_LINES = 3
# Ems: lines at the edge of their column are indented by less.
MAX_EDGE_INDENT = 0.4
# Ems: lines below the first one of an entry are indented by more, and lines that end early end
# further from the edge.
MIN_HANGING_INDENT = 0.5
MIN_EARLY_END = 2.0
# Share of the lines that are at the edge, and share that are indented, in a list that hangs.
MIN_HANGING_SHARE = 0.12
# Ratio to the usual pitch of the list: a wider gap separates entries.
MIN_ENTRY_GAP = 1.12
# Lines by which the last entry may be longer than the longest of the others.
MORE_LINES = 1
# What ends a list besides a heading: lines that look like one.
HEADS = (Rule.LABEL, Rule.PUBLICATION_NOTE)

# Points: a number beside a line is on its baseline.
LEVEL_REACH = 1.0

Starts = list[tuple[int, str]]


def find_references(
    context: DocumentContext, judgement: Judgement, vocabulary: Vocabulary
) -> tuple[Reference, ...]:
    """The entries in reading order, joined across columns and pages."""
    lines = _list_lines(context, judgement)
    lines = lines[: _list_end(context, lines)]
    starts = _find_starts(context, lines)
    if not starts:
        return ()
    entries = [
        (label, lines[start:end])
        for (start, label), end in zip(
            starts, [*(start for start, _ in starts[1:]), len(lines)], strict=True
        )
    ]
    entries[-1] = (entries[-1][0], _cut_last(context, [entry for _, entry in entries]))
    read = [
        _read_entry(f"r{number}", label, entry, vocabulary)
        for number, (label, entry) in enumerate(entries, 1)
    ]
    return add_fields([entry for entry, _ in read], [faces for _, faces in read])


def _read_entry(
    name: str, label: str, lines: Sequence[LayoutLine], vocabulary: Vocabulary
) -> tuple[Reference, str]:
    """An entry, and the typefaces of its characters."""
    joined = join_text(lines, vocabulary)
    text = joined.text
    match = (_NUMBER.match(text) or _KEY.match(text)) if label else None
    start = match.end() if match else len(label) if text.startswith(label) else 0
    entry = Reference(
        id=name,
        label=label,
        key="",
        text=text[start:],
        mentions=(),
        spans=whole_spans(lines),
        scripts=joined.scripts_of(start, text[start:]),
    )
    return entry, typefaces(joined)[start:]


def _list_lines(context: DocumentContext, judgement: Judgement) -> list[LayoutLine]:
    """The lines below the heading, in the size in which most of them are set."""
    found: list[LayoutLine] = []
    for line in context.lines:
        role, rule = judgement.role_of(line), judgement.rule_of(line)
        if (role is Role.HEADING or rule in HEADS) and len(found) >= MIN_LIST_LINES:
            break
        if role is Role.REFERENCE and rule is not Rule.REFERENCES_HEADING:
            found.append(line)
    sizes = Counter(round(line.size, 1) for line in found)
    if not sizes:
        return []
    usual = sizes.most_common(1)[0][0]
    return [line for line in found if is_same_size(line.size, usual)]


def _find_starts(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """The index and label of each entry's first line, by the first method that fits the list."""
    signs: tuple[Callable[[DocumentContext, Sequence[LayoutLine]], Starts], ...] = (
        _by_number, _by_key, _by_indent, _by_gap, _by_early_end,
    )  # fmt: skip
    for find in signs:
        starts = find(context, lines)
        if len(starts) >= MIN_ENTRIES:
            return starts
    for find in (_by_number, _by_indent):
        starts = find(context, lines)
        if len(starts) >= MIN_SHORT_LIST and starts[0][0] == 0:
            return starts
    return [(0, "")] if lines else []


def _by_number(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """Entries numbered from 1, in the lines or beside them; if in brackets, then all."""
    starts: Starts = []
    beside = _numbers_beside(context, lines)
    for index, line in enumerate(lines):
        number = _number_of(line) or _number_in(beside.get(line.id, ""))
        if starts and _has_bracket(lines[starts[0][0]]) and not _has_bracket(line):
            continue
        if number and int(number) == len(starts) + 1:
            starts.append((index, number))
    return starts


def _has_bracket(line: LayoutLine) -> bool:
    return line.text.lstrip().startswith("[")


def _number_of(line: LayoutLine) -> str:
    """The number that a line starts with, which may be raised."""
    head = line.head.strip()
    return head if begins_with_mark(line) and head.isdigit() else _number_in(line.text)


def _number_in(text: str) -> str:
    match = _NUMBER.match(text)
    return next((group for group in match.groups() if group), "") if match else ""


def _numbers_beside(context: DocumentContext, lines: Sequence[LayoutLine]) -> dict[str, str]:
    """The text in the margin before each line, by line id."""
    margins: dict[int, list[Line]] = defaultdict(list)
    for layout in context.layouts:
        margins[layout.page.number] += [line for line, _ in layout.out_of_flow]
    return {
        line.id: other.text
        for line in lines
        for other in margins[line.page]
        if abs(other.baseline - line.baseline) <= LEVEL_REACH
        and other.box.right <= line.box.left
        and _NUMBER.match(other.text)
    }


def _by_key(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """Entries with keys such as [AKV13]."""
    matches = ((index, _KEY.match(line.text)) for index, line in enumerate(lines))
    return [(index, match[1]) for index, match in matches if match]


def _by_indent(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """Entries with a hanging first line, or with one indented like a paragraph's."""
    em = context.em
    edges: dict[tuple[int, int, int], float] = {}
    for line in lines:
        edges[line.column_key] = min(edges.get(line.column_key, line.box.left), line.box.left)
    indents = [(line.box.left - edges[line.column_key]) / em for line in lines]
    at_edge = [index for index, indent in enumerate(indents) if indent < MAX_EDGE_INDENT]
    indented = [index for index, indent in enumerate(indents) if indent >= MIN_HANGING_INDENT]
    if min(len(at_edge), len(indented)) < MIN_HANGING_SHARE * len(lines):
        return []
    ended = {index + 1 for index, line in enumerate(lines) if _ends_early(context, line)}
    hanging = len(ended.intersection(at_edge)) >= len(ended.intersection(indented))
    return [(index, "") for index in (at_edge if hanging else indented)]


def _by_gap(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """Entries with white space above; at the top of a column, after a line that ends early."""
    pitch = _usual_pitch(context, lines)
    apart = [
        (index, "")
        for index, line in enumerate(lines)
        if index == 0
        or MIN_ENTRY_GAP * pitch <= line.above < float("inf")
        or (line.above == float("inf") and _ends_early(context, lines[index - 1]))
    ]
    return apart if len(apart) >= MIN_HANGING_SHARE * len(lines) else []


def _by_early_end(context: DocumentContext, lines: Sequence[LayoutLine]) -> Starts:
    """Entries whose last lines end early."""
    ends = [index + 1 for index, line in enumerate(lines[:-1]) if _ends_early(context, line)]
    return [(index, "") for index in [0, *ends]]


def _ends_early(context: DocumentContext, line: LayoutLine) -> bool:
    return line.right_slack >= MIN_EARLY_END * context.em and not line.text.endswith(("-", ","))


def _list_end(context: DocumentContext, lines: Sequence[LayoutLine]) -> int:
    """The end of a list with hanging entries: white space below which nothing hangs."""
    starts = [index for index, _ in _by_indent(context, lines)]
    if not starts:
        return len(lines)
    # Entries may be apart themselves.
    between = [lines[index].above for index in starts[1:] if lines[index].above < float("inf")]
    pitch = max([_usual_pitch(context, lines), *([median(between)] if between else [])])
    last_inner = max(set(range(len(lines))).difference(starts), default=-1)
    for index in range(last_inner + 1, len(lines)):
        line = lines[index]
        if context.scales.visible_gap * pitch <= line.above < float("inf"):
            return index
    return len(lines)


def _usual_pitch(context: DocumentContext, lines: Sequence[LayoutLine]) -> float:
    gaps = [line.above for line in lines if line.above < float("inf")]
    return min(median(gaps), context.pitch) if gaps else context.pitch


def _cut_last(context: DocumentContext, entries: Sequence[list[LayoutLine]]) -> list[LayoutLine]:
    """The last entry without what comes after the list."""
    *others, last = entries
    most = max(map(len, others), default=len(last)) + MORE_LINES
    pitch = _usual_pitch(context, [line for entry in entries for line in entry])
    for index, line in enumerate(last[1:], 1):
        ended = ends_sentence(last[index - 1])
        gap = context.scales.visible_gap if ended else context.thresholds.max_display_gap
        apart = gap * pitch <= line.above < float("inf")
        if apart or index == most:
            return last[:index]
    return last
