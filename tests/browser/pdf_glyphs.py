"""Where glyphs are on the page according to pdfium alone, to compare with what a browser shows."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.visual.highlight.sentence_lookup import fold_characters

# What pdfium returns for the hyphen of a word that continues on the next line.
PDFIUM_HYPHEN = "\x02"

# Left, bottom, right, top.
Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True)
class Glyph:
    """A character that a search compares, its tight box in points, and the index of its word."""

    char: str
    box: Rectangle
    word: int


def read_glyphs(path: Path) -> dict[int, list[Glyph]]:
    """The glyphs of each page in the order of the file; spaces and hyphens are left out."""
    with pypdfium2.PdfDocument(path) as pdf:
        return {number: _page_glyphs(page) for number, page in enumerate(pdf, 1)}


def _page_glyphs(page: pypdfium2.PdfPage) -> list[Glyph]:
    text = page.get_textpage()
    origin_x, origin_y, _, _ = page.get_bbox()
    glyphs: list[Glyph] = []
    word = 0
    for index in range(raw.FPDFText_CountChars(text)):
        char = chr(raw.FPDFText_GetUnicode(text, index))
        if char == PDFIUM_HYPHEN:
            continue
        if char.isspace():
            word += 1
            continue
        edges = [ctypes.c_double() for _ in range(4)]
        raw.FPDFText_GetCharBox(text, index, *edges)
        left, right, bottom, top = (edge.value for edge in edges)
        box = (left - origin_x, bottom - origin_y, right - origin_x, top - origin_y)
        glyphs += [Glyph(part, box, word) for part, _ in fold_characters(char)]
    text.close()
    return glyphs


def find_glyphs(glyphs: list[Glyph], wanted: str) -> tuple[int, int] | None:
    """Start and end of the run of glyphs with this folded text; None unless there is just one."""
    text = "".join(glyph.char for glyph in glyphs)
    start = text.find(wanted)
    if start < 0 or text.find(wanted, start + 1) >= 0:
        return None
    return start, start + len(wanted)


def covered_share(box: Rectangle, covers: list[Rectangle]) -> float:
    """The share of a box that `covers`, which do not overlap each other, cover."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    if area <= 0:
        return 1.0
    covered = sum(
        max(min(box[2], c[2]) - max(box[0], c[0]), 0.0)
        * max(min(box[3], c[3]) - max(box[1], c[1]), 0.0)
        for c in covers
    )
    return covered / area


def around(boxes: list[Rectangle]) -> Rectangle:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )
