"""Links that lead to the web or to places of the PDF, with the place of their text."""

from __future__ import annotations

import pytest

from pdfbot.readers.pdfium import page_links

from ...pdfs import PdfPage, show
from .reading import read, read_page

TEXT = show("Sacks. [CrossRef]", 50, 500)


def annotation(action: str, rect: str = "100 495 140 510") -> str:
    return f"<< /Type /Annot /Subtype /Link /Rect [{rect}] {action} >>"


def web(address: str, rect: str = "100 495 140 510") -> str:
    return annotation(f"/A << /S /URI /URI ({address}) >>", rect)


def annots(*annotations: str) -> str:
    return f"/Annots [{' '.join(annotations)}]"


def test_a_link_to_the_web_has_its_address_and_place() -> None:
    (link,) = read_page(TEXT, annots(web("https://doi.org/10.1000/1"))).links
    assert link.url == "https://doi.org/10.1000/1"
    box = link.box
    assert (box.left, box.bottom, box.right, box.top) == (100, 495, 140, 510)


def test_a_link_inside_the_pdf_has_its_page_and_place() -> None:
    to_place = "/Dest [1 /XYZ 30 400 null]"
    action = "/A << /S /GoTo /D [0 /FitR 30 300 70 400] >>"
    outside = annotation("/Dest [7 /Fit]")
    first = PdfPage(TEXT, annots(annotation(to_place), annotation(action), outside))
    jump, other = read(first, PdfPage(TEXT)).pages[0].jumps
    assert (jump.box.left, jump.page, jump.place.left, jump.place.top) == (100, 2, 30, 400)
    assert (other.page, other.place.right, other.place.top) == (1, 70, 400)


def test_other_annotations_are_no_links_to_the_web() -> None:
    to_page = annotation("/Dest [0 /Fit]")
    program = annotation("/A << /S /Launch /F (a.exe) >>")
    note = "<< /Type /Annot /Subtype /Text /Rect [1 1 9 9] /Contents (note) >>"
    entries = annots(to_page, program, note, web("https://mill.example/"))
    assert [link.url for link in read_page(TEXT, entries).links] == ["https://mill.example/"]


def test_a_link_is_where_it_is_seen() -> None:
    entries = "/CropBox [50 30 350 580] " + annots(web("https://mill.example/"))
    (link,) = read_page(TEXT, entries).links
    assert (link.box.left, link.box.bottom) == (50, 465)


def test_sides_of_a_link_may_be_exchanged() -> None:
    (link,) = read_page(TEXT, annots(web("https://mill.example/", "140 510 100 495"))).links
    assert (link.box.left, link.box.bottom, link.box.right, link.box.top) == (100, 495, 140, 510)


@pytest.mark.parametrize("broken", ["/Annots [99 0 R null 3]", "/Annots (none)", annots("<< >>")])
def test_damaged_annotations_do_not_matter(broken: str) -> None:
    page = read_page(TEXT, broken)
    assert page.links == ()
    assert page.blocks[0].text.startswith("Sacks.")


@pytest.mark.parametrize(("extra", "count"), [(0, 1), (1, 0)])
def test_an_address_that_no_work_has_is_left_out(extra: int, count: int) -> None:
    # The library counts the final zero.
    address = "https://doi.org/10.1/".ljust(page_links.MAX_URL - 1 + extra, "a")
    assert len(read_page(TEXT, annots(web(address))).links) == count


def test_no_more_links_are_looked_at_than_a_page_can_have() -> None:
    entries = annots(*(web("https://mill.example/") for _ in range(page_links.MAX_LINKS + 1)))
    (page,) = read(PdfPage(TEXT, entries)).pages
    assert len(page.links) == page_links.MAX_LINKS
