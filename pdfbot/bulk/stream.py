"""`pdfbot.batch`: the records of many papers in input order, without writing any files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pdfbot.bulk.inputs import find_inputs
from pdfbot.bulk.paper_queue import QueuedPaper, ShardEnd, read_papers
from pdfbot.bulk.paper_records import failure, format_line
from pdfbot.bulk.pool import PaperResult, WorkerPool, default_jobs
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_plan import Shard, list_shards
from pdfbot.options import make_options
from pdfbot.output.record_types import BatchRecord
from pdfbot.posix import require_posix

# Records per worker that may wait for a slow paper before them.
WINDOW_PER_JOB = 50


def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None,
    timeout: float,
    max_memory: int,
    max_size: int,
    recycle: int,
    **choices: Any,
) -> Iterator[BatchRecord]:
    """Check the options and inputs now; start working when the first record is requested."""
    require_posix("batch runs")
    reading, rules = make_options(**choices)
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    settings = Settings(
        timeout=timeout,
        max_memory=max_memory,
        max_size=max_size,
        recycle=recycle,
        reading=reading,
        rules=rules,
    )
    shards = list(list_shards(find_inputs(given)))
    return _records(shards, settings, jobs or default_jobs())


def _records(shards: Sequence[Shard], settings: Settings, jobs: int) -> Iterator[BatchRecord]:
    fingerprint = settings.fingerprint
    waiting: dict[int, PaperResult] = {}
    next_number = 0
    papers = _papers(shards, settings.max_size)
    with WorkerPool(papers, settings, jobs, WINDOW_PER_JOB * jobs) as pool:
        for item in pool.results():
            if not isinstance(item, PaperResult):
                continue
            waiting[item.number] = item
            while next_number in waiting:
                result = waiting.pop(next_number)
                next_number += 1
                paper = result.paper
                line = format_line(paper.source, paper.name, result.outcome, thresholds=fingerprint)
                record: BatchRecord = json.loads(line)
                yield record
                pool.release()


def _papers(shards: Sequence[Shard], max_size: int) -> Iterator[QueuedPaper | ShardEnd]:
    """Yield all papers; an archive that becomes unreadable gets a record too."""
    for shard in shards:
        for item in read_papers(shard, lambda source, name: True, max_size):
            if isinstance(item, QueuedPaper):
                yield item
            elif item.problem:
                archive = shard.archive or shard.name
                reason = item.problem.removeprefix(f"{archive}: ")
                outcome = failure("FileMissingError", reason)
                yield QueuedPaper(shard.name, archive, archive, 0, outcome)
