"""TEI as the programs read it that GROBID's users have: each with its own parser.

They are in an environment of their own, `tox run -e clients`; elsewhere these tests are skipped.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from bs4 import BeautifulSoup

import pdfbot
from pdfbot.text.vocabulary import REFERENCE_HEADINGS

ROOT = Path(__file__).parents[2]
NAMES = ("onecolumn-blocks", "onecolumn-indented", "twocolumn-conference", "twocolumn-physics")
REASON = "needs {}: tox run -e clients"


@pytest.fixture(scope="module", params=NAMES)
def paper(request: pytest.FixtureRequest) -> pdfbot.Paper:
    folder = ROOT / "fixtures" / "papers" / request.param
    return pdfbot.extract(folder / f"{request.param}.pdf")


def body(paper: pdfbot.Paper) -> list[pdfbot.Paragraph]:
    """The paragraphs that are not in the abstract."""
    return [p for p in paper.paragraphs if p not in paper.abstract]


def heading_of(paragraph: pdfbot.Paragraph, paper: pdfbot.Paper) -> str:
    return paragraph.path[-1] if paragraph.path else paper.title


def squeezed(text: str) -> str:
    return " ".join(text.split())


class TestGrobidClient:
    """grobid-client-python: TEI to JSON and to Markdown."""

    def test_json_has_title_abstract_and_sentences_in_sections(self, paper: pdfbot.Paper) -> None:
        module = pytest.importorskip(
            "grobid_client.format.TEI2LossyJSON", reason=REASON.format("grobid-client-python")
        )
        stream = io.BytesIO(paper.to_tei().encode())
        found = module.TEI2LossyJSONConverter().convert_tei_file(stream)
        assert found["level"] == "sentence"
        assert found["biblio"]["title"] == paper.title
        assert paper.source is not None
        assert found["biblio"]["hash"] == paper.source.md5()
        abstract = [s["text"].strip() for p in found["biblio"]["abstract"] for s in p]
        assert abstract == [s.text for p in paper.abstract for s in p.sentences]
        passages = [(p["text"].strip(), p["head_section"]) for p in found["body_text"]]
        assert passages == [
            (s.text, heading_of(p, paper)) for p in body(paper) for s in p.sentences
        ]
        assert all(passage["coords"] for passage in found["body_text"])
        captions = [(item["head"], item["desc"]) for item in found["figures_and_tables"]]
        assert captions == [(c.label, c.text) for c in paper.captions]

    def test_markdown_has_headings_and_paragraphs(self, paper: pdfbot.Paper) -> None:
        module = pytest.importorskip(
            "grobid_client.format.TEI2Markdown", reason=REASON.format("grobid-client-python")
        )
        stream = io.BytesIO(paper.to_tei().encode())
        text = module.TEI2MarkdownConverter().convert_tei_file(stream)
        assert text.startswith(f"# {paper.title}\n")
        lines = [squeezed(line) for line in text.splitlines()]
        for paragraph in paper.paragraphs:
            assert squeezed(paragraph.text) in lines
        for paragraph in body(paper):
            heading = heading_of(paragraph, paper)
            assert any(line.lstrip("# ") == heading for line in lines if line.startswith("#"))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """LangChain's parser asks once whether there is a server; any answer will do."""
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()


class TestLangChain:
    """langchain-community: GrobidParser."""

    @pytest.mark.parametrize("by_sentence", [True, False])
    def test_documents_are_paragraphs_or_sentences_in_sections(
        self, paper: pdfbot.Paper, server: str, by_sentence: bool
    ) -> None:
        module = pytest.importorskip(
            "langchain_community.document_loaders.parsers.grobid",
            reason=REASON.format("langchain-community"),
        )
        parser = module.GrobidParser(by_sentence, server)
        found = [
            (d.page_content.strip(), d.metadata["section_title"], d.metadata["paper_title"])
            for d in parser.process_xml("paper.pdf", paper.to_tei(), by_sentence)
        ]
        assert found == [
            (text, heading_of(paragraph, paper), paper.title)
            for paragraph in body(paper)
            for text in ([s.text for s in paragraph.sentences] if by_sentence else [paragraph.text])
        ]


def scipdf_parser() -> Any:
    """The module alone: the package around it loads spaCy, which reading TEI does not need."""
    package = importlib.util.find_spec("scipdf")
    if package is None or package.origin is None:
        pytest.skip(REASON.format("scipdf_parser"))
    path = Path(package.origin).parent / "pdf" / "parse_pdf.py"
    spec = importlib.util.spec_from_file_location("scipdf_parse_pdf", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestScipdf:
    """scipdf_parser, which reads the TEI as HTML."""

    def test_sections_have_headings_and_paragraphs(self, paper: pdfbot.Paper) -> None:
        module = scipdf_parser()
        soup = BeautifulSoup(paper.to_tei(), "lxml")
        found = module.convert_article_soup_to_dict(soup, as_list=True)
        assert found["title"] == paper.title
        assert squeezed(found["abstract"]) == squeezed(" ".join(p.text for p in paper.abstract))
        texts = [
            (s["heading"], text) for s in found["sections"] for text in s["text"] if s["heading"]
        ]
        assert [(heading, squeezed(text)) for heading, text in texts] == [
            (heading_of(p, paper), squeezed(p.text)) for p in body(paper)
        ]
        assert len(found["references"]) == len(paper.references)
        assert [figure["figure_label"] for figure in found["figures"]] == [
            caption.number for caption in paper.captions
        ]


def test_headings_of_references_are_known(paper: pdfbot.Paper) -> None:
    """Their section is in the back of the TEI, so clients have no empty section for it."""
    kept = [s for s in paper.sections if s.heading.lower() in REFERENCE_HEADINGS]
    tei = BeautifulSoup(paper.to_tei(), "xml")
    heads = [head.text for head in tei.find("body").find_all("head")]  # type: ignore[union-attr]
    assert not [section for section in kept if section.heading in heads]
