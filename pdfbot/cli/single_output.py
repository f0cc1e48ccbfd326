"""What `replica`, `highlight` and `explain` share: one paper in, one file out."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pdfbot.cli.jobs import STDIN, STDIN_NAME, read_stdin
from pdfbot.cli.terminal import report_detail, report_warnings, write_bytes
from pdfbot.errors import UsageError
from pdfbot.options import ReadingOptions
from pdfbot.output.files import write_whole
from pdfbot.readers.source import Source
from pdfbot.visual.replica.build import Replica, build_replica


def add_paper_arguments(parser: argparse.ArgumentParser) -> None:
    """The input and the output."""
    parser.add_argument(
        "input",
        metavar="FILE",
        help="a PDF or a replica (.html, .html.gz); - is standard input",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="output file; - is standard output")


def take_input(options: argparse.Namespace) -> Source:
    """The input; refuses an output that would overwrite it."""
    if options.input == STDIN:
        return Source(read_stdin("no PDF on standard input"), STDIN_NAME)
    if options.output not in (None, STDIN) and (
        Path(options.output).resolve() == Path(options.input).resolve()
    ):
        raise UsageError(f"-o {options.output}: this would overwrite the input")
    return Source.of(options.input)


def open_replica(source: Source, reading: ReadingOptions) -> Replica:
    """The replica of the input; warnings go to stderr."""
    replica = build_replica(source, reading)
    report_warnings(source.name, replica.document.warnings)
    return replica


def write_result(output: str | None, data: bytes) -> None:
    """Write to the file, or to stdout unless that is a terminal."""
    if output not in (None, STDIN):
        write_whole(Path(str(output)), data)
        report_detail(str(output), f"{len(data)} bytes written")
        return
    if output is None and sys.stdout.isatty():
        raise UsageError("the result is not meant for a terminal: give a file with -o")
    write_bytes(data)
