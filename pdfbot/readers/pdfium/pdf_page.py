"""One page of a PDF: its characters to text blocks, its other objects to graphics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pdfbot.model import Box, Graphic, Page, TextBlock
from pdfbot.readers.ocr_layer import has_scan, is_ocr_layer, reveal
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.anchors import Place
from pdfbot.readers.pdfium.doubtful_glyphs import DoubtfulGlyphs
from pdfbot.readers.pdfium.graphics import read_graphics
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.readers.pdfium.page_links import find_jumps, read_links
from pdfbot.readers.pdfium.page_text import TextReader

WHITE = "#ffffff"
# A page of a paper has 5,000 characters, and a large table 50,000; forms that draw each other a few
# times can make any number of a few bytes.
MAX_CHARS = 2_000_000


class PageReader:
    """Reads the pages of one document, counts its glyphs, and remembers the pages' frames."""

    def __init__(self) -> None:
        self.glyphs: int = 0
        self.unmapped: int = 0
        self.unknown: int = 0
        self.steps_back: int = 0
        self.doubts: DoubtfulGlyphs = DoubtfulGlyphs()
        self.frames: dict[int, PageFrame] = {}
        self.targets: dict[int, tuple[tuple[Box, int], ...]] = {}
        self._places: dict[int, Place | None] = {}
        self._f_advances: dict[str, tuple[float, int]] = {}

    def read(self, pdf: int, number: int) -> Page | None:
        """One page of an open PDF; None if it is damaged, or has more text than any page can."""
        with _open(pdf, number) as (page, text):
            is_readable = text and pdfium.count_chars(text) <= MAX_CHARS
            frame = PageFrame.of(page) if is_readable else None
            if frame is None:
                return None
            self.frames[number] = frame
            found = read_links(pdf, page, frame)
            self.targets[number] = found.targets
            graphics, clips = read_graphics(page, frame)
            reader = TextReader(text, frame, clips, self._f_advances, self.doubts, page)
            blocks: Sequence[TextBlock] = hide_white(reader.read(number), graphics)
        self.glyphs += reader.glyphs
        self.unmapped += reader.unmapped
        self.unknown += reader.unknown
        self.steps_back += reader.steps_back
        if has_scan(graphics, frame.width * frame.height) and is_ocr_layer(blocks):
            blocks = reveal(blocks)
            # The pictures are the page itself, and not figures on it.
            graphics = [graphic for graphic in graphics if graphic.kind != "image"]
        large = tuple(reader.large_signs)
        return Page(
            number,
            frame.width,
            frame.height,
            tuple(blocks),
            tuple(graphics),
            large,
            found.links,
        )

    def with_jumps(self, pdf: int, page: Page) -> Page:
        """The page with its links to others, whose frames are known now."""
        jumps = find_jumps(pdf, self.targets[page.number], self.frames, self._places)
        return replace(page, jumps=jumps) if jumps else page


@contextmanager
def _open(pdf: int, number: int) -> Iterator[tuple[int, int]]:
    """The library's handles of a page and its text; 0 where it has none."""
    page = pdfium.open_page(pdf, number - 1) or 0
    text = (pdfium.open_text(page) or 0) if page else 0
    try:
        yield page, text
    finally:
        if text:
            pdfium.close_text(text)
        if page:
            pdfium.close_page(page)


def hide_white(blocks: Sequence[TextBlock], graphics: Sequence[Graphic]) -> list[TextBlock]:
    """Mark white text as invisible unless it lies on a drawing or a picture."""
    return [
        replace(block, hidden="invisible")
        if block.colour == WHITE
        and not block.hidden
        and not any(_covers(graphic.box, block.box) for graphic in graphics)
        else block
        for block in blocks
    ]


def _covers(outer: Box, inner: Box) -> bool:
    x, y = (inner.left + inner.right) / 2, (inner.bottom + inner.top) / 2
    return outer.left <= x <= outer.right and outer.bottom <= y <= outer.top
