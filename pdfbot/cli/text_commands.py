"""What `regions` and `blocks` share: every input document becomes one text."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from pdfbot.cli.arguments import add_reading_options, reading_options
from pdfbot.cli.jobs import Job, add_job_arguments, assign_jobs, run_jobs
from pdfbot.cli.terminal import report_warnings
from pdfbot.model import Document
from pdfbot.readers.document import read_document

Render = Callable[[Document, Job], str]


def add_document_arguments(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """Add inputs, output, format and reading options; the first format is the default."""
    add_job_arguments(parser)
    parser.add_argument(
        "--format",
        type=_format_name,
        choices=formats,
        default=formats[0],
        help=f"default: {formats[0]}",
    )
    add_reading_options(parser)


def _format_name(text: str) -> str:
    """The format as every command spells it; `text` is an alias of `txt`."""
    return "txt" if text == "text" else text


def render_documents(options: argparse.Namespace, suffix: str, render: Render) -> int:
    """Read and render every input; the exit code reports failures."""
    reading = reading_options(options)
    jobs = assign_jobs(options.inputs, options.output, f".{suffix}")

    def process(job: Job) -> None:
        document = read_document(job.source(), reading)
        report_warnings(job.name, document.warnings)
        job.write(render(document, job))

    return run_jobs(jobs, process)
