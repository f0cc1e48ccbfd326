"""What `pdfbot regions` and `pdfbot blocks` share: every input becomes one text somewhere."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from pdfbot.cli.extract import plan
from pdfbot.cli.jobs import STDIN, Job, add_job_arguments, exit_code, run_jobs
from pdfbot.cli.options import add_source_options, source_choices
from pdfbot.cli.terminal import report
from pdfbot.errors import UsageError
from pdfbot.model import Document
from pdfbot.source import check_choices, open_document

Render = Callable[[Document, Job], str]


def add_source_arguments(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """Inputs, output, format and how the PDF is read; the first format is the default."""
    add_job_arguments(parser)
    parser.add_argument(
        "--format", choices=formats, default=formats[0], help=f"default: {formats[0]}"
    )
    add_source_options(parser)


def render_all(options: argparse.Namespace, suffix: str, render: Render) -> int:
    """Does every input that can be done; the exit code tells about the others."""
    choices = source_choices(options)
    check_choices(engine=options.engine, rules="default", columns=None, pages=choices["pages"])
    jobs = plan(options.inputs, options.output, suffix)

    def do(job: Job) -> None:
        document = _open(job, choices)
        for warning in document.warnings:
            report(job.name, f"warning: {warning}")
        job.write(render(document, job))

    return exit_code(jobs, run_jobs(jobs, do))


def _open(job: Job, choices: dict[str, Any]) -> Document:
    if job.given != STDIN:
        return open_document(job.given, **choices)
    if sys.stdin.isatty():
        raise UsageError("no PDF on standard input: give a file, or a pipe with -")
    return open_document(sys.stdin.buffer, **choices)
