"""Terminal output: data goes to stdout, everything else to stderr."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO
from unicodedata import east_asian_width

from pdfbot.errors import OutputError
from pdfbot.output.compression import compressor
from pdfbot.output.files import encode

# Standard input as an argument, and in messages.
STDIN = "-"
STDIN_NAME = "<stdin>"


class ClosedOutput(io.TextIOWrapper):
    """Replaces a standard output that was closed before the command started."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())


# -1 is --quiet, 1 is --verbose.
_verbosity = 0


def set_verbosity(level: int) -> None:
    """Set for the whole process what goes to stderr besides errors."""
    global _verbosity
    _verbosity = level


def is_quiet() -> bool:
    return _verbosity < 0


def is_verbose() -> bool:
    return _verbosity > 0


def write_data(text: str) -> None:
    """Write UTF-8 regardless of the locale, so that a pipe gets the same bytes everywhere."""
    write_bytes(encode(text))


def write_bytes(data: bytes) -> None:
    with standard_output() as file:
        file.write(data)


@contextmanager
def standard_output(compression: str = "") -> Iterator[IO[bytes]]:
    """Standard output as a binary stream, flushed at the end."""
    if isinstance(sys.stdout, ClosedOutput):
        raise OutputError("standard output is closed")
    try:
        with compressor(sys.stdout.buffer, compression) as file:
            yield file
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written ({error.strerror})") from None


def report(name: str, message: str) -> None:
    """Print one line that starts with the file name, unless the message already does."""
    clear_progress()
    line = message if message.startswith(f"{name}: ") else f"{name}: {message}"
    print("pdfbot: " + " ".join(line.split()), file=sys.stderr)


def report_warnings(name: str, warnings: Sequence[str]) -> None:
    for warning in warnings:
        report_note(name, f"warning: {warning}")


def report_note(name: str, message: str) -> None:
    """Report something that is not an error; --quiet suppresses it."""
    if not is_quiet():
        report(name, message)


def report_detail(name: str, message: str) -> None:
    """Report something that only --verbose shows."""
    if is_verbose():
        report(name, message)


def show_progress(number: int, total: int, name: str) -> None:
    """Show the current input on a line that the next one overwrites; on a terminal only."""
    if sys.stderr.isatty() and not is_quiet():
        counter = f"[{number}/{total}] "
        # A terminal that does not know its size says 0.
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or sys.maxsize
        shown = _last_part(name, columns - 1 - len(counter))
        print(f"\r\x1b[K{counter}{shown}", end="", file=sys.stderr, flush=True)


def _last_part(name: str, room: int) -> str:
    """A name, or the end of one that is too long: what wraps could not be cleared again."""
    if _width(name) <= room:
        return name
    while name and _width(name) >= room:
        name = name[1:]
    return f"…{name}"


def _width(text: str) -> int:
    """The columns of a terminal that a text takes: Chinese characters have two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def clear_progress() -> None:
    if sys.stderr.isatty() and not is_quiet():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def restore_terminal() -> None:
    """Clear what a process that was killed left on the terminal, and show the cursor again."""
    if sys.stderr.isatty():
        print("\r\x1b[K\x1b[?25h", end="", file=sys.stderr, flush=True)


def count(number: int, singular: str) -> str:
    """The number with its noun: `1 sentence`, `3 sentences`."""
    return f"{number} {singular}" if number == 1 else f"{number} {singular}s"
