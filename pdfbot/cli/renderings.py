"""What `pdfbot regions` and `pdfbot blocks` share: every input becomes one text somewhere."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pdfbot.cli.extract import SOME_FAILED, STDIN, Job, plan
from pdfbot.cli.options import parse_pages
from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.errors import PdfbotError, UsageError
from pdfbot.model import Document
from pdfbot.output.files import write_whole
from pdfbot.source import ENGINES, check_choices, open_document

Render = Callable[[Document, Job], str]


def add_source_arguments(parser: argparse.ArgumentParser, formats: Sequence[str]) -> None:
    """Inputs, output, format and how the PDF is read; the first format is the default."""
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="FILE",
        help="PDFs or pdf2htmlEX replicas (.html, .html.gz); - is standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="a file, or a folder (it exists or ends with a slash); several inputs need a folder",
    )
    parser.add_argument(
        "--format", choices=formats, default=formats[0], help=f"default: {formats[0]}"
    )
    group = parser.add_argument_group("reading")
    group.add_argument(
        "--engine", choices=ENGINES, default="auto", help="who reads the PDF; auto is embedded"
    )
    group.add_argument(
        "--pdf2htmlex", metavar="PATH", help="the program pdf2htmlEX, when it is not on PATH"
    )
    group.add_argument("--pages", metavar="2-7", help="pages from 1: 3, 2-7 or 1,4-6")
    group.add_argument("--password", help="opens an encrypted PDF")
    group.add_argument(
        "--allow-copy-protected",
        action="store_true",
        help="also read PDFs whose author forbade copying: only if you have the right to",
    )


def render_all(options: argparse.Namespace, suffix: str, render: Render) -> int:
    """Does every input that can be done; the exit code tells about the others."""
    choices = _choices(options)
    jobs = plan(options.inputs, options.output, suffix)
    failures = []
    for number, job in enumerate(jobs, 1):
        show_progress(number, len(jobs), job.name)
        error = _do(job, choices, render)
        clear_progress()
        if error is not None:
            failures.append(error)
    if len(failures) == len(jobs) == 1:
        return failures[0].exit_code
    return SOME_FAILED if failures else 0


def _choices(options: argparse.Namespace) -> dict[str, Any]:
    pages = None if options.pages is None else parse_pages(options.pages)
    check_choices(engine=options.engine, rules="default", columns=None, pages=pages)
    return {
        "engine": options.engine,
        "pdf2htmlex": options.pdf2htmlex,
        "pages": pages,
        "password": options.password,
        "allow_copy_protected": options.allow_copy_protected,
    }


def _do(job: Job, choices: dict[str, Any], render: Render) -> PdfbotError | None:
    try:
        document = _open(job, choices)
        for warning in document.warnings:
            report(job.name, f"warning: {warning}")
        text = render(document, job)
        if job.target is None:
            write_data(text)
        else:
            write_whole(Path(job.target), text)
    except PdfbotError as error:
        report(job.name, str(error))
        return error
    except (KeyboardInterrupt, BrokenPipeError):
        clear_progress()
        raise
    except Exception as error:
        # One document that meets a bug must not cost the others.
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        report(job.name, f"internal error, please report it with the file ({kind}: {error})")
        return PdfbotError(str(error))
    return None


def _open(job: Job, choices: dict[str, Any]) -> Document:
    if job.given != STDIN:
        return open_document(job.given, **choices)
    if sys.stdin.isatty():
        raise UsageError("no PDF on standard input: give a file, or a pipe with -")
    return open_document(sys.stdin.buffer, **choices)
