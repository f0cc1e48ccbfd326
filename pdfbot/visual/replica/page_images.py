"""Pages as images, small enough to be embedded in one HTML file and sharp enough to be read."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import pypdfium2

if TYPE_CHECKING:
    from PIL.Image import Image

# Pixels per point: a little more than a replica shows at its own size.
SCALE = 1.875
# Pixels of an image, whatever the size of its page.
MAX_PIXELS = 4_000_000
# Pixels.
MAX_SIDE = 8_000
# Levels per channel: text keeps its shape, and the lossless file shrinks to half its size.
LEVELS = 12
# Text, charts and drawings have fewer colours; a page with more shows photographs, where lossy
# compression looks better than visible bands.
MAX_LOSSLESS_COLOURS = 1 << 14
# WebP's quality (lossy) or effort (lossless), 0 to 100, and its speed, 0 (fast) to 6.
LOSSY_QUALITY = 60
LOSSLESS_EFFORT = 30
METHOD = 2


def render_pages(pdf: pypdfium2.PdfDocument, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Number and WebP image of each given page, one at a time to save memory."""
    for number in numbers:
        image, _ = render_page(pdf[number - 1])
        yield number, encode_webp(image)


def render_page(page: pypdfium2.PdfPage) -> tuple[Image, float]:
    """The page as an RGB image, and its pixels per point; the page is closed."""
    try:
        scale = choose_scale(*page.get_size())
        bitmap = page.render(scale=scale)
        image = bitmap.to_pil().convert("RGB")
        bitmap.close()
    finally:
        page.close()
    return image, scale


def choose_scale(width: float, height: float) -> float:
    """Pixels per point for a page of this size in points; fewer for posters."""
    by_area = sqrt(MAX_PIXELS / max(width * height, 1.0))
    by_side = MAX_SIDE / max(width, height, 1.0)
    return min(SCALE, by_area, by_side)


def encode_webp(image: Image) -> bytes:
    """The image as WebP: lossless with fewer levels per channel, or lossy for photographs."""
    stream = io.BytesIO()
    if image.getcolors(MAX_LOSSLESS_COLOURS) is None:
        image.save(stream, "WEBP", quality=LOSSY_QUALITY, method=METHOD)
    else:
        step = 255 / (LEVELS - 1)
        posterised = image.point([round(round(v / step) * step) for v in range(256)] * 3)
        posterised.save(stream, "WEBP", lossless=True, quality=LOSSLESS_EFFORT, method=METHOD)
    return stream.getvalue()
