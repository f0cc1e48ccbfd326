"""Font-size statistics: the size and family in which the body text is set (BASE_FS)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pdfbot.dataclass import dataclass
from pdfbot.model import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Fonts:
    """The body's font, and how many characters each size has (to half a point)."""

    base_size: float
    base_family: str
    body_sizes: tuple[float, ...]
    histogram: dict[float, int]


# Characters: a run that is no label, formula or name.
LONG_RUN = 20
# A second body size: its share of the first one's characters, and how near it may be (share).
SECOND_SIZE, NEAREST_SECOND, FURTHEST_SECOND = 0.4, 0.08, 0.3
# Points: sizes are counted in halves, so that small differences of scaling do not part them.
COUNTED_STEP = 0.5
# Points, for a document without text.
NO_TEXT_SIZE = 10.0
SHORTEST_HEADING = len("references")
# In lower case.
_REFERENCES = re.compile(r"(?:\d+\.?\s*)?(?:references|bibliography)\.?")


class Tally:
    """The characters of one page by family and size."""

    def __init__(self, page: Page) -> None:
        self.all: dict[tuple[str, float], int] = {}
        self.seen: dict[tuple[str, float], int] = {}
        self.long: dict[float, int] = {}
        self.has_references = False
        for block in page.blocks:
            text, font = block.text, block.font
            count = len(text)
            key = font.family, font.size
            self.all[key] = self.all.get(key, 0) + count
            if SHORTEST_HEADING <= count < LONG_RUN and _REFERENCES.fullmatch(text.strip().lower()):
                self.has_references = True
            if block.hidden or block.rotation:
                continue
            self.seen[key] = self.seen.get(key, 0) + count
            if count >= LONG_RUN:
                self.long[font.size] = self.long.get(font.size, 0) + count


def measure_fonts(pages: Iterable[Tally]) -> Fonts:
    """Add up characters by size over all pages; the most frequent size is the body's."""
    tallies = _main_part(list(pages))
    sizes: Counter[float] = Counter()
    families: dict[float, Counter[str]] = {}
    for (family, exact_size), count in _total(tally.seen for tally in tallies).items():
        size = round(exact_size / COUNTED_STEP) * COUNTED_STEP
        sizes[size] += count
        families.setdefault(size, Counter())[family] += count
    if not sizes:
        return Fonts(NO_TEXT_SIZE, "", (NO_TEXT_SIZE,), {})
    half = max(sizes, key=lambda s: (sizes[s], s))
    in_size = families[half]
    base_family = max(in_size, key=in_size.__getitem__)
    exact: Counter[float] = Counter()
    for (family, size), count in _total(tally.all for tally in tallies).items():
        if family == base_family and abs(size - half) <= COUNTED_STEP / 2:
            exact[size] += count
    base = max(exact, key=exact.__getitem__) if exact else half
    long = _total(tally.long for tally in tallies)
    return Fonts(base, base_family, _body_sizes(long, base), dict(sorted(sizes.items())))


def _main_part(tallies: list[Tally]) -> list[Tally]:
    """The pages up to the list of references: long supplements may be set in another size."""
    for index in range(len(tallies) - 1, 0, -1):
        if tallies[index].has_references:
            return tallies[: index + 1]
    return tallies


def _total(counters: Iterable[dict[_Key, int]]) -> Counter[_Key]:
    total: Counter[_Key] = Counter()
    for counter in counters:
        total.update(counter)
    return total


def _body_sizes(runs: Counter[float], base: float) -> tuple[float, ...]:
    """The base, and sizes near it that long runs use nearly as much: some journals have two."""
    least = SECOND_SIZE * runs[base]
    near, far = NEAREST_SECOND * base, FURTHEST_SECOND * base
    found = [
        size
        for size, count in runs.items()
        if size == base or (count >= least and near < abs(size - base) < far)
    ]
    return tuple(sorted(found)) or (base,)
