"""Raise the floors in tests/floors.json to what pdfbot reaches now; no floor is ever lowered.

    python scripts/raise_floors.py                    # the documents in fixtures/
    python scripts/raise_floors.py PAPERS [PAPERS …]  # and corpora: folders of <id>/truth.json

Floors hold for one corpus, which is identified by the digest stored with them. When the ground
truth of a corpus has changed, its old floors are meaningless and are replaced.
"""

from __future__ import annotations

import argparse
import json
import sys
from math import floor
from pathlib import Path
from typing import Any

from pdfbot.evaluation.report import corpus_summary
from pdfbot.evaluation.runs import EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.truth import corpus_digest, corpus_name, find_papers
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import write_whole
from pdfbot.thresholds import Thresholds

ROOT = Path(__file__).parents[1]
FLOORS = ROOT / "tests" / "floors.json"
FIXTURES = ROOT / "fixtures" / "papers"
# The ground truth of the fixtures includes an appendix; that of a corpus has it as optional.
KEEP_APPENDICES = RuleOptions(thresholds=Thresholds(keep_appendices=True))

Floors = dict[str, Any]


def measure(folder: Path, rules: RuleOptions, jobs: int) -> dict[str, list[EvaluatedPaper]]:
    """The papers of a folder, read by the embedded engine and from their replicas."""
    plans = {
        "embedded": Plan(reading=ReadingOptions(engine="embedded"), rules=rules),
        "replica": Plan(from_replicas=True, rules=rules),
    }
    papers = find_papers(folder)
    return {name: list(evaluate_papers(papers, plan, jobs)) for name, plan in plans.items()}


def round_down(value: float) -> float:
    """To three digits, so that the floor is never above the measured value."""
    return floor(value * 1000 + 1e-9) / 1000


def paper_floors(papers: list[EvaluatedPaper]) -> Floors:
    return {
        paper.id: {
            "sentences": round_down(paper.scored.score.sentences.sf1),
            "paragraphs": round_down(paper.scored.score.paragraphs.sf1),
        }
        for paper in papers
    }


def corpus_floors(papers: list[EvaluatedPaper]) -> Floors:
    summary = corpus_summary(papers)
    return {
        "sentences": round_down(summary.sentences.sf1),
        "paragraphs": round_down(summary.paragraphs.sf1),
        "removal": {kind: round_down(removed.share) for kind, removed in summary.removal.items()},
    }


def raise_floors(old: Floors | None, new: Floors) -> Floors:
    """The higher floor of each entry; old floors of another ground truth are dropped."""
    if old is None or old["digest"] != new["digest"]:
        return new
    highest: Floors = _highest(old, new)
    return highest


def _highest(old: Any, new: Any) -> Any:
    if not isinstance(new, dict):
        return new if old is None else max(old, new)
    old = old or {}
    return {name: _highest(old.get(name), new.get(name, old.get(name))) for name in {**old, **new}}


def measure_fixtures(jobs: int) -> Floors:
    measured = measure(FIXTURES, KEEP_APPENDICES, jobs)
    return {
        "digest": corpus_digest(find_papers(FIXTURES)),
        **{engine: paper_floors(papers) for engine, papers in measured.items()},
    }


def measure_corpus(folder: Path, jobs: int) -> Floors:
    measured = measure(folder, RuleOptions(), jobs)
    for engine, papers in measured.items():
        for paper in papers:
            if paper.problem:
                print(f"{folder}, {engine}: {paper.id}: {paper.problem}", file=sys.stderr)
    return {
        "digest": corpus_digest(find_papers(folder)),
        **{engine: corpus_floors(papers) for engine, papers in measured.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path, nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    floors = json.loads(FLOORS.read_text("utf-8"))
    floors["fixtures"] = raise_floors(floors.get("fixtures"), measure_fixtures(options.jobs))
    corpora = floors.setdefault("corpora", {})
    for folder in options.papers:
        name = corpus_name(folder)
        corpora[name] = raise_floors(corpora.get(name), measure_corpus(folder, options.jobs))
    write_whole(FLOORS, json.dumps(floors, indent=1) + "\n")


if __name__ == "__main__":
    main()
