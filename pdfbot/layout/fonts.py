"""Font-size statistics: the size and family in which the body text is set (BASE_FS)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pdfbot.model import Page


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
_REFERENCES = re.compile(r"(?:\d+\.?\s*)?(?:references|bibliography)\.?", re.IGNORECASE)


def _main_pages(pages: Sequence[Page]) -> Sequence[Page]:
    """The pages up to the list of references: long supplements may be set in another size."""
    for index in range(len(pages) - 1, 0, -1):
        if any(_REFERENCES.fullmatch(b.text.strip()) for b in pages[index].blocks):
            return pages[: index + 1]
    return pages


def measure_fonts(pages: Sequence[Page]) -> Fonts:
    """Count characters by size over all pages; the most frequent size is the body's."""
    pages = _main_pages(pages)
    sizes: Counter[float] = Counter()
    families: dict[float, Counter[str]] = {}
    for page in pages:
        for block in page.blocks:
            if block.hidden or block.rotation:
                continue
            size = round(block.font.size / COUNTED_STEP) * COUNTED_STEP
            sizes[size] += len(block.text)
            families.setdefault(size, Counter())[block.font.family] += len(block.text)
    if not sizes:
        return Fonts(NO_TEXT_SIZE, "", (NO_TEXT_SIZE,), {})
    half = max(sizes, key=lambda s: (sizes[s], s))
    family = families[half].most_common(1)[0][0]
    exact: Counter[float] = Counter()
    for page in pages:
        for block in page.blocks:
            if block.font.family == family and abs(block.font.size - half) <= COUNTED_STEP / 2:
                exact[block.font.size] += len(block.text)
    base = exact.most_common(1)[0][0] if exact else half
    return Fonts(base, family, _body_sizes(pages, base), dict(sorted(sizes.items())))


def _body_sizes(pages: Sequence[Page], base: float) -> tuple[float, ...]:
    """The base, and sizes near it that long runs use nearly as much: some journals have two."""
    runs: Counter[float] = Counter()
    for page in pages:
        for block in page.blocks:
            if len(block.text) >= LONG_RUN and not block.hidden and not block.rotation:
                runs[block.font.size] += len(block.text)
    least = SECOND_SIZE * runs[base]
    near, far = NEAREST_SECOND * base, FURTHEST_SECOND * base
    found = [
        size
        for size, count in runs.items()
        if size == base or (count >= least and near < abs(size - base) < far)
    ]
    return tuple(sorted(found)) or (base,)
