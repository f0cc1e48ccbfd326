"""The display of a batch run: a bar on a terminal, otherwise a line every 30 seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn
from rich.table import Column, Table

from pdfbot.bulk.paper_queue import QueuedPaper
from pdfbot.bulk.paper_records import ERRORS, STATUSES, PaperOutcome
from pdfbot.bulk.run import FAILED_FILE
from pdfbot.bulk.run_monitor import RunReport
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.status_counts import StatusCounts
from pdfbot.cli.terminal import count, is_quiet, is_verbose

LINE_SECONDS = 30.0
# Columns of a terminal: the shortest bar, and what else is beside the status.
MIN_BAR = 8
BESIDE_STATUS = MIN_BAR + 8
# Places in the status of what is left out first.
LEAST_IMPORTANT = (4, 3, 1, 2)
# Share of the work that must be done before the time left is estimated.
MIN_SHARE_DONE = 0.005


class ProgressDisplay:
    """Counts papers, and estimates the time left from the share of bytes processed."""

    def __init__(self) -> None:
        self._bar: Progress | None = None
        self._task = TaskID(0)
        self._shards = self._finished_shards = self._papers = self._failures = 0
        self._without_text = self._papers_before = 0
        self._size = self._done_size = 0
        self._size_by_shard: dict[str, int] = {}
        self._last_line = self._start_time = time.monotonic()

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def start(self, shards: int, skipped: int, size: int, jobs: int, before: StatusCounts) -> None:
        self._shards, self._finished_shards, self._size = shards, skipped, size
        self._papers = self._papers_before = before.papers
        self._failures, self._without_text = before.failures, before.statuses["no-text"]
        self._last_line = self._start_time = time.monotonic()
        if is_quiet():
            return
        skip = f", {skipped} finished before" if skipped else ""
        self._print(f"{count(shards, 'shard')}{skip}; {count(jobs, 'job')}")
        if sys.stderr.isatty() and skipped < shards:
            self._start_bar()

    def _start_bar(self) -> None:
        self._bar = bar = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=None, table_column=Column(min_width=MIN_BAR, ratio=1)),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.description}", table_column=Column(no_wrap=True)),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=4,
        )
        self._task = bar.add_task(self._status(_room(bar)), total=max(self._size, 1))
        bar.start()

    def count(self, paper: QueuedPaper, outcome: PaperOutcome) -> None:
        self._papers += 1
        self._failures += outcome.status in ERRORS
        self._without_text += outcome.status == "no-text"
        if is_verbose():
            reason = f": {outcome.error}" if outcome.error else f" in {outcome.seconds:.2f} s"
            self._print(f"{paper.name}: {outcome.status}{reason}")
        self._size_by_shard[paper.shard] = self._size_by_shard.get(paper.shard, 0) + paper.size
        self._done_size += paper.size

    def finish(self, shard: Shard, counts: StatusCounts) -> None:
        self._finished_shards += 1
        counted = self._size_by_shard.pop(shard.name, None)
        if counted is None:
            self._papers += counts.papers
            self._papers_before += counts.papers
            self._failures += counts.failures
            self._without_text += counts.statuses["no-text"]
        # Padding between the members of an archive and papers of earlier runs count as done.
        self._done_size += max(shard.size - (counted or 0), 0)
        if counts.papers == 0:
            self.warn(f"{shard.archive}: contains no PDFs")

    def tick(self) -> None:
        now = time.monotonic()
        if self._bar is not None:
            status = self._status(_room(self._bar))
            self._bar.update(self._task, completed=self._done_size, description=status)
        elif now - self._last_line >= LINE_SECONDS and not (sys.stderr.isatty() or is_quiet()):
            self._last_line = now
            self._print(self._status())

    def warn(self, message: str) -> None:
        self._print(message)

    def _print(self, message: str) -> None:
        line = "pdfbot: " + " ".join(message.split())
        if self._bar is not None:
            self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def _status(self, room: int | None = None) -> str:
        """What is done; on a terminal without room for all of it, the least important is left out.

        The rate is that of this run, the other counts are those of the whole output.
        """
        seconds = max(time.monotonic() - self._start_time, 0.001)
        rate = (self._papers - self._papers_before) / seconds
        parts = [
            count(self._papers, "paper"),
            f"{rate:.1f}/s",
            f"{self._failures} failed",
            f"{self._without_text} without text",
            f"{self._finished_shards} of {self._shards} shards",
            self._time_left(seconds),
        ]
        for expendable in LEAST_IMPORTANT:
            if room is None or len(", ".join(filter(None, parts))) <= room:
                break
            parts[expendable] = ""
        return ", ".join(filter(None, parts))

    def _time_left(self, seconds: float) -> str:
        share = self._done_size / self._size if self._size else 0.0
        if share < MIN_SHARE_DONE:
            return ""
        return f"{format_duration(seconds * max(1 / share - 1, 0))} left"


def _room(bar: Progress) -> int:
    """The columns of the terminal that are left for the status."""
    return bar.console.width - BESIDE_STATUS


def format_duration(seconds: float) -> str:
    """The time as `3 d 4 h`, `2 h 5 min` or `40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def render_preview(shards: Iterable[tuple[Shard, str]]) -> str:
    """The shards of a run as tab-separated values with a header row."""
    rows = [("shard", "state", "files", "bytes", "source")]
    for shard, state in shards:
        # Names are untrusted: a line break or tab would look like another row or column.
        source = " ".join((shard.archive or next(iter(shard.files))).split())
        files = "archive" if shard.archive else str(len(shard.files))
        rows.append((shard.name, state, files, str(shard.size), source))
    return "".join("\t".join(row) + "\n" for row in rows)


def print_report(report: RunReport, output: str) -> None:
    """Print the final table: what the output now contains, and what this run added."""
    table = Table(title=None, box=None, pad_edge=False)
    for column in ("status", "papers", "this run"):
        table.add_column(column, justify="left" if column == "status" else "right")
    for status in STATUSES:
        total, added = report.total.statuses[status], report.added.statuses[status]
        table.add_row(status, str(total), str(added))
    table.add_row("all", str(report.total.papers), str(report.added.papers))
    console = Console(stderr=True, highlight=False, quiet=is_quiet())
    console.print(table)
    if report.total.errors:
        kinds = ", ".join(f"{name} {n}" for name, n in report.total.errors.most_common())
        failed = f"errors: {kinds}; each is listed in {output.rstrip('/')}/{FAILED_FILE}"
        console.print(failed, soft_wrap=True, markup=False)
    if report.total.lost_text:
        papers = count(report.total.lost_text, "paper")
        console.print(
            f"{papers} with a page most of whose text was taken out: see `warnings` in the records",
            soft_wrap=True,
            markup=False,
        )
    rate = report.added.papers / report.seconds if report.seconds else 0.0
    console.print(
        f"{report.finished} of {report.shards} shards finished in {output}; this run "
        f"{format_duration(report.seconds)}, {rate:.1f} papers/s",
        soft_wrap=True,
        markup=False,
    )
    if report.is_limited:
        console.print(f"stopped at --limit {report.limit}: run the same command again to continue")
    elif not report.is_complete:
        console.print("not complete: run the same command again to continue", markup=False)
