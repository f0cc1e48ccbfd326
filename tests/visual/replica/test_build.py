"""Replicas built from PDFs, from existing replicas, and by pdf2htmlEX."""

from __future__ import annotations

from pathlib import Path

import pytest

import pdfbot
from pdfbot.options import ReadingOptions
from pdfbot.readers.pdf2htmlex.dom import read_replica
from pdfbot.visual.replica.build import build_replica
from tests.documents import PAPERS

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
