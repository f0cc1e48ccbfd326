"""The page as it is seen: size, crop box, rotation, graphics, and the OCR layer of a scan."""

from __future__ import annotations

import pytest

from ...pdfs import HEIGHT, WIDTH, PdfPage, picture, show
from .reading import read, read_page


def test_crop_box_is_the_page() -> None:
    page = read_page(show("Hello", 70, 500), "/CropBox [50 30 350 580]")
    assert (page.width, page.height) == (300, 550)
    (block,) = page.blocks
    assert (block.box.left, block.baseline) == pytest.approx((20, 470), abs=0.01)


UPRIGHT = {90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_rotated_page_is_read_as_it_is_seen(rotation: int) -> None:
    """The text is rotated the other way in the file, so that it is upright."""
    x, y = {90: (100, 50), 180: (350, 500), 270: (300, 550)}[rotation]
    page = read_page(show("Hello mill", x, y, matrix=UPRIGHT[rotation]), f"/Rotate {rotation}")
    size = (WIDTH, HEIGHT) if rotation == 180 else (HEIGHT, WIDTH)
    assert (page.width, page.height) == size
    (block,) = page.blocks
    assert (block.text, block.rotation) == ("Hello mill", 0)
    seen = {90: (50, 300), 180: (50, 100), 270: (50, 300)}[rotation]
    assert (block.box.left, block.baseline) == pytest.approx(seen, abs=0.1)
    assert block.box.width == pytest.approx(40.55, abs=0.5)


def test_pages_may_differ_in_size() -> None:
    pages = read(show("one", 50, 500), PdfPage(show("two", 50, 100), width=200, height=300)).pages
    assert [(p.number, p.width, p.height) for p in pages] == [(1, 400, 600), (2, 200, 300)]
    assert [p.blocks[0].text for p in pages] == ["one", "two"]


def test_graphics_are_images_rules_or_drawings() -> None:
    content = picture(50, 300, 100, 80) + b"50 200 300 0.4 re f\n50 50 100 60 re f\n"
    found = {g.kind: g.box for g in read_page(show("text", 50, 500) + content).graphics}
    assert set(found) == {"image", "ruling", "drawing"}
    box = found["image"]
    assert (box.left, box.bottom, box.right, box.top) == pytest.approx((50, 300, 150, 380), abs=1)


@pytest.mark.parametrize(("height", "kind"), [(1.5, "ruling"), (3.5, "drawing")])
def test_ruling_is_thin(height: float, kind: str) -> None:
    (graphic,) = read_page(f"50 200 300 {height} re f".encode()).graphics
    assert graphic.kind == kind


def test_background_and_graphics_outside_the_page_are_left_out() -> None:
    content = f"0 0 {WIDTH} {HEIGHT} re f\n500 700 50 50 re f\n".encode()
    assert read_page(show("text", 50, 500) + content).graphics == ()


LAYER = show("read by a machine from the scan of a page", 50, 500, state="3 Tr")


def strips(count: int, covered: float) -> bytes:
    """A picture of the page cut into strips that cover a share of it."""
    height = covered * HEIGHT / count
    return b"".join(picture(0, i * height, WIDTH, height) for i in range(count))


@pytest.mark.parametrize("count", [1, 30])
@pytest.mark.parametrize(("covered", "hidden"), [(1, ""), (0.52, ""), (0.48, "invisible")])
def test_invisible_text_on_pictures_of_most_of_the_page_is_its_ocr_layer(
    count: int, covered: float, hidden: str
) -> None:
    (block,) = read_page(strips(count, covered) + LAYER).blocks
    assert (block.text, block.hidden) == ("read by a machine from the scan of a page", hidden)


def test_pictures_of_a_scanned_page_are_not_figures_on_it() -> None:
    rule = b"50 200 300 0.4 re f\n"
    assert [g.kind for g in read_page(strips(3, 1) + rule + LAYER).graphics] == ["ruling"]
    seen = read_page(strips(3, 1) + rule + show("text of the page itself", 50, 500))
    assert [g.kind for g in seen.graphics] == ["image"] * 3 + ["ruling"]


@pytest.mark.parametrize(
    ("stamp", "hidden"), [("library 7", ""), ("the text of the page itself", "invisible")]
)
def test_visible_stamp_does_not_hide_the_ocr_layer(stamp: str, hidden: str) -> None:
    blocks = read_page(strips(30, 1) + show(stamp, 50, 550) + LAYER).blocks
    assert [block.hidden for block in blocks] == ["", hidden]
