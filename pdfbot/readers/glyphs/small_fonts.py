"""Fonts of few signs, which may be fonts of symbols under the codes and names of letters."""

from __future__ import annotations

from collections.abc import Mapping

from pdfbot.readers.glyphs.shapes import Shape
from pdfbot.readers.glyphs.signs import correct_sign

# Different characters: a font that a document uses no more of may be one of symbols.
MAX_SIGNS = 12


def find_corrections(glyphs: Mapping[str, tuple[Shape | None, str]]) -> dict[str, str]:
    """The signs that glyphs show instead of the claimed ones.

    `glyphs` has their shapes and what their names say, by the claimed signs.
    """
    found: dict[str, str] = {}
    # Where some signs are wrong, the others are looked at again with less trust.
    for is_liar in (False, True):
        for claimed, (shape, named) in glyphs.items():
            if shape is not None and claimed not in found and (found or not is_liar):
                sign = correct_sign(shape, claimed, named, is_liar=is_liar)
                if sign:
                    found[claimed] = sign
    return found
