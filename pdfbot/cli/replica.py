"""`pdfbot replica`: the paper as a single HTML file that looks like it, with selectable text."""

from __future__ import annotations

import argparse

from pdfbot.cli.arguments import add_reading_options, reading_options
from pdfbot.cli.single_output import add_paper_arguments, open_replica, take_input, write_result
from pdfbot.errors import ExitCode


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the replica; if the input is a replica, remove its scripts."""
    replica = open_replica(take_input(options), reading_options(options))
    write_result(options.output, replica.html.encode("utf-8", "replace"))
    return ExitCode.OK
