"""Which of the glyphs that fill the same box a page shows: ≤ and ≥, or ∘ and •.

The PDF library tells the box of a character, and not which glyph of its font it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from pdfbot.readers.glyphs.outlines import Outline
from pdfbot.readers.glyphs.shapes import BORDER, FINENESS, SIDE, Shape, draw_shape, shape_of
from pdfbot.readers.pdfium import bindings as pdfium

# Likeness of the painted glyph to an outline, and how much less that of all others must be.
MIN_PAINTED_LIKENESS = 0.6
MIN_PAINTED_MARGIN = 0.1
# Pixels of the whole page along a side: beyond that a glyph is too small to be seen.
MAX_PAGE_SIDE = 100_000
# Two shades of grey that ink is told apart by.
DARK = 128
WHITE = 0xFFFFFFFF


def choose_painted(
    page: int, place: Sequence[float], outlines: Sequence[Outline]
) -> Outline | None:
    """The outline that the page shows between left, right, bottom and top; None if unclear."""
    painted = _paint(page, place, outlines[0]) if page and len(outlines) > 1 else None
    if painted is None:
        return None
    ranked = sorted(
        (
            (painted.likeness(shape), number)
            for number, shape in enumerate(map(draw_shape, outlines))
            if shape
        ),
        reverse=True,
    )
    (best, number), (second, _) = (*ranked, (0.0, 0), (0.0, 0))[:2]
    return (
        outlines[number]
        if best > MIN_PAINTED_LIKENESS and best - second > MIN_PAINTED_MARGIN
        else None
    )


def _paint(page: int, place: Sequence[float], outline: Outline) -> Shape | None:
    """What the page shows in a place, as the shape of a glyph with the box of an outline."""
    left, right, bottom, top = place
    inner, fine = FINENESS * (SIDE - 2 * BORDER), FINENESS * SIDE
    bounds = array("f", [0.0] * 4)
    pdfium.page_bounds(page, bounds.buffer_info()[0])
    if right <= left or top <= bottom or pdfium.page_quarter_turns(page):
        return None
    width, height = pdfium.page_width(page), pdfium.page_height(page)
    x_scale, y_scale = inner / (right - left), inner / (top - bottom)
    if max(width * x_scale, height * y_scale) > MAX_PAGE_SIDE:
        return None
    # Imported here because it takes as long as two pages, and few papers need it.
    from PIL import Image

    pixels = array("B", bytes(fine * fine))
    bitmap = pdfium.create_bitmap(fine, fine, pdfium.BITMAP_GREY, pixels.buffer_info()[0], fine)
    try:
        pdfium.fill_bitmap(bitmap, 0, 0, fine, fine, WHITE)
        pdfium.render_page(
            bitmap,
            page,
            FINENESS * BORDER - round((left - bounds[0]) * x_scale),
            FINENESS * BORDER - round((bounds[1] - top) * y_scale),
            round(width * x_scale),
            round(height * y_scale),
            0,
            0,
        )
    finally:
        pdfium.destroy_bitmap(bitmap)
    picture = Image.frombytes("L", (fine, fine), pixels.tobytes())
    return shape_of(picture.point([255] * DARK + [0] * (256 - DARK)), outline.box)
