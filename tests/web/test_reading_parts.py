"""What the page says about a paper besides its sentences: printed page numbers, the year."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.bibliography import Metadata
from pdfbot.model import Extraction, Line, Page, Verdict
from pdfbot.rules import Rule
from pdfbot.web.reading_parts import head_view, page_labels
from tests.documents import ROOT, extracted

PAPER = extracted(ROOT / "paper.pdf")


def with_margins(texts: list[str]) -> Extraction:
    """Pages with one line each, in the margin."""
    first = PAPER.lines[0]
    lines = [
        replace(first, id=f"p{number}.c1.l1", page=number, text=text)
        for number, text in enumerate(texts, 1)
    ]
    assert all(isinstance(line, Line) for line in lines)
    return replace(
        PAPER,
        pages=tuple(Page(number, 600, 800, ()) for number in range(1, len(texts) + 1)),
        lines=tuple(lines),
        verdicts=tuple(Verdict(line.id, Rule.PAGE_NUMBER) for line in lines),
    )


@pytest.mark.parametrize(
    ("texts", "labels"),
    [
        (["611", "612", "613"], ["611", "612", "613"]),
        (["", "30 A. Author", "Running title 31", ""], ["29", "30", "31", "32"]),
        (["Vol. 12", "9", "", ""], ["1", "2", "3", "4"]),
        (["7", "30", "19", "1"], ["1", "2", "3", "4"]),
        (["", "", "1", "2", "3", "4"], ["1", "2", "3", "4", "5", "6"]),
    ],
)
def test_pages_are_named_as_they_are_printed(texts: list[str], labels: list[str]) -> None:
    assert list(page_labels(with_margins(texts)).values()) == labels


@pytest.mark.parametrize(
    ("about", "year"),
    [
        (Metadata(received="3 May 2018", published="January 4, 2019"), "2019"),
        (Metadata(received="3 May 2018"), "2018"),
        (Metadata(arxiv="2307.11648v2"), "2023"),
        (Metadata(published="spring"), ""),
    ],
)
def test_year(about: Metadata, year: str) -> None:
    assert head_view(replace(PAPER, metadata=about))["year"] == year
