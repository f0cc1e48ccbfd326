"""The programs that GROBID's users have, unchanged, with a running `pdfbot serve`.

They are in a separate environment, `tox run -e clients`; elsewhere these tests are skipped.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot.model import join_sentences
from pdfbot.notation import PlainText, read_parts, write_scripts
from pdfbot.output.tei import TeiOptions, render_tei
from pdfbot.web.grobid import MISSING
from tests.documents import HOSTILE, PAPERS, ROOT
from tests.test_docs import blocks

from .conftest import PAPER, PATIENCE, Server, StartServer

REASON = "needs {}: tox run -e clients"
NAMES = (
    "onecolumn-blocks",
    "onecolumn-indented",
    "serbian-cyrillic",
    "twocolumn-conference",
    "twocolumn-physics",
)
PUBLISHERS = ROOT.parent / "shared" / "publishers" / "papers"
# Every n-th of the publishers' papers, where they are.
STEP = 40
SOURCES = {name: PAPERS / name / f"{name}.pdf" for name in NAMES} | {
    path.parent.name: path for path in sorted(PUBLISHERS.glob("*/*.pdf"))[::STEP]
}
# The text for the files that no server could use.
UNUSABLE = {
    "empty": "[BAD_INPUT_DATA] empty.pdf: the file is empty",
    "image-only": "[NO_BLOCKS] PDF parsing resulted in empty content",
    "truncated": "[BAD_INPUT_DATA] truncated.pdf: damaged or cut off",
}


@cache
def extracted(name: str) -> pdfbot.Paper:
    return pdfbot.extract(SOURCES[name])


@pytest.fixture(params=sorted(SOURCES))
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def body(paper: pdfbot.Paper) -> list[pdfbot.Paragraph]:
    """The paragraphs that are not in the abstract."""
    return [p for p in paper.paragraphs if p not in paper.abstract]


def heading_of(paragraph: pdfbot.Paragraph, paper: pdfbot.Paper) -> str:
    """The heading as TEI has it, without elements inside."""
    headings = {s.id: write_scripts(s.heading, s.scripts) for s in paper.sections}
    return headings.get(paragraph.section) or write_scripts(paper.title, paper.title_scripts)


def sentences_in_tei(paragraph: pdfbot.Paragraph) -> list[str]:
    """The sentences without elements inside: of stacked scripts, the lowered one comes first."""
    return [
        "".join(p.text for p in read_parts(s.text, s.scripts) if isinstance(p, PlainText))
        for s in paragraph.sentences
    ]


def text_in_tei(paragraph: pdfbot.Paragraph) -> str:
    return join_sentences(sentences_in_tei(paragraph))


def without_equations(texts: list[tuple[str, str]], paper: pdfbot.Paper) -> list[tuple[str, str]]:
    """Text with its heading; clients take each display equation for a paragraph, as GROBID's."""
    equations = {e.tex + (f"({e.number})" if e.number else "") for e in paper.equations}
    left = [(text, heading) for text, heading in texts if text not in equations]
    assert len(texts) - len(left) == len(paper.equations)
    return left


def squeezed(text: str) -> str:
    return " ".join(text.split())


