"""How deep headings are: by their numbers where they have them, otherwise by their styles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pdfbot.structure.abstract import is_abstract_heading
from pdfbot.structure.headings import Heading, HeadingStyle

# The level of headings with these numbers.
_NUMBERED_LEVELS = {"1": 1, "I": 1, "1.1": 2, "1.1.1": 3, "1.1.1.1": 4, "A.1": 2, "A.1.1": 3}
# The level of headings with these numbers where the outermost ones are Roman.
_LETTERED_LEVELS = {"A": 2, "1)": 3, "a)": 4}
# Share of the letters: a heading with more in one style is in that style alone.
PURE_SHARE = 0.95
# Ratio of the sizes: a style that is larger than one that occurred before is further out ...
MIN_LARGER = 1.08
# ... if there are as many headings in it.
MIN_HEADINGS = 2


def find_levels(headings: Sequence[Heading]) -> list[int]:
    """The level of each heading, from 1: one below the last heading in a style further out."""
    styles = choose_styles(headings)
    by_number = [_level_by_number(heading, headings) for heading in headings]
    known = _levels_of_styles(styles, by_number)
    ranks = {style: rank for rank, style in enumerate(_ranked(headings, styles))}
    levels: list[int] = []
    above: list[tuple[int, int]] = []
    for heading, style, number in zip(headings, styles, by_number, strict=True):
        rank = ranks[style]
        while above and above[-1][0] >= rank:
            above.pop()
        if is_abstract_heading(heading.text):
            level = 1
        else:
            level = number or known.get(style) or (above[-1][1] + 1 if above else 1)
        while above and above[-1][1] >= level:
            above.pop()
        above.append((rank, level))
        levels.append(level)
    return levels


def choose_styles(headings: Sequence[Heading]) -> list[HeadingStyle]:
    """One style for each heading: of several, the one in which most others are set throughout."""
    pure: Counter[HeadingStyle] = Counter()
    for heading in headings:
        style, letters = max(heading.styles.items(), key=lambda item: item[1])
        if letters >= PURE_SHARE * sum(heading.styles.values()):
            pure[style] += 1
    return [max(h.styles, key=lambda s: (pure[s], h.styles[s])) for h in headings]


def _level_by_number(heading: Heading, headings: Sequence[Heading]) -> int | None:
    """By the parts of the number; a letter is below Roman numbers."""
    if heading.numbering in _LETTERED_LEVELS and any(h.numbering == "I" for h in headings):
        return _LETTERED_LEVELS[heading.numbering]
    return _NUMBERED_LEVELS.get(heading.numbering)


def _levels_of_styles(
    styles: Sequence[HeadingStyle], by_number: Sequence[int | None]
) -> Mapping[HeadingStyle, int]:
    """The usual level of the numbered headings in each style."""
    counts: dict[HeadingStyle, Counter[int]] = defaultdict(Counter)
    for style, number in zip(styles, by_number, strict=True):
        if number:
            counts[style][number] += 1
    return {style: levels.most_common(1)[0][0] for style, levels in counts.items()}


def _ranked(headings: Sequence[Heading], styles: Sequence[HeadingStyle]) -> list[HeadingStyle]:
    """The styles from the outermost.

    In a tree the first heading of a level comes before the first of the next one, so the order is
    that in which the styles occur first; but one that is clearly larger is further out, and the
    abstract may come in a style of its own.
    """
    counts = Counter(
        style
        for heading, style in zip(headings, styles, strict=True)
        if not is_abstract_heading(heading.text)
    )
    ranked: list[HeadingStyle] = []
    for style in (*counts, *(s for s in dict.fromkeys(styles) if s not in counts)):
        smaller = (
            rank
            for rank, other in enumerate(ranked)
            if style.size >= MIN_LARGER * other.size and counts[style] >= MIN_HEADINGS
        )
        ranked.insert(next(smaller, len(ranked)), style)
    return ranked
