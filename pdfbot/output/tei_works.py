"""The paper and the works it cites in TEI: people, titles, sources, dates, identifiers."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement

from pdfbot.bibliography import Name
from pdfbot.model import Extraction, Reference
from pdfbot.output.dates import iso_date
from pdfbot.output.tei_text import clean, set_text

# A year with a letter such as 2020a has more.
YEAR_DIGITS = 4
_DASH = re.compile(r"\s*[‐‑–−-]+\s*")
# "J.-P.", "John F." and "JF", one by one.
_GIVEN = re.compile(r"[^\W\d_]\.(?:-[^\W\d_]\.)?|[^\s.]+\.?")


def describe_file(paper: Extraction, md5: str) -> Element:
    """Title, authors and where it was published; clients need every element, also empty ones."""
    file_description = Element("fileDesc")
    _main_title(SubElement(file_description, "titleStmt"), paper)
    publication = SubElement(file_description, "publicationStmt")
    SubElement(publication, "publisher")
    published = iso_date(paper.metadata.published)
    if published:
        date = SubElement(publication, "date", {"type": "published", "when": published})
        set_text(date, paper.metadata.published)
    entry = SubElement(SubElement(file_description, "sourceDesc"), "biblStruct")
    analytic = SubElement(entry, "analytic")
    _authors(analytic, paper)
    _main_title(analytic, paper)
    monograph = SubElement(entry, "monogr")
    if paper.metadata.journal:
        journal = {"level": "j", "type": "main"}
        set_text(SubElement(monograph, "title", journal), paper.metadata.journal)
    imprint = SubElement(monograph, "imprint")
    # An empty attribute is no date to XML; clients ask for the element.
    when = {"when": published} if published else {}
    SubElement(imprint, "date", {"type": "published", **when})
    if paper.metadata.doi:
        set_text(SubElement(entry, "idno", {"type": "DOI"}), paper.metadata.doi)
    if paper.metadata.arxiv:
        set_text(SubElement(entry, "idno", {"type": "arXiv"}), paper.metadata.arxiv)
    if md5:
        set_text(SubElement(entry, "idno", {"type": "MD5"}), md5)
    return file_description


def _authors(analytic: Element, paper: Extraction) -> None:
    """The authors as people, or as they are printed if no person was read."""
    places = {place.mark: place.text for place in paper.metadata.affiliations}
    for author in paper.metadata.authors:
        element = SubElement(analytic, "author")
        _person(element, author)
        if author.email:
            set_text(SubElement(element, "email"), author.email)
        if author.orcid:
            set_text(SubElement(element, "idno", {"type": "ORCID"}), author.orcid)
        for mark in author.affiliations:
            place = SubElement(element, "affiliation", {"key": f"aff{clean(mark)}"})
            set_text(SubElement(place, "note", {"type": "raw_affiliation"}), places[mark])
    if paper.authors and not paper.metadata.authors:
        set_text(SubElement(SubElement(analytic, "author"), "persName"), paper.authors)


def describe_work(entry: Element, work: Reference) -> None:
    """The fields of a reference; where there is no title, its authors are those of the source."""
    monograph = Element("monogr")
    analytic = SubElement(entry, "analytic") if work.title else monograph
    for name in work.authors:
        _person(SubElement(analytic, "author"), name)
    if work.title:
        set_text(SubElement(analytic, "title", {"level": "a", "type": "main"}), work.title)
    for kind, value in (("DOI", work.doi), ("arXiv", work.arxiv)):
        if value:
            set_text(SubElement(analytic, "idno", {"type": kind}), value)
    if work.url:
        SubElement(analytic, "ptr", {"target": clean(work.url)})
    entry.append(monograph)
    if work.source:
        set_text(
            SubElement(monograph, "title", {"level": "j" if work.volume else "m"}), work.source
        )
    imprint = SubElement(monograph, "imprint")
    for unit, value in (("volume", work.volume), ("issue", work.issue)):
        if value:
            set_text(SubElement(imprint, "biblScope", {"unit": unit}), value)
    if work.pages:
        _page_range(imprint, work.pages)
    if work.year:
        year = {"type": "published", "when": work.year[:YEAR_DIGITS]}
        SubElement(imprint, "date", year)


def _page_range(imprint: Element, pages: str) -> None:
    """Clients read the first and the last page from attributes, a single one as text."""
    first, _, last = (part.strip() for part in _DASH.sub("-", pages, count=1).partition("-"))
    scope = SubElement(imprint, "biblScope", {"unit": "page"})
    if last:
        scope.set("from", clean(first))
        scope.set("to", clean(last))
    else:
        set_text(scope, first)


def _person(parent: Element, name: Name) -> None:
    """Given names and initials apart, as clients join them."""
    person = SubElement(parent, "persName")
    for position, given in enumerate(_GIVEN.findall(name.given)):
        kind = {"type": "middle" if position else "first"}
        set_text(SubElement(person, "forename", kind), given)
    set_text(SubElement(person, "surname"), name.family)


def _main_title(parent: Element, paper: Extraction) -> None:
    title = SubElement(parent, "title", {"level": "a", "type": "main"})
    set_text(title, paper.title, paper.title_scripts)
