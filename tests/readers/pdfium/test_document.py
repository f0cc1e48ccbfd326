"""The embedded engine: requested pages, warnings, and documents that cannot be read."""

from __future__ import annotations

import pytest

from pdfbot.errors import DamagedPdfError, NoTextError, UsageError
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium.document import read_pdf
from pdfbot.readers.source import Source

from ...documents import HOSTILE
from ...pdfs import HEIGHT, WIDTH, make_pdf, picture, show
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


def test_damaged_page_is_named_and_can_be_left_out() -> None:
    data = make_pdf(show("one", 50, 500), show("two", 50, 500))
    broken = data.replace(b"/Type /Page ", b"/Type /Pagx", 1)
    assert broken != data
    source = Source(broken, "built.pdf")
    with pytest.raises(DamagedPdfError, match=r"built\.pdf: damaged, page 1 cannot be read"):
        read_pdf(source, ReadingOptions())
    (page,) = read_pdf(source, ReadingOptions(pages=[2])).pages
    assert [block.text for block in page.blocks] == ["two"]
