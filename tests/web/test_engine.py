"""The service with pdf2htmlEX, for which a stand-in is a real program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.documents import PAPERS
from tests.readers.pdf2htmlex.stand_in import PDF, stand_in

from .conftest import StartServer

# The stand-in ends with this replica, whatever it was given.
CONVERT = f"shutil.copy({str(PDF.with_suffix('.html'))!r}, out)\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-in is a shell script")


def test_service_reads_and_draws_papers_with_the_engine_that_it_was_given(
    start_server: StartServer, tmp_path: Path
) -> None:
    program = stand_in(tmp_path, CONVERT)
    server = start_server("--engine", "pdf2htmlex", "--pdf2htmlex", str(program), "--jobs", "1")
    record = server.client.post("/extract", content=PDF.read_bytes(), params={"format": "json"})
    assert record.json()["engine"] == "pdf2htmlex"
    paper_id = server.keep(PDF)
    assert server.client.get(f"/papers/{paper_id}/replica").status_code == 200
    short = start_server(
        "--pdf2htmlex",
        str(program),
        "--jobs",
        "1",
        "--max-pages",
        "2",
        "--folder",
        str(tmp_path / "f"),
    )
    refused = short.client.post("/extract", content=PDF.read_bytes())
    assert refused.status_code in (413, 422)
    assert "over the limit of 2 (--max-pages)" in refused.json()["detail"]


def test_service_without_the_program_says_so(start_server: StartServer) -> None:
    paper = (PAPERS / "novel-dialogue" / "novel-dialogue.pdf").read_bytes()
    server = start_server("--engine", "pdf2htmlex", "--pdf2htmlex", "/nowhere", "--jobs", "1")
    answer = server.client.post("/extract", content=paper)
    assert answer.status_code >= 500
    assert "/nowhere" in answer.json()["detail"]
