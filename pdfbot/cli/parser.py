"""The command line: commands, their options, and advice on calls that make no sense."""

from __future__ import annotations

import argparse
import importlib
import os
import shlex
from collections.abc import Container, Sequence
from difflib import get_close_matches
from typing import NoReturn

from pdfbot._version import __version__
from pdfbot.cli.examples import EXAMPLES
from pdfbot.errors import UsageError

COMMANDS = {
    "extract": "extract the body text of papers",
    "batch": "extract the body text of many papers, from folders and archives",
    "regions": "extract all text in reading order, even where the columns change",
    "blocks": "extract blocks of text with their layout, for glosses and tables",
    "recover": "restore whole sentences in text that another tool broke into lines",
    "replica": "convert a paper to one HTML file with selectable text",
    "highlight": "colour sentences of a paper, in HTML or in the PDF",
    "rank": "list the sentences of papers, most important first",
    "explain": "show every line of a paper with the rule that judged it",
    "evaluate": "score pdfbot, or another tool, on papers whose body text is known",
    "serve": "serve papers over HTTP, with a page for reading them in layers",
    "completion": "print a script that lets a shell complete commands and options",
}
DESCRIPTION = "Extract the body text of research papers from their PDFs."
_PAPER_SUFFIXES = (".pdf", ".html", ".html.gz")
_ARCHIVE_SUFFIXES = (".tar", ".tar.gz", ".tgz", ".zip")


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the line breaks of the examples, and lists the commands without a heading line."""

    def _format_action(self, action: argparse.Action) -> str:
        if action.nargs != argparse.PARSER:
            return super()._format_action(action)
        width = max(map(len, COMMANDS))
        return "".join(f"  {name:<{width}}  {line}\n" for name, line in COMMANDS.items())


class _Parser(argparse.ArgumentParser):
    """Reports a usage error in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")


def build_parser(loaded: Container[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of the whole command; only the `loaded` subcommands have their arguments.

    A call needs only one of them, so the others are not even imported.
    """
    parser = _Parser(
        prog="pdfbot",
        description=DESCRIPTION,
        epilog=_epilog(EXAMPLES[""]) + "\n\npdfbot COMMAND --help describes a command.",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"pdfbot {__version__}")
    _add_verbosity(parser, default=0)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=_epilog(EXAMPLES[name]),
            formatter_class=_Formatter,
            allow_abbrev=False,
        )
        # Without a default, so that `pdfbot -q extract` means the same as `pdfbot extract -q`.
        _add_verbosity(command, default=argparse.SUPPRESS)
        if name in loaded:
            module = importlib.import_module(f"pdfbot.cli.{name}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _add_verbosity(parser: argparse.ArgumentParser, default: int | str) -> None:
    level = parser.add_mutually_exclusive_group()
    level.add_argument(
        "-q",
        "--quiet",
        action="store_const",
        const=-1,
        dest="verbosity",
        default=default,
        help="print errors only: no progress, no warnings",
    )
    level.add_argument(
        "-v",
        "--verbose",
        action="store_const",
        const=1,
        dest="verbosity",
        default=default,
        help="print what was done with each input, and the traceback of an internal error",
    )


def _epilog(examples: Sequence[str]) -> str:
    return "\n".join(["examples:", *(f"  {example}" for example in examples)])


def refuse_command(call: Sequence[str]) -> NoReturn:
    """Say what to type instead of a call whose first word is not a command."""
    word = call[0]
    if os.path.isdir(word) or word.lower().endswith(_ARCHIVE_SUFFIXES):
        advice = f"not a command; for all papers in it: pdfbot batch {shlex.quote(word)} -o OUT"
    elif word == "-" or os.path.isfile(word) or word.lower().endswith(_PAPER_SUFFIXES):
        advice = f"not a command; for the text of a paper: pdfbot extract {shlex.join(call)}"
    else:
        similar = get_close_matches(word, COMMANDS, n=1)
        guess = f"; did you mean {similar[0]}?" if similar else ""
        advice = f"no such command{guess} (see: pdfbot --help)"
    raise UsageError(f"{word}: {advice}")
