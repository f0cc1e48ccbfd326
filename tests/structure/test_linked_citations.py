"""What is printed over the PDF's own links to the list of references cites the entries there."""

from __future__ import annotations

import pytest

from pdfbot import Paper, extract

from ..pdfs import PdfPage, make_pdf, show

PROSE = "Many sacks of flour were counted in the mill on this day of the year, and"
CITING = "the Mill Board (n.d.) has its own sacks, as Miller (2001) has, which is"
ENTRIES = (
    "Mill Board. (n.d.). The counting of many sacks. Mill Press.",
    "Miller, A. (2001). The weight of sacks. Journal of Mills, 3, 7-9.",
    "Stone, B. (2002). The price of sacks. Journal of Mills, 4, 1-2.",
)
LEFT, TOP, PITCH = 30, 560, 14
FIRST_ENTRY = 250
# Where "Mill Board (n.d." and "Miller (2001" are printed, from left to right.
BOARD, MILLER = (46, 112), (217, 270)


def place_of(entry: int) -> float:
    return FIRST_ENTRY - PITCH * entry


def link(printed: tuple[float, float], entry: int, *, lift: float = 10, height: float = 12) -> str:
    bottom = TOP - PITCH * 10 - 2
    return (
        f"<< /Type /Annot /Subtype /Link /Rect [{printed[0]} {bottom} {printed[1]} "
        f"{bottom + height}] /Dest [0 /XYZ {LEFT} {place_of(entry) + lift} null] >>"
    )


def read(*links: str) -> Paper:
    lines = [*[PROSE] * 10, CITING, *[PROSE] * 8, "so on."]
    content = b"".join(
        [
            *(show(text, LEFT, TOP - PITCH * n) for n, text in enumerate(lines)),
            show("References", LEFT, FIRST_ENTRY + 16, size=14),
            *(show(f"{n + 1}. {text}", LEFT, place_of(n)) for n, text in enumerate(ENTRIES)),
        ]
    )
    return extract(make_pdf(PdfPage(content, f"/Annots [{' '.join(links)}]")))


def marks(paper: Paper) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (sentence.text[mark.start : mark.end], mark.references)
        for sentence in paper.sentences
        for mark in sentence.citations
    ]


FOUND_IN_TEXT = ("Miller (2001", ("r2",))


def test_a_link_cites_what_the_text_does_not_show() -> None:
    assert marks(read()) == [FOUND_IN_TEXT]
    (found, known) = marks(read(link(BOARD, 0)))
    assert found[0].startswith("Mill Board")
    assert (found[1], known) == (("r1",), FOUND_IN_TEXT)


def test_links_that_agree_with_the_text_change_nothing() -> None:
    assert marks(read(link(MILLER, 1))) == [FOUND_IN_TEXT]


def test_links_that_disagree_with_the_text_are_not_believed() -> None:
    assert marks(read(link(BOARD, 0), link(MILLER, 2))) == [FOUND_IN_TEXT]


@pytest.mark.parametrize(("lift", "height"), [(100, 12), (10, 26)])
def test_links_to_other_places_and_over_two_lines_cite_nothing(lift: float, height: float) -> None:
    assert marks(read(link(BOARD, 0, lift=lift, height=height))) == [FOUND_IN_TEXT]


def test_parts_of_a_mark_that_lead_to_one_entry_are_one() -> None:
    (found, known) = marks(read(link((46, 92), 0), link((97, 112), 0)))
    assert (found[1], known) == (("r1",), FOUND_IN_TEXT)
