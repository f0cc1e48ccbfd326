"""Terminal output: data goes to stdout, everything else to stderr."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from pdfbot.errors import OutputError
from pdfbot.output.compression import compressor


class ClosedOutput(io.TextIOWrapper):
    """Replaces a standard output that was closed before the command started."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())


def write_data(text: str) -> None:
    """Write UTF-8 whatever the locale, so that a pipe gets the same bytes everywhere."""
    write_bytes(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    with standard_output() as file:
        file.write(data)


@contextmanager
def standard_output(compression: str = "") -> Iterator[IO[bytes]]:
    """Standard output for bytes, which are flushed at the end."""
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
    """Print one line that starts with the file's name, which the message may include already."""
    clear_progress()
    line = message if message.startswith(f"{name}: ") else f"{name}: {message}"
    print("pdfbot: " + " ".join(line.split()), file=sys.stderr)


def report_warnings(name: str, warnings: Sequence[str]) -> None:
    for warning in warnings:
        report(name, f"warning: {warning}")


def show_progress(number: int, total: int, name: str) -> None:
    """Show the current input in a line that the next one overwrites, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K[{number}/{total}] {name}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
