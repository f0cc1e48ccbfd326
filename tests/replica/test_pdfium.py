"""The embedded engine: what is seen on a page becomes blocks of plain words."""

from __future__ import annotations

import sys

import pytest

from pdfbot.errors import DamagedPdfError, NoTextError, UsageError
from pdfbot.model import Document, Page, TextBlock
from pdfbot.replica import page_reader, pdfium_functions
from pdfbot.replica.pdfium import read_pdf

from ..documents import HOSTILE, PDFS, extracted
from ..pdfs import HEIGHT, WIDTH, PdfPage, make_pdf, picture, show


def read(*pages: PdfPage | bytes, wanted: list[int] | None = None) -> Document:
    return read_pdf(make_pdf(*pages), name="made.pdf", pages=wanted)


def page_of(content: bytes, entries: str = "") -> Page:
    (page,) = read(PdfPage(content, entries)).pages
    return page


def block_of(content: bytes, entries: str = "") -> TextBlock:
    (block,) = page_of(content, entries).blocks
    return block


def texts(content: bytes) -> list[str]:
    return [block.text for block in page_of(content).blocks]


def test_a_block_says_what_it_is_and_where() -> None:
    block = block_of(show("Hello mill", 50, 500))
    assert block.text == "Hello mill"
    assert block.baseline == pytest.approx(500)
    assert (block.box.left, block.edges[0]) == pytest.approx((50, 50), abs=0.01)
    assert len(block.edges) == len(block.text) + 1
    # Helvetica: 722 556 222 222 556 278 833 222 222 222 thousandths of an em.
    assert block.box.right == pytest.approx(50 + 40.55, abs=0.1)
    assert block.box.bottom < 500 < block.box.top
    assert (block.font.family, block.font.size) == ("Helvetica", 10)
    assert (block.colour, block.rotation, block.hidden) == ("#000000", 0, "")


def test_weight_slant_and_colour() -> None:
    block = block_of(show("Hello", 50, 500, font="F2", state="1 0 0 rg"))
    assert (block.font.bold, block.font.italic, block.colour) == (True, True, "#ff0000")


@pytest.mark.parametrize(
    ("size", "matrix", "seen"), [(1, "12 0 0 12", 12), (10, "0.5 0 0 0.5", 5), (8, "1 0 0 1", 8)]
)
def test_the_size_is_the_one_seen(size: float, matrix: str, seen: float) -> None:
    assert block_of(show("Hello", 50, 500, size=size, matrix=matrix)).font.size == seen


def test_the_size_is_scaled_with_the_page() -> None:
    block = block_of(b"q 1.2 0 0 1.2 0 0 cm\n" + show("Hello", 50, 100) + b"Q")
    assert block.font.size == 12
    assert (block.box.left, block.baseline) == pytest.approx((60, 120), abs=0.01)


def test_a_crop_box_is_the_page() -> None:
    page = page_of(show("Hello", 70, 500), "/CropBox [50 30 350 580]")
    assert (page.width, page.height) == (300, 550)
    (block,) = page.blocks
    assert (block.box.left, block.baseline) == pytest.approx((20, 470), abs=0.01)


UPRIGHT = {90: "0 1 -1 0", 180: "-1 0 0 -1", 270: "0 -1 1 0"}


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_page_is_read_as_it_is_seen(turn: int) -> None:
    """The text is turned the other way in the file, so that it stands upright."""
    x, y = {90: (100, 50), 180: (350, 500), 270: (300, 550)}[turn]
    page = page_of(show("Hello mill", x, y, matrix=UPRIGHT[turn]), f"/Rotate {turn}")
    size = (WIDTH, HEIGHT) if turn == 180 else (HEIGHT, WIDTH)
    assert (page.width, page.height) == size
    (block,) = page.blocks
    assert (block.text, block.rotation) == ("Hello mill", 0)
    seen = {90: (50, 300), 180: (50, 100), 270: (50, 300)}[turn]
    assert (block.box.left, block.baseline) == pytest.approx(seen, abs=0.1)
    assert block.box.width == pytest.approx(40.55, abs=0.5)


