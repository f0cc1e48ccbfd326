"""The log of a batch run: a line with a time stamp for every paper, finished shard and problem."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import BinaryIO, cast

from pdfbot.bulk.paper_queue import QueuedPaper
from pdfbot.bulk.paper_records import PaperOutcome
from pdfbot.bulk.run_monitor import Progress
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.status_counts import StatusCounts
from pdfbot.cli.terminal import count
from pdfbot.errors import OutputError
from pdfbot.output.files import encode


@contextmanager
def logged(display: Progress, path: str | None) -> Iterator[Progress]:
    """The display itself, or one that also appends to the log at `path`."""
    if path is None:
        yield display
        return
    with _open(path) as file:
        yield BatchLog(display, path, file)


def _open(path: str) -> BinaryIO:
    """The open log, unbuffered: closing it must not retry what could not be written."""
    try:
        return cast(BinaryIO, open(path, "ab", buffering=0))
    except OSError as error:
        raise _write_error(path, error) from None


class BatchLog:
    """Writes every event of a run to the log and passes it on."""

    def __init__(self, display: Progress, path: str, file: BinaryIO) -> None:
        self._display, self._path, self._file = display, path, file

    def start(self, shards: int, skipped: int, size: int, jobs: int, before: StatusCounts) -> None:
        self._write(
            f"start: {count(shards, 'shard')}, {skipped} finished before, {count(jobs, 'job')}"
        )
        self._display.start(shards, skipped, size, jobs, before)

    def count(self, paper: QueuedPaper, outcome: PaperOutcome) -> None:
        reason = f": {outcome.error}" if outcome.error else ""
        self._write(f"{outcome.status} {outcome.seconds:.2f} s {paper.source}{reason}")
        self._display.count(paper, outcome)

    def finish(self, shard: Shard, counts: StatusCounts) -> None:
        self._write(
            f"finished {shard.name}: {count(counts.papers, 'paper')}, {counts.failures} failed"
        )
        self._display.finish(shard, counts)

    def tick(self) -> None:
        self._display.tick()

    def warn(self, message: str) -> None:
        self._write(f"warning: {message}")
        self._display.warn(message)

    def _write(self, message: str) -> None:
        time = datetime.now().astimezone().isoformat(timespec="seconds")
        line = f"{time} {' '.join(message.split())}\n"
        try:
            self._file.write(encode(line))
        except OSError as error:
            raise _write_error(self._path, error) from None


def _write_error(path: str, error: OSError) -> OutputError:
    return OutputError(f"--log {path}: cannot be written ({error.strerror})")
