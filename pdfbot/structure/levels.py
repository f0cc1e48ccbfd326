"""Levels of headings, by their numbers if they have any, otherwise by their styles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pdfbot.layout.fonts import is_same_size
from pdfbot.nonbody.printed_headings import Heading, HeadingStyle, choose_styles
from pdfbot.text.vocabulary import INTRODUCTION, is_abstract_heading, names_back_matter

# The level of headings with these numbers.
_NUMBERED_LEVELS = {"1": 1, "I": 1, "1.1": 2, "1.1.1": 3, "1.1.1.1": 4, "A.1": 2, "A.1.1": 3}
# The level of headings with these numbers where the outermost ones are Roman.
_LETTERED_LEVELS = {"A": 2, "1)": 3, "a)": 4}
# Ratio of the sizes: a style that is larger than one that occurred before is further out ...
MIN_LARGER = 1.08
# ... if there are as many headings in it ...
MIN_LEVEL_HEADINGS = 2
# ... and it is as bold, or larger by this ratio.
MIN_CLEARLY_LARGER = 1.3
# Depths of the headings in an outline that has levels.
MIN_OUTLINE_LEVELS = 2
# Back matter has at most this many headings in another style than its own.
MAX_OTHER_STYLES = 1


def find_levels(
    headings: Sequence[Heading], depths: Sequence[int] = (), body_size: float = 0.0
) -> list[int]:
    """The level of each heading, from 1: one below the last heading in an outer style.

    `depths` are those in the outline of the PDF, 0 for headings that it does not name.
    """
    styles = choose_styles(headings)
    told = _told_levels(headings, depths or [0] * len(headings))
    abstract = _abstract_parts(headings, styles)
    known = _known_levels(headings, styles, told)
    ranks = {
        style: rank for rank, style in enumerate(_ranked(headings, styles, abstract, body_size))
    }
    levels: list[int] = []
    above: list[tuple[int, int]] = []
    for index, (style, own) in enumerate(zip(styles, told, strict=True)):
        rank = ranks[style]
        while above and above[-1][0] >= rank:
            above.pop()
        if is_abstract_heading(headings[index].text):
            level = 1
        elif index in abstract:
            level = 2
        else:
            level = own or known.get(style) or (above[-1][1] + 1 if above else 1)
        while above and above[-1][1] >= level:
            above.pop()
        if index not in abstract and not is_abstract_heading(headings[index].text):
            above.append((rank, level))
        levels.append(level)
    return levels


def _told_levels(headings: Sequence[Heading], depths: Sequence[int]) -> list[int | None]:
    """The level that each heading's number gives, or else the outline."""
    by_outline = _levels_by_outline(depths)
    return [
        _level_by_number(heading, headings) or level
        for heading, level in zip(headings, by_outline, strict=True)
    ]


def _known_levels(
    headings: Sequence[Heading], styles: Sequence[HeadingStyle], by_number: Sequence[int | None]
) -> dict[HeadingStyle, int]:
    """The levels that numbers give to styles; introduction and back matter are outermost."""
    known = _levels_of_styles(styles, by_number)
    outermost = (_introduction_style(headings, styles), _references_style(headings, styles))
    for style in (*outermost, *_back_matter_styles(headings, styles)):
        if style is not None:
            known.setdefault(style, 1)
    return known


def _abstract_parts(headings: Sequence[Heading], styles: Sequence[HeadingStyle]) -> range:
    """The indices of the headings inside the abstract, whose style occurs nowhere else."""
    for index, heading in enumerate(headings[:-1]):
        if is_abstract_heading(heading.text):
            style = styles[index + 1]
            end = next((i for i in range(index + 1, len(styles)) if styles[i] != style), index + 1)
            inside = headings[index + 1 : end]
            is_own_style = style not in (*styles[: index + 1], *styles[end:])
            if len(inside) > 1 and is_own_style and not any(h.is_references for h in inside):
                return range(index + 1, end)
    return range(0)


