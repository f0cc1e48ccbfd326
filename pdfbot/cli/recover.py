"""`pdfbot recover`: whole sentences from text that another tool broke into lines."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pdfbot.cli.jobs import STDIN, Job, add_job_arguments, assign_jobs, exit_code, run_jobs
from pdfbot.cli.terminal import report
from pdfbot.errors import InputError, UsageError
from pdfbot.output.files import write_whole
from pdfbot.recovery import KEEPABLE, RULES, recover
from pdfbot.recovery.encoding import decode
from pdfbot.recovery.model import Recovery
from pdfbot.source import read_file

_TEXT_SUFFIXES = (".txt", ".text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser, "text files, or folders of .txt files; - is standard input")
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


def run(options: argparse.Namespace) -> int:
    """Does every input that can be done; the exit code tells about the others."""
    options.eps = parse_eps(options.eps)
    jobs = assign_jobs(_expanded(options.inputs), options.output, ".txt", stem=_without_suffix)
    _check_plot(options.plot, jobs)
    return exit_code(jobs, run_jobs(jobs, lambda job: _do(job, options)))


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


def _do(job: Job, options: argparse.Namespace) -> None:
    """Recovers and writes one input."""
    text = decode(_read(job), job.name, options.encoding)
    found = recover(text, eps=options.eps, keep=options.keep, rules=options.rules)
    if options.eps == "auto":
        report(job.name, f"eps {found.eps}: {found.eps_reason}")
    if options.plot is not None:
        from pdfbot.recovery.plot import draw_lengths

        write_whole(Path(options.plot), draw_lengths(found, job.name))
    job.write(explain(found) if options.explain else found.text + "\n")


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
    return read_file(job.given, job.name)


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


def _without_suffix(given: str) -> Path:
    path = Path(given)
    return path.with_suffix("") if path.suffix.lower() in _TEXT_SUFFIXES else path
