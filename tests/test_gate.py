"""Accuracy must not fall below the floors (SF1) in floors.json, which only ever rise.

scripts/raise_floors.py raises them. The documents in fixtures/ are always checked; a corpus is
checked if a folder with its ground truth is listed in PDFBOT_BENCH (separated as in PATH) or found
next to the checkout.
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
from pdfbot.evaluation.truth import corpus_digest, find_papers
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures" / "papers"
FLOORS: dict[str, dict[str, Any]] = json.loads((ROOT / "tests" / "floors.json").read_text("utf-8"))
ENGINES = ("embedded", "replica")
# The ground truth of the fixtures includes an appendix; that of a corpus has it as optional.
KEEP_APPENDICES = RuleOptions(thresholds=Thresholds(keep_appendices=True))


def corpus_folders() -> list[Path]:
    """The folders to search for corpora."""
    named = os.environ.get("PDFBOT_BENCH")
    if named:
        return [Path(name) for name in named.split(os.pathsep)]
    shared = ROOT.parent / "shared"
    return [path for path in sorted(shared.glob("*/papers")) if any(path.glob("*/truth.json"))]


@cache
def find_corpus(digest: str) -> Path | None:
    """The folder whose ground truth the floors were measured on."""
    folders = (folder for folder in corpus_folders() if folder.is_dir())
    return next((f for f in folders if corpus_digest(find_papers(f)) == digest), None)


@cache
def measure(folder: Path, engine: str, jobs: int) -> list[EvaluatedPaper]:
    rules = KEEP_APPENDICES if folder == FIXTURES else RuleOptions()
    plan = Plan(
        reading=ReadingOptions(engine="embedded"), rules=rules, from_replicas=engine == "replica"
    )
    return list(evaluate_papers(find_papers(folder), plan, jobs))


def test_floors_are_for_the_current_fixtures() -> None:
    advice = "the fixtures changed: run scripts/raise_floors.py"
    assert FLOORS["fixtures"]["digest"] == corpus_digest(find_papers(FIXTURES)), advice


@pytest.mark.parametrize("engine", ENGINES)
def test_every_fixture_has_floors(engine: str) -> None:
    assert set(FLOORS["fixtures"][engine]) == {paper.id for paper in find_papers(FIXTURES)}


@pytest.mark.parametrize(
    ("engine", "name"),
    [(engine, name) for engine in ENGINES for name in FLOORS["fixtures"][engine]],
)
def test_fixture_reaches_its_floors(engine: str, name: str) -> None:
    [paper] = [paper for paper in measure(FIXTURES, engine, 1) if paper.id == name]
    assert not paper.problem
    score = paper.scored.score
    reached = {"sentences": score.sentences.sf1, "paragraphs": score.paragraphs.sf1}
    for unit, floor in FLOORS["fixtures"][engine][name].items():
        assert reached[unit] >= floor, f"{unit} of {name}, {engine}"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("corpus", sorted(FLOORS["corpora"]))
def test_corpus_reaches_its_floors(corpus: str, engine: str) -> None:
    """A paper that fails scores as empty, which lowers the mean below the floor."""
    floors = FLOORS["corpora"][corpus]
    folder = find_corpus(floors["digest"])
    if folder is None:
        pytest.skip(
            f"no folder with the ground truth of {corpus} (digest {floors['digest'][:12]}…): "
            "add it to PDFBOT_BENCH"
        )
    papers = measure(folder, engine, 2)
    summary = corpus_summary(papers)
    problems = [f"{paper.id}: {paper.problem}" for paper in papers if paper.problem]
    assert summary.sentences.sf1 >= floors[engine]["sentences"], problems
    assert summary.paragraphs.sf1 >= floors[engine]["paragraphs"], problems
    removed = {kind: removal.share for kind, removal in summary.removal.items()}
    below = {k: removed[k] for k, floor in floors[engine]["removal"].items() if removed[k] < floor}
    assert not below
