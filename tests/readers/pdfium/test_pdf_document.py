"""The embedded engine: requested pages, warnings, and documents that cannot be read."""

from __future__ import annotations

import pytest

from pdfbot.errors import DamagedPdfError, NoTextError, UsageError
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium.pdf_document import (
    read_pdf,
)
from pdfbot.readers.pdfium.repair import OWN_WIDTHS, REPAIRED
from pdfbot.readers.source import Source
from pdfbot.text.readability import MIN_TOKENS, MIN_WORD_SHARE, SAMPLE_STEP

from ...documents import HOSTILE
from ...pdfs import HEIGHT, WIDTH, EmbeddedFont, PdfPage, damaged_pdf, make_pdf, picture, show
from .reading import read


def test_only_requested_pages_are_read() -> None:
    pages = [show(f"page {i}", 50, 500) for i in (1, 2, 3)]
    assert [p.number for p in read(*pages, numbers=[2, 3, 9]).pages] == [2, 3]
    with pytest.raises(UsageError, match=r"built\.pdf: none of the requested pages.*has 3"):
        read(*pages, numbers=[7])


def test_scanned_pages_give_a_warning_or_an_error() -> None:
    document = read(show("text", 50, 500), picture(0, 0, WIDTH, HEIGHT))
    assert document.warnings == ("no text on page 2: a picture, OCR is needed",)
    with pytest.raises(NoTextError, match="OCR is needed first"):
        read(picture(0, 0, WIDTH, HEIGHT))


def test_empty_page_has_no_blocks_and_no_warning() -> None:
    document = read(b"")
    assert (document.pages[0].blocks, document.warnings) == ((), ())


def test_fonts_without_unicode_values_are_an_error() -> None:
    with pytest.raises(NoTextError, match="cannot be read without OCR"):
        read_pdf(Source.of(HOSTILE / "no-tounicode.pdf"), ReadingOptions())


def damaged(count: int, *numbers: int) -> Source:
    return Source(damaged_pdf(count, *numbers), "built.pdf")


def test_damaged_page_is_left_out_with_a_warning_that_names_it() -> None:
    document = read_pdf(damaged(3, 2), ReadingOptions())
    assert [page.number for page in document.pages] == [1, 3]
    assert [page.blocks[0].text for page in document.pages] == ["page 1", "page 3"]
    assert document.warnings == ("damaged page 2 was left out",)


def test_first_ten_damaged_pages_are_named() -> None:
    ten = read_pdf(damaged(11, *range(2, 12)), ReadingOptions())
    assert ten.warnings == ("damaged pages 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 were left out",)
    more = read_pdf(damaged(12, *range(2, 13)), ReadingOptions())
    assert more.warnings == ("damaged pages 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 … were left out",)


def test_damaged_page_that_was_not_requested_gives_no_warning() -> None:
    document = read_pdf(damaged(3, 2), ReadingOptions(pages=[1, 3]))
    assert ([page.number for page in document.pages], document.warnings) == ([1, 3], ())


@pytest.mark.parametrize("pages", [None, [2]])
def test_document_without_a_page_that_can_be_read_is_damaged(pages: list[int] | None) -> None:
    source = damaged(2, 1, 2) if pages is None else damaged(3, 2)
    with pytest.raises(DamagedPdfError, match=r"^built\.pdf: damaged, no page can be read"):
        read_pdf(source, ReadingOptions(pages=pages))


