"""Which text a replica draws itself, and with which outlines."""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from pdfbot.model import Box, Font, Page, TextBlock
from pdfbot.options import ReadingOptions
from pdfbot.readers.glyphs.outlines import Outline, boxes_match
from pdfbot.readers.pdfium.pdf_document import read_pdf
from pdfbot.readers.source import Source
from pdfbot.visual.replica import lettering
from pdfbot.visual.replica.lettering import BLANK, can_carry
from pdfbot.visual.replica.page_glyphs import Glyph
from pdfbot.visual.replica.page_images import PageView, view_pages
from tests.documents import HOSTILE, PAPERS, ROOT, WORLD
from tests.pdfs import Contours, EmbeddedFont, PdfPage, make_pdf, show

BLACK = "#000000"
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


def views(pdf: bytes) -> tuple[Page, PageView]:
    """The only page of a document, and its look."""
    document = read_pdf(Source.of(pdf), ReadingOptions())
    with pypdfium2.PdfDocument(pdf) as opened:
        ((_, view),) = view_pages(opened, document.pages)
    return document.pages[0], view


# A line, and something over the lower half of one of its letters.
LINE = b"BT /F2 12 Tf 50 300 Td (Every letter of this line can be drawn) Tj ET "
VEIL = b"1 g 120 296 6 7 re f"


def test_only_the_glyphs_that_cannot_be_drawn_stay_in_the_picture() -> None:
    page, view = views(make_pdf(LINE + VEIL))
    outlines = view.lettering.outlines[0]
    blank = [
        c for c, o in zip(page.blocks[0].text, outlines, strict=True) if o == BLANK and c != " "
    ]
    assert 1 <= len(blank) <= 4
    assert view.lettering.undrawn == len(blank)
    assert view.image is not None
    (boxes,) = view.lettering.missing.values()
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    assert left - 1 <= view.image.box.left < view.image.box.right <= right + 1
    whole = views(make_pdf(LINE))[1]
    assert (whole.image, whole.lettering.missing, whole.lettering.undrawn) == (None, {}, 0)


def test_signs_of_formulas_are_drawn_with_the_letters_around_them() -> None:
    """Parts of brackets, big signs and accents have other letters than the text, or none."""
    path = ROOT / "fixtures" / "formulas" / "dev-times.pdf"
    document = read_pdf(Source.of(path), ReadingOptions())
    with pypdfium2.PdfDocument(path) as pdf:
        found = [view.lettering for _, view in view_pages(pdf, document.pages)]
    letters = sum(len(block.text) for page in document.pages for block in page.blocks)
    assert sum(lettering.undrawn for lettering in found) < 0.002 * letters
    assert all(not lettering.missing for lettering in found)


def test_sign_far_from_all_letters_stays_in_the_picture() -> None:
    """The numbers in a font have two bytes: a contour may not be many ems from the next."""
    glyph = Glyph("", SQUARE, 100.0, 300.0, (10.0, 0.0, 0.0, 10.0), 0.0, (), "#000000")
    edges = array("f", (98, 104))
    block = TextBlock("a", Box(98, 298, 104, 310), 300.0, Font("F", 10.0), BLACK, edges=edges)
    for rise, colour, fits in ((0, BLACK, True), (12, BLACK, False), (-12, BLACK, True),
                               (-20, BLACK, False), (0, "#0000ff", False)):  # fmt: skip
        assert can_carry(replace(glyph, colour=colour), rise, block) is fits


def test_page_of_very_many_letters_at_the_same_places_is_only_a_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each glyph would be compared with a letter of every line."""
    monkeypatch.setattr(lettering, "MAX_COMPARED", 100_000)
    lines = b"".join(show(f"quick brown fox {n}", 50, 20 + n, size=1) for n in range(400))
    page, view = views(make_pdf(PdfPage(lines, height=450)))
    assert len(page.blocks) == 400
    assert (view.lettering.outlines, view.lettering.missing) == ({}, {})
    assert view.image is not None
    assert view.image.box.height > 390


def test_lines_with_letters_from_right_to_left_stay_in_the_picture_alone() -> None:
    """Browsers put the letters of such lines in order; all other lines of the page are drawn."""
    box = [((0, 0), (500, 0), (500, 700), (0, 700))]
    font = EmbeddedFont({97: ("a", box), 98: ("b", box)}, {97: "a", 98: "\u05d1"})
    lines = b"BT /E1 12 Tf 50 300 Td (aaaa) Tj 0 -40 Td (bbbb) Tj 0 -40 Td (aaaa) Tj ET"
    page, view = views(make_pdf(PdfPage(lines, fonts={"E1": font})))
    texts = [block.text for block in page.blocks]
    assert (len(texts), texts[1]) == (3, "\u05d1" * 4)
    assert sorted(view.lettering.outlines) == [0, 2]
    assert view.lettering.undrawn == 4


def test_accent_after_its_letter_draws_nothing() -> None:
    """Browsers put it above the letter before it, with whatever its glyph shows."""
    cross = [((0, 0), (100, 0), (500, 450), (400, 450)), ((400, 0), (500, 0), (100, 450), (0, 450))]
    bracket = [((0, -200), (100, -200), (300, 300), (100, 700), (0, 700), (150, 300))]
    tilde = [((100, 500), (250, 600), (400, 560), (400, 620), (250, 650), (100, 560))]
    glyphs: dict[int, tuple[str, Contours]]
    glyphs = {120: ("x", cross), 41: ("parenright", bracket), 126: ("tilde", tilde)}
    font = EmbeddedFont(glyphs, {120: "x", 41: ")", 126: "\u02dc"})
    line = b"BT /E1 12 Tf 50 300 Td (xx) Tj ET BT /E1 12 Tf 66.8 300 Td (~) Tj ET "
    line += b"BT /E1 12 Tf 66.8 300 Td (x) Tj ET BT /E1 12 Tf 75.2 300 Td (\\)) Tj ET"
    page, view = views(make_pdf(PdfPage(line, fonts={"E1": font})))
    text = "".join(block.text for block in page.blocks)
    assert (text[:4], len(text)) == ("xxx\u0303", 5)
    shown = [o for number in range(len(page.blocks)) for o in view.lettering.outlines[number]]
    assert shown[3] == BLANK
    assert BLANK not in (shown[2], shown[4])
    assert view.lettering.undrawn == 0


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
