"""What the user sees: data on stdout, everything else on stderr."""

from __future__ import annotations

import io
import sys

from pdfbot.errors import OutputError


class ClosedOutput(io.TextIOWrapper):
    """Stands in for a standard output that was closed before the command began."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO())


def write_data(text: str) -> None:
    """Data is UTF-8 whatever the locale, so that a pipe gets the same bytes everywhere."""
    write_bytes(text.encode("utf-8", "backslashreplace"))


def write_bytes(data: bytes) -> None:
    if isinstance(sys.stdout, ClosedOutput):
        raise OutputError("standard output is closed")
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"standard output cannot be written ({error.strerror})") from None


def report(name: str, message: str) -> None:
    """One line that names the file; messages that begin with it are not given it twice."""
    clear_progress()
    line = message if message.startswith(f"{name}: ") else f"{name}: {message}"
    print("pdfbot: " + " ".join(line.split()), file=sys.stderr)


def show_progress(number: int, total: int, name: str) -> None:
    """Which input is being read, in a line that the next one overwrites; only on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K[{number}/{total}] {name}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
