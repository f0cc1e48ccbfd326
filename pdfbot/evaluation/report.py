"""The figures as a table for the terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pdfbot._version import __version__
from pdfbot.evaluation.evaluation_run import EvaluatedPaper
from pdfbot.evaluation.metrics import (
    CorpusScore,
    PaperScore,
    Removal,
    UnitMeans,
    UnitScore,
    average_scores,
)
from pdfbot.evaluation.rule_costs import KEPT, RuleCost, add_costs

FORMAT = "pdfbot-evaluation"
SCHEMA = 1
# The columns of every table: sentences (S), paragraphs (P), reading order, words (W).
COLUMNS = ("S-P", "S-R", "S-F1", "S-SF1", "P-F1", "P-SF1", "order", "W-P", "W-R")
RATES = ("precision", "recall", "strict", "f1", "sf1")
# Characters per line of the removal figures.
LINE_WIDTH = 92


def figures(score: PaperScore | CorpusScore) -> tuple[float, ...]:
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


def corpus_summary(papers: Sequence[EvaluatedPaper]) -> CorpusScore:
    """The figures of the whole corpus."""
    return average_scores([paper.scored.score for paper in papers])


def corpus_costs(papers: Iterable[EvaluatedPaper]) -> tuple[RuleCost, ...]:
    """The cost of every rule, totalled over all papers."""
    return add_costs(cost for paper in papers for cost in paper.rules)


def render_table(papers: Sequence[EvaluatedPaper]) -> str:
    """A line per paper, the mean, removal by kind, outcomes, and the cost of each rule."""
    summary = corpus_summary(papers)
    mean = f"mean of {summary.papers}"
    width = max(len(mean), *(len(paper.id) for paper in papers))
    lines = [f"{'paper':<{width}} " + " ".join(f"{name:>5}" for name in COLUMNS)]
    lines += [_row(paper.id, width, figures(paper.scored.score)) for paper in papers]
    lines += [_row(mean, width, figures(summary)), ""]
    removed = [f"{kind} {removal.share:.3f}" for kind, removal in _measured(summary.removal)]
    lines += _wrap("removed: ", removed)
    lines += [
        f"{name}: {c.total} expected, {c.correct} correct, {c.incomplete} incomplete, "
        f"{c.extra} extra, {c.missing} missing"
        for name, c in (
            ("sentences", summary.sentences.counts),
            ("paragraphs", summary.paragraphs.counts),
        )
    ]
    return "\n".join([*lines, *_cost_lines(corpus_costs(papers))]) + "\n"


def _row(name: str, width: int, values: Iterable[float]) -> str:
    return f"{name:<{width}} " + " ".join(f"{value:5.3f}" for value in values)


def _measured(removal: Mapping[str, Removal]) -> list[tuple[str, Removal]]:
    """The kinds of nonbody text with trigrams that the body does not share."""
    return [(kind, removed) for kind, removed in removal.items() if removed.trigrams]


def _wrap(prefix: str, parts: Sequence[str]) -> list[str]:
    """The prefix and the parts, wrapped to the line width with a hanging indent."""
    lines = [prefix]
    for part in parts:
        if len(lines[-1]) + len(part) > LINE_WIDTH:
            lines.append(" " * len(prefix))
        lines[-1] += part + "  "
    return [line.rstrip() for line in lines]


def _cost_lines(costs: Sequence[RuleCost]) -> list[str]:
    if not costs:
        return []
    width = max(len(cost.rule) for cost in costs)
    lines = ["", f"{'rule':<{width}} {'lines':>6} {'body lines':>11}"]
    lines += [
        f"{cost.rule:<{width}} {cost.lines:>6} {cost.mistaken:>11}"
        for cost in costs
        if cost.rule != KEPT
    ]
    lines += [
        f"kept as body: {cost.lines} lines, {cost.mistaken} of which are not body text"
        for cost in costs
        if cost.rule == KEPT
    ]
    return lines


def render_json(papers: Sequence[EvaluatedPaper], settings: Mapping[str, object]) -> str:
    """The JSON record described in docs/evaluation.md."""
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
        **_score_record(paper.scored.score),
        "rules": [asdict(cost) for cost in paper.rules],
        "wrong": [asdict(sentence) for sentence in paper.scored.wrong],
    }


def _score_record(score: PaperScore | CorpusScore) -> dict[str, Any]:
    return {
        "sentences": _unit_record(score.sentences),
        "paragraphs": _unit_record(score.paragraphs),
        "order": score.order,
        "words": {"precision": score.word_precision, "recall": score.word_recall},
        "removal": {
            kind: {"share": removed.share, "triples": removed.trigrams, "leaked": removed.leaked}
            for kind, removed in _measured(score.removal)
        },
    }


def _unit_record(score: UnitScore | UnitMeans) -> dict[str, Any]:
    counts = score.counts if isinstance(score, UnitMeans) else score
    return {**{rate: getattr(score, rate) for rate in RATES}, "counts": asdict(counts)}
