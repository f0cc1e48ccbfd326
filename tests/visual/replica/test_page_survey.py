"""What covers text on a page, found with bounded work."""

from __future__ import annotations

import pypdfium2

from pdfbot.model import Box
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source
from pdfbot.visual.replica.page_images import PageView, view_pages
from pdfbot.visual.replica.page_survey import (
    GRAPHIC_CELL,
    MAX_CELLS,
    MAX_COVERING_PARTS,
    MAX_MARKS,
    PageSurvey,
)
from tests.pdfs import make_pdf

LINE = b"BT /F2 12 Tf 50 300 Td (Every letter of this line can be drawn) Tj ET "


def look_of(content: bytes) -> PageView:
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
