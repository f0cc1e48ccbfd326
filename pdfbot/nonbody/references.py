"""The list of references, by its heading or by the numbers its entries begin with."""

from __future__ import annotations

import re

from pdfbot.nonbody.rule import Context

_HEADING = re.compile(
    r"^(?:(?:\d{1,2}|[IVX]{1,5}|[A-Z])\.?\s+)?"
    r"(?:references?|bibliography|literature(?:\s+cited)?|works\s+cited|references\s+and\s+notes"
    r"|cited\s+literature|литература|литературa|список\s+литературы|literatur|bibliografía)\s*[:.]?$",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"^\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]?\s*(?=\D))")
_KEY = re.compile(r"^\s*\[[^\W\d_]{1,8}[+*]?\d{2,4}[a-z]?\]\s")
_YEAR = re.compile(r"\b(?:19|20)\d\d[a-z]?\b")


def judge_references(context: Context) -> None:
    """Everything from the list's heading, or from its first entry, to the end of the document."""
    start = _by_heading(context)
    rule = "references_heading"
    if start is None:
        start, rule = _by_numbers(context), "references_numbered"
    if start is None:
        start, rule = _by_keys(context), "references_keyed"
    if start is None:
        return
    keep = context.thresholds.keep_appendices
    end = _list_end(context, start) if keep else len(context.flow)
    for index in range(start, end):
        name = rule if index == start else "after_references"
        context.remove(context.flow[index], name, "references_start", index, start)


def _list_end(context: Context, start: int) -> int:
    """The list ends at a heading in the style of its own, with running text below: an appendix."""
    head = context.flow[start].line
    style = head.blocks[-1].font
    for index in range(start + 2, len(context.flow) - 3):
        placed = context.flow[index]
        line = placed.line
        if len(line.text) > 100 or _YEAR.search(line.text):
            continue
        same = all(b.font.bold == style.bold for b in line.blocks) and (
            abs(line.size - head.size) < 0.02 * head.size
        )
        marked = style.bold or head.size > 1.05 * context.em
        if same and marked and _text_below(context, index):
            return index
    return len(context.flow)


def _text_below(context: Context, index: int) -> bool:
    """Most of the next lines are in the body's size, and none names a year in brackets."""
    below = context.flow[index + 1 : index + 9]
    sized = sum(context.ratio(p) == 1.0 for p in below)
    years = sum(bool(_YEAR.search(p.line.text)) for p in below)
    return sized >= 0.6 * len(below) and years <= 1


def _by_heading(context: Context) -> int | None:
    """The last line that is nothing but the heading and has entries with years below it."""
    spaced = re.compile(r"(?<=\b\w) (?=\w\b)")
    for index in range(len(context.flow) - 1, -1, -1):
        placed = context.flow[index]
        text = placed.line.text.strip()
        if len(text) > 40 or not (_HEADING.match(text) or _HEADING.match(spaced.sub("", text))):
            continue
        following = context.flow[index + 1 : index + 25]
        if sum(bool(_YEAR.search(p.line.text)) for p in following) >= min(2, len(following)):
            return index
    return None


def _by_numbers(context: Context) -> int | None:
    """Entries that count 1, 2, 3 … to the end of the document in lines that name years."""
    starts: list[tuple[int, int]] = []
    for index, placed in enumerate(context.flow):
        match = _ENTRY.match(placed.line.text)
        if match:
            starts.append((index, int(next(g for g in match.groups() if g))))
    best: tuple[int, int] | None = None
    for position, (index, number) in enumerate(starts):
        if number != 1 or index < 0.3 * len(context.flow):
            continue
        reached, last = 1, index
        for later, value in starts[position + 1 :]:
            if value == reached + 1 and later - last < 15:
                reached, last = value, later
        lines = context.flow[index : last + 2]
        years = sum(bool(_YEAR.search(p.line.text)) for p in lines)
        at_the_end = index > 0.8 * len(context.flow) and last > len(context.flow) - 12
        enough = reached >= (2 if at_the_end else context.thresholds.min_reference_entries)
        if enough and years >= 0.5 * reached and (best is None or reached > best[1]):
            best = (index, reached)
    return best[0] if best else None


def _by_keys(context: Context) -> int | None:
    """Entries that begin with a key such as [AKV13], one after the other."""
    keyed = [i for i, p in enumerate(context.flow) if _KEY.match(p.line.text)]
    for position, index in enumerate(keyed):
        run = [k for k in keyed[position:] if k - index < 60]
        if len(run) >= context.thresholds.min_reference_entries and run[1] - index < 10:
            return index
    return None
