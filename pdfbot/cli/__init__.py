"""The command `pdfbot`: one module per subcommand, imported when it is called.

The module of a subcommand has `add_arguments(parser)` and `run(options) -> int`, the exit code.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import partial
from typing import NoReturn

from pdfbot.cli import limits, terminal
from pdfbot.cli.parser import COMMANDS, build_parser, refuse_command
from pdfbot.cli.terminal import STDIN, STDIN_NAME
from pdfbot.errors import ExitCode, PdfbotError, UsageError


def run_and_exit() -> NoReturn:
    sys.exit(main(limited=True))


def main(argv: Sequence[str] | None = None, *, limited: bool = False) -> int:
    """Run one command and return its exit code; docs/output.md lists the codes.

    If `limited`, --timeout and --max-memory hold for the work, which a child process does.
    """
    # Python sets a closed stream to None. Writing data must then fail; messages may be lost.
    sys.stdout = sys.stdout or terminal.ClosedOutput()
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    try:
        return _report_errors(partial(_run, list(sys.argv[1:] if argv is None else argv), limited))
    except KeyboardInterrupt:
        print("pdfbot: interrupted", file=sys.stderr)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        # The reader is gone (`| head`); without this, Python would complain again on exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.BROKEN_PIPE


def _report_errors(work: Callable[[], int], name: str = "") -> int:
    """The exit code of `work`, whose errors are reported in one line."""
    try:
        code = work()
        sys.stdout.flush()
        return code
    except PdfbotError as error:
        print(f"pdfbot: {error}", file=sys.stderr)
        return error.exit_code
    except MemoryError:
        terminal.report(name or "pdfbot", str(limits.memory_error()))
        return ExitCode.ENGINE_MEMORY
    except BrokenPipeError:
        raise
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        if terminal.is_verbose():
            traceback.print_exc()
        kind = type(error).__name__
        print(f"pdfbot: internal error, please report it ({kind}: {error})", file=sys.stderr)
        return ExitCode.FAILED


def _run(argv: list[str], limited: bool) -> int:
    """Run the subcommand: the first word that is not an option."""
    start = next((n for n, word in enumerate(argv) if word == "-" or word[:1] != "-"), len(argv))
    call = argv[start:]
    try:
        if call and call[0] not in COMMANDS:
            build_parser(()).parse_args(argv[:start])
            refuse_command(call)
        parser = build_parser(call[:1])
        options, unknown = parser.parse_known_args(argv)
    except SystemExit as done:  # --help and --version
        return int(done.code or 0)
    if unknown:
        command = " ".join(["pdfbot", *call[:1]])
        raise UsageError(f"unrecognized arguments: {' '.join(unknown)} (see: {command} --help)")
    if not call:
        parser.print_help(sys.stderr)
        return ExitCode.USAGE
    terminal.set_verbosity(options.verbosity)
    if not limited:
        return int(options.run(options))
    limits.set_limits(options)
    if not getattr(options, "is_single", False):
        return int(options.run(options))
    name = STDIN_NAME if options.input == STDIN else options.input
    work = partial(_report_errors, partial(options.run, options), name)
    return limits.run_each(lambda _: work(), [name])[0]
