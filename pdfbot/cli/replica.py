"""`pdfbot replica`: the paper as one HTML file that looks like it, with selectable text."""

from __future__ import annotations

import argparse

from pdfbot.cli.options import add_source_options, source_choices
from pdfbot.cli.showing import add_paper_arguments, open_replica, take_input, write_result


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    add_source_options(parser)


def run(options: argparse.Namespace) -> int:
    """Writes the replica; a replica as input is cleaned of scripts."""
    replica = open_replica(take_input(options), source_choices(options))
    write_result(options.output, replica.html.encode("utf-8", "replace"))
    return 0
