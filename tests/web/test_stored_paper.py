"""Views of a stored paper come from its files and equal what the library makes from the PDF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pdfbot
from pdfbot import pipeline
from pdfbot.errors import FileMissingError
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.highlight_plan import plan_ranking
from pdfbot.visual.highlight.web_annotations import web_annotations
from pdfbot.web import tasks
from pdfbot.web.stored_paper import EXPLAIN, REPLICA, StoredPaper
from tests.documents import PAPERS
from tests.visual.highlight.pdf_highlights import read_highlights

SOURCES = [
    PAPERS / "twocolumn-physics" / "twocolumn-physics.pdf",
    PAPERS / "twocolumn-conference" / "twocolumn-conference.pdf",
    PAPERS / "onecolumn-indented" / "onecolumn-indented.html",
]
LAYERS = {"layers": 3, "spread": "even", "density": None, "scores": None}


def perform(kind: str, path: Path, folder: Path, **choices: Any) -> dict[str, bytes]:
    """What a worker makes of a paper."""
    task = {"name": path.name, "max_pages": 0, "folder": str(folder), **choices}
    source = Source(str(path), path.name).decompressed()
    work = tasks.Work(source, ReadingOptions(), RuleOptions(), task, lambda _: None)
    return tasks.TASKS[kind](work).files


def store(path: Path, folder: Path) -> None:
    """Keep a paper with its replica."""
    for kind in ("keep", "replica"):
        for name, data in perform(kind, path, folder).items():
            (folder / name).write_bytes(data)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_views_of_stored_files_are_those_of_the_pdf(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(path, tmp_path)
    paper = pdfbot.extract(path)
    expected = {
        "explain": pdfbot.explain(path),
        "html": paper.highlight(layers=3),
        "annotations": web_annotations(paper, plan_ranking(paper, 3), path.name),
    }
    # Whatever is drawn now, nothing may be analysed for it.
    for module in (pipeline, tasks):
        monkeypatch.setattr(module, "analyse", lambda *_: 1 / 0)
    explained = perform("explain", path, tmp_path)[EXPLAIN].decode()
    html = perform("highlight", path, tmp_path, format="html", **LAYERS)["html"].decode()
    notes = perform("highlight", path, tmp_path, format="annotations", **LAYERS)["annotations"]
    assert explained == expected["explain"]
    assert html == expected["html"]
    assert json.loads(notes) == expected["annotations"]
    if path.suffix == ".pdf":
        pdf = perform("highlight", path, tmp_path, format="pdf", **LAYERS)["pdf"]
        assert read_highlights(pdf) == read_highlights(paper.annotate(layers=3))


def test_paper_that_is_deleted_meanwhile_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileMissingError, match="deleted"):
        StoredPaper(tmp_path).paper()
    store(SOURCES[0], tmp_path)
    (tmp_path / REPLICA).unlink()
    with pytest.raises(FileMissingError, match="deleted"):
        perform("highlight", SOURCES[0], tmp_path, format="html", **LAYERS)
