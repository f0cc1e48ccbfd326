"""BibTeX and CSL-JSON of the list of references."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree.ElementTree import fromstring

from pdfbot.bibliography import Author, Metadata, Name
from pdfbot.output.bibtex import render_bibtex
from pdfbot.output.csl import own_item, render_csl
from pdfbot.output.dublin_core import TERMS, render_dublin_core

from .papers import make_paper

PLAIN = make_paper().references[0]
WORK = replace(
    PLAIN,
    authors=(Name("A. B.", "Müller"), Name("", "Mills & Sons")),
    year="2020a",
    title="The 5 % of {sacks}",
    source="J. Mill",
    volume="3",
    pages="7–9",
    doi="10.1000/a_b",
)


def test_bibtex_escapes_what_tex_would_read() -> None:
    assert render_bibtex([WORK]) == (
        "@article{muller2020asacks,\n"
        "  author = {Müller, A. B. and {Mills \\& Sons}},\n"
        "  title = {The 5 \\% of \\{sacks\\}},\n"
        "  journal = {J. Mill},\n"
        "  year = {2020},\n"
        "  volume = {3},\n"
        "  pages = {7--9},\n"
        "  doi = {10.1000/a_b},\n"
        "  note = {Miller (1961).},\n"
        "}\n"
    )


def test_keys_of_bibtex_differ() -> None:
    keys = [line for line in render_bibtex([WORK, WORK]).splitlines() if line.startswith("@")]
    assert keys == ["@article{muller2020asacks,", "@article{muller2020asacks-2,"]


def test_an_entry_without_fields_has_its_text_as_note() -> None:
    assert render_bibtex([PLAIN]) == "@misc{r1,\n  note = {Miller (1961).},\n}\n"


def test_csl_leaves_out_what_is_not_known() -> None:
    assert json.loads(render_csl([PLAIN])) == [
        {"id": "r1", "type": "document", "citation-label": "1", "note": "Miller (1961)."}
    ]


def test_csl_has_every_field() -> None:
    item = json.loads(render_csl([WORK]))[0]
    assert item["author"] == [{"family": "Müller", "given": "A. B."}, {"literal": "Mills & Sons"}]
    assert (item["issued"], item["year-suffix"]) == ({"date-parts": [[2020]]}, "a")
    assert (item["type"], item["container-title"]) == ("article-journal", "J. Mill")
    assert (item["volume"], item["page"], item["DOI"]) == ("3", "7–9", "10.1000/a_b")


OWN = replace(
    make_paper(),
    language="en",
    metadata=Metadata(
        authors=(Author("Ada", "Müller"), Author("", "Mills & Sons")),
        doi="10.1000/a",
        journal="J. Mill",
        published="3 May 2001",
        keywords=("sacks", "mills"),
        licence="CC BY 4.0",
    ),
)


def test_the_paper_itself_is_an_item_of_csl() -> None:
    assert own_item(OWN) == {
        "id": "10.1000/a",
        "type": "article-journal",
        "author": [{"family": "Müller", "given": "Ada"}, {"literal": "Mills & Sons"}],
        "issued": {"date-parts": [[2001, 5, 3]]},
        "title": "On mills",
        "container-title": "J. Mill",
        "DOI": "10.1000/a",
        "keyword": "sacks, mills",
        "abstract": "We count sacks. All of them.",
        "language": "en",
    }
    bare = own_item(replace(OWN, metadata=Metadata()))
    assert (bare["id"], bare["type"]) == ("paper", "article")
    assert "issued" not in bare


def test_the_paper_itself_is_in_dublin_core_without_what_is_not_known() -> None:
    found = [
        (element.tag.removeprefix(f"{{{TERMS}}}"), element.text)
        for element in fromstring(render_dublin_core(OWN))
    ]
    assert found == [
        ("title", "On mills"),
        ("creator", "Müller, Ada"),
        ("creator", "Mills & Sons"),
        ("subject", "sacks"),
        ("subject", "mills"),
        ("description", "We count sacks. All of them."),
        ("date", "2001-05-03"),
        ("type", "Text"),
        ("format", "application/pdf"),
        ("identifier", "https://doi.org/10.1000/a"),
        ("source", "J. Mill"),
        ("language", "en"),
        ("rights", "CC BY 4.0"),
    ]
