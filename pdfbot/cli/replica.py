"""`pdfbot replica`: the paper as one HTML file that looks the same, with selectable text."""

from __future__ import annotations

import argparse

from pdfbot.cli.arguments import add_reading_options, reading_options
from pdfbot.cli.single_output import (
    add_paper_arguments,
    open_replica,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import count
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the replica; an input that already is one only loses its scripts."""
    reading, source = reading_options(options), take_input(options)
    with WorkProgress("reading") as progress:
        replica = open_replica(source, reading, progress)
    data = replica.html.encode("utf-8", "replace")
    write_result(options.output, data, count(len(replica.document.pages), "page"))
    return ExitCode.OK
