"""Where words stand according to pdfium alone, to compare with what the browser shows."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.overlay.matching import fold

# What pdfium gives for the hyphen of a word that goes on in the next line.
PDFIUM_HYPHEN = "\x02"

Rectangle = tuple[float, float, float, float]


@dataclass(frozen=True)
class Glyph:
    """A character that a search compares, its tight box in points, and the word it is part of."""

    char: str
    box: Rectangle
    word: int


def read_glyphs(path: Path) -> dict[int, list[Glyph]]:
    """The glyphs of each page in the order of the file; spaces and hyphens only end words."""
    pdf = pypdfium2.PdfDocument(path)
    pages = {}
    for number, page in enumerate(pdf, 1):
        text = page.get_textpage()
        shift_x, shift_y, _, _ = page.get_bbox()
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
            box = (left - shift_x, bottom - shift_y, right - shift_x, top - shift_y)
            glyphs += [Glyph(part, box, word) for part, _ in fold(char)]
        text.close()
        pages[number] = glyphs
    pdf.close()
    return pages


def find_glyphs(glyphs: list[Glyph], wanted: str) -> tuple[int, int] | None:
    """Where the only run of glyphs that says `wanted` (folded) begins and ends."""
    text = "".join(glyph.char for glyph in glyphs)
    at = text.find(wanted)
    if at < 0 or text.find(wanted, at + 1) >= 0:
        return None
    return at, at + len(wanted)


def share_covered(box: Rectangle, covers: list[Rectangle]) -> float:
    """The share of a box that rectangles cover which do not overlap each other."""
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
