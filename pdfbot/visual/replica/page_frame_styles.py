"""Size and name of each page of a replica, for screens, printers and screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.model import Page

# Decimals of the size of a printed page, in points.
SIZE_DECIMALS = 2


class PageSizes:
    """The sizes of the pages of a replica; `zoom` is its pixels per point."""

    def __init__(self, pages: Sequence[Page], zoom: float) -> None:
        self._zoom = zoom
        self._widest = max((page.width for page in pages), default=0.0)
        sizes = dict.fromkeys(_size(page) for page in pages)
        self._names = {size: f"sz{number}" for number, size in enumerate(sizes)}

    def name(self, page: Page) -> str:
        """The class of all pages of the same size."""
        return self._names[_size(page)]

    def css(self) -> str:
        """The CSS rules for the width of pages on screen and the paper size of each in print."""
        rules = f":root{{--page-width:{self._widest * self._zoom:.2f}px;--zoom:{self._zoom:g}}}\n"
        return rules + "".join(
            f"@page {name}{{size:{width}pt {height}pt;margin:0}}\n.{name}{{page:{name}}}\n"
            for (width, height), name in self._names.items()
        )


def page_attributes(number: int) -> dict[str, str]:
    """The attributes that make a page a landmark within reach of the keyboard."""
    return {"role": "region", "aria-label": f"Page {number}", "tabindex": "0"}


def _size(page: Page) -> tuple[float, float]:
    return round(page.width, SIZE_DECIMALS), round(page.height, SIZE_DECIMALS)
