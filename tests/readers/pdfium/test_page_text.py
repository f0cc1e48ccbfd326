"""The words of a page: spaces, ligatures, accents, scripts and text objects."""

from __future__ import annotations

import pytest

from pdfbot.readers.pdfium import page_text

from ...pdfs import EmbeddedFont, PdfPage, show
from ..glyphs.drawings import rectangle
from .reading import read, read_page, read_texts


@pytest.mark.parametrize(
    ("string", "text"),
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
def test_words_become_plain_unicode(string: str | bytes, text: str) -> None:
    assert read_texts(show(string, 50, 500)) == [text]


def test_superscripts_and_column_gaps_end_a_block() -> None:
    power = show("m", 50, 500) + show("2", 58.5, 504, size=7) + show("is", 63, 500)
    assert read_texts(power) == ["m", "2", "is"]
    assert read_texts(show("left", 50, 500) + show("right", 75, 500)) == ["left", "right"]


@pytest.mark.parametrize(("text", "reordered"), [(b"abc def", False), (b"abc \x07 def", True)])
def test_text_object_is_looked_up_for_each_character_of_right_to_left_text(
    text: bytes, reordered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere the characters of an object are contiguous, and few are looked up."""
    calls: list[int] = []

    def up_to_the_end(_handle: int, _owner: int, index: int, count: int, _chars: str) -> int:
        calls.append(index)
        return count

    monkeypatch.setattr(page_text, "end_of_object", up_to_the_end)
    blocks = read_page(show(text, 50, 500)).blocks
    assert (calls == []) is reordered
    assert any("\u05d0" in block.text for block in blocks) is reordered


@pytest.mark.parametrize(
    ("following", "gap", "text"),
    [(b"ox", 0.2, "foox of ox"), (b"ox", 0.0, "foox ofox"), (b"]x", 0.2, "foox of]x")],
)
def test_space_after_an_f_that_fills_it_is_seen_between_text_objects(
    following: bytes, gap: float, text: str
) -> None:
    """The ink of the f reaches the next letter, as in italics."""
    drawn = {"f": [rectangle(0, 0, 490, 700)], "o": [rectangle(0, 0, 280, 450)]}
    names = {"f": "f", "o": "o", "x": "x", "]": "bracketright"}
    glyphs = {ord(char): (name, drawn.get(char, drawn["o"])) for char, name in names.items()}
    font = EmbeddedFont(glyphs, advance=300)
    content = show(b"foox", 50, 500, font="E1") + show(b"of", 64, 500, font="E1")
    content += show(following, 64 + 10 * (0.6 + gap), 500, font="E1")
    (block,) = read(PdfPage(content, fonts={"E1": font})).pages[0].blocks
    assert block.text == text
