"""The look of each page in a replica: text drawn as text, and a picture of everything else."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import ceil, floor, sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

import pypdfium2
import pypdfium2.raw as raw
from PIL import ImageOps

from pdfbot.model import Box, Page
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.graphics import read_graphics
from pdfbot.readers.pdfium.page_frame import PageFrame
from pdfbot.visual.replica.lettering import LetterReader, PageLettering
from pdfbot.visual.replica.page_survey import survey

if TYPE_CHECKING:
    from PIL.Image import Image

ImageForm: TypeAlias = Literal["webp", "png"]

# Pixels per point: what a high-density screen shows at a replica's normal size.
SCALE = 3.0
# Pixels per point of photographs, which are soft anyway, and the share of the page they must fill.
PHOTO_SCALE = 1.875
MIN_PHOTO = 0.03
# Pixels of an image, whatever the size of its page.
MAX_PIXELS = 5_000_000
# Pixels.
MAX_IMAGE_SIDE = 8_000
# Levels per channel: drawings keep their shape, and the lossless file shrinks to half its size.
LEVELS = 12
# Colours: text, charts and drawings have fewer; a page with more has photographs, on which lossy
# compression looks better than visible bands.
MAX_LOSSLESS_COLOURS = 1 << 14
# WebP's quality (lossy) or effort (lossless), 0 to 100, and its speed, 0 (fast) to 6.
LOSSY_QUALITY = 60
LOSSLESS_EFFORT = 20
METHOD = 1
# Points around the objects of a page that their strokes may reach.
IMAGE_MARGIN = 4.0
# Points around a glyph that the smoothing of its edges may reach.
EDGE = 0.3


@dataclass(frozen=True, slots=True)
class PageImage:
    """A WebP image, and the part of the page that it shows."""

    data: bytes
    box: Box


@dataclass(frozen=True, slots=True)
class PageView:
    """The look of a page: an image, if it needs one, and the letters drawn above it."""

    image: PageImage | None = None
    lettering: PageLettering = field(default_factory=PageLettering)


def view_pages(pdf: pypdfium2.PdfDocument, pages: Sequence[Page]) -> Iterator[tuple[int, PageView]]:
    """Yield number and look of each given page, one at a time to save memory."""
    letters = LetterReader()
    # The library frees a font with the last page that uses it, and reuses its handle.
    kept = []
    try:
        for page in pages:
            known = len(letters.fonts)
            opened = pdf[page.number - 1]
            kept.append(opened)
            yield page.number, _view(opened, page, letters)
            if len(letters.fonts) == known:
                kept.pop().close()
    finally:
        for opened in kept:
            opened.close()


def _view(opened: pypdfium2.PdfPage, page: Page, letters: LetterReader) -> PageView:
    handle = ctypes.cast(opened.raw, ctypes.c_void_p).value or 0
    frame = PageFrame.of(handle)
    if frame is None:
        return PageView(render_image(opened, None))
    look = survey(handle, frame)
    has_photo = look.photo_area > MIN_PHOTO * frame.width * frame.height
    max_scale = PHOTO_SCALE if has_photo else SCALE
    if look.is_drawing:
        return PageView(render_image(opened, None, max_scale))
    _, clips = read_graphics(handle, frame)
    text = pdfium.open_text(handle)
    lettering = letters.read(text, page, frame, look, clips) if text else PageLettering()
    if text:
        pdfium.close_text(text)
    for text_object in lettering.replaced:
        pdfium.set_active(text_object, 0)
    boxes = [box for found in lettering.missing.values() for box in found]
    rest = look.area_without(lettering.replaced)
    area = Box.around([*boxes, *([rest] if rest else [])]) if boxes else rest
    has_annotations = _has_annotations(opened)
    if area is None and not has_annotations:
        return PageView(None, lettering)
    shown = None if has_annotations else area
    return PageView(render_image(opened, shown, max_scale, lettering.missing), lettering)


def _has_annotations(page: pypdfium2.PdfPage) -> bool:
    """Whether the page has visible annotations, which links are not."""
    for index in range(raw.FPDFPage_GetAnnotCount(page)):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        subtype = raw.FPDFAnnot_GetSubtype(annotation)
        raw.FPDFPage_CloseAnnot(annotation)
        if subtype not in (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP):
            return True
    return False


def render_image(
    page: pypdfium2.PdfPage,
    area: Box | None,
    max_scale: float = SCALE,
    missing: Mapping[int, Sequence[Box]] = MappingProxyType({}),
) -> PageImage | None:
    """A page, or part of it, as an image; None if nothing is visible.

    `missing` has what is to be seen of text objects that are otherwise left out.
    """
    width, height = page.get_size()
    scale = min(choose_scale(width, height), max_scale)
    area = area or Box(0.0, 0.0, width, height)
    # Pixels that are cropped on each side of the page.
    left = max(floor((area.left - IMAGE_MARGIN) * scale), 0)
    top = max(floor((height - area.top - IMAGE_MARGIN) * scale), 0)
    right = max(floor((width - area.right - IMAGE_MARGIN) * scale), 0)
    bottom = max(floor((area.bottom - IMAGE_MARGIN) * scale), 0)
    # The library rounds up.
    crop = [max(side - 0.5, 0) / scale for side in (left, bottom, right, top)]
    image, whole = _render(page, scale, crop), None
    for box in _reactivate(missing):
        whole = whole or _render(page, scale, crop)
        part = (
            max(floor((box.left - EDGE) * scale) - left, 0),
            max(floor((height - box.top - EDGE) * scale) - top, 0),
            min(ceil((box.right + EDGE) * scale) - left, image.width),
            min(ceil((height - box.bottom + EDGE) * scale) - top, image.height),
        )
        if part[0] < part[2] and part[1] < part[3]:
            image.paste(whole.crop(part), part[:2])
    content = ImageOps.invert(image).getbbox()
    if content is None:
        return None
    # The library stretches a page to whole pixels.
    across, down = width / ceil(width * scale), height / ceil(height * scale)
    shown = Box(
        (left + content[0]) * across,
        height - (top + content[3]) * down,
        (left + content[2]) * across,
        height - (top + content[1]) * down,
    )
    return PageImage(encode_webp(image.crop(content), PHOTO_SCALE / scale), shown)


def _reactivate(missing: Mapping[int, Sequence[Box]]) -> Iterator[Box]:
    """Have text objects drawn again; the boxes in which they are to be seen."""
    for text_object in missing:
        pdfium.set_active(text_object, 1)
    return chain.from_iterable(missing.values())


def render_area(page: pypdfium2.PdfPage, area: Box, form: ImageForm) -> bytes:
    """A part of a page as an image."""
    width, height = page.get_size()
    scale = choose_scale(width, height)
    crop = (area.left, area.bottom, width - area.right, height - area.top)
    image = _render(page, scale, crop)
    return encode_webp(image, PHOTO_SCALE / scale) if form == "webp" else _encode_png(image)


def render_page(page: pypdfium2.PdfPage) -> tuple[Image, float]:
    """The page as an RGB image, and its pixels per point; the page is closed."""
    try:
        scale = min(choose_scale(*page.get_size()), PHOTO_SCALE)
        return _render(page, scale), scale
    finally:
        page.close()


def _render(page: pypdfium2.PdfPage, scale: float, crop: Sequence[float] = (0, 0, 0, 0)) -> Image:
    bitmap = page.render(scale=scale, crop=crop)
    image: Image = bitmap.to_pil().convert("RGB")
    bitmap.close()
    return image


def choose_scale(width: float, height: float) -> float:
    """Pixels per point for a page of this size in points; fewer for posters."""
    by_area = sqrt(MAX_PIXELS / max(width * height, 1.0))
    by_side = MAX_IMAGE_SIDE / max(width, height, 1.0)
    return min(SCALE, by_area, by_side)


def _encode_png(image: Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def encode_webp(image: Image, photo_scale: float = 1.0) -> bytes:
    """The image as WebP: lossless with fewer levels per channel, or lossy for photographs."""
    stream = io.BytesIO()
    if image.getcolors(MAX_LOSSLESS_COLOURS) is None:
        if photo_scale < 1:
            size = (round(image.width * photo_scale), round(image.height * photo_scale))
            image = image.resize((max(size[0], 1), max(size[1], 1)), reducing_gap=2.0)
        image.save(stream, "WEBP", quality=LOSSY_QUALITY, method=METHOD)
    else:
        step = 255 / (LEVELS - 1)
        posterised = image.point([round(round(v / step) * step) for v in range(256)] * 3)
        posterised.save(stream, "WEBP", lossless=True, quality=LOSSLESS_EFFORT, method=METHOD)
    return stream.getvalue()
