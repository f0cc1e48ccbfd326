"""Lines that look like headings but head no section: labels in figures, table heads, and run-in
headings that end in the line below.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from pdfbot.model import Font, Sentence
from pdfbot.nonbody.context import DocumentContext
from pdfbot.nonbody.judgement import Judgement
from pdfbot.rules import Role
from pdfbot.structure.headings import Heading, starts_inside
from pdfbot.structure.levels import choose_styles
from pdfbot.text.captions import label_of
from pdfbot.text.vocabulary import CONTACT_HEADINGS

# What may follow a heading; cells and labels may not.
TEXT_ROLES = frozenset(
    (None, Role.HEADING, Role.REFERENCE, Role.EQUATION, Role.KEYWORDS, Role.FRONT_MATTER)
)
# A style is one of headings if more than this share of its lines have text below them.
MIN_ABOVE_TEXT = 0.5
# The same words this often at the same height are a running header.
MIN_REPEATS = 3
# Points: heights are compared in steps of this size.
HEIGHT_STEP = 8
# This many headings that differ only in a number are labels: "Additional file 12".
MIN_COUNTED = 8

_DIGITS = re.compile(r"\d+")
# The label of a supplement: "S1 Fig.", "S3 Text".
_SUPPLEMENT = re.compile(r"S\d{1,2}\s")


def without_false_headings(
    context: DocumentContext,
    judgement: Judgement,
    headings: Iterable[Heading],
    title_ids: Collection[str],
) -> list[Heading]:
    """The headings that head a section."""
    worded = [
        heading
        for heading in headings
        if any(line.words for line in heading.lines)
        and not starts_inside(heading.text)
        and label_of(heading.text) is None
        and not _SUPPLEMENT.match(heading.text)
        and heading.first.id not in title_ids
        and not _runs_in(context, judgement, heading)
    ]
    return [
        heading
        for heading in _above_text(context, judgement, _without_repeats(worded))
        if heading.text.strip(" .:").lower() not in CONTACT_HEADINGS
    ]


def _runs_in(context: DocumentContext, judgement: Judgement, heading: Heading) -> bool:
    """Whether it ends in the next line, before the text that starts there: a run-in heading."""
    last = heading.last
    following = context.lines[last.index + 1 : last.index + 2]
    if last.right_slack >= context.thresholds.min_clear_space * context.em:
        return False
    return any(
        line.column_key == last.column_key
        and line.above <= context.thresholds.max_pitch_ratio * context.pitch
        and (line.id in judgement.body_starts or heading.text.endswith("-"))
        and _continues_font(last.blocks[-1].font, line.blocks[0].font)
        for line in following
    )


def _continues_font(font: Font, following: Font) -> bool:
    """The same font, or both are bold: names are in italics in bold headings."""
    return font == following or (font.bold and following.bold)


def _without_repeats(headings: Sequence[Heading]) -> list[Heading]:
    """Without running headers, and without labels that count up."""
    heights = Counter((h.text, round(h.first.baseline / HEIGHT_STEP)) for h in headings)
    counted = Counter(_DIGITS.sub("#", h.text) for h in headings if not h.number)
    return [
        h
        for h in headings
        if heights[h.text, round(h.first.baseline / HEIGHT_STEP)] < MIN_REPEATS
        and ("#" not in (pattern := _DIGITS.sub("#", h.text)) or counted[pattern] < MIN_COUNTED)
    ]


def _above_text(
    context: DocumentContext, judgement: Judgement, headings: Sequence[Heading]
) -> list[Heading]:
    """Without those that no text follows, unless text follows most others in their style."""
    styles = choose_styles(headings)
    leads = [_leads_to_text(context, judgement, heading) for heading in headings]
    by_style: dict[object, list[bool]] = defaultdict(list)
    for style, above_text in zip(styles, leads, strict=True):
        by_style[style].append(above_text)
    return [
        heading
        for heading, style, above_text in zip(headings, styles, leads, strict=True)
        if above_text or sum(by_style[style]) > MIN_ABOVE_TEXT * len(by_style[style])
    ]


def _leads_to_text(context: DocumentContext, judgement: Judgement, heading: Heading) -> bool:
    """Whether text follows; at the top of the next column only body text counts."""
    for line in context.lines[heading.last.index + 1 :]:
        role = judgement.role_of(line)
        if line.column_key != heading.last.column_key:
            return role is None
        if role is not Role.HEADING:
            return role in TEXT_ROLES
    return False


def between_sentences(
    headings: Sequence[Heading], sentences: Sequence[Sentence], order: Mapping[str, int]
) -> list[Heading]:
    """Without those inside a sentence: labels of the figure that interrupts it."""
    starts = [order[sentence.line_ids[0]] for sentence in sentences]
    ends = [order[sentence.line_ids[-1]] for sentence in sentences]
    return [
        heading
        for heading in headings
        if not (before := bisect(starts, heading.first.index))
        or heading.number
        or heading.first.index > ends[before - 1]
    ]
