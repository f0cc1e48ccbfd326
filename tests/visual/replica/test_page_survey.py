"""What covers text on a page, found with bounded work."""

from __future__ import annotations

from types import SimpleNamespace

import pypdfium2
import pytest

from pdfbot.model import Box
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium import bindings as pdfium
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source
from pdfbot.visual.replica import page_survey
from pdfbot.visual.replica.page_images import PageView, view_pages
from pdfbot.visual.replica.page_survey import (
    GRAPHIC_CELL,
    MAX_CELLS,
    MAX_COVERING_PARTS,
    MAX_MARKS,
    PageSurvey,
)
from tests.pdfs import Form, PdfPage, make_pdf

LINE = b"BT /F2 12 Tf 50 300 Td (Every letter of this line can be drawn) Tj ET "


def look_of(content: bytes | PdfPage) -> PageView:
    """The look of a page with this content."""
    pdf = make_pdf(content)
    document = read_pdf(Source.of(pdf), ReadingOptions())
    with pypdfium2.PdfDocument(pdf) as opened:
        ((_, view),) = view_pages(opened, document.pages)
    return view


def test_text_around_a_chart_of_many_points_is_drawn() -> None:
    points = b"".join(b"%d %d 2 2 re f " % (50 + i % 400, 400 + i % 300) for i in range(25_000))
    lettering = look_of(points + LINE).lettering
    assert (sorted(lettering.outlines), lettering.undrawn) == ([0], 0)


def test_text_that_the_ground_of_the_next_row_touches_is_drawn() -> None:
    """The rows of a table are filled one after the other."""
    beneath, over = b".9 g 40 288 400 9 re f", b".9 g 40 288 400 14 re f"
    assert look_of(LINE + beneath).lettering.undrawn == 0
    assert look_of(LINE + over).lettering.undrawn > 20


def test_only_what_is_drawn_later_covers() -> None:
    survey = PageSurvey(GRAPHIC_CELL, places={7: 2})
    box = Box(10, 10, 30, 12)
    survey.count = 1
    survey.cover(Box(0, 0, 100, 100))
    assert not survey.is_covered(7, box)
    survey.count = 3
    survey.cover(Box(29, 0, 30, 100))
    assert survey.is_covered(7, box)
    assert not survey.is_covered(7, Box(10, 10, 28, 12))


def test_cell_with_many_parts_is_covered_as_a_whole() -> None:
    survey = PageSurvey(GRAPHIC_CELL, places={7: 0})
    for survey.count in range(1, MAX_COVERING_PARTS + 1):
        survey.cover(Box(1, 1, 2, 2))
    assert not survey.is_covered(7, Box(4, 4, 6, 6))
    survey.count += 1
    survey.cover(Box(1, 1, 2, 2))
    assert survey.is_covered(7, Box(4, 4, 6, 6))


def test_page_full_of_large_shapes_is_only_a_picture() -> None:
    survey = PageSurvey(GRAPHIC_CELL)
    whole = Box(0, 0, MAX_CELLS * GRAPHIC_CELL, MAX_CELLS * GRAPHIC_CELL)
    for _ in range(MAX_MARKS // MAX_CELLS**2 + 1):
        survey.cover(whole)
    assert survey.is_drawing


@pytest.mark.parametrize("is_form", [False, True])
def test_objects_beyond_the_limit_are_not_looked_at(
    is_form: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file can have millions of them."""
    looked_at = []
    get = {True: "form_object", False: "page_object"}[is_form]
    original = getattr(pdfium, get)

    def note(owner: int, index: int) -> int:
        looked_at.append(index)
        found: int = original(owner, index)
        return found

    monkeypatch.setattr(page_survey, "MAX_SURVEYED", 10)
    monkeypatch.setattr(page_survey, "pdfium", SimpleNamespace(**{**vars(pdfium), get: note}))
    shapes = b"1 0 0 rg " + b"50 400 20 20 re f " * 50
    form = Form(shapes, (0, 0, 400, 600))
    page = PdfPage(b"/X1 Do " + LINE, forms={"X1": form}) if is_form else PdfPage(shapes + LINE)
    assert look_of(page).image is not None
    assert len(looked_at) == (10 if is_form else 11)
