"""`pdfbot completion`: a shell script that completes commands, options and file names."""

from __future__ import annotations

import argparse

from pdfbot.cli.parser import build_parser
from pdfbot.cli.terminal import write_data
from pdfbot.errors import ExitCode, UsageError

SHELLS = ("bash", "zsh", "fish", "tcsh")
# The metavars of arguments that are files or folders.
_FILES = {"FILE", "FILE.svg", "INPUT", "OUT", "PATH", "TRUTH_DIR", "OUTPUT_DIR"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell that will read the script")


def run(options: argparse.Namespace) -> int:
    """Print the script that shtab writes."""
    try:
        import shtab  # optional: pdfbot[completion]
    except ImportError:
        raise UsageError("completion needs pip install 'pdfbot[completion]'") from None
    parser = build_parser()
    complete_files(parser, shtab.FILE)
    write_data(shtab.complete(parser, options.shell) + "\n")
    return ExitCode.OK


def complete_files(parser: argparse.ArgumentParser, mark: object) -> None:
    """Let the shell complete arguments that are files, in subcommands too."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                complete_files(command, mark)
        elif action.metavar in _FILES:
            action.complete = mark  # type: ignore[attr-defined]
