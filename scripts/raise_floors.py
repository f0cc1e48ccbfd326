"""Raises the floors of tests/floors.json to what pdfbot reaches now; no floor ever goes down.

python scripts/raise_floors.py             # the project's own documents
python scripts/raise_floors.py PAPERS      # and a benchmark: a folder of <id>/truth.json
"""

from __future__ import annotations

import json
import sys
from math import floor
from pathlib import Path
from typing import Any

from pdfbot.evaluation.report import corpus_summary
from pdfbot.evaluation.runs import EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.truth import find_papers

ROOT = Path(__file__).parents[1]
FLOORS = ROOT / "tests" / "floors.json"
DOCUMENTS = ROOT / "fixtures" / "papers"
ENGINES = ("embedded", "replica")


def measure(folder: Path, engine: str) -> list[EvaluatedPaper]:
    plan = Plan(choices={"engine": engine, "appendices": folder == DOCUMENTS})
    return list(evaluate_papers(find_papers(folder), plan, jobs=2))


def rounded(value: float) -> float:
    """Down, so that the floor is never above what was measured."""
    return floor(value * 1000 + 1e-9) / 1000


def of_documents(papers: list[EvaluatedPaper]) -> dict[str, dict[str, float]]:
    return {
        paper.id: {
            "sentences": rounded(paper.judged.score.sentences.sf1),
            "paragraphs": rounded(paper.judged.score.paragraphs.sf1),
        }
        for paper in papers
    }


def of_corpus(papers: list[EvaluatedPaper]) -> dict[str, Any]:
    summary = corpus_summary(papers)
    return {
        "sentences": rounded(summary.sentences.sf1),
        "paragraphs": rounded(summary.paragraphs.sf1),
        "removal": {kind: rounded(removed.share) for kind, removed in summary.removal.items()},
    }


def raised(old: Any, new: Any) -> Any:
    """The higher of two floors, name by name."""
    if not isinstance(new, dict):
        return new if old is None else max(old, new)
    old = old or {}
    return {name: raised(old.get(name), new.get(name, old.get(name))) for name in {**old, **new}}


def main() -> None:
    floors = json.loads(FLOORS.read_text("utf-8")) if FLOORS.exists() else {}
    own = {e: of_documents(measure(DOCUMENTS, e)) for e in ENGINES}
    new = {"documents": own}
    if len(sys.argv) > 1:
        new["benchmark"] = {e: of_corpus(measure(Path(sys.argv[1]), e)) for e in ENGINES}
    FLOORS.write_text(json.dumps(raised(floors, new), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
