"""Write the man page from the parser of the command, so that it says what `--help` says.

    python scripts/make_man_page.py

The wheel installs docs/pdfbot.1, and a test compares it with the parser.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pdfbot import errors
from pdfbot._version import __version__
from pdfbot.cli.examples import EXAMPLES
from pdfbot.cli.parser import DESCRIPTION, build_parser

# Options that every command has; the page describes them once.
SHARED = ("help", "verbosity")
TARGET = Path(__file__).resolve().parents[1] / "docs" / "pdfbot.1"


def render() -> str:
    """The page in the man macros of roff."""
    parser = build_parser()
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    lines = [
        f'.TH PDFBOT 1 "" "pdfbot {__version__}" "User Commands"',
        ".SH NAME",
        rf"pdfbot \- {escape(DESCRIPTION[0].lower() + DESCRIPTION[1:].rstrip('.'))}",
        ".SH SYNOPSIS",
        r".B pdfbot",
        r"[\fIoption\fR ...] \fIcommand\fR [\fIargument\fR ...]",
        ".SH OPTIONS",
        *describe_actions(action for action in parser._actions if action.nargs == 0),
        ".SH COMMANDS",
    ]
    for name, command in commands.choices.items():
        lines += [
            f".SS pdfbot {name}",
            escape(command.description or ""),
            *describe_actions(a for a in command._actions if a.dest not in SHARED),
            *show_examples(EXAMPLES[name]),
        ]
    lines += [".SH EXIT STATUS", *describe_exit_codes()]
    return "\n".join(lines) + "\n"


def describe_actions(actions: Iterable[argparse.Action]) -> Iterator[str]:
    for action in actions:
        yield ".TP"
        names = ", ".join(rf"\fB{escape(name)}\fR" for name in action.option_strings)
        yield " ".join(filter(None, [names, value_of(action)]))
        yield escape(action.help or "")


def value_of(action: argparse.Action) -> str:
    """What follows the name of an option, or stands for a positional argument."""
    if action.nargs == 0:
        return ""
    if isinstance(action.metavar, str):
        value = action.metavar
    elif action.choices is not None:
        value = "|".join(map(str, action.choices))
    else:
        value = action.dest.upper()
    return rf"\fI{escape(value)}\fR" + (" ..." if action.nargs in ("*", "+") else "")


def show_examples(examples: Iterable[str]) -> Iterator[str]:
    yield from (".PP", "Examples:", ".PP", ".nf", ".RS")
    yield from map(escape, examples)
    yield from (".RE", ".fi")


def describe_exit_codes() -> Iterator[str]:
    """The codes in the docstring of pdfbot.errors, which a test compares with the classes."""
    yield from (".TP", "0", "success", ".TP", "1", "some inputs failed")
    for code, meaning in re.findall(r"Error +(\d+)   (.+)", errors.__doc__ or ""):
        yield from (".TP", code, escape(meaning))
    yield from (".TP", str(int(errors.ExitCode.INTERRUPTED)), "interrupted")
    yield from (".TP", str(int(errors.ExitCode.BROKEN_PIPE)), "the reader of the output is gone")


def escape(text: str) -> str:
    """Keep roff from reading hyphens, backslashes and the first character of a line."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--output", type=Path, default=TARGET, help="file for the page")
    parser.parse_args().output.write_text(render(), "utf-8")


if __name__ == "__main__":
    main()
