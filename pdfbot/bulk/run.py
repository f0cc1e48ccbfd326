"""A whole run on this machine: what is finished is skipped, what is half done goes on."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from pdfbot import __version__
from pdfbot.bulk.documents import Document, ShardEnd
from pdfbot.bulk.formats import check_format
from pdfbot.bulk.inputs import Source
from pdfbot.bulk.locks import locked
from pdfbot.bulk.output import Output
from pdfbot.bulk.plan import Shard, plan_shards
from pdfbot.bulk.pool import Pool, Result
from pdfbot.bulk.records import Outcome
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE, Store
from pdfbot.bulk.tally import Tally
from pdfbot.dataclass import dataclass, field
from pdfbot.errors import UsageError

SUMMARY = "summary.json"
# Records that a power cut may cost: those of so many seconds. They are done again.
SYNC_SECONDS = 2.0


class Brake:
    """Counts requests to stop: one finishes what is in flight, two end it."""

    def __init__(self, notice: str = "stopping") -> None:
        self.requests = 0
        self._notice = notice

    def tell(self, progress: Progress) -> None:
        """Says once what is going on; not in the signal's handler, where printing is not safe."""
        if self.requests and self._notice:
            progress.warn(self._notice)
            self._notice = ""


class Progress(Protocol):
    """What a run tells about itself while it runs."""

    def start(self, shards: int, skipped: int, weight: int, jobs: int) -> None: ...
    def count(self, document: Document, outcome: Outcome) -> None: ...
    def finish(self, shard: Shard, tally: Tally) -> None: ...
    def tick(self) -> None: ...
    def warn(self, message: str) -> None: ...


class Silent:
    """Tells nothing; what there is to tell stands in the report."""

    def start(self, shards: int, skipped: int, weight: int, jobs: int) -> None: ...
    def count(self, document: Document, outcome: Outcome) -> None: ...
    def finish(self, shard: Shard, tally: Tally) -> None: ...
    def tick(self) -> None: ...
    def warn(self, message: str) -> None: ...


@dataclass(slots=True)
class Report:
    """What there is in the output for the inputs of this run, and what this run added."""

    total: Tally = field(default_factory=Tally)
    added: Tally = field(default_factory=Tally)
    shards: int = 0
    finished: int = 0
    skipped: int = 0
    problems: list[str] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def is_complete(self) -> bool:
        return self.finished == self.shards

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
            "total": self.total.to_json(),
            "this_run": {
                **self.added.to_json(),
                "seconds": round(self.seconds, 1),
                "papers_per_second": round(rate, 2),
            },
            "problems": self.problems,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the user asked of a run besides the settings of a paper."""

    place: str
    jobs: int
    shard_size: int = 1000
    retry_errors: bool = False
    force: bool = False
    cluster: str = ""


def run_batch(
    sources: Sequence[Source], order: Order, settings: Settings, progress: Progress, brake: Brake
) -> Report:
    """Does what is not done yet and leaves a summary; one run at a time in one folder."""
    check_format(settings.suffix)
    store = Store(order.place)
    if store.folder is not None and store.folder.exists() and not store.folder.is_dir():
        raise UsageError(f"-o {order.place}: a file; name a folder for the results")
    store.prepare()
    start = time.monotonic()
    with ExitStack() as stack:
        if store.folder is not None:
            stack.enter_context(locked(store.path(f"{STATE}/lock"), store.place))
            _clear_remains(store.path(STATE))
        room = stack.enter_context(_room(store))
        output = stack.enter_context(closing(Output(store, room, settings)))
        shards = plan_shards(sources, store, settings, order.shard_size, force=order.force)
        report = Report(shards=len(shards))
        pending = _pending(shards, output, order, report)
        weight = sum(shard.weight for shard in pending)
        progress.start(len(shards), report.skipped, weight, order.jobs)
        try:
            if order.cluster:
                from pdfbot.bulk.cluster import work_on_cluster

                work_on_cluster(pending, store, settings, order, report, progress, brake)
            else:
                if order.retry_errors:
                    for shard in pending:
                        output.reopen(shard)
                work(pending, output, settings, order.jobs, report, progress, brake)
        finally:
            report.interrupted = brake.requests > 0 and not report.is_complete
            report.seconds = time.monotonic() - start
            for tally in output.unfinished():
                report.total.add(tally)
        store.write(SUMMARY, (json.dumps(report.to_json(settings), indent=1) + "\n").encode())
    return report


def work(
    shards: list[Shard],
    output: Output,
    settings: Settings,
    jobs: int,
    report: Report,
    progress: Progress,
    brake: Brake,
) -> None:
    """Papers to workers, results to the output, until all is done or the brake is pulled."""
    by_name = {shard.name: shard for shard in shards}
    synced = time.monotonic()

    def note_sealed(*, wait: bool = False) -> None:
        for name, tally in output.sealed(wait=wait):
            report.finished += 1
            report.total.add(tally)
            progress.finish(by_name[name], tally)

    with Pool(output.papers(shards), settings, jobs) as pool:
        for item in pool.results():
            if brake.requests:
                brake.tell(progress)
                pool.stop()
            if brake.requests > 1:
                pool.kill()
            if isinstance(item, Result):
                _note_result(item, output, report, progress)
            elif isinstance(item, ShardEnd):
                _note_end(item, output, report, progress)
            note_sealed()
            if time.monotonic() - synced >= SYNC_SECONDS:
                output.sync()
                synced = time.monotonic()
            progress.tick()
    output.sync()
    note_sealed(wait=True)


def _note_result(result: Result, output: Output, report: Report, progress: Progress) -> None:
    entry = output.add(result.document, result.outcome)
    report.added.count(entry)
    progress.count(result.document, result.outcome)
    output.seal_if_whole(result.document.shard)


def _note_end(end: ShardEnd, output: Output, report: Report, progress: Progress) -> None:
    if end.problem:
        report.problems.append(end.problem)
        progress.warn(f"{end.problem}; the next run tries again")
    output.end(end)
    output.seal_if_whole(end.shard)


def _pending(shards: list[Shard], output: Output, order: Order, report: Report) -> list[Shard]:
    """The shards with work left; the counts of the others go to the report."""
    if order.force:
        for shard in shards:
            output.forget(shard)
        return shards
    names = output.store.names()
    pending = []
    for shard in shards:
        if output.final_name(shard.name) not in names:
            pending.append(shard)
            continue
        tally = output.finished(shard)
        if order.retry_errors and tally.failures:
            pending.append(shard)
            continue
        output.part_path(shard.name).unlink(missing_ok=True)
        report.skipped += 1
        report.finished += 1
        report.total.add(tally)
    return pending


@contextmanager
def _room(store: Store) -> Iterator[Path]:
    """Where parts lie: with local results, so that another run finds them; else for this run."""
    if store.folder is not None:
        yield store.folder
    else:
        with tempfile.TemporaryDirectory(prefix="pdfbot-") as folder:
            yield Path(folder)


def _clear_remains(state: Path) -> None:
    """Files in the making that a killed run has left; nobody else is here, we hold the lock."""
    for path in state.iterdir():
        if path.name.endswith(".tmp"):
            path.unlink(missing_ok=True)
        elif path.name.startswith("attempt-"):
            shutil.rmtree(path, ignore_errors=True)


def default_jobs() -> int:
    """The cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
