"""`pdfbot replica`: the paper as a single HTML file that looks like it, with selectable text."""

from __future__ import annotations

import argparse

from pdfbot.cli.arguments import add_reading_options, reading_options
from pdfbot.cli.single_output import (
    add_paper_arguments,
    count,
    open_replica,
    take_input,
    write_result,
)
from pdfbot.cli.work_progress import WorkProgress
from pdfbot.errors import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the replica; if the input is a replica, remove its scripts."""
    reading, source = reading_options(options), take_input(options)
    with WorkProgress("reading") as progress:
        replica = open_replica(source, reading, progress)
    data = replica.html.encode("utf-8", "replace")
    write_result(options.output, data, count(len(replica.document.pages), "page"))
    return ExitCode.OK
