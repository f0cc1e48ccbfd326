"""The figures of structure as a table for the terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

from pdfbot._version import __version__
from pdfbot.evaluation.evaluation_run import EvaluatedStructure
from pdfbot.evaluation.structure import Rates, StructureScore

FORMAT = "pdfbot-structure-evaluation"
SCHEMA = 1
NAMES = tuple(field.name for field in fields(StructureScore))
# The columns of the table; P, R and F1 are those of headings.
COLUMNS = ("title", "H-P", "H-R", "H-F1", "level", "sect", "path", "C-F1", "N-F1", "R-F1")


def mean_structure(papers: Sequence[EvaluatedStructure]) -> dict[str, float | dict[str, float]]:
    """The mean of each figure over the papers that have it."""
    means: dict[str, float | dict[str, float]] = {}
    for name in NAMES:
        values = [v for paper in papers if (v := getattr(paper.score, name)) is not None]
        rates = [value for value in values if isinstance(value, Rates)]
        if rates:
            means[name] = {
                rate: sum(getattr(value, rate) for value in rates) / len(rates)
                for rate in ("precision", "recall", "f1")
            }
        elif values:
            means[name] = sum(values) / len(values)
    return means


def structure_figures(means: Mapping[str, Any]) -> list[float | None]:
    """The values of `COLUMNS`, None for what no paper has."""
    headings = means.get("headings") or {}
    lists = [means.get(name) or {} for name in ("captions", "footnotes", "references")]
    return [
        means.get("title"),
        *(headings.get(rate) for rate in ("precision", "recall", "f1")),
        *(means.get(name) for name in ("levels", "section", "path")),
        *(rates.get("f1") for rates in lists),
    ]


def render_structure_table(papers: Sequence[EvaluatedStructure]) -> str:
    """One line per paper, and the means."""
    mean = f"mean of {len(papers)}"
    width = max(len(mean), *(len(paper.id) for paper in papers))
    lines = [f"{'paper':<{width}} " + " ".join(f"{name:>5}" for name in COLUMNS)]
    lines += [_row(paper.id, width, structure_figures(mean_structure([paper]))) for paper in papers]
    lines.append(_row(mean, width, structure_figures(mean_structure(papers))))
    return "\n".join(lines) + "\n"


def _row(name: str, width: int, values: Iterable[float | None]) -> str:
    cells = (f"{'-':>5}" if value is None else f"{value:5.3f}" for value in values)
    return f"{name:<{width}} " + " ".join(cells)


def render_structure_json(
    papers: Sequence[EvaluatedStructure], settings: Mapping[str, object]
) -> str:
    """The JSON record described in docs/evaluation.md."""
    record = {
        "format": FORMAT,
        "schema": SCHEMA,
        "version": __version__,
        "settings": dict(settings),
        "summary": {"papers": len(papers), **mean_structure(papers)},
        "papers": [
            {"id": paper.id, "problem": paper.problem or None, **score_record(paper.score)}
            for paper in papers
        ],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def score_record(score: StructureScore) -> dict[str, Any]:
    """The figures of one paper, as far as its truth allows."""
    return {
        name: asdict(value) | {"f1": value.f1} if isinstance(value, Rates) else value
        for name in NAMES
        if (value := getattr(score, name)) is not None
    }
