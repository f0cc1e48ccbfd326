"""`pdfbot recover`: whole sentences from text that another tool broke into lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pdfbot.cli.terminal import clear_progress, report, show_progress, write_data
from pdfbot.errors import FileMissingError, InputError, PdfbotError, UsageError
from pdfbot.output.files import output_names, write_whole
from pdfbot.recovery import KEEPABLE, RULES, recover
from pdfbot.recovery.encoding import decode
from pdfbot.recovery.model import Recovery

SOME_FAILED = 1
STDIN = "-"
_TEXT_SUFFIXES = (".txt", ".text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="FILE",
        help="text files, or folders of .txt files; - is standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        help="a file, or a folder (it exists or ends with a slash); several inputs need a folder",
    )
    parser.add_argument("--encoding", metavar="NAME", help="of the input (default: detected)")
    parser.add_argument(
        "--eps",
        default="0.1",
        metavar="0.1|auto",
        help="how far the length of a text line may be from the column width; auto takes 0.3 for "
        "novels, 0.05 for several columns (default: 0.1)",
    )
    parser.add_argument(
        "--keep",
        choices=KEEPABLE,
        action="append",
        default=[],
        help="keep the lines of tables and formulas, or footnotes; may be repeated",
    )
    parser.add_argument(
        "--rules", choices=RULES, default="default", help="pdfbot's own, or those of the paper"
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="instead of the text, what every line was taken for and why",
    )
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the distribution of line lengths")


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
    options.eps = parse_eps(options.eps)
    jobs = plan(_expanded(options.inputs), options.output)
    _check_plot(options.plot, jobs)
    failures = []
    for number, job in enumerate(jobs, 1):
        show_progress(number, len(jobs), job.name)
        error = _do(job, options)
        clear_progress()
        if error is not None:
            failures.append(error)
    if len(failures) == len(jobs) == 1:
        return failures[0].exit_code
    return SOME_FAILED if failures else 0


def parse_eps(text: str) -> float | str:
    """A number, checked by `recover`, or the word auto."""
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"--eps {text}: write it as a number, such as 0.1, or auto") from None


def _check_plot(plot: str | None, jobs: Sequence[Job]) -> None:
    if plot is None:
        return
    if not plot.lower().endswith(".svg"):
        raise UsageError(f"--plot {plot}: the plot is an SVG; give it a name that ends with .svg")
    if len(jobs) > 1:
        raise UsageError(f"--plot: {len(jobs)} inputs, and one plot; run it for each of them")
    if any(Path(plot).resolve() == Path(job.given).resolve() for job in jobs):
        raise UsageError(f"--plot {plot}: this would overwrite an input")


def _do(job: Job, options: argparse.Namespace) -> PdfbotError | None:
    """Recovers and writes one input; what went wrong is reported and given back."""
    try:
        text = decode(_read(job), job.name, options.encoding)
        found = recover(text, eps=options.eps, keep=options.keep, rules=options.rules)
        if options.eps == "auto":
            report(job.name, f"eps {found.eps}: {found.eps_reason}")
        if options.plot is not None:
            from pdfbot.recovery.plot import draw_lengths

            write_whole(Path(options.plot), draw_lengths(found, job.name))
        result = explain(found) if options.explain else found.text + "\n"
        if job.target is None:
            write_data(result)
        else:
            write_whole(job.target, result)
    except PdfbotError as error:
        report(job.name, str(error))
        return error
    except (KeyboardInterrupt, BrokenPipeError):
        clear_progress()
        raise
    except Exception as error:
        # One text that meets a bug must not cost the others.
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        report(job.name, f"internal error, please report it with the file ({kind}: {error})")
        return PdfbotError(str(error))
    return None


def explain(found: Recovery) -> str:
    """The measures, then one row a line: columns parted by tabs, so that tools can read it."""
    lengths = found.lengths
    rows = [
        f"# average {lengths.average:.1f}, CW {lengths.column_width}, "
        f"eps {found.eps} ({found.eps_reason})",
        "line\tshape\tlength\tkind\tparagraph\treason\ttext",
    ]
    for line in found.lines:
        paragraph = "-" if line.paragraph is None else str(line.paragraph)
        cells = (line.number, line.shape, len(line.text), line.kind, paragraph, line.reason)
        rows.append("\t".join(map(str, (*cells, line.text))))
    return "\n".join(rows) + "\n"


def _read(job: Job) -> bytes:
    if job.given == STDIN:
        if sys.stdin.isatty():
            raise UsageError("no text on standard input: pdfbot recover - < paper.txt")
        return sys.stdin.buffer.read()
    try:
        return Path(job.given).read_bytes()
    except FileNotFoundError:
        raise FileMissingError(f"{job.name}: no such file") from None
    except OSError as error:
        raise FileMissingError(f"{job.name}: cannot be read ({error.strerror or error})") from None
    except ValueError as error:
        raise FileMissingError(f"{job.name!r}: not a file name ({error})") from None


def _expanded(inputs: Sequence[str]) -> list[str]:
    """The files, each folder replaced by the text files in it."""
    files: list[str] = []
    for given in inputs:
        if given == STDIN or "\0" in given or not Path(given).is_dir():
            files.append(given)
            continue
        found = sorted(
            str(path)
            for path in Path(given).rglob("*")
            if path.suffix.lower() in _TEXT_SUFFIXES and path.is_file()
        )
        if not found:
            raise InputError(f"{given}: no .txt files in this folder")
        files.extend(found)
    return files


def plan(inputs: Sequence[str], output: str | None) -> list[Job]:
    """Which input goes where; refuses what would mix or overwrite before anything is read."""
    if list(inputs).count(STDIN) > 1:
        raise UsageError("standard input can be read only once")
    if output is None or output == STDIN:
        if len(inputs) > 1:
            raise UsageError(f"{len(inputs)} inputs: name a folder with -o")
        return [Job(given, None) for given in inputs]
    if output.endswith("/") or Path(output).is_dir() or len(inputs) > 1:
        if Path(output).is_file():
            raise UsageError(f"-o {output}: a file, and {len(inputs)} inputs need a folder")
        paths = [_without_suffix("stdin" if given == STDIN else given) for given in inputs]
        targets = [Path(output, name) for name in output_names(paths, ".txt")]
    else:
        targets = [Path(output)]
    jobs = [Job(given, target) for given, target in zip(inputs, targets, strict=True)]
    sources = {Path(job.given).resolve() for job in jobs if job.given != STDIN}
    for job in jobs:
        if job.target is not None and job.target.resolve() in sources:
            raise UsageError(f"-o {job.target}: this would overwrite an input")
    return jobs


def _without_suffix(given: str) -> Path:
    path = Path(given)
    return path.with_suffix("") if path.suffix.lower() in _TEXT_SUFFIXES else path
