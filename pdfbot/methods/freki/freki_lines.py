"""Builds Freki's blocks from pages: XY-cut, lines, and their text on a monospaced page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pdfbot.methods.freki.block import Block, BlockLine, Blocks
from pdfbot.methods.freki.format import safe_id
from pdfbot.methods.freki.monospace import set_monospaced, split_words
from pdfbot.methods.freki.xycut import UNCUT, choose_thresholds, cut_lines, cut_page
from pdfbot.model import Box, Document, Font, Page, TextBlock
from pdfbot.options import Engine, Pages, ReadingOptions
from pdfbot.readers.document import read_document
from pdfbot.readers.source import SourceLike

# Decimal places of the numbers in a block.
BLOCK_DIGITS = 2
FONT_SIZE_DIGITS = 1
TAB_SCORE_DIGITS = 2


def blocks(
    source: SourceLike,
    *,
    doc_id: str | None = None,
    valley: bool = False,
    engine: Engine = "auto",
    pages: Pages | None = None,
    password: str | None = None,
    allow_copy_protected: bool = False,
    pdf2htmlex: str | os.PathLike[str] | None = None,
) -> Blocks:
    """The blocks of a document by XY-cut; `valley` is for double-spaced documents.

    `doc_id` names the document in the blocks; the default is the file name without its suffix.
    """
    reading = ReadingOptions(
        engine=engine,
        pages=pages,
        password=password,
        allow_copy_protected=allow_copy_protected,
        pdf2htmlex=pdf2htmlex,
    )
    document = read_document(source, reading)
    if doc_id is None:
        doc_id = Path(source).stem if isinstance(source, (str, os.PathLike)) else "document"
    return find_blocks(document, safe_id(doc_id), valley=valley)


def find_blocks(document: Document, doc_id: str, *, valley: bool = False) -> Blocks:
    """The blocks of all pages; `valley` is for double-spaced documents."""
    builder = _BlockBuilder(doc_id, valley)
    for page in document.pages:
        builder.add_page(page)
    fonts = {name: font for font, name in builder.font_names.items()}
    return Blocks(doc_id, tuple(builder.blocks), fonts, document.engine, document.warnings)


class _BlockBuilder:
    """Builds blocks page by page, numbering lines and fonts throughout the document."""

    def __init__(self, doc_id: str, valley: bool) -> None:
        self.doc_id = doc_id
        self.valley = valley
        self.blocks: list[Block] = []
        self.font_names: dict[Font, str] = {}
        self._line_count = 0

    def add_page(self, page: Page) -> None:
        visible = [b for b in page.blocks if not b.hidden and b.text.strip()]
        upright = [b for b in visible if not b.rotation]
        rotated = [[b] for b in visible if b.rotation]
        leaves = cut_page(page, upright, choose_thresholds(upright, valley=self.valley))
        found = [(leaf.label, cut_lines(leaf.blocks)) for leaf in leaves]
        if rotated:
            found.append((UNCUT, rotated))
        for number, (label, lines) in enumerate(found, 1):
            box = _rounded(Box.around(b.box for line in lines for b in line))
            block_lines = self._build_lines(lines, box.left)
            block_id = f"{page.number}-{number}"
            self.blocks.append(Block(self.doc_id, page.number, block_id, box, label, block_lines))

    def _build_lines(
        self, lines: Sequence[Sequence[TextBlock]], left: float
    ) -> tuple[BlockLine, ...]:
        monospaced = set_monospaced([split_words(line) for line in lines], left)
        first = self._line_count + 1
        self._line_count += len(lines)
        return tuple(
            BlockLine(
                number=number,
                text=line.text,
                fonts=self._fonts(members),
                box=_rounded(Box.around(b.box for b in members)),
                tab_score=round(line.tab_score, TAB_SCORE_DIGITS) or None,
            )
            for number, (members, line) in enumerate(zip(lines, monospaced, strict=True), first)
        )

    def _fonts(self, members: Sequence[TextBlock]) -> tuple[tuple[str, float], ...]:
        """The short names and sizes of a line's fonts, from left to right, without duplicates."""
        names: dict[tuple[str, float], None] = {}
        for block in sorted(members, key=lambda b: b.box.left):
            font = Font(block.font.family, 0.0, block.font.bold, block.font.italic)
            name = self.font_names.setdefault(font, f"F{len(self.font_names) + 1}")
            names[name, round(float(block.font.size), FONT_SIZE_DIGITS)] = None
        return tuple(names)


def _rounded(box: Box) -> Box:
    edges = (box.left, box.bottom, box.right, box.top)
    return Box(*(round(float(edge), BLOCK_DIGITS) for edge in edges))
