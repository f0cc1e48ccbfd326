"""The style of text: font, size, colour, rotation, and whether it is seen."""

from __future__ import annotations

import pytest

from pdfbot.model import TextBlock

from ...documents import PAPERS, extracted
from ...pdfs import PdfPage, Type3Font, show
from .reading import read, read_block, read_page

# Pixels: letters of a Type 3 font at 10 to the point, as high as those of a font of 10 points.
TALL, SMALL = 69, 45
PIXELS = {**dict.fromkeys("bdhkl", TALL), **dict.fromkeys("aenrs", SMALL), "p": TALL}


def test_block_has_text_position_font_and_colour() -> None:
    block = read_block(show("Hello mill", 50, 500))
    assert block.text == "Hello mill"
    assert block.baseline == pytest.approx(500)
    assert (block.box.left, block.edges[0]) == pytest.approx((50, 50), abs=0.01)
    assert len(block.edges) == len(block.text) + 1
    # Helvetica: 722 556 222 222 556 278 833 222 222 222 thousandths of an em.
    assert block.box.right == pytest.approx(50 + 40.55, abs=0.1)
    assert block.box.bottom < 500 < block.box.top
    assert (block.font.family, block.font.size) == ("Helvetica", 10)
    assert (block.colour, block.rotation, block.hidden) == ("#000000", 0, "")


def test_bold_italic_and_colour_are_read() -> None:
    block = read_block(show("Hello", 50, 500, font="F2", state="1 0 0 rg"))
    assert (block.font.bold, block.font.italic, block.colour) == (True, True, "#ff0000")


@pytest.mark.parametrize(
    ("size", "matrix", "seen"), [(1, "12 0 0 12", 12), (10, "0.5 0 0 0.5", 5), (8, "1 0 0 1", 8)]
)
def test_font_size_is_scaled_by_the_text_matrix(size: float, matrix: str, seen: float) -> None:
    assert read_block(show("Hello", 50, 500, size=size, matrix=matrix)).font.size == seen


def test_font_size_is_scaled_by_the_page_matrix() -> None:
    block = read_block(b"q 1.2 0 0 1.2 0 0 cm\n" + show("Hello", 50, 100) + b"Q")
    assert block.font.size == 12
    assert (block.box.left, block.baseline) == pytest.approx((60, 120), abs=0.01)


def read_bitmap(text: str, *, box: int = 100, points: float = 0.1) -> TextBlock:
    """Text in a Type 3 font, as dvips made them; a pixel is `points` large on the page."""
    matrix = f"{points} 0 0 {points}"
    content = show(text, 50, 500, font="T", size=1, matrix=matrix)
    font = Type3Font(PIXELS, unit=1, box=box)
    ((block,),) = [page.blocks for page in read(PdfPage(content, fonts={"T": font})).pages]
    return block


@pytest.mark.parametrize("box", [10, 100, 1000])
@pytest.mark.parametrize(("points", "size"), [(0.1, 10), (0.05, 5), (0.12, 12), (0.112, 11)])
def test_size_of_a_type_3_font_is_that_of_its_letters(box: int, points: float, size: float) -> None:
    """Its box says nothing; sizes are rounded to half a point."""
    block = read_bitmap("handles", box=box, points=points)
    assert (block.text, block.font.size) == ("handles", size)
    assert block.baseline == pytest.approx(500)


@pytest.mark.parametrize(
    ("text", "size"), [("hd", 10), ("hea", 10), ("sea", 10), ("ha", 100), ("ps", 100), ("h", 100)]
)
def test_size_of_a_type_3_font_needs_two_letters_of_one_height(text: str, size: float) -> None:
    """Two tall ones or two small ones; otherwise the font's box is all that is known."""
    assert read_bitmap(text, box=1000).font.size == size


def test_size_of_a_type_3_font_may_come_from_letters_further_on() -> None:
    content = show("ph", 50, 500, font="T", size=1, matrix="0.1 0 0 0.1")
    content += show("Helvetica", 50, 400) + content.replace(b"ph", b"lend").replace(b"500", b"300")
    (page,) = read(PdfPage(content, fonts={"T": Type3Font(PIXELS, unit=1)})).pages
    sizes = [(block.text, block.font.size) for block in page.blocks]
    assert sizes == [("ph", 10), ("Helvetica", 10), ("lend", 10)]


def test_size_of_a_type_3_font_in_units_of_the_em_is_the_one_it_is_set_in() -> None:
    """As pdfTeX includes bitmaps: the font matrix turns pixels into ems."""
    content = show("handles", 50, 500, font="T", size=10)
    (page,) = read(PdfPage(content, fonts={"T": Type3Font(PIXELS, unit=0.0125)})).pages
    assert page.blocks[0].font.size == 10


@pytest.mark.parametrize(("matrix", "rotation"), [("0 1 -1 0", 90), ("0 -1 1 0", -90)])
def test_rotated_text_has_its_rotation(matrix: str, rotation: float) -> None:
    block = read_block(show("Preprint", 100, 100, matrix=matrix))
    assert (block.text, block.rotation) == ("Preprint", rotation)
    assert block.box.height > block.font.size


@pytest.mark.parametrize("state", ["3 Tr", "1 1 1 rg"])
def test_invisible_and_white_text_is_hidden(state: str) -> None:
    page = read_page(show("seen", 50, 500) + show("unseen", 50, 480, state=state))
    assert [(b.text, b.hidden) for b in page.blocks] == [("seen", ""), ("unseen", "invisible")]


@pytest.mark.parametrize(("y", "hidden"), [(500, ""), (350, "clipped")])
def test_text_outside_its_clip_path_is_hidden(y: float, hidden: str) -> None:
    assert read_block(show("text", 50, y, state="40 480 200 60 re W n")).hidden == hidden


def test_white_text_on_a_drawing_is_seen() -> None:
    background = b"q 0 g 40 470 200 30 re f Q\n"
    assert read_block(background + show("white", 50, 480, state="1 1 1 rg")).hidden == ""


def test_text_outside_the_page_is_hidden() -> None:
    page = read_page(show("seen", 50, 500) + show("beyond", 500, 500) + show("below", 50, -40))
    assert [b.text for b in page.blocks if not b.hidden] == ["seen"]


def test_root_signs_belong_to_their_line() -> None:
    """TeX hangs them from the top; in the text they come before the radicand."""
    text = extracted(PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf").text
    assert "equidistant in √γk if" in text
    assert "grows as √2Dt." in text
