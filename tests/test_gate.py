"""Accuracy can only rise: floors (SF1) for the project's own documents, and for a benchmark.

The floors are in floors.json; scripts/raise_floors.py raises them. The benchmark, a folder of
<id>/truth.json with PDFs and replicas, is where PDFBOT_BENCH says, or beside the checkout.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pdfbot.evaluation.report import corpus_summary
from pdfbot.evaluation.runs import EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.truth import find_papers

ROOT = Path(__file__).parents[1]
DOCUMENTS = ROOT / "fixtures" / "papers"
BENCHMARK = Path(os.environ.get("PDFBOT_BENCH") or ROOT.parent / "shared" / "bench" / "papers")
FLOORS: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (ROOT / "tests" / "floors.json").read_text("utf-8")
)


@cache
def measured(folder: Path, engine: str, jobs: int) -> list[EvaluatedPaper]:
    # The truth of the project's own documents has an appendix in it; a benchmark's is optional.
    choices = {"engine": engine, "appendices": folder == DOCUMENTS}
    done = list(evaluate_papers(find_papers(folder), Plan(choices=choices), jobs))
    assert not [paper.problem for paper in done if paper.problem]
    return done


@pytest.mark.parametrize("engine", ["embedded", "replica"])
def test_every_document_has_floors(engine: str) -> None:
    assert set(FLOORS["documents"][engine]) == {paper.id for paper in find_papers(DOCUMENTS)}


@pytest.mark.parametrize(
    ("engine", "name"),
    [(engine, name) for engine, floors in FLOORS["documents"].items() for name in floors],
)
def test_documents(engine: str, name: str) -> None:
    score = next(p for p in measured(DOCUMENTS, engine, 1) if p.id == name).judged.score
    reached = {"sentences": score.sentences.sf1, "paragraphs": score.paragraphs.sf1}
    for unit, floor in FLOORS["documents"][engine][name].items():
        assert reached[unit] >= floor, f"{unit} of {name}, {engine}"


@pytest.mark.skipif(
    not BENCHMARK.is_dir(), reason="no benchmark: set PDFBOT_BENCH to a folder of papers with truth"
)
@pytest.mark.parametrize("engine", sorted(FLOORS["benchmark"]))
def test_the_benchmark(engine: str) -> None:
    summary = corpus_summary(measured(BENCHMARK, engine, 2))
    floors = FLOORS["benchmark"][engine]
    assert summary.sentences.sf1 >= floors["sentences"]
    assert summary.paragraphs.sf1 >= floors["paragraphs"]
    removed = {kind: removal.share for kind, removal in summary.removal.items()}
    assert not {
        kind: removed[kind] for kind, floor in floors["removal"].items() if removed[kind] < floor
    }