def _introduction_style(
    headings: Sequence[Heading], styles: Sequence[HeadingStyle]
) -> HeadingStyle | None:
    """The style of the heading "Introduction": a summary or a box may come before it."""
    pairs = zip(headings, styles, strict=True)
    return next((style for h, style in pairs if h.text.lower() == INTRODUCTION), None)


def _back_matter_styles(
    headings: Sequence[Heading], styles: Sequence[HeadingStyle]
) -> Iterator[HeadingStyle]:
    """The styles of nothing but sections at the end: "Funding"; not below "Declarations"."""
    for style in dict.fromkeys(styles):
        first = styles.index(style)
        texts = [h.text for h, other in zip(headings, styles, strict=True) if other == style]
        above = headings[first - 1].text if first else ""
        if all(map(names_back_matter, texts)) and not names_back_matter(above):
            yield style


def _references_style(
    headings: Sequence[Heading], styles: Sequence[HeadingStyle]
) -> HeadingStyle | None:
    """The style of the heading of the references, if only the sections before it share it."""
    for index, heading in enumerate(headings):
        if heading.is_references:
            first = styles.index(styles[index])
            between = styles[first : index + 1]
            if len(between) - between.count(styles[index]) <= MAX_OTHER_STYLES:
                return styles[index]
    return None


def _level_by_number(heading: Heading, headings: Sequence[Heading]) -> int | None:
    """By the parts of the number; a letter is below Roman numbers."""
    if heading.numbering in _LETTERED_LEVELS and any(h.numbering == "I" for h in headings):
        return _LETTERED_LEVELS[heading.numbering]
    return _NUMBERED_LEVELS.get(heading.numbering)


def _levels_by_outline(depths: Sequence[int]) -> list[int | None]:
    """The levels in the outline; its root may be the title, and a flat one says nothing."""
    known = set(filter(None, depths))
    if len(known) < MIN_OUTLINE_LEVELS:
        return [None] * len(depths)
    return [depth - min(known) + 1 if depth else None for depth in depths]


def _levels_of_styles(
    styles: Sequence[HeadingStyle], by_number: Sequence[int | None]
) -> dict[HeadingStyle, int]:
    """The usual level of the numbered headings in each style."""
    counts: dict[HeadingStyle, Counter[int]] = defaultdict(Counter)
    for style, number in zip(styles, by_number, strict=True):
        if number:
            counts[style][number] += 1
    return {style: levels.most_common(1)[0][0] for style, levels in counts.items()}


def _ranked(
    headings: Sequence[Heading],
    styles: Sequence[HeadingStyle],
    abstract: range,
    body_size: float,
) -> list[HeadingStyle]:
    """The styles, from the outermost.

    In a tree, the first heading of a level comes before the first of the next, so styles are
    ordered by first occurrence; but a clearly larger style is outer, and the abstract
    may have a distinct style. Bold headings may be smaller than the body, which is
    no reason for others in the body's own size to be further out.
    """
    counts = Counter(
        style
        for index, (heading, style) in enumerate(zip(headings, styles, strict=True))
        if not is_abstract_heading(heading.text) and index not in abstract
    )
    ranked: list[HeadingStyle] = []
    for style in (*counts, *(s for s in dict.fromkeys(styles) if s not in counts)):
        smaller = (
            rank
            for rank, other in enumerate(ranked)
            if style.size >= _min_ratio(style, other) * other.size
            and (style.bold >= other.bold or not is_same_size(style.size, body_size))
            and counts[style] >= MIN_LEVEL_HEADINGS
        )
        ranked.insert(next(smaller, len(ranked)), style)
    return ranked


def _min_ratio(style: HeadingStyle, other: HeadingStyle) -> float:
    """How much larger a style must be to count as an outer level."""
    return MIN_LARGER if style.bold >= other.bold else MIN_CLEARLY_LARGER
