"""Title, authors and affiliations: what stands on the first page before the abstract."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

# Characters: a heading that is alone in its line; where its dash would stand; a label.
LONGEST_ABSTRACT, ABSTRACT_WORD, DASH_WITHIN = 19, 8, 12
LONGEST_INTRODUCTION = 29
SHORTEST_LABEL, LONGEST_LABEL = 4, 39
# Pitches: from a label that is alone in its line to what it announces.
LABEL_GAP = 2.2
# Share of the body's size: larger lines are titles.
TITLE = 1.15
# A first paragraph: its lines, the words of each where both edges are shared or only the left
# one, and then their width as a share of the column's.
OPENING_LINES, JUSTIFIED_WORDS, FLUSH_WORDS, FLUSH_WIDTH = 3, 4, 6, 0.75

# In lower case.
_ABSTRACT = re.compile(
    r"\s*(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|сажетак|апстракт|zusammenfassung|résumé)\b"
)
_INTRODUCTION = re.compile(r"\s*(?:[\di§]\.?\s*)?introduction\b")
_LABELS = (
    "keywords", "key words", "key-words", "key -words", "keywords and phrases",
    "key words and phrases", "key-words and phrases", "key -words and phrases", "index terms",
    "ccs concepts", "acm reference format", "categories and subject descriptors", "general terms",
    "pacs", "pacs number", "pacs numbers", "msc code", "msc codes", "subject classification",
    "subject classifications", "mathematics subject classification",
    "mathematics subject classifications", "ams subject classification",
    "ams subject classifications", "jel classification", "jel code", "jel codes",
    "correspondence", "abbreviations", "кључне речи",
)  # fmt: skip


def judge_front_matter(context: Context, bodylike: set[str]) -> None:
    """Everything before the abstract; without one, before the first paragraph of running text."""
    before = context.layouts[0].page.number - 1
    most = context.thresholds.max_front_pages
    pages = [p for p in context.flow if p.line.page - before <= most]
    end = _abstract(pages)
    rule = "before_abstract"
    if end is None:
        end, rule = _first_paragraph(context, pages, bodylike), "before_first_paragraph"
    for placed in pages[:end]:
        context.remove(placed, rule, "max_front_pages", placed.line.page - before)
    if rule == "before_abstract":
        _judge_beside(context, pages[end], pages[end:], bodylike)
    _judge_keywords(context, pages[end:], bodylike)


def _judge_beside(
    context: Context, abstract: Placed, pages: list[Placed], bodylike: set[str]
) -> None:
    """Authors in the other column as well: higher than the abstract, and no running text."""
    for placed in pages:
        if placed.line.page != abstract.line.page or placed.line.column == abstract.line.column:
            continue
        over = (placed.line.baseline - abstract.line.baseline) / context.pitch
        if over >= context.thresholds.min_over_abstract and placed.line.id not in bodylike:
            context.remove(placed, "before_abstract", "min_over_abstract", over)


def _is_label(text: str) -> bool:
    """Nothing, a mark or a number stands behind the label."""
    said = " ".join(text.lower().split())
    behind = (said[len(label) :].lstrip() for label in _LABELS if said.startswith(label))
    return any(not rest or rest[0] in ":.—–-" or rest[0].isdecimal() for rest in behind)


def _judge_keywords(context: Context, pages: list[Placed], bodylike: set[str]) -> None:
    """Keywords, subject codes and the like: their label and the lines under it."""
    label: Placed | None = None
    for previous, placed in zip([None, *pages], pages, strict=False):
        if _is_label(placed.line.text) and len(placed.line.text) >= SHORTEST_LABEL:
            label = placed
        elif label is not None and previous is not None:
            alone = previous is label and len(previous.line.text) <= LONGEST_LABEL
            if _ends_keywords(context, previous, placed, alone):
                label = None
        if label is not None:
            gap = 0.0 if placed is label else context.space_above(placed)
            context.remove(placed, "keywords", "max_pitch_ratio", gap)
            bodylike.discard(placed.line.id)


def _ends_keywords(context: Context, previous: Placed, placed: Placed, alone: bool) -> bool:
    """White space, a heading or another size; behind a label that is alone only white space."""
    t = context.thresholds
    gap = placed.above / context.pitch
    if alone:
        return gap > LABEL_GAP
    size, size_above = placed.line.size, previous.line.size
    return (
        gap > t.max_pitch_ratio
        or placed.first_font.bold
        or size > (1 + t.strong_size_slack) * size_above
        or abs(size - size_above) >= t.min_resize * context.em
    )


def _abstract(pages: list[Placed]) -> int | None:
    """The heading "Abstract", alone in its line or run in, before any introduction."""
    for index, placed in enumerate(pages):
        text = placed.line.text
        lowered = text.lower()
        if _INTRODUCTION.match(lowered) and len(text) <= LONGEST_INTRODUCTION:
            return None
        if _ABSTRACT.match(lowered):
            first = placed.first_font
            alone = len(text) <= LONGEST_ABSTRACT
            capital = text[:ABSTRACT_WORD].isupper()
            if first.bold or first.italic or alone or capital or "—" in text[:DASH_WITHIN]:
                return index
    return None


def _first_paragraph(context: Context, pages: list[Placed], bodylike: set[str]) -> int:
    """Lines that share both edges, or full ones in the body's size at the column's edge.

    Authors and addresses are centred, or short, or in another size.
    """
    for index in range(len(pages) - OPENING_LINES + 1):
        lines = pages[index : index + OPENING_LINES]
        if len({p.place for p in lines}) > 1:
            continue
        if lines[0].line.size <= TITLE * context.em and (
            _justified(context, lines) or _flush_left(context, lines)
        ):
            return index
    return next((i for i, p in enumerate(pages) if p.line.id in bodylike), 0)


def _justified(context: Context, lines: list[Placed]) -> bool:
    slack = context.thresholds.aligned_slack * context.em
    rights = [p.line.box.right for p in lines]
    worded = all(p.words >= JUSTIFIED_WORDS for p in lines)
    level = abs(lines[1].line.box.left - lines[2].line.box.left) < slack
    return worded and level and max(rights) - min(rights) < slack


def _flush_left(context: Context, lines: list[Placed]) -> bool:
    reach = context.thresholds.edge_reach * context.em
    return all(
        p.words >= FLUSH_WORDS
        and context.ratio(p) == 1.0
        and p.line.box.width >= FLUSH_WIDTH * (p.right - p.left)
        for p in lines
    ) and all(abs(p.indent) < reach for p in lines[1:])
