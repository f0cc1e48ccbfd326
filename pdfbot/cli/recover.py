"""`pdfbot recover`: whole sentences from text that another tool broke into lines."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from pdfbot.cli.jobs import STDIN, Job, add_job_arguments, assign_jobs, read_stdin, run_jobs
from pdfbot.cli.terminal import count, report_note, report_warnings
from pdfbot.errors import InputError, UsageError
from pdfbot.methods.sentence_recovery import KEEPABLE, Recovery, recover_sentences
from pdfbot.methods.sentence_recovery.encoding import decode, drop_control_characters
from pdfbot.methods.sentence_recovery.plot import draw_lengths
from pdfbot.options import RULE_SETS
from pdfbot.output.files import write_whole
from pdfbot.readers.source import read_file

_TEXT_SUFFIXES = (".txt", ".text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_job_arguments(parser, "text files, or folders of .txt files; - is standard input")
    parser.add_argument(
        "--encoding", metavar="NAME", help="encoding of the input (default: detected)"
    )
    parser.add_argument(
        "--eps",
        default="0.1",
        metavar="0.1|auto",
        help="how far the length of a text line may be from the column width, as a share of it; "
        "auto chooses 0.3 "
        "for novels and 0.05 for several columns (default: 0.1)",
    )
    parser.add_argument(
        "--keep",
        choices=KEEPABLE,
        action="append",
        default=[],
        help="keep the lines of tables and formulas, or footnotes; may be repeated",
    )
    parser.add_argument(
        "--rules",
        choices=RULE_SETS,
        default="default",
        help="pdfbot's own rules, or those of the paper (default: default)",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="instead of the text, print how each line was classified and why",
    )
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the distribution of line lengths")


def run(options: argparse.Namespace) -> int:
    """Recover every input; the exit code reports failures."""
    options.eps = parse_eps(options.eps)
    jobs = assign_jobs(
        _expand_folders(options.inputs), options.output, ".txt", stem=_without_suffix
    )
    _check_plot(options.plot, jobs)
    return run_jobs(jobs, lambda job: _process(job, options))


def parse_eps(text: str) -> float | str:
    """A number or the word auto; `recover_sentences` checks the range."""
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"--eps {text}: use a number such as 0.1, or auto") from None


def _check_plot(plot: str | None, jobs: Sequence[Job]) -> None:
    if plot is None:
        return
    if not plot.lower().endswith(".svg"):
        raise UsageError(f"--plot {plot}: the plot is an SVG, so its name must end with .svg")
    if len(jobs) > 1:
        raise UsageError(f"--plot: {len(jobs)} inputs but only one plot; run it once per input")
    if any(Path(plot).resolve() == Path(job.given).resolve() for job in jobs):
        raise UsageError(f"--plot {plot}: this would overwrite an input")


def _process(job: Job, options: argparse.Namespace) -> None:
    text, dropped = drop_control_characters(decode(_read(job), job.name, options.encoding))
    if dropped:
        report_warnings(job.name, [f"dropped {count(dropped, 'control character')}"])
    recovery = recover_sentences(text, eps=options.eps, keep=options.keep, rules=options.rules)
    if options.eps == "auto":
        report_note(job.name, f"eps {recovery.eps}: {recovery.eps_reason}")
    if options.plot is not None:
        write_whole(Path(options.plot), draw_lengths(recovery, job.name))
    job.write(explain(recovery) if options.explain else recovery.text + "\n")


def explain(recovery: Recovery) -> str:
    """The measurements, then a tab-separated row for each line of the input."""
    lengths = recovery.lengths
    rows = [
        f"# average {lengths.average:.1f}, CW {lengths.column_width}, "
        f"eps {recovery.eps} ({recovery.eps_reason})",
        "line\tshape\tlength\tkind\tparagraph\treason\ttext",
    ]
    for line in recovery.lines:
        paragraph = "-" if line.paragraph is None else str(line.paragraph)
        cells = (line.number, line.shape, len(line.text), line.kind, paragraph, line.reason)
        rows.append("\t".join(map(str, (*cells, line.text))))
    return "\n".join(rows) + "\n"


def _read(job: Job) -> bytes:
    if job.given == STDIN:
        return read_stdin("no text on standard input: pdfbot recover - < paper.txt")
    return read_file(job.given, job.name)


def _expand_folders(inputs: Sequence[str]) -> list[str]:
    """Replace each folder by the text files in it."""
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
