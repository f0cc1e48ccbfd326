"""The tables of docs/accuracy.md, as Markdown, for scripts/bench_accuracy.py."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pdfbot.evaluation.evaluation_run import (
    EvaluatedFidelity,
    EvaluatedPaper,
    EvaluatedStructure,
)
from pdfbot.evaluation.fidelity_report import mean_fidelity, total_fidelity
from pdfbot.evaluation.metrics import CorpusScore, UnitScore
from pdfbot.evaluation.report import COLUMNS, corpus_summary, figures
from pdfbot.evaluation.scored_text import comparison_key
from pdfbot.evaluation.scoring import WrongSentence
from pdfbot.evaluation.structure_report import mean_structure, structure_figures

# The settings of pdfbot that every table has a row or column for.
DEFAULT = "pdfbot"
REPLICAS = "pdfbot, replicas"
PAPER_RULES = "pdfbot `--rules paper`"
# The kinds of nonbody text, in the order of the columns.
KINDS = (
    *("table", "figure", "caption", "equation", "listing", "heading"),
    *("header", "footnote", "reference", "title", "author"),
)
FLOATS = ("table", "figure")

# The evaluated papers by tool; REPLICAS are there if the papers have them.
Results = Mapping[str, Sequence[EvaluatedPaper]]


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def tool_table(results: Results) -> str:
    rows = [
        (name, *(f"{value:.3f}" for value in figures(corpus_summary(papers))))
        for name, papers in results.items()
    ]
    return markdown_table(("", *COLUMNS), rows)


def removal_table(results: Results) -> str:
    removals = {name: corpus_summary(papers).removal for name, papers in results.items()}
    kinds = [kind for kind in KINDS if kind in removals[DEFAULT]]
    rows = [
        (name, *(f"{removal[kind].share:.3f}" for kind in kinds))
        for name, removal in removals.items()
    ]
    return markdown_table(("", *kinds), rows)


def structure_table(results: Mapping[str, Sequence[EvaluatedStructure]]) -> str:
    """Title, headings, levels, sections, captions, footnotes and references."""
    head = (
        *("title", "headings P", "headings R", "headings F1", "levels", "section", "path"),
        *("captions F1", "footnotes F1", "references F1"),
    )
    figures = {name: structure_figures(mean_structure(papers)) for name, papers in results.items()}
    kept = [n for n in range(len(head)) if any(row[n] is not None for row in figures.values())]
    rows = [
        (name, *(f"{value:.3f}" for n in kept if (value := row[n]) is not None))
        for name, row in figures.items()
    ]
    return markdown_table(("", *(head[n] for n in kept)), rows)


def fidelity_table(results: Mapping[tuple[str, str], Sequence[EvaluatedFidelity]]) -> str:
    """Signs and scripts, one row per corpus and tool."""
    rows = [
        (
            corpus,
            tool,
            str(len(papers)),
            f"{total_fidelity(papers).asked:,}",
            *(f"{value:.3f}" for value in mean_fidelity(papers)),
        )
        for (corpus, tool), papers in results.items()
    ]
    head = ("words", "signs", "scripts R", "scripts P", "faithful")
    return markdown_table(("", "", "papers", "sentences", *head), rows)


def family_table(results: Results, families: Mapping[str, str]) -> str:
    """The figures by publisher family, the largest families first."""
    names = [name for name in (DEFAULT, REPLICAS, PAPER_RULES) if name in results]
    groups: dict[str, dict[str, list[EvaluatedPaper]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        for paper in results[name]:
            groups[families.get(paper.id, "unknown")][name].append(paper)
    rows = []
    for family, group in sorted(groups.items(), key=lambda g: (-len(g[1][DEFAULT]), g[0])):
        scores = {name: corpus_summary(group[name]) for name in names}
        values = [scores[DEFAULT].sentences.f1]
        values += [value for name in names for value in sf1_pair(scores[name])]
        rows.append((family, str(len(group[DEFAULT])), *(f"{value:.3f}" for value in values)))
    prefixes = {DEFAULT: "", REPLICAS: "replicas ", PAPER_RULES: "paper's rules "}
    head = [f"{prefixes[name]}{unit}" for name in names for unit in ("S-SF1", "P-SF1")]
    return markdown_table(("family", "papers", "S-F1", *head), rows)


def sf1_pair(score: CorpusScore) -> tuple[float, float]:
    return score.sentences.sf1, score.paragraphs.sf1


def outcome_table(results: Results) -> str:
    """Table 1 of the PDFBoT paper: total outcomes of all papers."""
    rows: list[tuple[str, ...]] = [
        ("sentences, PDFBoT paper", "19,564", "19,158", "341", "205", "30"),
        ("paragraphs, PDFBoT paper", "4,596", "4,580", "370", "", "19"),
    ]
    for name in (DEFAULT, PAPER_RULES):
        summary = corpus_summary(results[name])
        for unit, counts in (
            ("sentences", summary.sentences.counts),
            ("paragraphs", summary.paragraphs.counts),
        ):
            rows.append((f"{unit}, {name}", *(f"{n:,}" for n in outcome_counts(counts))))
    return markdown_table(
        ("", "total", "correct (tp)", "incomplete (fp)", "extra (fp)", "missing (fn)"), rows
    )


def outcome_counts(counts: UnitScore) -> tuple[int, ...]:
    return (counts.total, counts.correct, counts.incomplete, counts.extra, counts.missing)


def spread_table(papers: Sequence[EvaluatedPaper]) -> str:
    """Table 2 of the PDFBoT paper: the spread of precision, recall and F1 over the papers."""
    rows = []
    for unit in ("sentences", "paragraphs"):
        for rate in ("precision", "recall", "f1", "sf1"):
            values = [getattr(getattr(p.scored.score, unit), rate) for p in papers]
            rows.append((f"{unit}, {rate.upper() if 'f1' in rate else rate}", *spread(values)))
    rows.append(("tables and figures removed", *spread(float_shares(papers))))
    return markdown_table(("", "avg", "med", "max", "min", "std"), rows)


def float_shares(papers: Sequence[EvaluatedPaper]) -> list[float]:
    """For each paper with tables or figures, the share of their text that was removed."""
    shares = []
    for paper in papers:
        floats = [r for kind, r in paper.scored.score.removal.items() if kind in FLOATS]
        total = sum(r.trigrams for r in floats)
        if total:
            shares.append(1 - sum(r.leaked for r in floats) / total)
    return shares


def spread(values: Sequence[float]) -> tuple[str, ...]:
    measures = (statistics.fmean, statistics.median, max, min, statistics.pstdev)
    return tuple(f"{measure(values):.3f}" for measure in measures) if values else ("",) * 5


def error_table(results: Results) -> str:
    """The ways in which sentences are wrong; the causes take a person to find."""
    names = [name for name in (DEFAULT, REPLICAS) if name in results]
    counts = {
        name: Counter(describe_error(w) for p in results[name] for w in p.scored.wrong)
        for name in names
    }
    rows = [
        (error, *(str(counts[name][error]) for name in names))
        for error in sorted(set().union(*counts.values()), key=lambda e: (-counts[DEFAULT][e], e))
    ]
    return markdown_table(("wrong sentences", *names), rows)


def describe_error(wrong: WrongSentence) -> str:
    if wrong.kind != "incomplete":
        return wrong.kind
    output, truth = comparison_key(wrong.text), comparison_key(wrong.truth)
    if not truth:
        return "incomplete: a fragment or merger that matches no single sentence"
    if output in truth:
        return "incomplete: cut short"
    return "incomplete: runs on" if truth in output else "incomplete: other words"
