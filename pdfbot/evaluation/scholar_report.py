"""The figures of authors, references, citations and tables, for the terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields

from pdfbot._version import __version__
from pdfbot.evaluation.evaluation_run import EvaluatedScholar
from pdfbot.evaluation.scholar import ScholarScore

FORMAT = "pdfbot-scholar-evaluation"
SCHEMA = 1
NAMES = tuple(field.name for field in fields(ScholarScore))
WIDTH = max(map(len, NAMES))


def mean_scholar(papers: Sequence[EvaluatedScholar]) -> dict[str, float]:
    """The mean of each figure over the papers that have it."""
    columns = {name: [getattr(p.score, name) for p in papers] for name in NAMES}
    known = {name: [v for v in values if v is not None] for name, values in columns.items()}
    return {name: sum(values) / len(values) for name, values in known.items() if values}


def render_scholar_table(papers: Sequence[EvaluatedScholar]) -> str:
    """One line per paper, and the means."""
    mean = f"mean of {len(papers)}"
    width = max(len(mean), *(len(paper.id) for paper in papers))
    lines = [f"{'paper':<{width}} " + " ".join(f"{name:>{WIDTH}}" for name in NAMES)]
    lines += [_row(paper.id, width, mean_scholar([paper])) for paper in papers]
    lines.append(_row(mean, width, mean_scholar(papers)))
    return "\n".join(lines) + "\n"


def _row(name: str, width: int, means: Mapping[str, float]) -> str:
    cells = (f"{means[n]:{WIDTH}.3f}" if n in means else f"{'-':>{WIDTH}}" for n in NAMES)
    return f"{name:<{width}} " + " ".join(cells)


def render_scholar_json(papers: Sequence[EvaluatedScholar], settings: Mapping[str, object]) -> str:
    """The JSON record described in docs/evaluation.md."""
    record = {
        "format": FORMAT,
        "schema": SCHEMA,
        "version": __version__,
        "settings": dict(settings),
        "summary": {"papers": len(papers), **mean_scholar(papers)},
        "papers": [
            {
                "id": paper.id,
                "problem": paper.problem or None,
                **{name: v for name, v in asdict(paper.score).items() if v is not None},
            }
            for paper in papers
        ],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
