"""The OCR layer of a scanned page: invisible text on top of a picture of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pdfbot.model import Graphic, TextBlock

# Share of the page's area; the picture of a scanned page may leave out its margins.
MIN_SCAN_AREA = 0.5


def has_scan(graphics: Iterable[Graphic], page_area: float) -> bool:
    """Whether one picture covers most of the page."""
    return any(
        graphic.kind == "image"
        and graphic.box.width * graphic.box.height > MIN_SCAN_AREA * page_area
        for graphic in graphics
    )


def reveal_ocr_layer(blocks: Sequence[TextBlock]) -> Sequence[TextBlock]:
    """Count invisible text as seen where a page has no other: it repeats what the picture shows."""
    if any(not block.hidden for block in blocks):
        return blocks
    return [replace(b, hidden="") if b.hidden == "invisible" else b for b in blocks]
