"""The command `pdfbot`: one module per subcommand, imported only when it is called.

The module of a subcommand has `add_arguments(parser)` and `run(options) -> int`, the exit code.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from pdfbot._version import __version__
from pdfbot.cli.terminal import ClosedOutput
from pdfbot.errors import ExitCode, PdfbotError, UsageError

COMMANDS = {
    "batch": "extract the body text of many papers, from folders and archives",
    "extract": "extract the body text of papers",
    "regions": "extract all text in reading order from pages with a changing number of columns",
    "blocks": "extract blocks of text with their layout, for interlinear glosses and tables",
    "recover": "restore whole sentences in text that another tool broke into lines",
    "replica": "convert a paper to a single HTML file with selectable text",
    "highlight": "colour sentences of a paper, in HTML or in the PDF",
    "explain": "show every line of a paper with the rule that judged it",
    "evaluate": "score pdfbot, or another tool, on papers whose body text is known",
}


class _Parser(argparse.ArgumentParser):
    """Reports a wrong call in one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")


def run_and_exit() -> NoReturn:
    sys.exit(main())


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; docs/output.md lists the codes."""
    # Python sets a closed stream to None. Writing data to it must fail, messages may get lost.
    sys.stdout = sys.stdout or ClosedOutput()
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except PdfbotError as error:
        print(f"pdfbot: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("pdfbot: interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader is gone (`| head`); without this Python would complain again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.BROKEN_PIPE
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        print(f"pdfbot: internal error, please report it ({kind}: {error})", file=sys.stderr)
        return ExitCode.FAILED


def _run(argv: list[str]) -> int:
    name = argv[0] if argv else ""
    try:
        if name in COMMANDS:
            command = importlib.import_module(f"pdfbot.cli.{name}")
            return int(command.run(_parse_arguments(name, command, argv[1:])))
        parser = _overview_parser()
        parser.parse_args(argv)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    parser.print_help(sys.stderr)
    return ExitCode.USAGE


def _parse_arguments(name: str, command: Any, argv: list[str]) -> argparse.Namespace:
    parser = _Parser(
        prog=f"pdfbot {name}",
        description=COMMANDS[name].capitalize() + ".",
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser.parse_args(argv)


def _overview_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="pdfbot",
        description="Extracts the body text of research papers from their PDFs.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"pdfbot {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, help_line in COMMANDS.items():
        commands.add_parser(name, help=help_line)
    return parser
