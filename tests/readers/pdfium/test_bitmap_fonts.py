"""Bitmap fonts (Type 3): their size, letters and widths."""

from __future__ import annotations

import pytest
from fontTools.agl import UV2AGL

from pdfbot.errors import NoTextError
from pdfbot.model import Document, TextBlock
from pdfbot.readers.pdfium.bitmap_fonts import MAX_ACCENTS
from pdfbot.text.readability import MIN_TOKENS

from ...pdfs import PdfPage, Type3Font, show
from .reading import read

# Pixels: letters at 10 to the point, as high as those of a font of 10 points.
TALL, SMALL = 69, 45
AGL = {chr(code): name for code, name in UV2AGL.items()}
PIXELS = {**dict.fromkeys("bdhkl", TALL), **dict.fromkeys("aenrs", SMALL), "p": TALL}


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


@pytest.mark.parametrize("text", ["hd", "hea", "sea", "ha", "ps", "h"])
def test_size_of_a_type_3_font_needs_one_letter(text: str) -> None:
    """A tall one or a small one: p is both."""
    assert read_bitmap(text, box=1000).font.size == 10


def test_font_of_symbols_has_the_size_of_the_text_before_it() -> None:
    fonts = {"T": Type3Font(PIXELS, unit=1), "S": Type3Font({"+": 30}, unit=1, box=1000)}
    text, symbol = (
        show(string, 50, y, font=font, size=1, matrix="0.1 0 0 0.1")
        for string, y, font in (("lend", 500, "T"), ("+", 480, "S"))
    )
    sizes = [
        [block.font.size for block in read(PdfPage(content, fonts=fonts)).pages[0].blocks]
        for content in (text + symbol, symbol)
    ]
    assert sizes == [[10, 10], [3]]


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


def read_codes(string: bytes, *codes: int) -> Document:
    """A string in hexadecimal digits in a font that also has glyphs without letters."""
    names = {chr(code): f"a{code}" for code in codes} | {",": "comma"}
    font = Type3Font(PIXELS | dict.fromkeys(names, SMALL), unit=1, names=names)
    content = show(b"[<" + string + b">]", 50, 500, font="T", size=1, matrix="0.1 0 0 0.1")
    return read(PdfPage(content, fonts={"T": font}))


@pytest.mark.parametrize(
    ("string", "text"),
    [
        (b"6c0e6e2c", "lffin,"),
        (b"610d61702c0c", "aflap,fi"),
        (b"0c7b6e2c", "fi–n,"),
        (b"7b6e2c", "{n,"),
    ],
)
def test_text_font_of_tex_has_ligatures_and_dashes(string: bytes, text: str) -> None:
    """A font without ligatures may be any."""
    document = read_codes(string, 12, 13, 14, 123)
    assert [block.text for block in document.pages[0].blocks] == [text]
    assert document.warnings == ()


def test_font_without_a_comma_is_none_of_tex_text_fonts() -> None:
    document = read_codes(b"6c61640e6e", 14)
    assert [block.text for block in document.pages[0].blocks] == ["lad\ufffdn"]
    assert document.warnings == ("1 glyph has no Unicode value: it is written as \ufffd",)


@pytest.mark.parametrize(("accents", "unmapped"), [(MAX_ACCENTS, 0), (MAX_ACCENTS + 1, 8)])
def test_font_with_many_codes_of_its_own_is_none_of_tex_text_fonts(
    accents: int, unmapped: int
) -> None:
    codes = [12, *range(18, 18 + accents)]
    string = bytes([*codes, *b",handles" * 3]).hex().encode()
    warnings = read_codes(string, *codes).warnings
    assert [int(warning.split()[0]) for warning in warnings] == [unmapped] * (unmapped > 0)


def test_narrow_letters_of_a_font_without_a_box_are_no_words() -> None:
    """The library returns the edges of the ink: the gap between letters is that of words."""
    font = Type3Font(PIXELS, unit=1, box=0, advance=70)
    content = show("seas", 50, 500, font="T", size=1, matrix="0.1 0 0 0.1")
    (block,) = read(PdfPage(content, fonts={"T": font})).pages[0].blocks
    assert block.text == "seas"
    assert (block.box.left, block.box.right) == pytest.approx((50, 78), abs=0.01)


def test_cyrillic_letters_under_latin_codes_are_refused_with_the_reason() -> None:
    """As in TeX's bitmap fonts, which do not say which letters they have."""
    words = "Каждую весну ласточки возвращаются туда где они родились".encode("cp1251").split()
    font = Type3Font({chr(code): SMALL for code in set(b"".join(words))}, unit=1, names=AGL)
    shown = [
        show(word, 20 + 70 * column, 20 + 8 * row, font="T", size=1, matrix="0.1 0 0 0.1")
        for row in range(2 * MIN_TOKENS)
        for column, word in enumerate(words)
    ]
    with pytest.raises(NoTextError, match="fonts map glyphs to the wrong letters") as refused:
        read(PdfPage(b"".join(shown), fonts={"T": font}, width=600, height=1700))
    assert refused.value.exit_code == 8
