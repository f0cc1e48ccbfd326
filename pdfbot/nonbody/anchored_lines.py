"""Lines at named destinations that LaTeX makes for headings: "section.2", "paragraph*.7"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import NamedPlace

# As LaTeX names the places of headings.
_HEADING = re.compile(r"(?:(?:sub)*section|(?:sub)?paragraph|chapter|part|appendix)\*?\.")
# Times the size of a line: the place is above its baseline by this much, at least and at most.
MIN_ABOVE = 0.4
MAX_ABOVE = 2.2
# Ems: the place is this near to the left edge of the line, or right of it.
MAX_ANCHOR_OFFSET = 4.0
# Share of the places that are at lines which begin in a style of their own: with fewer, the names
# are not those of headings.
MIN_STYLED_SHARE = 0.5


def find_anchored(
    places: Sequence[NamedPlace], lines: Iterable[LayoutLine], base_size: float
) -> frozenset[int]:
    """The indices of the lines at such destinations; empty if most of them look like text."""
    named = [place for place in places if _HEADING.match(place.name)]
    if not named:
        return frozenset()
    pages: dict[int, list[LayoutLine]] = defaultdict(list)
    for line in lines:
        pages[line.page].append(line)
    found = [target for p in named if (target := _line_at(p, pages.get(p.page, ()))) is not None]
    styled = sum(_is_styled(line, base_size) for line in found)
    is_likely = found and styled >= MIN_STYLED_SHARE * len(named)
    return frozenset(line.index for line in found) if is_likely else frozenset()


def _line_at(place: NamedPlace, page: Sequence[LayoutLine]) -> LayoutLine | None:
    """The topmost line of the column below a destination."""
    x, y = place.box.left, place.box.top
    below = (
        line
        for line in page
        if MIN_ABOVE * line.size <= y - line.baseline <= MAX_ABOVE * line.size
        and line.left - MAX_ANCHOR_OFFSET * line.size <= x <= line.right
    )
    return max(below, key=lambda line: line.baseline, default=None)


def _is_styled(line: LayoutLine, base_size: float) -> bool:
    font = line.first_font
    return font.bold or font.italic or line.small_capitals or font.size > base_size
