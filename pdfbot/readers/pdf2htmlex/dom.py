"""A pdf2htmlEX replica to pages of text blocks: the DOM gives the order, the CSS the positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from bs4 import BeautifulSoup, Tag

from pdfbot.errors import NotAPdfError, NoTextError, UsageError
from pdfbot.model import Document, Page, TextBlock
from pdfbot.readers.glyphs.signs import unknown_warning
from pdfbot.readers.ocr_layer import is_ocr_layer, reveal
from pdfbot.readers.pdf2htmlex.elements import (
    RUNNING_TEXT,
    children_of_class,
    class_names,
    file_position,
    is_written_by_pdfbot,
    page_frames,
    page_zoom,
    passage_blocks,
)
from pdfbot.readers.pdf2htmlex.line_reader import Bounds, LineReader, PageBlocks, Replica
from pdfbot.readers.pdf2htmlex.stylesheet import Matrix, Stylesheet, read_stylesheet

# Share of all glyphs without a Unicode value: with this many the warning gives advice, ...
MANY_UNMAPPED = 0.02
# ... and with more than this the text is unreadable.
MAX_UNMAPPED = 0.3
# Points: no text is set in less, ...
MIN_TEXT_SIZE = 1.0
# ... and where more than this share of it seems to be, the fonts are of Type 3.
MAX_TINY = 0.5
WHITE = "#ffffff"
# Ems: text is printed over other text if their baselines differ by less than this ...
MAX_OVERPRINT_SHIFT = 0.5
# ... and the two overlap by more than this.
MIN_OVERPRINT = 0.5


def read_replica(
    html: bytes | str,
    pages: Sequence[int] | None = None,
    *,
    name: str = "replica",
    is_fresh: bool = False,
) -> Document:
    """The pages of a replica in points; `pages` are numbers from 1, None for all of them.

    pdfbot itself just made an `is_fresh` one, by the best options there are.
    """
    text = html.decode("utf-8", "replace") if isinstance(html, bytes) else html
    container = BeautifulSoup(text, "lxml").find(id="page-container")
    if not isinstance(container, Tag):
        raise NotAPdfError(f"{name}: neither a PDF nor a pdf2htmlEX replica (no page container)")
    return read_container(container, pages, name=name, is_fresh=is_fresh)


def read_container(
    container: Tag,
    pages: Sequence[int] | None = None,
    *,
    name: str = "replica",
    is_fresh: bool = False,
) -> Document:
    """The same for a replica that is already parsed; `container` has the pages."""
    frames = page_frames(container, name)
    if not frames:
        raise NoTextError(f"{name}: the replica has no pages")
    requested = [n for n in frames if pages is None or n in pages]
    if not requested:
        raise UsageError(
            f"{name}: none of the requested pages exists, the last one is page {max(frames)}"
        )
    is_own = is_written_by_pdfbot(container)
    reader = _PageReader(Replica.of(_stylesheet(container, name), is_own))
    read = tuple(reader.read(number, frames[number]) for number in requested)
    _refuse_bitmap_fonts(read, name, is_fresh=is_fresh)
    warnings = reader.warnings(name, is_fresh=is_fresh)
    return Document(read, "pdfium" if is_own else "pdf2htmlex", warnings)


def _refuse_bitmap_fonts(pages: Sequence[Page], name: str, *, is_fresh: bool) -> None:
    """The program writes sizes for Type 3 fonts that mean nothing: no line can be read."""
    sizes = Counter[bool]()
    for page in pages:
        for block in page.blocks:
            sizes[block.font.size < MIN_TEXT_SIZE] += len(block.text)
    if sizes[True] > MAX_TINY * sizes.total():
        raise NoTextError(
            f"{name}: its text is in bitmap fonts (Type 3), of which pdf2htmlEX writes no sizes"
            + ("" if is_fresh else "; read the PDF with --engine embedded")
        )


def _stylesheet(container: Tag, name: str) -> Stylesheet:
    """All style sheets in the file; without the generated one no position is known."""
    root = list(container.parents)[-1]
    sheet = read_stylesheet("\n".join(style.get_text() for style in root.find_all("style")))
    if not any("font-size" in lengths for lengths in sheet.lengths.values()):
        raise NotAPdfError(
            f"{name}: the replica's style sheet is in another file; convert with --embed-css 1"
        )
    return sheet


class _PageReader:
    """Reads the pages of one replica and counts its glyphs."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._glyphs = 0
        self._unmapped = 0

    def read(self, number: int, frame: Tag) -> Page:
        """One page; hidden text is kept, with the reason why it is hidden."""
        zoom = page_zoom(frame)
        lengths = self._replica.sheet.lengths_of(class_names(frame))
        width, height = lengths.get("width", 0.0), lengths.get("height", 0.0)
        bounds = Bounds(zoom, 0.0, 0.0, width, height, "off-page")
        page_blocks = PageBlocks()
        for index, (tag, line_bounds, matrix) in enumerate(self._lines(frame, bounds)):
            node = f"pf{number:x}/t{index}"
            LineReader(self._replica, page_blocks, node, tag, line_bounds, matrix).read()
            if self._replica.is_own:
                page_blocks.runs.flush()
        blocks: Sequence[TextBlock] = page_blocks.blocks()
        if not self._replica.is_own:
            blocks = _hide_overprinted(blocks)
            blocks = reveal(blocks) if is_ocr_layer(blocks) else blocks
        self._glyphs += page_blocks.glyphs
        self._unmapped += page_blocks.unmapped
        return Page(number, width / zoom, height / zoom, tuple(blocks))

    def _lines(self, frame: Tag, page: Bounds) -> Iterator[tuple[Tag, Bounds, Matrix | None]]:
        """The text lines in the order of the PDF, each with the page or the clip box around it.

        Lines of running text have the matrix of the element around them.
        """
        found: list[tuple[Tag, Bounds, Matrix | None]] = []
        for content in children_of_class(frame, "pc"):
            for child in children_of_class(content, "t", "c", RUNNING_TEXT):
                names = class_names(child)
                if "t" in names:
                    found.append((child, page, None))
                elif "c" in names:
                    clip = self._clip_box(names, page.zoom)
                    found += ((line, clip, None) for line in children_of_class(child, "t"))
                else:
                    matrix = self._replica.sheet.matrix_of(names)
                    found += ((line, page, matrix) for line in passage_blocks(child))
        return iter(sorted(found, key=lambda line: file_position(line[0])))

    def _clip_box(self, names: list[str], zoom: float) -> Bounds:
        lengths = self._replica.sheet.lengths_of(names)
        left, bottom = lengths.get("left", 0.0), lengths.get("bottom", 0.0)
        right, top = left + lengths.get("width", 0.0), bottom + lengths.get("height", 0.0)
        return Bounds(zoom, left, bottom, right, top, "clipped")

    def warnings(self, name: str, *, is_fresh: bool) -> tuple[str, ...]:
        """What the user should know about unmapped glyphs; too many of them are an error."""
        advice = "try --engine embedded" if is_fresh else "convert the PDF again with --tounicode 1"
        share = self._unmapped / self._glyphs if self._glyphs else 0.0
        if share > MAX_UNMAPPED:
            refusal = f"{name}: {share:.0%} of the glyphs have no Unicode value"
            raise NoTextError(refusal if is_fresh else f"{refusal}; {advice}")
        warnings = self._replica.faces.warnings()
        if self._unmapped:
            unknown = unknown_warning(self._unmapped)
            warnings.append(f"{unknown}; {advice}" if share >= MANY_UNMAPPED else unknown)
        return tuple(warnings)


def _hide_overprinted(blocks: Sequence[TextBlock]) -> list[TextBlock]:
    """Mark white text as invisible if other text is printed over it or over the rest of its line.

    Other white text may be on a dark ground, of which a replica tells nothing.
    """
    inked = [block for block in blocks if block.colour != WHITE and not block.hidden]
    found: list[TextBlock] = []
    for _, group in groupby(blocks, lambda block: (block.colour == WHITE, block.baseline)):
        line = list(group)
        if line[0].colour == WHITE and any(_overprints(o, b) for b in line for o in inked):
            line = [replace(block, hidden=block.hidden or "invisible") for block in line]
        found += line
    return found


def _overprints(over: TextBlock, under: TextBlock) -> bool:
    overlap = min(over.box.right, under.box.right) - max(over.box.left, under.box.left)
    return (
        over.rotation == under.rotation
        and abs(over.baseline - under.baseline) < MAX_OVERPRINT_SHIFT * under.font.size
        and overlap > MIN_OVERPRINT * under.font.size
    )
