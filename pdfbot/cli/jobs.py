"""Commands with several inputs: where each result goes, and how a run survives failures."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import stat
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pdfbot.cli.limits import memory_error, run_each
from pdfbot.cli.terminal import STDIN as STDIN
from pdfbot.cli.terminal import STDIN_NAME as STDIN_NAME
from pdfbot.cli.terminal import (
    clear_progress,
    is_verbose,
    report,
    report_detail,
    show_progress,
    standard_output,
)
from pdfbot.errors import ExitCode, PdfbotError, UsageError
from pdfbot.output.files import encode, output_names, whole_file
from pdfbot.readers.source import Source

# The name of a file in one of the formats, perhaps compressed.
_FILE = re.compile(
    r"(\.chunks|\.tei)?\.(txt|md|jsonl?|xml|html?|csv|freki|pdf)(\.gz|\.zst)?$", re.IGNORECASE
)
PAPERS_HELP = "PDFs or pdf2htmlEX replicas (.html, .html.gz); - is standard input"


@dataclass(frozen=True, slots=True)
class Job:
    """One input and where its result goes; a target of None is stdout."""

    given: str
    target: Path | None

    @property
    def name(self) -> str:
        return STDIN_NAME if self.given == STDIN else self.given

    def source(self) -> Source:
        """The document to read, from standard input if that was given."""
        if self.given != STDIN:
            return Source.of(self.given)
        advice = "no PDF on standard input: name a file, or pipe one to -"
        return Source(read_stdin(advice), STDIN_NAME)

    def write(self, text: str | Iterable[str], compression: str = "") -> None:
        """Write a text, whole or in pieces; a file is written completely or not at all."""
        with ExitStack() as stack:
            raw = self.target and whole_file(self.target, compression)
            file = stack.enter_context(raw or standard_output(compression))
            for piece in [text] if isinstance(text, str) else text:
                file.write(encode(piece))


def read_stdin(advice: str) -> bytes:
    """All of standard input; a terminal is refused with this advice."""
    if sys.stdin.isatty():
        raise UsageError(advice)
    return sys.stdin.buffer.read()


def add_job_arguments(parser: argparse.ArgumentParser, inputs_help: str = PAPERS_HELP) -> None:
    """Add the inputs and the output."""
    parser.add_argument("inputs", nargs="+", metavar="FILE", help=inputs_help)
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="a file, or a folder (one that exists, or a name with a final slash); "
        "several inputs need a folder",
    )


def assign_jobs(
    inputs: Sequence[str],
    output: str | None,
    suffix: str,
    *,
    advice: str = "name a folder with -o",
    shared_stdout: bool = False,
    shared_file: bool = False,
    stem: Callable[[str], Path] | None = None,
) -> list[Job]:
    """Decide where each result goes; refuse conflicts and overwrites before reading anything.

    `shared_stdout` and `shared_file` let several inputs share standard output or a file; `advice`
    says what to do instead. `stem` returns an input's path without the part that `suffix` replaces.
    """
    if list(inputs).count(STDIN) > 1:
        raise UsageError("standard input can be read only once")
    needs_folder = len(inputs) > 1 and not shared_file
    if output is None or output == STDIN:
        if len(inputs) > 1 and not shared_stdout:
            raise UsageError(f"{len(inputs)} inputs: {advice}")
        return [Job(given, None) for given in inputs]
    if needs_folder or is_folder(output):
        _refuse_file(output, len(inputs))
        paths = [(stem or Path)("stdin" if given == STDIN else given) for given in inputs]
        targets = [Path(output, name) for name in output_names(paths, suffix)]
    else:
        targets = [Path(output)] * len(inputs)
    jobs = [Job(given, target) for given, target in zip(inputs, targets, strict=True)]
    _refuse_overwriting(jobs)
    return jobs


def _refuse_file(output: str, count: int) -> None:
    """Refuse a file, or the name of one, where a folder is needed."""
    problem = f"-o {output}: a file, but {count} inputs need a folder"
    if not is_folder(output) and _FILE.search(output):
        raise UsageError(f"{problem}: -o {shlex.quote(_FILE.sub('', output))}/")
    if Path(output).is_file():
        raise UsageError(problem)


def _refuse_overwriting(jobs: Sequence[Job]) -> None:
    inputs = {Path(job.given).resolve() for job in jobs if job.given != STDIN}
    for job in jobs:
        if job.target is not None and job.target.resolve() in inputs:
            raise UsageError(f"-o {job.target}: this would overwrite an input")


def is_folder(output: str) -> bool:
    return output.endswith(("/", os.sep)) or os.path.isdir(output)


def run_jobs(jobs: Sequence[Job], process: Callable[[Job], None], *, in_child: bool = True) -> int:
    """Process every input, report those that fail, and return the exit code.

    Unless this is done `in_child`, `process` itself has to respect the limits.
    """

    in_files = all(job.target for job in jobs) or _stdout_is_file()

    def work(number: int) -> int:
        if in_files:
            show_progress(number + 1, len(jobs), jobs[number].name)
        code = _try(jobs[number], process)
        clear_progress()
        return code

    names = [job.name for job in jobs]
    codes = run_each(work, names) if in_child else [work(number) for number in range(len(jobs))]
    if len(codes) == 1:
        return codes[0]
    return ExitCode.FAILED if any(codes) else ExitCode.OK


def _stdout_is_file() -> bool:
    """Whether standard output goes to a file: what reads a pipe may share the terminal."""
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _try(job: Job, process: Callable[[Job], None]) -> int:
    """The exit code of one input; whatever fails is reported."""
    started = time.perf_counter()
    try:
        process(job)
        report_detail(job.name, f"done in {time.perf_counter() - started:.2f} s")
    except PdfbotError as error:
        report(job.name, str(error))
        return error.exit_code
    except MemoryError:
        report(job.name, str(memory_error()))
        return ExitCode.ENGINE_MEMORY
    except (KeyboardInterrupt, BrokenPipeError):
        clear_progress()
        raise
    except Exception as error:
        # A bug that one input triggers must not keep the others from being processed.
        if sys.flags.dev_mode:
            raise
        if is_verbose():
            traceback.print_exc()
        kind = type(error).__name__
        report(job.name, f"internal error, please report it with the file ({kind}: {error})")
        return ExitCode.FAILED
    return ExitCode.OK
