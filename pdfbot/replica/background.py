"""Pages as pictures, small enough to be part of one HTML file and sharp enough to be read."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pypdfium2
    from PIL.Image import Image

# Pixels a point: a little more than the replica shows at its own size.
SCALE = 1.875
# A page of any size becomes a picture of at most so many pixels, and pixels a side.
MOST_PIXELS = 4_000_000
LONGEST_SIDE = 8_000
# Text keeps its shape in a dozen shades a channel, and packs to half the size without loss.
SHADES = 12
# A page with more colours than text, charts and drawings have shows photographs: some loss is
# better there than bands of shades.
MOST_COLOURS = 1 << 14
QUALITY = 60


def render_pages(pdf: pypdfium2.PdfDocument, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Number and WebP picture of each wanted page, one after the other to spare memory."""
    for number in numbers:
        page = pdf[number - 1]
        try:
            bitmap = page.render(scale=choose_scale(*page.get_size()))
            picture = bitmap.to_pil().convert("RGB")
            bitmap.close()
        finally:
            page.close()
        yield number, pack(picture)


def choose_scale(width: float, height: float) -> float:
    """Pixels a point for a page of this size in points: less for posters."""
    by_area = sqrt(MOST_PIXELS / max(width * height, 1.0))
    by_side = LONGEST_SIDE / max(width, height, 1.0)
    return min(SCALE, by_area, by_side)


def pack(picture: Image) -> bytes:
    """The picture as WebP: without loss after rounding its shades, or as a photograph."""
    stream = io.BytesIO()
    if picture.getcolors(MOST_COLOURS) is None:
        picture.save(stream, "WEBP", quality=QUALITY, method=2)
    else:
        step = 255 / (SHADES - 1)
        rounded = picture.point([round(round(v / step) * step) for v in range(256)] * 3)
        rounded.save(stream, "WEBP", lossless=True, quality=30, method=2)
    return stream.getvalue()