@pytest.mark.parametrize(("matrix", "rotation"), [("0 1 -1 0", 90), ("0 -1 1 0", -90)])
def test_turned_text_says_so(matrix: str, rotation: float) -> None:
    block = block_of(show("Preprint", 100, 100, matrix=matrix))
    assert (block.text, block.rotation) == ("Preprint", rotation)
    assert block.box.height > block.font.size


def test_pages_of_different_sizes() -> None:
    pages = read(show("one", 50, 500), PdfPage(show("two", 50, 100), width=200, height=300)).pages
    assert [(p.number, p.width, p.height) for p in pages] == [(1, 400, 600), (2, 200, 300)]
    assert [p.blocks[0].text for p in pages] == ["one", "two"]


@pytest.mark.parametrize("state", ["3 Tr", "1 1 1 rg"])
def test_text_that_is_not_seen_is_marked(state: str) -> None:
    page = page_of(show("seen", 50, 500) + show("unseen", 50, 480, state=state))
    assert [(b.text, b.hidden) for b in page.blocks] == [("seen", ""), ("unseen", "invisible")]


@pytest.mark.parametrize(("y", "hidden"), [(500, ""), (350, "clipped")])
def test_text_outside_its_clip_path_is_marked(y: float, hidden: str) -> None:
    assert block_of(show("text", 50, y, state="40 480 200 60 re W n")).hidden == hidden


def test_white_text_on_a_dark_ground_is_seen() -> None:
    ground = b"q 0 g 40 470 200 30 re f Q\n"
    assert block_of(ground + show("white", 50, 480, state="1 1 1 rg")).hidden == ""


def test_text_beyond_the_page_is_never_mixed_in() -> None:
    page = page_of(show("seen", 50, 500) + show("beyond", 500, 500) + show("below", 50, -40))
    assert [b.text for b in page.blocks if not b.hidden] == ["seen"]


def test_invisible_text_over_a_picture_of_the_page_is_its_ocr_layer() -> None:
    scan = picture(0, 0, WIDTH, HEIGHT)
    assert block_of(scan + show("read by a machine", 50, 500, state="3 Tr")).hidden == ""
    small = picture(0, 0, WIDTH, 0.4 * HEIGHT)
    assert block_of(small + show("hidden", 50, 500, state="3 Tr")).hidden == "invisible"


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (b"[(one) -300 (two)]", "one two"),
        (b"[(one) -100 (two)]", "onetwo"),
        (b"[(A) 80 (V) 70 (A)]", "AVA"),
        (b"ef\x01cient \x02ow", "efficient flow"),
        (b"Poincar[", "Poincar["),
        ("naïve café", "naïve café"),
        (b"[(Poincar\264) 333 (e)]", "Poincaré"),
        (b"[(caf) (e) 450 (\264)]", "café"),
        (b"[(na) (\250) 300 (\003) (ve)]", "naïve"),
        (b"non\240breaking", "non breaking"),
        (b"soft\255hyphen", "soft-hyphen"),
        (b"H e l l o", "H e l l o"),
    ],
)  # fmt: skip
def test_words_come_out_as_plain_unicode(said: str | bytes, text: str) -> None:
    assert texts(show(said, 50, 500)) == [text]


def test_scripts_and_column_gaps_end_a_block() -> None:
    power = show("m", 50, 500) + show("2", 58.5, 504, size=7) + show("is", 63, 500)
    assert texts(power) == ["m", "2", "is"]
    assert texts(show("left", 50, 500) + show("right", 75, 500)) == ["left", "right"]


def test_root_signs_stand_in_their_line() -> None:
    """TeX hangs them from the top; in the text they come before what is under them."""
    physics = next(path for path in PDFS if path.stem == "twocolumn-physics")
    text = extracted(physics).text
    assert "equidistant in √γk if" in text
    assert "grows as √2Dt." in text


