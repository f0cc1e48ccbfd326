"""How a batch run shows itself: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any

from pdfbot.bulk.documents import Document
from pdfbot.bulk.plan import Shard
from pdfbot.bulk.records import ERRORS, STATUSES, Outcome
from pdfbot.bulk.run import Report
from pdfbot.bulk.tally import Tally

LINE_SECONDS = 30.0
# Before this share of the work is done, nobody can say how long the rest takes.
LEAST_SHARE = 0.005


class ProgressDisplay:
    """Counts what is done; the share of bytes that are read gives the time left."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._shards = self._finished = self._papers = self._failures = 0
        self._weight = self._done = 0
        self._open: dict[str, int] = {}
        self._shown = self._began = time.monotonic()

    def __enter__(self) -> ProgressDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def start(self, shards: int, skipped: int, weight: int, jobs: int) -> None:
        self._shards, self._finished, self._weight = shards, skipped, weight
        self._shown = self._began = time.monotonic()
        skip = f", {skipped} finished before" if skipped else ""
        self._print(f"{shards} {'shard' if shards == 1 else 'shards'}{skip}; {jobs} jobs")
        if sys.stderr.isatty() and skipped < shards:
            self._start_bar()

    def _start_bar(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        self._bar = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=None),
            TextColumn("{task.percentage:>3.0f}%"),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            transient=True,
            refresh_per_second=4,
        )
        self._task = self._bar.add_task(self._state(), total=max(self._weight, 1))
        self._bar.start()

    def count(self, document: Document, outcome: Outcome) -> None:
        self._papers += 1
        self._failures += outcome.status in ERRORS
        self._open[document.shard] = self._open.get(document.shard, 0) + document.weight
        self._done += document.weight

    def finish(self, shard: Shard, tally: Tally) -> None:
        self._finished += 1
        counted = self._open.pop(shard.name, None)
        if counted is None:
            self._papers += tally.papers
            self._failures += tally.failures
        # What lies between the papers of an archive, or was done before, is behind us too.
        self._done += max(shard.weight - (counted or 0), 0)
        if tally.papers == 0:
            self.warn(f"{shard.archive}: no PDFs in it")

    def tick(self) -> None:
        now = time.monotonic()
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, description=self._state())
        elif now - self._shown >= LINE_SECONDS and not sys.stderr.isatty():
            self._shown = now
            self._print(self._state())

    def warn(self, message: str) -> None:
        self._print(message)

    def _print(self, message: str) -> None:
        line = "pdfbot: " + " ".join(message.split())
        if self._bar is not None:
            self._bar.console.print(line, markup=False, highlight=False, soft_wrap=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def _state(self) -> str:
        seconds = max(time.monotonic() - self._began, 0.001)
        return (
            f"{self._papers} papers, {self._papers / seconds:.1f}/s, {self._failures} failed, "
            f"{self._finished} of {self._shards} shards{self._left(seconds)}"
        )

    def _left(self, seconds: float) -> str:
        share = self._done / self._weight if self._weight else 0.0
        if share < LEAST_SHARE:
            return ""
        return f", {duration(seconds * max(1 / share - 1, 0))} left"


def duration(seconds: float) -> str:
    """`3 d 4 h`, `2 h 5 min`, `40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def print_report(report: Report, place: str) -> None:
    """The table at the end: what the output holds now, and how this run went."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=None, box=None, pad_edge=False)
    for column in ("status", "papers", "this run"):
        table.add_column(column, justify="left" if column == "status" else "right")
    for status in STATUSES:
        total, added = report.total.statuses[status], report.added.statuses[status]
        table.add_row(status, str(total), str(added))
    table.add_row("all", str(report.total.papers), str(report.added.papers))
    console = Console(stderr=True, highlight=False)
    console.print(table)
    if report.total.errors:
        kinds = ", ".join(f"{name} {n}" for name, n in report.total.errors.most_common())
        console.print(f"errors: {kinds}", soft_wrap=True, markup=False)
    rate = report.added.papers / report.seconds if report.seconds else 0.0
    console.print(
        f"{report.finished} of {report.shards} shards finished in {place}; this run "
        f"{duration(report.seconds)}, {rate:.1f} papers/s",
        soft_wrap=True,
        markup=False,
    )
    if not report.is_complete:
        console.print("not complete: run the same command again to go on", markup=False)
