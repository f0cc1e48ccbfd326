"""DOIs behind "[CrossRef]" are those of their entries; links that cannot be sure change nothing."""

from __future__ import annotations

import pytest

from pdfbot import extract
from pdfbot.model import Box, Link, Reference, Span
from pdfbot.structure.linked_dois import add_linked_dois, linked_doi

from ..pdfs import PdfPage, make_pdf, show

PITCH, HEIGHT = 12, 10
OWN = "10.1000/own"
DOI = "https://doi.org/10.1000/1"


def line_box(row: int) -> Box:
    bottom = 700 - PITCH * row
    return Box(72, bottom, 272, bottom + HEIGHT)


def entries(*printed: str, lines: int = 2) -> list[Reference]:
    """An entry of some lines for each DOI that is printed in it, or none."""
    return [
        Reference(
            f"r{n}", "", "", "Miller A. Sacks. [CrossRef]", (),
            tuple(
                Span(4, f"p4.c1.l{row}", 0, 9, line_box(row))
                for row in range(n * lines, (n + 1) * lines)
            ),
            doi=doi,
        )
        for n, doi in enumerate(printed)
    ]  # fmt: skip


def over(row: int, url: str = DOI, rows: int = 1, lift: float = 0.0) -> Link:
    """A link behind the end of a line, or over several, with a margin around it."""
    last, first = line_box(row + rows - 1), line_box(row)
    return Link(Box(230, last.bottom - 1 + lift, 271, first.top + 1 + lift), url)


def dois(references: list[Reference], *links: Link, page: int = 4) -> list[str]:
    return [entry.doi for entry in add_linked_dois(references, {page: links}, OWN)]


def test_a_linked_doi_is_that_of_the_entry_around_it() -> None:
    second = over(3, "http://dx.doi.org/10.1000/AB(2)")
    assert dois(entries("", "", ""), over(0), second) == ["10.1000/1", "10.1000/ab(2)", ""]


@pytest.mark.parametrize("lift", [-5.5, 5.5])
def test_a_link_need_not_be_exactly_at_the_height_of_its_line(lift: float) -> None:
    assert dois(entries("", "", lines=3), over(4, lift=lift)) == ["", "10.1000/1"]


def test_a_printed_doi_is_not_overruled() -> None:
    assert dois(entries("10.1000/printed", ""), over(0)) == ["10.1000/printed", ""]


def test_a_link_over_several_lines_of_one_entry_is_its_own() -> None:
    assert dois(entries("", ""), over(2, rows=2)) == ["", "10.1000/1"]


def test_a_link_over_several_entries_is_of_none() -> None:
    assert dois(entries("", ""), over(1, rows=2)) == ["", ""]


def test_links_of_one_entry_that_disagree_are_left_out() -> None:
    assert dois(entries("", ""), over(0), over(1, "https://doi.org/10.1000/2")) == ["", ""]


def test_links_of_one_entry_that_agree_are_one() -> None:
    assert dois(entries("", ""), over(0), over(1)) == ["10.1000/1", ""]


@pytest.mark.parametrize("printed", ["", "10.1000/1"])
def test_a_doi_at_several_entries_is_of_none_of_them(printed: str) -> None:
    assert dois(entries("", printed), over(0), over(2)) == ["", printed]


def test_the_paper_does_not_cite_itself() -> None:
    assert dois(entries("", ""), over(0, f"https://doi.org/{OWN}")) == ["", ""]


def test_links_of_other_pages_and_beside_the_entries_do_not_matter() -> None:
    beside = Link(Box(280, 700, 300, 710), DOI)
    assert dois(entries("", ""), over(0), page=5) == ["", ""]
    assert dois(entries("", ""), beside) == ["", ""]


@pytest.mark.parametrize(
    ("url", "doi"),
    [
        ("https://doi.org/10.1000/Ab.1", "10.1000/ab.1"),
        (" http://dx.doi.org/10.1000/a%28b%291 ", "10.1000/a(b)1"),
        ("https://doi.org/10.1002/(SICI)1097:2%3C3::AID%3E4", "10.1002/(sici)1097:2<3::aid>4"),
        ("https://doi.org/10.1000/1.", "10.1000/1"),
        ("https://doi.org/10.1000/a b", ""),
        ("https://crossmark.crossref.org/dialog/?doi=10.1000/1", ""),
        ("https://mill.example/10.1000/1", ""),
        ("https://doi.org/", ""),
        ("https://doi.org/abc/10.1000/1", ""),
        ("https://[doi.org/10.1000/1", ""),
        ("javascript:10.1000/1", ""),
    ],
)  # fmt: skip
def test_only_addresses_of_dois_have_one(url: str, doi: str) -> None:
    assert linked_doi(url) == doi


def test_links_of_a_file_reach_its_references() -> None:
    prose = "Many sacks of flour were counted in the mill on this day of the year, and"
    entry = "A. Miller and B. Roe. The counting of many sacks. J. Mill. 2001. [CrossRef]"
    rows = [*[prose] * 20, *(f"{n}. {entry}" for n in (1, 2, 3))]
    content = show("References", 30, 274, size=14) + b"".join(
        show(text, 30, 560 - 14 * n - 20 * text[0].isdigit()) for n, text in enumerate(rows)
    )
    links = "".join(
        f"<< /Type /Annot /Subtype /Link /Rect [300 {y} 360 {y + 11}] "
        f"/A << /S /URI /URI (https://doi.org/10.1000/{y}) >> >>"
        for y in (258, 230)
    )
    paper = extract(make_pdf(PdfPage(content, f"/Annots [{links}]")))
    assert [entry.doi for entry in paper.references] == ["10.1000/258", "", "10.1000/230"]
