"""Font-size statistics: the size and family in which the body text is set (BASE_FS)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from pdfbot.layout.segments import Segment
from pdfbot.model import Page

_Key = TypeVar("_Key")


# Characters: shorter runs may be labels, formulas or names.
MIN_LONG_RUN = 20
# Characters: shorter segments may be cells of a table, labels or formulas.
MIN_RUNNING_CHARS = 25
# Share of all characters: with less running text than this, every character counts.
MIN_RUNNING_SHARE = 0.2
# Share of the base size's characters that a second body size has at least.
MIN_SECOND_SHARE = 0.4
# Share of the base size: a second body size differs by more than this ...
MIN_SECOND_DIFFERENCE = 0.08
# ... and by less than this.
MAX_SECOND_DIFFERENCE = 0.3
# Share of the larger size: sizes this close are the same.
SIZE_SLACK = 0.04
# Points: sizes are counted in half points, so that slight differences in scaling do not split them.
SIZE_STEP = 0.5
# Points: the base size of a document without text.
DEFAULT_SIZE = 10.0
# Characters: shorter text is not a references heading.
MIN_HEADING_CHARS = len("references")
# Matches a text block in lower case; "literature" and the like are also words within a line.
_REFERENCES = re.compile(r"(?:\d+\.?\s*)?(?:references|bibliography)\.?")


def size_change(one: float, other: float) -> float:
    """The difference of two sizes as a share of the larger."""
    return abs(one - other) / max(one, other)


def is_same_size(one: float, other: float) -> bool:
    """Whether sizes differ only by scaling; those of one document are further apart."""
    return one == other or abs(one - other) <= SIZE_SLACK * max(one, other)


@dataclass(frozen=True, slots=True)
class Fonts:
    """The body's font, and how many characters each size has (in steps of half a point)."""

    base_size: float
    base_family: str
    body_sizes: tuple[float, ...]
    histogram: dict[float, int]


@dataclass(frozen=True, slots=True)
class FontCounts:
    """The characters of one page by family and size.

    `long` runs and lines of `running` text are counted by size alone.
    """

    all: dict[tuple[str, float], int]
    visible: dict[tuple[str, float], int]
    long: dict[float, int]
    running: dict[float, int]
    has_references: bool


def count_fonts(page: Page, segments: Iterable[Segment]) -> FontCounts:
    """Count the characters of a page and of its segments that are as long as running text.

    Hidden and rotated text counts only towards `all`.
    """
    unseen: Counter[tuple[str, float]] = Counter()
    visible: Counter[tuple[str, float]] = Counter()
    long: Counter[float] = Counter()
    has_references = False
    for block in page.blocks:
        text, font = block.text, block.font
        count = len(text)
        may_be_heading = MIN_HEADING_CHARS <= count < MIN_LONG_RUN
        if may_be_heading and _REFERENCES.fullmatch(text.strip().lower()):
            has_references = True
        if block.hidden or block.rotation:
            unseen[font.family, font.size] += count
            continue
        visible[font.family, font.size] += count
        if count >= MIN_LONG_RUN:
            long[font.size] += count
    running: Counter[float] = Counter()
    for segment in segments:
        if (length := segment.length) >= MIN_RUNNING_CHARS:
            running[_rounded(segment.size)] += length
    return FontCounts(visible + unseen, visible, long, running, has_references)


def _rounded(size: float) -> float:
    return round(size / SIZE_STEP) * SIZE_STEP


def measure_fonts(pages: Iterable[FontCounts]) -> Fonts:
    """The body's font: the size and family of most running text on all pages."""
    main_pages = _main_part(list(pages))
    sizes: Counter[float] = Counter()
    families: dict[float, Counter[str]] = {}
    for (family, exact_size), count in _total(counts.visible for counts in main_pages).items():
        size = _rounded(exact_size)
        sizes[size] += count
        families.setdefault(size, Counter())[family] += count
    if not sizes:
        return Fonts(DEFAULT_SIZE, "", (DEFAULT_SIZE,), {})
    running = _total(counts.running for counts in main_pages)
    counted = running if running.total() >= MIN_RUNNING_SHARE * sizes.total() else sizes
    rounded_base = max(families, key=lambda s: (counted[s], s))
    base_families = families[rounded_base]
    base_family = max(base_families, key=base_families.__getitem__)
    exact: Counter[float] = Counter()
    for (family, size), count in _total(counts.all for counts in main_pages).items():
        if family == base_family and abs(size - rounded_base) <= SIZE_STEP / 2:
            exact[size] += count
    base = max(exact, key=exact.__getitem__) if exact else rounded_base
    long = _total(counts.long for counts in main_pages)
    return Fonts(base, base_family, _body_sizes(long, base), dict(sorted(sizes.items())))


def _main_part(pages: list[FontCounts]) -> list[FontCounts]:
    """The pages up to the references, since long supplements may have another size."""
    for index in range(len(pages) - 1, 0, -1):
        if pages[index].has_references:
            return pages[: index + 1]
    return pages


def _total(counters: Iterable[dict[_Key, int]]) -> Counter[_Key]:
    total: Counter[_Key] = Counter()
    for counter in counters:
        total.update(counter)
    return total


def _body_sizes(runs: Counter[float], base: float) -> tuple[float, ...]:
    """The base size and similar sizes that are nearly as frequent: some journals have two."""
    min_count = MIN_SECOND_SHARE * runs[base]
    min_difference, max_difference = MIN_SECOND_DIFFERENCE * base, MAX_SECOND_DIFFERENCE * base
    found = [
        size
        for size, count in runs.items()
        if size == base
        or (count >= min_count and min_difference < abs(size - base) < max_difference)
    ]
    return tuple(sorted(found)) or (base,)
