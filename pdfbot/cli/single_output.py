"""What `replica`, `highlight` and `explain` share: one paper in, one file out."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from pdfbot.cli.arguments import reading_options, rule_options
from pdfbot.cli.jobs import STDIN, STDIN_NAME, read_stdin
from pdfbot.cli.terminal import report_note, report_warnings, write_bytes
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import OutputError, UsageError
from pdfbot.model import Extraction
from pdfbot.options import ReadingOptions, RuleOptions
from pdfbot.output.files import write_whole
from pdfbot.output.records import load
from pdfbot.page_selection import select_pages
from pdfbot.readers.source import Source
from pdfbot.visual.replica.build import Replica, build_replica

STDOUT_NAME = "<stdout>"
# Bytes of a kilobyte and a megabyte, as file managers count them.
KILOBYTE = 1000
MEGABYTE = 1000 * KILOBYTE


def add_paper_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the input and the output."""
    parser.add_argument(
        "input",
        metavar="FILE",
        help="a PDF or a replica (.html, .html.gz); - is standard input",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="output file; - is standard output")
    parser.set_defaults(is_single=True)


def add_record_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="JSON that pdfbot extract wrote before (without --lean), to skip the analysis",
    )


def read_record(options: argparse.Namespace) -> Extraction | None:
    """The paper of --record, limited to --pages; None without --record.

    Options that change how lines are judged are refused: a record has its verdicts already.
    """
    if options.record is None:
        return None
    if rule_options(options) != RuleOptions():
        raise UsageError("--record: its lines are judged already; leave out the options for that")
    paper = load(Source.of(options.record).decompressed().read())
    if paper.paragraphs and not paper.lines:
        raise UsageError(
            f"{options.record}: written with --lean, so it has no lines; use a full record"
        )
    numbers = reading_options(options).page_numbers
    return paper if numbers is None else select_pages(paper, numbers)


def take_input(options: argparse.Namespace, *, is_text: bool = False) -> Source:
    """The input; an output that cannot be written is refused before any work is done.

    A result that `is_text` may go to a terminal.
    """
    _check_output(options.output, options.input, is_text=is_text)
    if options.input == STDIN:
        return Source(read_stdin("no PDF on standard input"), STDIN_NAME)
    return Source.of(options.input)


def _check_output(output: str | None, given: str, *, is_text: bool) -> None:
    if output is None or output == STDIN:
        if output is None and not is_text and sys.stdout.isatty():
            raise UsageError("the result is not meant for a terminal: name a file with -o")
        return
    target = Path(output)
    if given != STDIN and target.resolve() == Path(given).resolve():
        raise UsageError(f"-o {output}: this would overwrite the input")
    if target.is_dir() or output.endswith(("/", os.sep)):
        raise UsageError(f"-o {output}: a folder; name a file")
    if target.is_file() or not target.exists():
        _check_folder(target)


def _check_folder(target: Path) -> None:
    """Refuse a file whose folder cannot be made or written to."""
    folder = next(parent for parent in target.absolute().parents if parent.exists())
    if not folder.is_dir():
        raise OutputError(f"{target}: cannot be written ({folder} is not a folder)")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OutputError(f"{target}: cannot be written (no permission to write in {folder})")


def open_replica(source: Source, reading: ReadingOptions, progress: WorkProgress) -> Replica:
    """The replica of the input; warnings go to stderr."""
    replica = build_replica(source, reading, progress.page)
    report_warnings(source.name, replica.document.warnings)
    return replica


def write_result(output: str | None, data: bytes, summary: str = "") -> None:
    """Write to the file or stdout, and report on stderr what was written."""
    if output is None or output == STDIN:
        write_bytes(data)
    else:
        write_whole(Path(output), data)
    name = STDOUT_NAME if output is None or output == STDIN else output
    report_note(name, f"{format_size(len(data))}{summary and ', '}{summary}")


def format_size(size: int) -> str:
    """The size as `1.4 MB` or `12 kB`."""
    if size >= MEGABYTE:
        return f"{size / MEGABYTE:.1f} MB"
    return f"{size / KILOBYTE:.0f} kB" if size >= KILOBYTE else f"{size} bytes"
