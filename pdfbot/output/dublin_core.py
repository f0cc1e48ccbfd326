"""The paper itself in Dublin Core, which repositories and search engines read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pdfbot.model import Extraction
from pdfbot.output.dates import iso_date

PREFIX = "http://www.openarchives.org/OAI/2.0/oai_dc/"
TERMS = "http://purl.org/dc/elements/1.1/"
# Characters that XML cannot contain.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def render_dublin_core(paper: Extraction) -> str:
    """The elements as OAI-PMH has them, without those that are not known."""
    root = Element("oai_dc:dc", {"xmlns:oai_dc": PREFIX, "xmlns:dc": TERMS})
    for name, text in _elements(paper):
        if text:
            SubElement(root, f"dc:{name}").text = _FORBIDDEN.sub("", text)
    indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _elements(paper: Extraction) -> Iterator[tuple[str, str]]:
    known = paper.metadata
    yield "title", paper.title
    for author in known.authors:
        yield "creator", f"{author.family}, {author.given}".removesuffix(", ")
    for keyword in known.keywords:
        yield "subject", keyword
    yield "description", " ".join(paragraph.text for paragraph in paper.abstract)
    yield "date", iso_date(known.published) or known.published
    yield "type", "Text"
    yield "format", "application/pdf"
    yield "identifier", known.doi and f"https://doi.org/{known.doi}"
    yield "identifier", known.arxiv and f"https://arxiv.org/abs/{known.arxiv}"
    yield "source", known.journal
    yield "language", paper.language
    yield "rights", known.licence