def pages_of_words(count: int, garbled: int) -> list[bytes]:
    """Pages on which `count` words are looked at, of which some are in no language.

    Each is written as often as needed for one of its copies to be looked at.
    """
    shown = ["qX7#bT" if i < garbled else "sacks" for i in range(count) for _ in range(SAMPLE_STEP)]
    on_page = 25 * SAMPLE_STEP
    return [
        b"".join(
            show(word, 50 + 70 * (i % 5), 580 - 10 * (i // 5))
            for i, word in enumerate(shown[start : start + on_page])
        )
        for start in range(0, len(shown), on_page)
    ]


@pytest.mark.parametrize(("garbled", "refused"), [(50, False), (55, False), (56, True)])
def test_text_of_which_less_than_45_percent_reads_like_words_is_refused(
    garbled: int, refused: bool
) -> None:
    assert (MIN_WORD_SHARE, MIN_TOKENS) == (0.45, 100)
    pages = pages_of_words(100, garbled)
    if not refused:
        assert read(*pages).warnings == ()
        return
    with pytest.raises(NoTextError, match=r"^built\.pdf: only 44% of the text reads like words"):
        read(*pages)


@pytest.mark.parametrize(("count", "refused"), [(99, False), (100, True)])
def test_short_text_is_not_refused_for_what_it_reads_like(count: int, refused: bool) -> None:
    """It may be labels alone; the pages of a document are counted together."""
    pages = pages_of_words(count, count)
    if not refused:
        assert len(read(*pages).pages) == 4
        return
    with pytest.raises(NoTextError, match=r"only 0% of the text reads like words"):
        read(*pages)


def test_pages_of_numbers_are_not_refused_as_garbage() -> None:
    page = b"".join(show(f"{i}.5", 20 + 37 * (i % 10), 590 - 10 * (i // 10)) for i in range(500))
    assert len(read(page).pages) == 1


def test_damaged_file_that_pypdf_can_read_is_repaired_with_a_warning() -> None:
    """The trailer points nowhere."""
    whole = make_pdf(show("The words of a sentence.", 50, 500))
    lost = whole.replace(b"/Root 1 0 R", b"/Root 9 0 R")
    source = Source(lost, "built.pdf")
    document = read_pdf(source, ReadingOptions())
    assert [block.text for block in document.pages[0].blocks] == ["The words of a sentence."]
    assert document.warnings == (REPAIRED,)


LETTERS = EmbeddedFont(
    {
        code: (chr(code), [[(50, 0), (5 * code, 0), (5 * code, 600), (50, 600)]])
        for code in range(ord("a"), ord("z") + 1)
    }
)


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"/FirstChar 97", b"/FirstChar 27"), (b"/LastChar 122", b"/LastChar  22")],
)
def test_widths_that_put_letters_over_each_other_are_not_believed(
    before: bytes, after: bytes
) -> None:
    whole = make_pdf(PdfPage(show("unscrambled", 50, 500, font="E1"), fonts={"E1": LETTERS}))
    damaged = whole.replace(before, after)
    assert damaged != whole
    document = read_pdf(Source(damaged, "built.pdf"), ReadingOptions())
    sound = read_pdf(Source(whole, "built.pdf"), ReadingOptions())
    assert document.pages == sound.pages
    assert [block.text for block in document.pages[0].blocks] == ["unscrambled"]
    assert (document.warnings, sound.warnings) == ((OWN_WIDTHS,), ())


def test_letters_that_are_drawn_over_each_other_on_purpose_stay() -> None:
    """Other widths would change nothing: each letter has a place of its own."""
    page = b"".join(show(letter, 50 - 4 * at, 500) for at, letter in enumerate("backwards"))
    assert read(page).warnings == ()


def test_vertical_text_is_refused_with_the_reason() -> None:
    square = [[(0, 0), (1000, 0), (1000, 1000), (0, 1000)]]
    kana = {code: chr(0x3042 + code) for code in range(0x41, 0x55)}
    font = EmbeddedFont({code: (f"C{code}", square) for code in kana}, kana, advance=1000)

    def written(step: tuple[int, int]) -> PdfPage:
        across, down = step
        shown = (
            show(bytes([code]), 500 - 20 * line + across * at, 700 - down * (at + line), font="E1")
            for line in range(8)
            for at, code in enumerate(kana)
        )
        return PdfPage(b"".join(shown), fonts={"E1": font})

    with pytest.raises(NoTextError, match="its text is vertical") as refused:
        read(written((0, 10)))
    assert refused.value.exit_code == 8
    assert read(written((10, 0))).pages
