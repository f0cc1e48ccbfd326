"""The figures of signs and scripts as a table for the terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields

from pdfbot._version import __version__
from pdfbot.evaluation.evaluation_run import EvaluatedFidelity
from pdfbot.evaluation.fidelity import FidelityScore

FORMAT = "pdfbot-fidelity-evaluation"
SCHEMA = 1
# Right words, right signs, recall and precision of scripts, and sentences right in all respects.
COLUMNS = ("words", "signs", "X-R", "X-P", "faith")
NAMES = ("words", "signs", "script_recall", "script_precision", "faithful")
# The columns that are pooled over all papers: most papers have few scripts.
POOLED = (2, 3)


def mean_fidelity(papers: Sequence[EvaluatedFidelity]) -> tuple[float, ...]:
    """The means of `COLUMNS`, each paper with the same weight; scripts are pooled."""
    total = total_fidelity(papers).figures
    rows = [paper.score.figures for paper in papers]
    return tuple(
        total[n] if n in POOLED else sum(row[n] for row in rows) / len(rows)
        for n in range(len(COLUMNS))
    )


def total_fidelity(papers: Sequence[EvaluatedFidelity]) -> FidelityScore:
    """The counts of all papers together."""
    return FidelityScore(
        *(sum(getattr(paper.score, f.name) for paper in papers) for f in fields(FidelityScore))
    )


def render_fidelity_table(papers: Sequence[EvaluatedFidelity]) -> str:
    """One line per paper, and the means."""
    mean = f"mean of {len(papers)}"
    width = max(len(mean), *(len(paper.id) for paper in papers))
    lines = [f"{'paper':<{width}} asked " + " ".join(f"{name:>5}" for name in COLUMNS)]
    lines += [_row(p.id, width, p.score.asked, p.score.figures) for p in papers]
    lines.append(_row(mean, width, total_fidelity(papers).asked, mean_fidelity(papers)))
    return "\n".join(lines) + "\n"


def _row(name: str, width: int, asked: int, values: Iterable[float]) -> str:
    return f"{name:<{width}} {asked:>5} " + " ".join(f"{value:5.3f}" for value in values)


def render_fidelity_json(
    papers: Sequence[EvaluatedFidelity], settings: Mapping[str, object]
) -> str:
    """The JSON record described in docs/evaluation.md."""
    record = {
        "format": FORMAT,
        "schema": SCHEMA,
        "version": __version__,
        "settings": dict(settings),
        "summary": {
            "papers": len(papers),
            **dict(zip(NAMES, mean_fidelity(papers), strict=True)),
            "counts": asdict(total_fidelity(papers)),
        },
        "papers": [
            {
                "id": paper.id,
                "problem": paper.problem or None,
                **dict(zip(NAMES, paper.score.figures, strict=True)),
                "counts": asdict(paper.score),
            }
            for paper in papers
        ],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