def test_graphics_are_of_four_kinds() -> None:
    content = picture(50, 300, 100, 80) + b"50 200 300 0.4 re f\n50 50 100 60 re f\n"
    found = {g.kind: g.box for g in page_of(show("text", 50, 500) + content).graphics}
    assert set(found) == {"image", "rule", "drawing"}
    box = found["image"]
    assert (box.left, box.bottom, box.right, box.top) == pytest.approx((50, 300, 150, 380), abs=1)


@pytest.mark.parametrize(("height", "kind"), [(1.5, "rule"), (3.5, "drawing")])
def test_a_rule_is_thin(height: float, kind: str) -> None:
    (graphic,) = page_of(f"50 200 300 {height} re f".encode()).graphics
    assert graphic.kind == kind


def test_the_ground_of_the_page_and_what_lies_beyond_are_no_graphics() -> None:
    content = f"0 0 {WIDTH} {HEIGHT} re f\n500 700 50 50 re f\n".encode()
    assert page_of(show("text", 50, 500) + content).graphics == ()


def test_wanted_pages() -> None:
    pages = [show(f"page {i}", 50, 500) for i in (1, 2, 3)]
    assert [p.number for p in read(*pages, wanted=[2, 3, 9]).pages] == [2, 3]
    with pytest.raises(UsageError, match=r"made\.pdf: none of the wanted pages.*has 3"):
        read(*pages, wanted=[7])


def test_a_scan_among_pages_with_text_is_told() -> None:
    document = read(show("text", 50, 500), picture(0, 0, WIDTH, HEIGHT))
    assert document.warnings == ("no text on page 2: a picture, OCR is needed",)
    with pytest.raises(NoTextError, match="OCR is needed first"):
        read(picture(0, 0, WIDTH, HEIGHT))


def test_an_empty_page_is_no_error() -> None:
    document = read(b"")
    assert (document.pages[0].blocks, document.warnings) == ((), ())


def test_garbage_is_refused() -> None:
    path = HOSTILE / "no-tounicode.pdf"
    with pytest.raises(NoTextError, match="cannot be read without OCR"):
        read_pdf(path, name=path.name)


def test_a_page_that_cannot_be_read_is_named() -> None:
    data = make_pdf(show("one", 50, 500), show("two", 50, 500))
    broken = data.replace(b"/Type /Page ", b"/Type /Pagx", 1)
    assert broken != data
    with pytest.raises(DamagedPdfError, match=r"made\.pdf: damaged, page 1 cannot be read"):
        read_pdf(broken, name="made.pdf")
    (page,) = read_pdf(broken, name="made.pdf", pages=[2]).pages
    assert [block.text for block in page.blocks] == ["two"]


def test_pages_are_looked_at_while_they_are_read() -> None:
    seen: list[int] = []
    data = make_pdf(show("one", 50, 500), show("two", 50, 500))
    read_pdf(data, name="made.pdf", look=lambda page: seen.append(page.number))
    assert seen == [1, 2]


def test_the_library_of_the_bindings_is_taken_where_none_lies_beside_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pypdfium2_raw import bindings

    monkeypatch.setattr(sys, "path", [])
    assert pdfium_functions._load() is bindings._libs["pdfium"]


@pytest.mark.parametrize(("text", "asked"), [(b"abc def", False), (b"abc \x07 def", True)])
def test_characters_are_asked_for_their_object_where_text_is_turned(
    text: bytes, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere those of one object stand together, and few are asked."""
    calls: list[int] = []

    def all_of_it(_handle: int, _owner: int, index: int, count: int) -> int:
        calls.append(index)
        return count

    monkeypatch.setattr(page_reader, "end_of_object", all_of_it)
    (block,) = page_of(show(text, 50, 500)).blocks
    assert (calls == []) is asked
    assert ("\u05d0" in block.text) is asked
