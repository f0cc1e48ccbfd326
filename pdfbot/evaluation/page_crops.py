"""Pictures of parts of a page, for the HTML report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL.Image import Image

from pdfbot.evaluation.locate import PageArea
from pdfbot.model import Box
from pdfbot.visual.replica.page_images import encode_webp, render_page

# Pictures per paper; more would make the report too large for a browser.
MAX_CROPS = 40


@dataclass(frozen=True, slots=True)
class PageCrop:
    """An area with its picture (WebP), empty if it was not drawn."""

    area: PageArea
    data: bytes


class PageCropper:
    """Draws areas of a PDF, keeping only the last page in memory."""

    def __init__(self, pdf: Path | None) -> None:
        self._path = pdf
        self._page: tuple[int, Image, float] | None = None
        self._pictures: dict[tuple[int, Box], bytes] = {}

    def crop(self, areas: Sequence[PageArea]) -> tuple[PageCrop, ...]:
        """A picture of every area, empty without a PDF or beyond `MAX_CROPS`."""
        return tuple(PageCrop(area, self._picture(area)) for area in areas)

    def _picture(self, area: PageArea) -> bytes:
        key = area.page, area.box
        if key not in self._pictures:
            if self._path is None or len(self._pictures) >= MAX_CROPS:
                return b""
            self._pictures[key] = self._cut(self._path, area)
        return self._pictures[key]

    def _cut(self, path: Path, area: PageArea) -> bytes:
        page, scale = self._draw(path, area.page)
        box = area.box
        height = page.height / scale
        corners = (box.left, height - box.top, box.right, height - box.bottom)
        left, top, right, bottom = (round(value * scale) for value in corners)
        return encode_webp(page.crop((left, top, max(right, left + 1), max(bottom, top + 1))))

    def _draw(self, path: Path, number: int) -> tuple[Image, float]:
        if self._page is None or self._page[0] != number:
            with pypdfium2.PdfDocument(path) as pdf:
                self._page = number, *render_page(pdf[number - 1])
        return self._page[1], self._page[2]
