"""Pages as images: bounded in size, lossless except for photographs."""

from __future__ import annotations

import io

import pypdfium2
import pypdfium2.raw as raw
import pytest
from PIL import Image

from pdfbot.options import ReadingOptions
from pdfbot.visual.replica.build import build_replica
from pdfbot.visual.replica.page_images import (
    MAX_IMAGE_SIDE,
    MAX_PIXELS,
    PHOTO_SCALE,
    SCALE,
    choose_scale,
    encode_webp,
    render_image,
)
from tests.documents import HOSTILE, PAPERS


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((612.0, 792.0), SCALE),
        ((14400.0, 14400.0), (MAX_PIXELS / 14400**2) ** 0.5),
        ((100_000.0, 1.0), MAX_IMAGE_SIDE / 100_000),
        ((0.0, 0.0), SCALE),
    ],
)
def test_images_of_large_pages_are_bounded(size: tuple[float, float], expected: float) -> None:
    scale = choose_scale(*size)
    assert scale == pytest.approx(expected)
    assert size[0] * size[1] * scale**2 <= MAX_PIXELS * 1.001
    assert max(size) * scale <= MAX_IMAGE_SIDE * 1.001


def test_huge_page_gives_a_small_replica() -> None:
    html = build_replica(HOSTILE / "huge-page.pdf", ReadingOptions()).html
    assert len(html) < 200_000


def test_drawing_is_encoded_without_loss() -> None:
    drawing = Image.new("RGB", (200, 200), (255, 255, 255))
    drawing.paste((255, 0, 0), (20, 20, 90, 90))
    data = encode_webp(drawing)
    assert b"VP8L" in data[:40]
    assert Image.open(io.BytesIO(data)).convert("RGB").getcolors() == drawing.getcolors()


def test_photograph_is_encoded_with_loss() -> None:
    noise = [Image.effect_noise((400, 400), 80) for _ in range(3)]
    assert b"VP8 " in encode_webp(Image.merge("RGB", noise))[:40]


def test_ten_dense_pages_stay_below_three_megabytes() -> None:
    """The densest paper among the fixtures has three pages."""
    pdf = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    html = build_replica(pdf, ReadingOptions()).html
    assert len(html.encode()) / 3 * 10 < 3_000_000


def test_picture_is_placed_where_the_page_shows_it() -> None:
    """On pages that are not a whole number of pixels wide, at the far corner from the origin."""
    with pypdfium2.PdfDocument.new() as pdf:
        page = pdf.new_page(595.28, 841.89)
        rectangle = raw.FPDFPageObj_CreateNewRect(560.0, 10.0, 24.0, 800.0)
        raw.FPDFPath_SetDrawMode(rectangle, raw.FPDF_FILLMODE_ALTERNATE, 0)
        raw.FPDFPage_InsertObject(page, rectangle)
        image = render_image(page, None, PHOTO_SCALE)
    assert image is not None
    box = image.box
    sides = (box.left, box.bottom, box.right, box.top)
    # A pixel on the edge belongs to the picture as a whole.
    assert sides == pytest.approx((560, 10, 584, 810), abs=1 / PHOTO_SCALE)
    assert (box.left + box.right) / 2 == pytest.approx(572, abs=0.3)
    assert (box.bottom + box.top) / 2 == pytest.approx(410, abs=0.3)
