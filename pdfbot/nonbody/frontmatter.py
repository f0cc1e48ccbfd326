"""Title, authors and affiliations: what stands on the first page before the abstract."""

from __future__ import annotations

import re

from pdfbot.layout.lines import Placed
from pdfbot.nonbody.rule import Context

_ABSTRACT = re.compile(
    r"^\s*(?:abstract|summary|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|сажетак|апстракт|zusammenfassung|résumé)\b",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(r"^\s*(?:(?:\d|I|§)\.?\s*)?introduction\b", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"^\s*(?:key\s?-?words(?:\s+and\s+phrases)?|index\s+terms|ccs\s+concepts|acm\s+reference\s+format"
    r"|categories\s+and\s+subject\s+descriptors|general\s+terms|pacs(?:\s+numbers?)?|msc\s+codes?"
    r"|(?:mathematics\s+|ams\s+)?subject\s+classifications?|jel\s+(?:classification|codes?)"
    r"|correspondence|abbreviations|кључне\s+речи)\s*(?:$|[:.—–-]|\d)",
    re.IGNORECASE,
)


def judge_front_matter(context: Context, bodylike: set[str]) -> None:
    """Everything before the abstract; without one, before the first paragraph of running text."""
    pages = [p for p in context.flow if p.line.page <= context.layouts[0].page.number + 1]
    end = _abstract(context, pages)
    rule = "before_abstract"
    if end is None:
        end, rule = _first_paragraph(context, pages, bodylike), "before_first_paragraph"
    for placed in pages[:end]:
        context.remove(placed, rule, "front_matter_end", context.position[placed.line.id], end)
    if rule == "before_abstract":
        _judge_beside(context, pages[end], pages[end:], bodylike)
    _judge_keywords(context, pages[end:], bodylike)


def _judge_beside(
    context: Context, abstract: Placed, pages: list[Placed], bodylike: set[str]
) -> None:
    """Authors may stand in the other column as well: above the abstract's height, no running text."""
    for placed in pages:
        if placed.line.page != abstract.line.page or placed.line.column == abstract.line.column:
            continue
        over = (placed.line.baseline - abstract.line.baseline) / context.pitch
        if over > 0.5 and placed.line.id not in bodylike:
            context.remove(placed, "before_abstract", "front_matter_end", over, 0.5)


def _judge_keywords(context: Context, pages: list[Placed], bodylike: set[str]) -> None:
    """Keywords, subject codes and the like: their label and the lines under it."""
    label: Placed | None = None
    for previous, placed in zip([None, *pages], pages, strict=False):
        if _KEYWORDS.match(placed.line.text) and len(placed.line.text) > 3:
            label = placed
        elif label is not None and previous is not None:
            alone = previous is label and len(previous.line.text) < 40
            gap = placed.above / context.pitch
            first = placed.line.blocks[0].font
            heading = first.bold or placed.line.size > 1.03 * previous.line.size
            if (
                gap > (2.2 if alone else 1.3)
                or (heading and not alone)
                or (abs(placed.line.size - previous.line.size) > 0.06 * context.em and not alone)
            ):
                label = None
        if label is not None:
            context.remove(placed, "keywords", "front_matter_end", 1, 1)
            bodylike.discard(placed.line.id)


def _abstract(context: Context, pages: list[Placed]) -> int | None:
    """The heading "Abstract", alone in its line or run in, before any introduction."""
    for index, placed in enumerate(pages):
        if _INTRODUCTION.match(placed.line.text) and len(placed.line.text) < 30:
            return None
        if _ABSTRACT.match(placed.line.text):
            first = placed.line.blocks[0].font
            styled = (
                first.bold
                or first.italic
                or len(placed.line.text) < 20
                or placed.line.text[:8].isupper()
            )
            if styled or "—" in placed.line.text[:12]:
                return index
    return None


def _first_paragraph(context: Context, pages: list[Placed], bodylike: set[str]) -> int:
    """Three lines that share both edges, or full ones in the body's size at the column's edge.

    Authors and addresses are centred, or short, or in another size.
    """
    for index in range(len(pages) - 2):
        lines = pages[index : index + 3]
        if len({(p.line.page, p.zone, p.line.column) for p in lines}) > 1:
            continue
        if lines[0].line.size <= 1.15 * context.em and (
            _justified(context, lines) or _flush_left(context, lines)
        ):
            return index
    return next((i for i, p in enumerate(pages) if p.line.id in bodylike), 0)


def _justified(context: Context, lines: list[Placed]) -> bool:
    slack = 0.12 * context.em
    rights = [p.line.box.right for p in lines]
    worded = all(context.traits[p.line.id].words >= 4 for p in lines)
    level = abs(lines[1].line.box.left - lines[2].line.box.left) < slack
    return worded and level and max(rights) - min(rights) < slack


def _flush_left(context: Context, lines: list[Placed]) -> bool:
    return all(
        context.traits[p.line.id].words >= 6
        and context.ratio(p) == 1.0
        and p.line.box.width >= 0.75 * (p.right - p.left)
        for p in lines
    ) and all(abs(p.indent) < 0.3 * context.em for p in lines[1:])
