"""`pdfbot extract`: the body text of papers, to stdout or into files."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pdfbot
from pdfbot.cli.options import add_reading_options, reading_choices
from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.errors import PdfbotError, UsageError
from pdfbot.model import Extraction
from pdfbot.output.files import output_names, write_whole

FORMATS = ("txt", "json", "jsonl")
SOME_FAILED = 1
STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
        "--format",
        choices=FORMATS,
        help="txt: the body text; json: everything, docs/output.md; jsonl: the same in one line "
        "an input (default: the ending of the output file, else txt)",
    )
    add_reading_options(parser)


@dataclass(frozen=True, slots=True)
class Job:
    """One input and where its result goes; None is stdout."""

    given: str
    target: Path | None

    @property
    def name(self) -> str:
        return "<stdin>" if self.given == STDIN else self.given


def run(options: argparse.Namespace) -> int:
    """Does every input that can be done; the exit code tells about the others."""
    choices = reading_choices(options)
    form = options.format or _format_of(options.output)
    jobs = plan(options.inputs, options.output, form)
    collected: list[str] | None = [] if _is_collection(options.output, form, jobs) else None
    failures = []
    for number, job in enumerate(jobs, 1):
        show_progress(number, len(jobs), job.name)
        error = _do(job, form, choices, collected)
        clear_progress()
        if error is not None:
            failures.append(error)
    if collected:
        write_whole(Path(options.output), "".join(collected))
    if len(failures) == len(jobs) == 1:
        return failures[0].exit_code
    return SOME_FAILED if failures else 0


def _do(
    job: Job, form: str, choices: dict[str, Any], collected: list[str] | None
) -> PdfbotError | None:
    """Extracts and writes one input; what went wrong is reported and given back."""
    try:
        paper = _extract(job, choices)
        for warning in paper.warnings:
            report(job.name, f"warning: {warning}")
        text = render(paper, form, job.name)
        if collected is not None:
            collected.append(text)
        elif job.target is None:
            write_data(text)
        else:
            write_whole(job.target, text)
    except PdfbotError as error:
        report(job.name, str(error))
        return error
    except (KeyboardInterrupt, BrokenPipeError):
        clear_progress()
        raise
    except Exception as error:
        # One paper that meets a bug must not cost the others.
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        report(job.name, f"internal error, please report it with the file ({kind}: {error})")
        return PdfbotError(str(error))
    return None


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
    suffix = Path(output).suffix.removeprefix(".").lower() if output else ""
    return suffix if suffix in FORMATS else "txt"


def plan(inputs: Sequence[str], output: str | None, form: str) -> list[Job]:
    """Which input goes where; refuses what would mix or overwrite before anything is read."""
    if list(inputs).count(STDIN) > 1:
        raise UsageError("standard input can be read only once")
    if output is None or output == STDIN:
        if len(inputs) > 1 and form != "jsonl":
            raise UsageError(
                f"{len(inputs)} inputs: name a folder with -o, or use --format jsonl for one "
                "record a line on standard output"
            )
        return [Job(given, None) for given in inputs]
    if _is_folder(output) or (len(inputs) > 1 and not _is_jsonl_file(output, form)):
        if Path(output).is_file():
            raise UsageError(f"-o {output}: a file, and {len(inputs)} inputs need a folder")
        paths = [Path("stdin" if given == STDIN else given) for given in inputs]
        targets = [Path(output, name) for name in output_names(paths, f".{form}")]
    else:
        targets = [Path(output)] * len(inputs)
    jobs = [Job(given, target) for given, target in zip(inputs, targets, strict=True)]
    _refuse_overwritten_inputs(jobs)
    return jobs


def _is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or Path(output).is_dir()


def _is_jsonl_file(output: str, form: str) -> bool:
    return form == "jsonl" and output.lower().endswith(".jsonl") and not _is_folder(output)


def _is_collection(output: str | None, form: str, jobs: Sequence[Job]) -> bool:
    """Several inputs may share one file of JSON lines."""
    return len(jobs) > 1 and output is not None and _is_jsonl_file(output, form)


def _refuse_overwritten_inputs(jobs: Sequence[Job]) -> None:
    sources = {Path(job.given).resolve() for job in jobs if job.given != STDIN}
    for job in jobs:
        if job.target is not None and job.target.resolve() in sources:
            raise UsageError(f"-o {job.target}: this would overwrite an input")
