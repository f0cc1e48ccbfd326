"""Fonts whose glyph names are character codes, and which have no Unicode map."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfWriter

from pdfbot.errors import NoTextError
from pdfbot.model import Document
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium import glyph_codes
from pdfbot.readers.pdfium.glyph_codes import map_glyph_codes
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source

from ...pdfs import PdfPage, Type3Font, make_pdf, show

REFUSED = "the fonts do not say which letters their glyphs are"
# Codes by which the glyphs are shown: control characters, apart from white space.
CODES = [chr(code) for code in (*range(3, 9), *range(14, 32))]


def named(*words: list[str]) -> PdfPage:
    """A line for each word, in a font of its own, by the names of its glyphs."""
    content, fonts = b"", {}
    for index, names in enumerate(words):
        codes = CODES[: len(names)]
        fonts[f"T{index}"] = Type3Font(
            dict.fromkeys(codes, 500), names=dict(zip(codes, names, strict=True))
        )
        content += show("".join(codes), 50, 500 - 20 * index, font=f"T{index}")
    return PdfPage(content, fonts=fonts)


def decimal(word: str) -> list[str]:
    return [str(ord(char)) for char in word]


def read(content: bytes, password: str | None = None) -> Document:
    return read_pdf(Source(content, "built.pdf"), ReadingOptions(password=password))


def texts(*words: list[str]) -> list[str]:
    return [block.text for block in read(make_pdf(named(*words))).pages[0].blocks]


@pytest.mark.parametrize("prefix", ["", "a", "Ch"])
def test_decimal_names_are_character_codes(prefix: str) -> None:
    assert texts([prefix + name for name in decimal("Clay pot")]) == ["Clay pot"]


@pytest.mark.parametrize("form", ["{:02x}", "G{:02X}"])
def test_hexadecimal_names_are_character_codes(form: str) -> None:
    words = [[form.format(ord(char)) for char in word] for word in ("Loam", "seat")]
    assert all(name[-2:].isdigit() for name in words[1])
    assert texts(*words) == ["Loam", "seat"]


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["67", "108", "leaf"], id="not-all-are-codes"),
        pytest.param(["a67", "b108", "a97"], id="different-letters-before-them"),
        pytest.param(["67", "108", "256"], id="beyond-a-byte"),
        pytest.param([str(ord(code)) for code in CODES[:3]], id="only-repeat-the-code"),
    ],
)
def test_names_that_are_no_codes_say_nothing(names: list[str]) -> None:
    with pytest.raises(NoTextError, match=REFUSED):
        texts(names)


def test_text_font_of_tex_has_ligatures_and_dashes() -> None:
    assert texts([*decimal("e"), "14", *decimal("cient{,")]) == ["efficient–,"]


def test_math_font_of_tex_has_no_ligatures() -> None:
    document = read(make_pdf(named([*decimal("exyz"), "14"])))
    assert [block.text for block in document.pages[0].blocks] == ["exyz\ufffd"]
    assert document.warnings == ("1 glyph has no Unicode value: it is written as \ufffd",)


def test_encrypted_file_is_read_with_its_password() -> None:
    writer, encrypted = PdfWriter(clone_from=BytesIO(make_pdf(named(decimal("Clay"))))), BytesIO()
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(encrypted)
    (block,) = read(encrypted.getvalue(), "secret").pages[0].blocks
    assert block.text == "Clay"


def test_damaged_pages_are_still_named() -> None:
    content = make_pdf(named(decimal("Clay"))).replace(b"/Count 1", b"/Count 2")
    assert read(content).warnings == ("damaged page 2 was left out",)


def test_large_file_is_not_rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    content = make_pdf(named(decimal("Clay")))
    monkeypatch.setattr(glyph_codes, "MAX_BYTES", len(content))
    assert map_glyph_codes(content, None) is not None
    monkeypatch.setattr(glyph_codes, "MAX_BYTES", len(content) - 1)
    assert map_glyph_codes(content, None) is None


@pytest.mark.parametrize(
    ("good", "bad"), [(b"/Kids [", b"/Kids 7 %"), (b"/Differences [", b"/Differences 7 %")]
)
def test_damaged_file_is_left_as_it_is(
    good: bytes, bad: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    content = make_pdf(named(decimal("Clay")))
    assert map_glyph_codes(content, None) is not None
    assert good in content
    assert map_glyph_codes(content.replace(good, bad), None) is None
    assert capfd.readouterr() == ("", "")
