"""`pdfbot evaluate`: how good pdfbot, or any other tool, is on papers with known body text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from pdfbot.bulk.run import default_jobs
from pdfbot.cli.options import change_thresholds
from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.errors import FileMissingError, UsageError
from pdfbot.evaluation.matching import require_rapidfuzz
from pdfbot.evaluation.report import corpus_summary, render_json, render_table
from pdfbot.evaluation.runs import REPLICA, EvaluatedPaper, Plan, evaluate_papers
from pdfbot.evaluation.truth import PaperFolder, find_papers
from pdfbot.output.files import write_whole
from pdfbot.source import ENGINES, MOST_COLUMNS, RULES

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "truths",
        type=Path,
        metavar="TRUTH_DIR",
        help="holds <id>/truth.json, with the PDF beside it (paper.pdf or <id>.pdf)",
    )
    parser.add_argument(
        "outputs",
        type=Path,
        nargs="?",
        metavar="OUTPUT_DIR",
        help="holds <id>.txt of any tool; without it pdfbot itself is run",
    )
    parser.add_argument("--only", default="", metavar="PREFIX", help="papers whose id begins so")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write a report that shows every wrong sentence beside its page",
    )
    _add_running_options(parser)
    gate = parser.add_argument_group("gate", "exit with 1 when a mean is below its floor")
    gate.add_argument("--min-sentence-sf1", type=float, metavar="X")
    gate.add_argument("--min-paragraph-sf1", type=float, metavar="Y")


def _add_running_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("running pdfbot")
    group.add_argument(
        "--engine",
        choices=[*ENGINES, REPLICA],
        default="auto",
        help="who reads the PDF; replica reads replica.html.gz or <id>.html instead",
    )
    group.add_argument("--pdf2htmlex", metavar="PATH", help="that program, when it is not on PATH")
    group.add_argument(
        "--rules", choices=RULES, default="default", help="pdfbot's own, or those of the paper"
    )
    columns = ["auto", *(str(n) for n in range(1, MOST_COLUMNS + 1))]
    group.add_argument("--columns", choices=columns, default="auto", help="columns of the text")
    group.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        dest="changes",
        help="change a threshold of docs/algorithm.md; may be repeated",
    )
    group.add_argument(
        "--jobs", type=int, default=None, metavar="N", help="processes (default: the cores)"
    )


def run(options: argparse.Namespace) -> int:
    """Prints the table; the exit code tells about papers without output and about the floors."""
    require_rapidfuzz()
    jobs = default_jobs() if options.jobs is None else options.jobs
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least one process is needed")
    floors = _floors(options)
    plan = _plan(options)
    papers = find_papers(options.truths, options.only)
    _refuse_wrong_outputs(papers, options.outputs)
    done = _evaluate(papers, plan, jobs)
    _write(options, done)
    write_data(render_table(done))
    failed = any(paper.problem for paper in done) or _is_below(done, floors)
    return FAILED if failed else 0


def _floors(options: argparse.Namespace) -> dict[str, float]:
    floors = {
        unit: value
        for unit, value in (
            ("sentence", options.min_sentence_sf1),
            ("paragraph", options.min_paragraph_sf1),
        )
        if value is not None
    }
    for unit, value in floors.items():
        if not (isfinite(value) and 0 <= value <= 1):
            raise UsageError(f"--min-{unit}-sf1 {value}: use a number from 0 to 1")
    return floors


def _plan(options: argparse.Namespace) -> Plan:
    choices = {
        "engine": options.engine,
        "pdf2htmlex": options.pdf2htmlex,
        "rules": options.rules,
        "columns": None if options.columns == "auto" else int(options.columns),
        "thresholds": change_thresholds(options.rules, options.changes),
    }
    return Plan(options.outputs, choices, with_pictures=options.html is not None)


def _refuse_wrong_outputs(papers: Sequence[PaperFolder], outputs: Path | None) -> None:
    """A folder without any of the texts is a slip of the user, not a bad tool."""
    if outputs is None or any((outputs / f"{paper.id}.txt").is_file() for paper in papers):
        return
    if not outputs.is_dir():
        raise FileMissingError(f"{outputs}: no such folder")
    raise FileMissingError(f"{outputs}: has no {papers[0].id}.txt, nor that of any other paper")


def _evaluate(papers: Sequence[PaperFolder], plan: Plan, jobs: int) -> list[EvaluatedPaper]:
    done = []
    show_progress(0, len(papers), "")
    try:
        for paper in evaluate_papers(papers, plan, jobs):
            done.append(paper)
            if paper.problem:
                report(paper.id, paper.problem)
            show_progress(len(done), len(papers), paper.id)
    finally:
        clear_progress()
    return done


def _write(options: argparse.Namespace, done: Sequence[EvaluatedPaper]) -> None:
    if options.json is not None:
        settings = {
            "engine": None if options.outputs else options.engine,
            "rules": None if options.outputs else options.rules,
            "changes": options.changes,
        }
        write_whole(options.json, render_json(done, settings))
    if options.html is not None:
        from pdfbot.evaluation.view import render_report

        what = options.outputs or "pdfbot"
        write_whole(options.html, render_report(done, f"{what} on {options.truths}"))


def _is_below(done: Sequence[EvaluatedPaper], floors: dict[str, float]) -> bool:
    summary = corpus_summary(done)
    values = {"sentence": summary.sentences.sf1, "paragraph": summary.paragraphs.sf1}
    below = [unit for unit, floor in floors.items() if values[unit] < floor]
    for unit in below:
        report("gate", f"{unit} SF1 {values[unit]:.4f} is below {floors[unit]}")
    return bool(below)
