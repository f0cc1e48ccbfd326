"""`pdfbot extract`: the body text of papers, to stdout or into files."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from os.path import splitext

import pdfbot
from pdfbot.cli.jobs import (
    STDIN,
    Job,
    add_job_arguments,
    assign_jobs,
    exit_code,
    is_folder,
    run_jobs,
)
from pdfbot.cli.options import add_reading_options, reading_choices
from pdfbot.cli.terminal import report
from pdfbot.errors import UsageError
from pdfbot.model import Extraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMATS = ("txt", "json", "jsonl")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="txt: the body text; json: everything, docs/output.md; jsonl: the same in one line "
        "an input (default: the ending of the output file, else txt)",
    )
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Does every input that can be done; the exit code tells about the others."""
    choices = reading_choices(options)
    form = options.format or _format_of(options.output)
    jobs = plan(options.inputs, options.output, form)
    collected: list[str] = []
    together = len(jobs) > 1 and _is_jsonl_file(options.output, form)

    def do(job: Job) -> None:
        paper = _extract(job, choices)
        for warning in paper.warnings:
            report(job.name, f"warning: {warning}")
        text = render(paper, form, job.name)
        if together:
            collected.append(text)
        else:
            job.write(text)

    failures = run_jobs(jobs, do)
    if collected:
        from pdfbot.output.files import write_whole

        write_whole(options.output, "".join(collected))
    return exit_code(jobs, failures)


def _extract(job: Job, choices: dict[str, Any]) -> Extraction:
    if job.given != STDIN:
        return pdfbot.extract(job.given, **choices)
    if sys.stdin.isatty():
        raise UsageError("no PDF on standard input: pdfbot extract - < paper.pdf")
    return pdfbot.extract(sys.stdin.buffer, **choices)


def render(paper: Extraction, form: str, source: str) -> str:
    """The result in one of the formats."""
    if form == "txt":
        from pdfbot.output.text import render_text

        return render_text(paper)
    from pdfbot.output.records import dump

    return dump(paper, 1 if form == "json" else None, source=source) + "\n"


def _format_of(output: str | None) -> str:
    suffix = splitext(output)[1].removeprefix(".").lower() if output else ""
    return suffix if suffix in FORMATS else "txt"


def plan(inputs: Sequence[str], output: str | None, form: str) -> list[Job]:
    """Which input goes where; several may share a stream or a file of JSON lines."""
    return assign_jobs(
        inputs,
        output,
        f".{form}",
        advice="name a folder with -o, or use --format jsonl for one record a line on standard "
        "output",
        one_stream=form == "jsonl",
        one_file=_is_jsonl_file(output, form),
    )


def _is_jsonl_file(output: str | None, form: str) -> bool:
    return (
        output is not None
        and form == "jsonl"
        and output.lower().endswith(".jsonl")
        and not is_folder(output)
    )
