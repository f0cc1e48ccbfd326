"""Replicas built from PDFs, from existing replicas, and by pdf2htmlEX."""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pypdf import PdfWriter

import pdfbot
from pdfbot import pipeline
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.visual.replica import build
from pdfbot.visual.replica.build import build_replica, replica_of
from tests.documents import PAPERS
from tests.pdfs import PdfPage, make_pdf, show

NOVEL = PAPERS / "novel-dialogue" / "novel-dialogue.pdf"


def test_replica_gives_the_same_body_text_as_its_pdf() -> None:
    """Replicas do not contain graphics, so only a document without floats must be equal."""
    replica = build_replica(NOVEL, ReadingOptions())
    assert pdfbot.extract(replica.html.encode()).text == pdfbot.extract(NOVEL).text


@pytest.mark.parametrize("source", [NOVEL, NOVEL.with_suffix(".html")], ids=["pdf", "html"])
def test_replica_has_only_the_chosen_pages(source: Path) -> None:
    replica = build_replica(source, ReadingOptions(pages=[2, 3]))
    assert [page.number for page in read_replica(replica.html).pages] == [2, 3]


def test_pdf2htmlex_is_called_for_a_replica_with_graphics(tmp_path: Path) -> None:
    """A stand-in for pdf2htmlEX records its arguments and copies a replica the program wrote."""
    program = tmp_path / "pdf2htmlEX"
    program.write_text(
        f'#!/bin/sh\necho "$@" > "{tmp_path}/called"\n'
        'while [ $# -gt 2 ]; do [ "$1" = --dest-dir ] && folder=$2; shift; done\n'
        f'cp "{NOVEL.with_suffix(".html")}" "$folder/$2"\n'
    )
    program.chmod(0o755)
    replica = build_replica(NOVEL, ReadingOptions(engine="pdf2htmlex", pdf2htmlex=program))
    assert "--process-nontext 1" in (tmp_path / "called").read_text()
    assert replica.document.engine == "pdf2htmlex"
    assert replica.html.count('class="bi ') == 3
    assert "<script" not in replica.html


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often documents are read and analysed, by the name of what does it."""
    counts: Counter[str] = Counter()

    def watch(module: ModuleType, name: str) -> None:
        work = getattr(module, name)

        def count(*arguments: Any) -> Any:
            counts[name] += 1
            return work(*arguments)

        monkeypatch.setattr(module, name, count)

    for name in ("analyse", "read_document"):
        watch(pipeline, name)
    for name in ("analyse", "read_pdf"):
        watch(build, name)
    return counts


@pytest.mark.parametrize("choices", [{}, {"pages": [2]}, {"columns": 2}], ids=str)
def test_explain_reads_and_analyses_once(calls: Counter[str], choices: dict[str, Any]) -> None:
    pdfbot.explain(NOVEL, **choices)
    assert calls == {"read_document": 1, "analyse": 1}


def test_paper_is_highlighted_without_being_analysed_again(calls: Counter[str]) -> None:
    paper = pdfbot.extract(NOVEL)
    paper.highlight({"s1.1"})
    assert calls == {"read_document": 1, "analyse": 1}


def test_replica_of_an_extracted_paper_is_that_of_its_source() -> None:
    paper = pdfbot.extract(NOVEL)
    expected = build_replica(NOVEL, ReadingOptions()).html
    assert replica_of(paper, NOVEL, ReadingOptions()) == expected
    stored = pdfbot.from_json(paper.to_json())
    assert replica_of(stored, NOVEL, ReadingOptions()) == expected


def test_page_of_any_size_has_a_grid_of_limited_cells() -> None:
    page = PdfPage(show("The words of a sentence.", 50, 500, size=1e6), width=1e6, height=1e6)
    assert "<div" in build_replica(make_pdf(page), ReadingOptions()).html


def test_title_with_half_a_surrogate_is_shown_without_it() -> None:
    writer = PdfWriter(BytesIO(make_pdf(show("12", 50, 500))))
    writer.add_metadata({"/Title": "TITLE"})
    writer.write(output := BytesIO())
    broken = output.getvalue().replace(b"(TITLE)", b"<FEFFD8000041>")
    html = build_replica(broken, ReadingOptions()).html
    assert "<title>\ufffdA</title>" in html
