"""`pdfbot explain`: why every line is in the body text or not, as a page or in the terminal."""

from __future__ import annotations

import argparse

from pdfbot.cli.options import add_reading_options, reading_choices
from pdfbot.cli.showing import (
    add_paper_arguments,
    open_paper,
    open_replica,
    read_paper,
    take_input,
    write_result,
)
from pdfbot.cli.terminal import write_data


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_paper_arguments(parser)
    parser.add_argument(
        "--line",
        metavar="ID",
        action="append",
        default=[],
        help="say it in the terminal, for a line such as p3.c2.l17; may be repeated",
    )
    add_reading_options(parser)


def run(options: argparse.Namespace) -> int:
    """Writes the page, or says what is known about single lines."""
    choices, given = reading_choices(options), take_input(options)
    if options.line:
        from pdfbot.explain.words import describe_line

        paper = open_paper(given, choices)
        said = "\n\n".join(describe_line(paper, name) for name in options.line) + "\n"
        if options.output:
            write_result(options.output, said.encode("utf-8", "backslashreplace"))
        else:
            write_data(said)
        return 0
    from pdfbot.explain.view import explain_replica

    replica = open_replica(given, choices)
    html = explain_replica(
        replica.html,
        read_paper(replica, choices),
        choices["thresholds"],
        columns=choices["columns"],
        title=given.name,
    )
    write_result(options.output, html.encode("utf-8", "replace"))
    return 0
