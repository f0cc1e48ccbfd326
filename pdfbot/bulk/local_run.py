"""Process shards with worker processes on this machine."""

from __future__ import annotations

import time

from pdfbot.bulk.paper_queue import ShardEnd
from pdfbot.bulk.pool import PaperResult, WorkerPool
from pdfbot.bulk.run_monitor import RunMonitor
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.shard_writer import ShardWriter

# Seconds of records that a power failure may cost; the next run repeats those papers.
SYNC_SECONDS = 2.0


def process_shards(
    shards: list[Shard],
    writer: ShardWriter,
    settings: Settings,
    jobs: int,
    monitor: RunMonitor,
    limit: int = 0,
) -> None:
    """Send papers to workers and results to the writer until done or asked to stop."""
    by_name = {shard.name: shard for shard in shards}
    last_sync = time.monotonic()

    def report_finished(*, wait: bool = False) -> None:
        for name, counts in writer.finished_shards(wait=wait):
            monitor.shard_finished(by_name[name], counts)

    with WorkerPool(writer.papers(shards, limit), settings, jobs) as pool:
        for item in pool.results():
            if monitor.stop.requests:
                monitor.stop.announce(monitor.progress)
                pool.stop()
            if monitor.stop.requests > 1:
                pool.kill()
            if item is not None:
                _store(item, writer, monitor)
            report_finished()
            if time.monotonic() - last_sync >= SYNC_SECONDS:
                writer.sync()
                last_sync = time.monotonic()
            monitor.progress.tick()
    writer.sync()
    report_finished(wait=True)


def _store(item: PaperResult | ShardEnd, writer: ShardWriter, monitor: RunMonitor) -> None:
    if isinstance(item, PaperResult):
        entry = writer.add(item.paper, item.outcome)
        monitor.paper_done(item.paper, item.outcome, entry)
        writer.finish_if_complete(item.paper.shard)
    else:
        if item.problem:
            monitor.problem(item.problem)
        writer.end(item)
        writer.finish_if_complete(item.shard)
