"""What a paper says about itself, on its first page and in its margins."""

from __future__ import annotations

import pytest

from pdfbot.bibliography import Affiliation, Metadata
from pdfbot.structure.journals import find_journal

from ..builders import layout, prose, row
from .parts import heading, structure_of

TITLE = row("The counting of mountain sacks", size=18.0, slack=6.0, bold=True)
AUTHORS = row("Ada Miller 1, Ben Sack 2,*", size=12.0, slack=12.0, above=3.0)


def metadata(*lines: str) -> Metadata:
    """Of a paper with these lines below its authors."""
    rows = [row(text, size=8.0, slack=4.0, above=2.0) for text in lines]
    page = [TITLE, AUTHORS, *rows, heading("Abstract"), row(above=1.2), *prose(20)]
    return structure_of(layout(page)).metadata


def test_authors_lead_to_their_affiliations() -> None:
    found = metadata("1 Department of Mills, Delft", "2 Sack University, Leiden")
    assert found.affiliations == (
        Affiliation("1", "Department of Mills, Delft"),
        Affiliation("2", "Sack University, Leiden"),
    )
    assert [author.affiliations for author in found.authors] == [("1",), ("2",)]


def test_an_address_of_the_family_name_is_that_authors() -> None:
    found = metadata("* Correspondence: b.sack@leiden.example; office@mill.example")
    assert found.emails == ("b.sack@leiden.example", "office@mill.example")
    assert [author.email for author in found.authors] == ["", "b.sack@leiden.example"]


def test_dates_are_kept_as_printed() -> None:
    found = metadata("Received: 3 May 2001; Accepted: 7 June 2001; Published: 2 July 2001")
    assert (found.received, found.accepted, found.published) == (
        "3 May 2001",
        "7 June 2001",
        "2 July 2001",
    )


def test_the_doi_is_the_one_on_the_first_page() -> None:
    assert metadata("https://doi.org/10.1000/Mills.7").doi == "10.1000/mills.7"


def test_of_several_dois_the_one_printed_most_often_is_the_papers_then_the_first() -> None:
    paper, data = "https://doi.org/10.1000/mills", "https://doi.org/10.2000/the.data.of.mills"
    assert metadata(paper, data).doi == "10.1000/mills"
    assert metadata(f"{data}.1", f"{data}.2", f"Cite as {data}.2").doi.endswith(".2")


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("under the Creative Commons Attribution License, which permits use", "CC BY"),
        ("Creative Commons Attribution-NonCommercial License", "CC BY-NC"),
        ("licensed under CC BY-NC-ND 4.0", "CC BY-NC-ND 4.0"),
        ("http://creativecommons.org/licenses/by/4.0/", "CC BY 4.0"),
        ("All rights reserved", ""),
    ],
)
def test_licences_have_one_spelling(text: str, licence: str) -> None:
    assert metadata(text).licence == licence


@pytest.mark.parametrize(
    ("line", "journal"),
    [
        ("Mill. Res. 2019, 12, 345", "Mill. Res."),
        ("Miller et al. BMC Mills (2019) 12:345", "BMC Mills"),
        ("Corn Research, 2005, Vol. 33, No. 14 4433-4442", "Corn Research"),
        ("Miller and Sack Annals of Mills 2019, 12:3", "Annals of Mills"),
        ("MILL LETTERS | 4 : 5694 | DOI: 10.1000/mill", "MILL LETTERS"),
        ("3 Millers (2015) 5:697-707", "3 Millers"),
        ("J Sacks, September 2017, 11(3): 371", "J Sacks"),
        ("117 Mill Review, 2016, 10, 214-226", "Mill Review"),
        ("12 Sack Road 2019, 12, 345", ""),
        ("The counting of mountain sacks", ""),
        ("Ada Miller 1, 2", ""),
    ],
)
def test_the_journal_is_how_the_paper_cites_itself(line: str, journal: str) -> None:
    assert metadata(line).journal == journal


def test_the_name_of_a_journal_may_go_on_in_the_next_line() -> None:
    own = "A. Miller (2025). The counting of mountain sacks. Journal of Open Mills 1"
    assert metadata(own, "Education, 8(87), 252.").journal == "Journal of Open Mills Education"
    assert metadata("The Scientific Mill Journal", "Volume 2014, 5 pages").journal == (
        "The Scientific Mill Journal"
    )


def test_a_paper_with_nothing_but_text_has_no_journal() -> None:
    assert structure_of(layout(prose(20))).metadata.journal == ""
    assert find_journal([], "", []) == ""
