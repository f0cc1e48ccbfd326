"""What `replica`, `highlight` and `explain` share: one paper in, one file out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pdfbot
from pdfbot.cli.jobs import STDIN
from pdfbot.cli.terminal import report, write_bytes
from pdfbot.dataclass import dataclass
from pdfbot.errors import UsageError
from pdfbot.model import Extraction
from pdfbot.output.files import write_whole
from pdfbot.replica.make import Replica, make_replica
from pdfbot.source import check_choices

REPLICA_CHOICES = ("engine", "pages", "password", "allow_copy_protected", "pdf2htmlex")


def add_paper_arguments(parser: argparse.ArgumentParser) -> None:
    """The input and the output."""
    parser.add_argument(
        "input",
        metavar="FILE",
        help="a PDF or a replica (.html, .html.gz); - is standard input",
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write it; - is stdout")


@dataclass(frozen=True, slots=True)
class Given:
    """The input: a path or the bytes from stdin, under the name that messages use."""

    content: str | bytes
    name: str


def take_input(options: argparse.Namespace) -> Given:
    """What the user gave; refuses an output that would overwrite it."""
    if options.input == STDIN:
        if sys.stdin.isatty():
            raise UsageError("no PDF on standard input")
        return Given(sys.stdin.buffer.read(), "<stdin>")
    if options.output not in (None, STDIN) and (
        Path(options.output).resolve() == Path(options.input).resolve()
    ):
        raise UsageError(f"-o {options.output}: this would overwrite the input")
    return Given(options.input, options.input)


def open_replica(given: Given, choices: dict[str, Any]) -> Replica:
    """The replica of the input; what the user should know about it goes to stderr."""
    wanted = {name: choices[name] for name in REPLICA_CHOICES}
    check_choices(
        engine=wanted["engine"],
        rules=choices.get("rules", "default"),
        columns=choices.get("columns"),
        pages=wanted["pages"],
    )
    replica = make_replica(given.content, name=given.name, **wanted)
    _warn(given, replica.document.warnings)
    return replica


def open_paper(given: Given, choices: dict[str, Any]) -> Extraction:
    """The body text alone, where no page is shown."""
    paper = pdfbot.extract(given.content, **choices)
    _warn(given, paper.warnings)
    return paper


def _warn(given: Given, warnings: Sequence[str]) -> None:
    for warning in warnings:
        report(given.name, f"warning: {warning}")


def read_paper(replica: Replica, choices: dict[str, Any]) -> Extraction:
    """The body text of the very pages that are shown."""
    from pdfbot.pipeline import extract_body

    return extract_body(
        replica.document,
        choices["thresholds"],
        rules=choices["rules"],
        columns=choices["columns"],
    )


def write_result(output: str | None, data: bytes) -> None:
    """To the file, or to stdout when that is no terminal."""
    if output not in (None, STDIN):
        write_whole(Path(str(output)), data)
        return
    if output is None and sys.stdout.isatty():
        raise UsageError("the result is a file, not text for a terminal: name it with -o")
    write_bytes(data)
