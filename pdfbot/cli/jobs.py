"""Commands with several inputs: which result goes where, and one failure that costs no other."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.dataclass import dataclass
from pdfbot.errors import PdfbotError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

SOME_FAILED = 1
STDIN = "-"
PAPERS = "PDFs or pdf2htmlEX replicas (.html, .html.gz); - is standard input"


@dataclass(frozen=True, slots=True)
class Job:
    """One input and where its result goes; None is stdout."""

    given: str
    target: Path | None

    @property
    def name(self) -> str:
        return "<stdin>" if self.given == STDIN else self.given

    def write(self, text: str) -> None:
        if self.target is None:
            write_data(text)
        else:
            from pdfbot.output.files import write_whole

            write_whole(self.target, text)


def add_job_arguments(parser: argparse.ArgumentParser, inputs: str = PAPERS) -> None:
    """The inputs and the output."""
    parser.add_argument("inputs", nargs="+", metavar="FILE", help=inputs)
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="a file, or a folder (it exists or ends with a slash); several inputs need a folder",
    )


def assign_jobs(
    inputs: Sequence[str],
    output: str | None,
    suffix: str,
    *,
    advice: str = "name a folder with -o",
    one_stream: bool = False,
    one_file: bool = False,
    stem: Callable[[str], Path] | None = None,
) -> list[Job]:
    """Which input goes where; refuses what would mix or overwrite before anything is read.

    `one_stream` and `one_file` let several inputs share standard output or a file; `advice` says
    what to do where they may not. `stem` is the path of an input without what `suffix` replaces.
    """
    if list(inputs).count(STDIN) > 1:
        raise UsageError("standard input can be read only once")
    if output is None or output == STDIN:
        if len(inputs) > 1 and not one_stream:
            raise UsageError(f"{len(inputs)} inputs: {advice}")
        return [Job(given, None) for given in inputs]
    from pathlib import Path

    from pdfbot.output.files import output_names

    if is_folder(output) or (len(inputs) > 1 and not one_file):
        if Path(output).is_file():
            raise UsageError(f"-o {output}: a file, and {len(inputs)} inputs need a folder")
        paths = [(stem or Path)("stdin" if given == STDIN else given) for given in inputs]
        targets = [Path(output, name) for name in output_names(paths, suffix)]
    else:
        targets = [Path(output)] * len(inputs)
    jobs = [Job(given, target) for given, target in zip(inputs, targets, strict=True)]
    sources = {Path(job.given).resolve() for job in jobs if job.given != STDIN}
    for job in jobs:
        if job.target is not None and job.target.resolve() in sources:
            raise UsageError(f"-o {job.target}: this would overwrite an input")
    return jobs


def is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def run_jobs(jobs: Sequence[Job], do: Callable[[Job], None]) -> list[PdfbotError]:
    """Does every input that can be done; what went wrong with the others is reported."""
    failures = []
    for number, job in enumerate(jobs, 1):
        show_progress(number, len(jobs), job.name)
        error = _try(job, do)
        clear_progress()
        if error is not None:
            failures.append(error)
    return failures


def exit_code(jobs: Sequence[Job], failures: Sequence[PdfbotError]) -> int:
    if len(failures) == len(jobs) == 1:
        return failures[0].exit_code
    return SOME_FAILED if failures else 0


def _try(job: Job, do: Callable[[Job], None]) -> PdfbotError | None:
    try:
        do(job)
    except PdfbotError as error:
        report(job.name, str(error))
        return error
    except (KeyboardInterrupt, BrokenPipeError):
        clear_progress()
        raise
    except Exception as error:
        # One input that meets a bug must not cost the others.
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        report(job.name, f"internal error, please report it with the file ({kind}: {error})")
        return PdfbotError(str(error))
    return None
