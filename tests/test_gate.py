"""Accuracy (SF1) must not fall below the figures in accuracy.json by more than a little.

scripts/record_accuracy.py records them. The documents in fixtures/ and the generated ones are
always checked; a corpus is checked if a folder with its ground truth is listed in PDFBOT_BENCH
(separated as in PATH) or found next to the checkout. What must be true of every result is tested
on the papers of the corpora here, where they are read anyway.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from accuracy_gate import (
    RECORD,
    ROOT,
    Corpus,
    falls,
    figures_of,
    read_corpus,
    read_fixtures,
)
from make_mechanisms import write_mechanisms

from pdfbot.evaluation.evaluation_run import EvaluatedPaper, text_to_score
from pdfbot.evaluation.scoring import score_paper
from pdfbot.evaluation.truth import PaperFolder, corpus_digest, find_papers, read_truth
from pdfbot.options import ReadingOptions
from pdfbot.pipeline import extract_body
from pdfbot.readers.source import Source
from tests.shared_papers import SHARED_PDFS, examine

RECORDED: dict[str, dict[str, Any]] = json.loads(RECORD.read_text("utf-8"))["corpora"]
FIXTURES = {"fixtures": "papers", "world": "world"}
OWN = (*FIXTURES, "mechanisms")


def corpus_folders() -> list[Path]:
    """The folders to search for corpora."""
    named = os.environ.get("PDFBOT_BENCH")
    if named:
        return [Path(name) for name in named.split(os.pathsep)]
    shared = ROOT.parent / "shared"
    return [path for path in sorted(shared.glob("*/papers")) if any(path.glob("*/truth.json"))]


@cache
def find_corpus(digest: str) -> Corpus | None:
    """The corpus whose ground truth the figures were measured on."""
    folders = (folder for folder in corpus_folders() if folder.is_dir())
    found = next((f for f in folders if corpus_digest(find_papers(f)) == digest), None)
    return None if found is None else read_corpus(found)


@pytest.fixture(scope="session")
def mechanisms(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("mechanisms")
    write_mechanisms(folder)
    return read_corpus(folder / "papers")


@pytest.fixture
def corpus(name: str, mechanisms: Corpus) -> Corpus:
    if name in FIXTURES:
        return read_fixtures(ROOT / "fixtures" / FIXTURES[name])
    if name == "mechanisms":
        return mechanisms
    digest = RECORDED[name]["digest"]
    found = find_corpus(digest)
    if found is None:
        pytest.skip(
            f"no folder with the ground truth of {name} (digest {digest[:12]}…): "
            "add it to PDFBOT_BENCH"
        )
    return found


@pytest.mark.parametrize("name", OWN)
def test_figures_are_for_the_current_documents(name: str, corpus: Corpus) -> None:
    advice = "the documents changed: run scripts/record_accuracy.py"
    assert RECORDED[name]["digest"] == corpus.digest, advice


def body_text(path: Path | None, corpus: Corpus) -> str:
    """The text to score; that of a shared paper is read once for all tests."""
    assert path is not None
    if path in SHARED_PDFS:
        return examine(path).text
    reading = ReadingOptions(engine="embedded")
    return text_to_score(extract_body(Source.of(path), reading, corpus.rules))


def evaluate(paper: PaperFolder, corpus: Corpus, engine: str) -> EvaluatedPaper:
    text = problem = ""
    try:
        text = body_text(paper.replica if engine == "replica" else paper.pdf, corpus)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
    scored = score_paper(read_truth(paper.truth), text)
    return EvaluatedPaper(paper.id, scored, problem=problem)


@pytest.mark.parametrize(
    ("name", "engine"),
    [(name, engine) for name in RECORDED for engine in RECORDED[name] if engine != "digest"],
)
def test_accuracy_does_not_fall(name: str, engine: str, corpus: Corpus) -> None:
    """A paper that fails scores as empty, which lowers the figures of its family."""
    corpus = corpus.measured_with(engine)
    papers = [evaluate(paper, corpus, engine) for paper in corpus.papers]
    recorded, measured = RECORDED[name][engine], figures_of(papers, corpus.families)
    fallen = [str(fall) for fall in falls(recorded, measured) if not fall.is_allowed]
    problems = [f"{paper.id}: {paper.problem}" for paper in papers if paper.problem]
    assert not fallen, "\n".join([f"{name}, {engine}:", *fallen, *problems])


@pytest.mark.parametrize("path", SHARED_PDFS, ids=lambda path: path.parent.name)
def test_shared_paper_is_judged_once_and_for_true_reasons(path: Path) -> None:
    assert examine(path).faults == ()
