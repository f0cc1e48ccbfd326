"""Which text a replica draws itself, and with which outlines."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pdfbot.options import ReadingOptions
from pdfbot.readers.glyphs.outlines import Outline, boxes_match
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source
from pdfbot.visual.replica.lettering import BLANK
from pdfbot.visual.replica.page_images import view_pages
from tests.documents import HOSTILE, PAPERS, WORLD

SQUARE = Outline([(), (0, 0), (1000, 0), (1000, 2000), (0, 2000)])


def drawn_share(path: Path) -> float:
    """Share of the blocks of the first page that are drawn as text."""
    document = read_pdf(Source.of(path), ReadingOptions(pages=[1]))
    with pypdfium2.PdfDocument(path) as pdf:
        views = dict(view_pages(pdf, document.pages))
    return len(views[1].lettering.outlines) / len(document.pages[0].blocks)


@pytest.mark.parametrize("name", ["twocolumn-physics", "serbian-cyrillic", "bulletin-threecolumn"])
def test_nearly_all_text_is_drawn(name: str) -> None:
    assert drawn_share(PAPERS / name / f"{name}.pdf") > 0.95


@pytest.mark.parametrize("name", ["type3", "ocr-strips"])
def test_bitmaps_and_scans_stay_in_the_picture(name: str) -> None:
    assert drawn_share(WORLD / name / f"{name}.pdf") < 0.05


def test_rotated_text_is_drawn() -> None:
    assert drawn_share(HOSTILE / "rotated-page.pdf") == 1


def test_letters_of_a_ligature_share_its_outline() -> None:
    path = PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf"
    document = read_pdf(Source.of(path), ReadingOptions(pages=[1]))
    with pypdfium2.PdfDocument(path) as pdf:
        lettering = dict(view_pages(pdf, document.pages))[1].lettering
    blank = [
        block.text[index - 1 : index + 1]
        for number, block in enumerate(document.pages[0].blocks)
        for index, outline in enumerate(lettering.outlines.get(number, ()))
        if outline == BLANK and block.text[index] != " "
    ]
    assert blank
    assert set(blank) <= {"ff", "fi", "fl"}


def test_transformed_outline_is_turned_and_shifted() -> None:
    turned = SQUARE.transformed(0, 1, -1, 0, 0.5, 0)
    assert turned.box == pytest.approx((0.3, 0.0, 0.5, 0.1))


@pytest.mark.parametrize(
    ("right", "top", "expected"),
    [(0.1, 0.2, True), (0.1039, 0.26, True), (0.105, 0.2, False), (0.1, 0.28, False)],
)
def test_outline_must_fill_the_box_of_its_character(
    right: float, top: float, expected: bool
) -> None:
    assert boxes_match(SQUARE.box, (0.0, 0.0, right, top)) is expected
