"""The OCR layer of a scanned page: invisible text on top of a picture of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pdfbot.errors import NoTextError
from pdfbot.geometry import area
from pdfbot.model import Graphic, Page, TextBlock

# Share of the page's area; the picture of a scanned page may leave out its margins.
MIN_SCAN_AREA = 0.5
# Share of the invisible characters: more visible ones are text of the page itself.
MAX_VISIBLE_SHARE = 0.25

OCR_ADVICE = "OCR is needed first, such as: ocrmypdf in.pdf out.pdf"


def refuse_pictures(pages: Sequence[Page], name: str) -> None:
    """Refuse a document whose pages are nothing but pictures."""
    has_text = any(page.blocks for page in pages)
    if not has_text and any(g.kind == "image" for page in pages for g in page.graphics):
        raise NoTextError(f"{name}: no text layer, the pages are pictures; {OCR_ADVICE}")


def has_scan(graphics: Iterable[Graphic], page_area: float) -> bool:
    """Whether pictures cover most of the page; a scan may be cut into strips or tiles."""
    covered = sum(area(graphic.box) for graphic in graphics if graphic.kind == "image")
    return covered > MIN_SCAN_AREA * page_area


def is_ocr_layer(blocks: Sequence[TextBlock]) -> bool:
    """Whether the text is invisible, except for little such as the stamp of a library."""
    visible = sum(len(block.text) for block in blocks if not block.hidden)
    invisible = sum(len(block.text) for block in blocks if block.hidden == "invisible")
    return invisible > 0 and visible <= MAX_VISIBLE_SHARE * invisible


def reveal(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """Count invisible text as seen: it repeats what the picture of the page shows."""
    return [replace(b, hidden="") if b.hidden == "invisible" else b for b in blocks]