def grobid_client(server: Server, service: str, source: Path, out: Path, *options: str) -> str:
    """Run the command of grobid-client-python; what it says."""
    pytest.importorskip("grobid_client", reason=REASON.format("grobid-client-python"))
    command = [sys.executable, "-m", "grobid_client.grobid_client", service]
    command += ["--server", server.url, "--input", str(source), "--output", str(out)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    log = done.stdout + done.stderr
    assert "busy" not in log
    return log


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All papers, and some files that no server could use."""
    folder = tmp_path_factory.mktemp("pdfs")
    for name, path in SOURCES.items():
        shutil.copyfile(path, folder / f"{name}.pdf")
    for name in UNUSABLE:
        shutil.copyfile(HOSTILE / f"{name}.pdf", folder / f"{name}.pdf")
    return folder


@pytest.fixture(scope="module")
def by_sentence(server: Server, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What grobid-client-python writes with all its options."""
    out = tmp_path_factory.mktemp("by-sentence")
    options = ["--n", "4", "--segmentSentences", "--teiCoordinates", "--json", "--markdown"]
    grobid_client(server, "processFulltextDocument", folder, out, *options)
    return out


@pytest.fixture(scope="module")
def by_paragraph(server: Server, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What it writes by default, and the JSON of that."""
    out = tmp_path_factory.mktemp("by-paragraph")
    grobid_client(server, "processFulltextDocument", folder, out, "--n", "4", "--json")
    return out


class TestGrobidClient:
    """grobid-client-python, as a command."""

    def test_every_file_has_a_result_or_a_reason(self, by_sentence: Path) -> None:
        assert {path.name for path in by_sentence.glob("*.tei.xml")} == {
            f"{name}.grobid.tei.xml" for name in SOURCES
        }
        reasons = {path.name: path.read_text("utf-8") for path in by_sentence.glob("*.txt")}
        assert set(reasons) == {f"{name}_500.txt" for name in UNUSABLE}
        for name, reason in UNUSABLE.items():
            assert reasons[f"{name}_500.txt"].startswith(reason)

    def test_tei_is_that_of_the_paper(self, by_sentence: Path, name: str) -> None:
        written = (by_sentence / f"{name}.grobid.tei.xml").read_text("utf-8")
        assert written == extracted(name).to_tei()

    def test_json_has_title_abstract_and_sentences_in_sections(
        self, by_sentence: Path, name: str
    ) -> None:
        paper = extracted(name)
        found = json.loads((by_sentence / f"{name}.json").read_text("utf-8"))
        assert found["level"] == "sentence"
        assert found["biblio"]["title"] == paper.title
        assert paper.source is not None
        assert found["biblio"]["hash"] == paper.source.md5()
        abstract = [s["text"].strip() for p in found["biblio"]["abstract"] for s in p]
        assert abstract == [text for p in paper.abstract for text in sentences_in_tei(p)]
        passages = [(p["text"].strip(), p["head_section"]) for p in found["body_text"]]
        assert without_equations(passages, paper) == [
            (text, heading_of(p, paper)) for p in body(paper) for text in sentences_in_tei(p)
        ]
        assert all(passage["coords"] for passage in found["body_text"])
        captions = [(item["head"], item["desc"]) for item in found["figures_and_tables"]]
        assert captions == [(c.label, c.text) for c in paper.captions]
        assert [squeezed(r["raw_reference"]) for r in found["references"]] == [
            squeezed(reference.text) for reference in paper.references
        ]

    def test_json_has_paragraphs_without_sentences(self, by_paragraph: Path, name: str) -> None:
        paper = extracted(name)
        found = json.loads((by_paragraph / f"{name}.json").read_text("utf-8"))
        assert found["level"] == "paragraph"
        texts = [(p["text"].strip(), "") for p in found["body_text"]]
        assert without_equations(texts, paper) == [(text_in_tei(p), "") for p in body(paper)]

    def test_markdown_has_headings_and_paragraphs(self, by_sentence: Path, name: str) -> None:
        paper = extracted(name)
        text = (by_sentence / f"{name}.md").read_text("utf-8")
        assert text.startswith(f"# {paper.title}\n")
        lines = [squeezed(line) for line in text.splitlines()]
        for paragraph in paper.paragraphs:
            assert squeezed(text_in_tei(paragraph)) in lines
        for paragraph in body(paper):
            heading = heading_of(paragraph, paper)
            assert any(line.lstrip("# ") == heading for line in lines if line.startswith("#"))

    @pytest.mark.parametrize("service", ["processHeaderDocument", "processReferences"])
    def test_parts_of_papers_can_be_asked_for(
        self, server: Server, folder: Path, tmp_path: Path, service: str
    ) -> None:
        grobid_client(server, service, folder, tmp_path, "--json", "--n", "4")
        for name in SOURCES:
            paper = extracted(name)
            path = tmp_path / f"{name}.json"
            if service == "processReferences" and not paper.references:
                assert (tmp_path / f"{name}_204.txt").read_text() == ""
                continue
            found = json.loads(path.read_text("utf-8"))
            if service == "processHeaderDocument":
                assert found["biblio"]["title"] == paper.title
                abstract = [squeezed(p["text"]) for p in found["biblio"]["abstract"]]
                assert abstract == [squeezed(p.text) for p in paper.abstract]
                assert found["references"] == []
            else:
                assert len(found["references"]) == len(paper.references)
            assert found["body_text"] == []

    def test_archive_is_read_without_a_warning(
        self, server: Server, folder: Path, tmp_path: Path
    ) -> None:
        """The client compares its concurrency with /api/health first."""
        with zipfile.ZipFile(tmp_path / "papers.zip", "w") as archive:
            for name in NAMES:
                archive.write(folder / f"{name}.pdf", f"{name}.pdf")
        log = grobid_client(
            server, "processFulltextDocument", tmp_path / "papers.zip", tmp_path / "out", "--n", "2"
        )
        assert len(list((tmp_path / "out").rglob("*.tei.xml"))) == len(NAMES)
        assert "exceeds" not in log
        assert "not readable" not in log

    def test_missing_service_leaves_its_reason(self, server: Server, tmp_path: Path) -> None:
        (tmp_path / "in").mkdir()
        (tmp_path / "in" / "citations.txt").write_text("Miller (1961). On sacks.\n")
        grobid_client(server, "processCitationList", tmp_path / "in", tmp_path / "out")
        (error,) = (tmp_path / "out").iterdir()
        assert error.name == "citations_501.txt"
        assert MISSING["processCitationList"] in error.read_text()

    def test_more_clients_than_places_in_the_queue_all_get_their_papers(
        self, start_server: StartServer, folder: Path, tmp_path: Path
    ) -> None:
        server = start_server("--jobs", "1", "--queue", "1")
        grobid_client(server, "processFulltextDocument", folder, tmp_path, "--n", "8")
        assert len(list(tmp_path.glob("*.tei.xml"))) == len(SOURCES)

    def test_token_may_be_part_of_the_address(
        self, start_server: StartServer, tmp_path: Path
    ) -> None:
        server = start_server("--token", "correct-horse-battery")
        server.url = server.url.replace("//", "//pdfbot:correct-horse-battery@")
        pdf = SOURCES[NAMES[0]]
        grobid_client(server, "processFulltextDocument", pdf.parent, tmp_path)
        assert (tmp_path / f"{pdf.stem}.grobid.tei.xml").exists()


class TestLangChain:
    """langchain-community: GrobidParser."""

    def documents(self, server: Server, path: Path, by_sentence: bool) -> list[Any]:
        parsers = pytest.importorskip(
            "langchain_community.document_loaders.parsers",
            reason=REASON.format("langchain-community"),
        )
        loaders = pytest.importorskip("langchain_community.document_loaders.generic")
        address = f"{server.url}/api/processFulltextDocument"
        parser = parsers.GrobidParser(segment_sentences=by_sentence, grobid_server=address)
        loader = loaders.GenericLoader.from_filesystem(
            path.parent, glob=path.name, suffixes=[".pdf"], parser=parser
        )
        found: list[Any] = loader.load()
        return found

    @pytest.mark.parametrize("by_sentence", [True, False])
    def test_documents_are_paragraphs_or_sentences_in_sections(
        self, server: Server, name: str, by_sentence: bool
    ) -> None:
        paper = extracted(name)
        found = [
            (d.page_content.strip(), d.metadata["section_title"], d.metadata["paper_title"])
            for d in self.documents(server, SOURCES[name], by_sentence)
        ]
        assert found == [
            (text, heading_of(paragraph, paper), paper.title)
            for paragraph in body(paper)
            for text in (sentences_in_tei(paragraph) if by_sentence else [text_in_tei(paragraph)])
        ]

    @pytest.mark.parametrize("name", sorted(UNUSABLE))
    def test_unusable_file_gives_no_documents(self, server: Server, name: str) -> None:
        assert self.documents(server, HOSTILE / f"{name}.pdf", True) == []


def scipdf() -> Any:
    """The module that asks and parses: the package around it loads spaCy, which neither needs."""
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

    def test_sections_have_headings_and_paragraphs(self, server: Server, name: str) -> None:
        paper = extracted(name)
        found = scipdf().parse_pdf_to_dict(str(SOURCES[name]), as_list=True, grobid_url=server.url)
        assert found["title"] == paper.title
        assert squeezed(found["abstract"]) == squeezed(
            " ".join(text_in_tei(p) for p in paper.abstract)
        )
        texts = [
            (s["heading"], text) for s in found["sections"] for text in s["text"] if s["heading"]
        ]
        found_texts = [(squeezed(text), heading) for heading, text in texts]
        assert without_equations(found_texts, paper) == [
            (squeezed(text_in_tei(p)), heading_of(p, paper)) for p in body(paper)
        ]
        assert len(found["references"]) == len(paper.references)
        assert [figure["figure_label"] for figure in found["figures"]] == [
            caption.number for caption in paper.captions
        ]

    def test_header_can_be_asked_for_alone(self, server: Server, name: str) -> None:
        paper = extracted(name)
        data = SOURCES[name].read_bytes()
        found = scipdf().parse_pdf_to_dict(data, fulltext=False, grobid_url=server.url)
        assert found["title"] == paper.title
        assert squeezed(found["abstract"]) == squeezed(" ".join(p.text for p in paper.abstract))
        assert found["sections"] == found["references"] == []

    def test_scan_gives_nothing(self, server: Server) -> None:
        path = str(HOSTILE / "image-only.pdf")
        assert scipdf().parse_pdf_to_dict(path, grobid_url=server.url) is None


@pytest.fixture
def reader_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the documentation assumes it: with a folder of PDFs."""
    (tmp_path / "pdfs").mkdir()
    shutil.copy(PAPER, tmp_path / "pdfs" / "paper.pdf")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def documented(language: str, word: str, server: Server) -> str:
    """The one example of docs/grobid.md with this word, for a server of the tests."""
    examples = blocks(ROOT / "docs" / "grobid.md", language)
    (example,) = [block for block in examples if word in block]
    return example.replace("http://localhost:8070", server.url)


def test_documented_command_works(server: Server, reader_folder: Path) -> None:
    pytest.importorskip("grobid_client", reason=REASON.format("grobid-client-python"))
    call = documented("sh", "grobid_client", server)
    script = f'PATH="{Path(sys.executable).parent}:$PATH"; {call}'
    subprocess.run(["bash", "-euc", script], check=True, timeout=PATIENCE)
    assert len(list((reader_folder / "out").iterdir())) == 3


@pytest.mark.usefixtures("reader_folder")
@pytest.mark.parametrize("program", ["langchain_community", "scipdf"])
def test_documented_python_works(
    server: Server, program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if importlib.util.find_spec(program) is None:
        pytest.skip(REASON.format(program))
    code = documented("py", program, server)
    if program == "scipdf":
        exec(code.removeprefix("import scipdf\n"), {"scipdf": scipdf()})
    else:
        exec(code, {})
    assert pdfbot.extract(PAPER).paragraphs[-1].text in capsys.readouterr().out


def test_grobid_tei_xml_reads_authors_and_references(name: str) -> None:
    reader = pytest.importorskip("grobid_tei_xml", reason=REASON.format("grobid-tei-xml"))
    paper = extracted(name)
    document = reader.parse_document_xml(paper.to_tei())
    families = [author.surname for author in document.header.authors if author.surname]
    assert families == [author.family for author in paper.metadata.authors]
    assert (document.header.doi or "") == paper.metadata.doi
    read = [(entry.title or "", entry.date or "", entry.doi or "") for entry in document.citations]
    assert read == [(r.title, r.year[:4], r.doi) for r in paper.references]
    alone = render_tei(paper, options=TeiOptions(part="references"))
    assert len(reader.parse_citation_list_xml(alone)) == len(paper.references)
