"""Pages of 600 by 800 points with columns of flush lines."""

from __future__ import annotations

from random import Random
from string import ascii_lowercase

from pdfbot.methods.left_regions.text_regions import PageRegions, find_regions
from pdfbot.model import Graphic, Page, TextBlock

from ..builders import DESCENT, text_block

# In points, from baseline to baseline.
PITCH = 12.0


def line(text: str, left: float, baseline: float, right: float | None = None) -> TextBlock:
    """A line of text; its characters are five points wide, unless `right` is given."""
    return text_block(text, left, baseline - DESCENT, right)


def column(name: str, left: float, right: float, top: float, lines: int) -> list[TextBlock]:
    """Flush lines; no two columns of different names have similar text."""
    random = Random(name)
    return [
        line(name + "".join(random.choices(ascii_lowercase, k=30)), left, top - i * PITCH, right)
        for i in range(lines)
    ]


def page(*blocks: TextBlock, number: int = 1, graphics: tuple[Graphic, ...] = ()) -> Page:
    return Page(number, 600, 800, blocks, graphics)


def regions_of(*blocks: TextBlock, graphics: tuple[Graphic, ...] = ()) -> PageRegions:
    (found,) = find_regions([page(*blocks, graphics=graphics)])
    return found


def first_words(found: PageRegions) -> list[str]:
    """The first three characters of every region; the kind of those without text."""
    return [region.lines[0][:3] if region.lines else region.kind for region in found.regions]
