"""What a batch run reports during the run and at the end, and how to stop it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from pdfbot._version import __version__
from pdfbot.bulk.paper_queue import QueuedPaper
from pdfbot.bulk.paper_records import FAILURE_FIELDS, IndexEntry, PaperOutcome
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.status_counts import StatusCounts


class Progress(Protocol):
    """Receives the events of a run.

    `size` is the number of bytes to process, `before` counts the papers of earlier runs.
    """

    def start(
        self, shards: int, skipped: int, size: int, jobs: int, before: StatusCounts
    ) -> None: ...
    def count(self, paper: QueuedPaper, outcome: PaperOutcome) -> None: ...
    def finish(self, shard: Shard, counts: StatusCounts) -> None: ...
    def tick(self) -> None: ...
    def warn(self, message: str) -> None: ...


class NullProgress:
    """Shows nothing."""

    def start(
        self, shards: int, skipped: int, size: int, jobs: int, before: StatusCounts
    ) -> None: ...
    def count(self, paper: QueuedPaper, outcome: PaperOutcome) -> None: ...
    def finish(self, shard: Shard, counts: StatusCounts) -> None: ...
    def tick(self) -> None: ...
    def warn(self, message: str) -> None: ...


class StopSignal:
    """Counts requests to stop: the first lets papers in progress finish, the second does not."""

    def __init__(self, notice: str = "stopping") -> None:
        self.requests = 0
        self._notice = notice

    def announce(self, progress: Progress) -> None:
        """Show the notice once, and never from a signal handler, where printing is unsafe."""
        if self.requests and self._notice:
            progress.warn(self._notice)
            self._notice = ""


@dataclass(slots=True)
class RunReport:
    """What the output contains for the inputs of this run, and what this run added."""

    total: StatusCounts = field(default_factory=StatusCounts)
    added: StatusCounts = field(default_factory=StatusCounts)
    shards: int = 0
    finished: int = 0
    skipped: int = 0
    problems: list[str] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0
    limit: int = 0

    @property
    def is_complete(self) -> bool:
        return self.finished == self.shards

    @property
    def is_limited(self) -> bool:
        """Whether the run ended at its --limit, with papers left for the next run."""
        return 0 < self.limit <= self.added.papers and not self.is_complete

    def failed_table(self) -> str:
        """The failed papers of the output as tab-separated values with a header row.

        A tab or line break within a value, such as a file name, becomes a space.
        """
        rows = [FAILURE_FIELDS, *self.total.failed]
        return "".join("\t".join(" ".join(v.split()) for v in row) + "\n" for row in rows)

    def to_json(self, settings: Settings) -> dict[str, Any]:
        rate = self.added.papers / self.seconds if self.seconds else 0.0
        return {
            "pdfbot": __version__,
            "thresholds": settings.fingerprint,
            "complete": self.is_complete,
            "interrupted": self.interrupted,
            "shards": {
                "total": self.shards,
                "finished": self.finished,
                "finished_before": self.skipped,
            },
            "total": self.total.summary(),
            "this_run": {
                **self.added.summary(),
                "seconds": round(self.seconds, 1),
                "papers_per_second": round(rate, 2),
            },
            "problems": self.problems,
        }


@dataclass(frozen=True, slots=True)
class RunMonitor:
    """Keeps the report of a run and shows its progress."""

    report: RunReport
    progress: Progress
    stop: StopSignal

    def paper_done(self, paper: QueuedPaper, outcome: PaperOutcome, entry: IndexEntry) -> None:
        self.report.added.count(entry)
        self.progress.count(paper, outcome)

    def shard_finished(self, shard: Shard, counts: StatusCounts) -> None:
        self.report.finished += 1
        self.report.total.add(counts)
        self.progress.finish(shard, counts)

    def shard_skipped(self, counts: StatusCounts) -> None:
        self.report.skipped += 1
        self.report.finished += 1
        self.report.total.add(counts)

    def problem(self, message: str) -> None:
        """Report something that leaves a shard unfinished until the next run."""
        self.report.problems.append(message)
        self.progress.warn(f"{message}; the next run will retry it")
