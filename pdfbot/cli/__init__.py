"""The command `pdfbot`: one file a subcommand, loaded only when it is called.

A subcommand's module has `add_arguments(parser)` and `run(options) -> exit code`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from functools import partial

from pdfbot import __version__
from pdfbot.cli.terminal import ClosedOutput
from pdfbot.errors import OutputError, PdfbotError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

COMMANDS = {
    "batch": "extract folders and archives of papers",
    "extract": "give back the body text of papers",
    "regions": "give back all text in the order of a reader, where the number of columns changes",
    "blocks": "give back blocks of text with their layout, for interlinear glosses and tables",
    "recover": "make whole sentences of text that another tool broke into lines",
    "replica": "show a paper as one HTML file with selectable text",
    "highlight": "colour sentences of a paper, in HTML or in the PDF",
    "explain": "show every line of a paper with the rule that judged it",
    "evaluate": "measure pdfbot, or another tool, on papers whose body text is known",
}
# Python has no translations of argparse's few words, and looking for them takes a millisecond.
argparse._ = str  # type: ignore[attr-defined]
INTERRUPTED = 130
# Objects after which Python looks for what holds only itself, and how often it looks at older
# ones; seldom, but often enough for many replicas, whose trees of elements do hold themselves.
RUBBISH = 100_000, 2, 2
BROKEN_PIPE = 141


class _Parser(argparse.ArgumentParser):
    """Tells a wrong call in one line, as every other error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see: {self.prog} --help)")


def run_and_exit() -> NoReturn:
    """The whole life of the process; what it holds in memory is not taken apart piece by piece.

    For a paper of ten pages that would take as long as Python takes to start.
    """
    import atexit
    import gc

    # A PDF makes hardly any rubbish that goes in circles, and looking for it takes time.
    gc.set_threshold(*RUBBISH)
    code = main()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        code = code or OutputError.exit_code
    os._exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code; docs/output.md lists them."""
    # A stream that is closed is None; data for it is an error (`write_bytes`), messages are not.
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
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (`| head`); Python would complain once more at its own exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        kind = type(error).__name__
        print(f"pdfbot: internal error, please report it ({kind}: {error})", file=sys.stderr)
        return PdfbotError.exit_code


def _run(argv: list[str]) -> int:
    chosen = argv[0] if argv else ""
    try:
        if chosen in COMMANDS:
            command = importlib.import_module(f"pdfbot.cli.{chosen}")
            return int(command.run(_parse_command(chosen, command, argv[1:])))
        parser = _overview()
        parser.parse_args(argv)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    parser.print_help(sys.stderr)
    return UsageError.exit_code


def _parse_command(name: str, command: Any, argv: list[str]) -> argparse.Namespace:
    # Without a width argparse looks for the terminal's, for every argument.
    width = None if {"-h", "--help"} & set(argv) else 80
    parser = _Parser(
        prog=f"pdfbot {name}",
        description=COMMANDS[name].capitalize() + ".",
        formatter_class=partial(argparse.HelpFormatter, width=width),
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser.parse_args(argv)


def _overview() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="pdfbot",
        description="The body text of research papers, from their PDFs.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"pdfbot {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, help_line in COMMANDS.items():
        commands.add_parser(name, help=help_line)
    return parser
