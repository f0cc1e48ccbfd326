"""`pdfbot evaluate`: score pdfbot or any other tool on papers whose body text is known."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Generic, TypeVar

from pdfbot.bulk.pool import default_jobs
from pdfbot.cli.arguments import add_rule_options, rule_options
from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.errors import ExitCode, FileMissingError, UsageError
from pdfbot.evaluation.evaluation_run import (
    STRUCTURE_SUFFIXES,
    TEI_SUFFIX,
    EvaluatedFidelity,
    EvaluatedPaper,
    EvaluatedScholar,
    EvaluatedStructure,
    Plan,
    evaluate_fidelities,
    evaluate_papers,
    evaluate_scholars,
    evaluate_structures,
)
from pdfbot.evaluation.fidelity_report import render_fidelity_json, render_fidelity_table
from pdfbot.evaluation.html_report import render_report
from pdfbot.evaluation.matching import require_rapidfuzz
from pdfbot.evaluation.report import corpus_summary, render_json, render_table
from pdfbot.evaluation.scholar import SCHOLAR_TRUTH
from pdfbot.evaluation.scholar_report import render_scholar_json, render_scholar_table
from pdfbot.evaluation.structure_report import render_structure_json, render_structure_table
from pdfbot.evaluation.truth import PaperFolder, find_papers
from pdfbot.options import ENGINES, ReadingOptions
from pdfbot.output.files import write_whole

# Reads the replica next to the truth instead of the PDF.
REPLICA_ENGINE = "replica"

Evaluated = TypeVar(
    "Evaluated", EvaluatedPaper, EvaluatedStructure, EvaluatedFidelity, EvaluatedScholar
)


@dataclass(frozen=True, slots=True)
class _Scoring(Generic[Evaluated]):
    """What an option scores instead of text: how, from which files of a tool, how it is written."""

    evaluate: Callable[[Sequence[PaperFolder], Plan, int], Iterable[Evaluated]]
    suffixes: Sequence[str]
    render_table: Callable[[Sequence[Evaluated]], str]
    render_json: Callable[[Sequence[Evaluated], Mapping[str, object]], str]


_SCORINGS: Mapping[str, _Scoring[Any]] = {
    "structure": _Scoring(
        evaluate_structures, STRUCTURE_SUFFIXES, render_structure_table, render_structure_json
    ),
    "fidelity": _Scoring(
        evaluate_fidelities, (".txt",), render_fidelity_table, render_fidelity_json
    ),
    "scholar": _Scoring(
        evaluate_scholars, (TEI_SUFFIX,), render_scholar_table, render_scholar_json
    ),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "truths",
        type=Path,
        metavar="TRUTH_DIR",
        help="folder with <id>/truth.json, and the PDF next to it (paper.pdf or <id>.pdf)",
    )
    parser.add_argument(
        "outputs",
        type=Path,
        nargs="?",
        metavar="OUTPUT_DIR",
        help="folder with <id>.txt as any tool wrote it (with --structure <id>.md and "
        "<id>.tei.xml, with --scholar <id>.tei.xml); without it, pdfbot itself is run",
    )
    scored = parser.add_mutually_exclusive_group()
    scored.add_argument(
        "--structure",
        action="store_true",
        help="score title, headings, sections, captions, footnotes and references, not text",
    )
    scored.add_argument(
        "--fidelity",
        action="store_true",
        help="score digits, symbols, and raised or lowered text, not only words",
    )
    scored.add_argument(
        "--scholar",
        action="store_true",
        help="score authors, DOI, fields of references, citations and tables, in papers with "
        "scholar.json",
    )
    parser.add_argument(
        "--only", default="", metavar="PREFIX", help="only papers whose id starts with this"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    parser.add_argument(
        "--html",
        type=Path,
        metavar="FILE",
        help="write a report that shows every wrong sentence next to its page",
    )
    _add_running_options(parser)
    gate = parser.add_argument_group("gate", "exit with code 1 if a mean is below its floor")
    gate.add_argument(
        "--min-sentence-sf1", type=float, metavar="X", help="floor for the mean SF1 of sentences"
    )
    gate.add_argument(
        "--min-paragraph-sf1", type=float, metavar="Y", help="floor for the mean SF1 of paragraphs"
    )


def _add_running_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="number of processes (default: all cores)"
    )
    reading = parser.add_argument_group("reading")
    reading.add_argument(
        "--engine",
        choices=[*ENGINES, REPLICA_ENGINE],
        default="auto",
        help="the engine that reads the PDF; replica reads replica.html.gz or <id>.html instead "
        "(default: auto)",
    )
    reading.add_argument(
        "--pdf2htmlex", metavar="PATH", help="the program pdf2htmlEX, if it is not on PATH"
    )
    add_rule_options(parser, with_appendices=False)


def run(options: argparse.Namespace) -> int:
    """Print the table; the exit code reports papers without output and missed floors."""
    require_rapidfuzz()
    jobs = default_jobs() if options.jobs is None else options.jobs
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least one process is needed")
    floors = _parse_floors(options)
    plan = _plan(options)
    papers = find_papers(options.truths, options.only)
    if options.scholar:
        papers = _with_scholar_truth(papers, options.truths)
    name = next((name for name in _SCORINGS if getattr(options, name)), "")
    _check_outputs(papers, options.outputs, _SCORINGS[name].suffixes if name else (".txt",))
    if name:
        if floors or options.html is not None:
            raise UsageError(f"--{name} has no report and no gate: leave out --html and --min-…")
        return _score(_SCORINGS[name], options, papers, plan, jobs)
    evaluated = _evaluate(evaluate_papers, papers, plan, jobs)
    _write_reports(options, evaluated)
    write_data(render_table(evaluated))
    failed = any(paper.problem for paper in evaluated) or _is_below(evaluated, floors)
    return ExitCode.FAILED if failed else ExitCode.OK


def _with_scholar_truth(papers: Sequence[PaperFolder], folder: Path) -> list[PaperFolder]:
    """The papers that `--scholar` can score: the truth of others says too little."""
    known = [paper for paper in papers if paper.truth.with_name(SCHOLAR_TRUTH).is_file()]
    if not known:
        raise FileMissingError(f"{folder}: no paper has a {SCHOLAR_TRUTH}, which --scholar needs")
    return known


def _score(
    scoring: _Scoring[Evaluated],
    options: argparse.Namespace,
    papers: Sequence[PaperFolder],
    plan: Plan,
    jobs: int,
) -> int:
    evaluated = _evaluate(scoring.evaluate, papers, plan, jobs)
    if options.json is not None:
        write_whole(options.json, scoring.render_json(evaluated, _settings(options)))
    write_data(scoring.render_table(evaluated))
    return ExitCode.FAILED if any(paper.problem for paper in evaluated) else ExitCode.OK


def _parse_floors(options: argparse.Namespace) -> dict[str, float]:
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
    from_replicas = options.engine == REPLICA_ENGINE
    engine = "auto" if from_replicas else options.engine
    return Plan(
        outputs=options.outputs,
        reading=ReadingOptions(engine=engine, pdf2htmlex=options.pdf2htmlex),
        rules=rule_options(options),
        from_replicas=from_replicas,
        with_pictures=options.html is not None,
    )


def _check_outputs(
    papers: Sequence[PaperFolder], outputs: Path | None, suffixes: Sequence[str]
) -> None:
    """Refuse a folder without any matching output: it is most likely the wrong one."""
    if outputs is None:
        return
    if any((outputs / f"{paper.id}{suffix}").is_file() for paper in papers for suffix in suffixes):
        return
    if not outputs.is_dir():
        raise FileMissingError(f"{outputs}: no such folder")
    wanted = " or ".join(f"{papers[0].id}{suffix}" for suffix in suffixes)
    raise FileMissingError(f"{outputs}: contains no {wanted}, nor the output of any other paper")


def _evaluate(
    evaluate: Callable[[Sequence[PaperFolder], Plan, int], Iterable[Evaluated]],
    papers: Sequence[PaperFolder],
    plan: Plan,
    jobs: int,
) -> list[Evaluated]:
    evaluated = []
    show_progress(0, len(papers), "")
    try:
        for paper in evaluate(papers, plan, jobs):
            evaluated.append(paper)
            if paper.problem:
                report(paper.id, paper.problem)
            show_progress(len(evaluated), len(papers), paper.id)
    finally:
        clear_progress()
    return evaluated


def _write_reports(options: argparse.Namespace, evaluated: Sequence[EvaluatedPaper]) -> None:
    if options.json is not None:
        write_whole(options.json, render_json(evaluated, _settings(options)))
    if options.html is not None:
        tool = options.outputs or "pdfbot"
        write_whole(options.html, render_report(evaluated, f"{tool} on {options.truths}"))


def _settings(options: argparse.Namespace) -> dict[str, object]:
    return {
        "engine": None if options.outputs else options.engine,
        "rules": None if options.outputs else options.rules,
        "changes": options.changes,
    }


def _is_below(evaluated: Sequence[EvaluatedPaper], floors: dict[str, float]) -> bool:
    summary = corpus_summary(evaluated)
    values = {"sentence": summary.sentences.sf1, "paragraph": summary.paragraphs.sf1}
    below = [unit for unit, floor in floors.items() if values[unit] < floor]
    for unit in below:
        report("gate", f"{unit} SF1 {values[unit]:.4f} is below {floors[unit]}")
    return bool(below)
