"""The signs of a replica's font: its file has a glyph for every character that the paper uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fontTools.ttLib import TTFont

from pdfbot.readers.glyphs.outlines import read_outline
from pdfbot.readers.glyphs.shapes import Shape, draw_shape
from pdfbot.readers.glyphs.signs import is_meaningless, recognise
from pdfbot.readers.glyphs.small_fonts import MAX_SIGNS, find_corrections


def read_meanings(font: TTFont, cmap: Mapping[int, str]) -> dict[str, str]:
    """The signs that glyphs show instead of the characters they are mapped to."""
    is_text = len(cmap) > MAX_SIGNS
    glyphs: Any = font.getGlyphSet()
    scale = 1 / font["head"].unitsPerEm
    shapes: dict[str, Shape] = {}
    for code, glyph in cmap.items():
        if is_text and not is_meaningless(chr(code)):
            continue
        shape = draw_shape(read_outline(glyphs, glyph, scale))
        if shape is not None:
            shapes[chr(code)] = shape
    unmapped = {char for char in shapes if is_meaningless(char)}
    recognised = {char: recognise(shapes[char], is_text=is_text) for char in unmapped}
    claimed = {char: (shape, "") for char, shape in shapes.items() if char not in unmapped}
    found = {char: sign for char, sign in recognised.items() if sign is not None}
    return found | ({} if is_text else find_corrections(claimed))
