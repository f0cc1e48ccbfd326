"""The figures as a table for a terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pdfbot import __version__
from pdfbot.evaluation.rules import KEPT, RuleCost, add_costs
from pdfbot.evaluation.runs import EvaluatedPaper
from pdfbot.evaluation.scores import (
    PaperScore,
    Removal,
    Summary,
    UnitMeans,
    UnitScore,
    summarise,
)

FORMAT = "pdfbot-evaluation"
SCHEMA = 1
# Sentences, paragraphs, reading order, words: the columns of every table.
COLUMNS = ("S-P", "S-R", "S-F1", "S-SF1", "P-F1", "P-SF1", "order", "W-P", "W-R")
RATES = ("precision", "recall", "strict", "f1", "sf1")


def figures(score: PaperScore | Summary) -> tuple[float, ...]:
    """The values of `COLUMNS`."""
    sentences, paragraphs = score.sentences, score.paragraphs
    return (
        sentences.precision,
        sentences.recall,
        sentences.f1,
        sentences.sf1,
        paragraphs.f1,
        paragraphs.sf1,
        score.order,
        score.word_precision,
        score.word_recall,
    )


def corpus_summary(papers: Sequence[EvaluatedPaper]) -> Summary:
    return summarise([paper.judged.score for paper in papers])


def corpus_costs(papers: Iterable[EvaluatedPaper]) -> tuple[RuleCost, ...]:
    return add_costs(cost for paper in papers for cost in paper.rules)


def render_table(papers: Sequence[EvaluatedPaper]) -> str:
    """A line a paper, their mean, removal by kind, outcomes, and what each rule cost."""
    summary = corpus_summary(papers)
    mean = f"mean of {summary.papers}"
    width = max(len(mean), *(len(paper.id) for paper in papers))
    lines = [f"{'paper':<{width}} " + " ".join(f"{name:>5}" for name in COLUMNS)]
    lines += [_row(paper.id, width, figures(paper.judged.score)) for paper in papers]
    lines += [_row(mean, width, figures(summary)), ""]
    removed = [f"{kind} {removal.share:.3f}" for kind, removal in _told(summary.removal)]
    lines += _wrapped("removed: ", removed)
    lines += [
        f"{name}: {c.total} true, {c.correct} correct, {c.incomplete} incomplete, "
        f"{c.extra} extra, {c.missing} missing"
        for name, c in (
            ("sentences", summary.sentences.counts),
            ("paragraphs", summary.paragraphs.counts),
        )
    ]
    return "\n".join([*lines, *_cost_lines(corpus_costs(papers))]) + "\n"


def _row(name: str, width: int, values: Iterable[float]) -> str:
    return f"{name:<{width}} " + " ".join(f"{value:5.3f}" for value in values)


def _told(removal: Mapping[str, Removal]) -> list[tuple[str, Removal]]:
    return [(kind, removed) for kind, removed in removal.items() if removed.triples]


def _wrapped(head: str, parts: Sequence[str], width: int = 92) -> list[str]:
    """The parts behind the head, as many a line as there is room for."""
    lines = [head]
    for part in parts:
        if len(lines[-1]) + len(part) > width:
            lines.append(" " * len(head))
        lines[-1] += part + "  "
    return [line.rstrip() for line in lines]


def _cost_lines(costs: Sequence[RuleCost]) -> list[str]:
    if not costs:
        return []
    width = max(len(cost.rule) for cost in costs)
    lines = ["", f"{'rule':<{width}} {'lines':>6} {'of them body':>13}"]
    lines += [
        f"{cost.rule:<{width}} {cost.lines:>6} {cost.mistaken:>13}"
        for cost in costs
        if cost.rule != KEPT
    ]
    lines += [
        f"kept as body: {cost.lines} lines, of them {cost.mistaken} not body"
        for cost in costs
        if cost.rule == KEPT
    ]
    return lines


def render_json(papers: Sequence[EvaluatedPaper], settings: Mapping[str, object]) -> str:
    """The record of docs/evaluation.md."""
    summary = corpus_summary(papers)
    record = {
        "format": FORMAT,
        "schema": SCHEMA,
        "version": __version__,
        "settings": dict(settings),
        "summary": {"papers": summary.papers, **_score_record(summary)},
        "rules": [asdict(cost) for cost in corpus_costs(papers)],
        "papers": [_paper_record(paper) for paper in papers],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _paper_record(paper: EvaluatedPaper) -> dict[str, Any]:
    return {
        "id": paper.id,
        "problem": paper.problem or None,
        "seconds": round(paper.seconds, 3),
        **_score_record(paper.judged.score),
        "rules": [asdict(cost) for cost in paper.rules],
        "wrong": [asdict(sentence) for sentence in paper.judged.wrong],
    }


def _score_record(score: PaperScore | Summary) -> dict[str, Any]:
    return {
        "sentences": _unit_record(score.sentences),
        "paragraphs": _unit_record(score.paragraphs),
        "order": score.order,
        "words": {"precision": score.word_precision, "recall": score.word_recall},
        "removal": {
            kind: {"share": removed.share, "triples": removed.triples, "leaked": removed.leaked}
            for kind, removed in _told(score.removal)
        },
    }


def _unit_record(score: UnitScore | UnitMeans) -> dict[str, Any]:
    counts = score.counts if isinstance(score, UnitMeans) else score
    return {**{rate: getattr(score, rate) for rate in RATES}, "counts": asdict(counts)}
