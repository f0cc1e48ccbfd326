"""`pdfbot.batch`: the records of many papers in the order of the inputs, with nothing written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pdfbot.bulk.documents import Document, ShardEnd, read_papers
from pdfbot.bulk.inputs import find_sources
from pdfbot.bulk.plan import Shard, list_shards
from pdfbot.bulk.pool import Pool, Result
from pdfbot.bulk.records import Record, failure, make_line
from pdfbot.bulk.run import default_jobs
from pdfbot.bulk.settings import Settings, plain_choices

# Records that may wait, per worker, for a slow paper before them.
WINDOW = 50


def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    jobs: int | None,
    timeout: float,
    max_memory: int,
    max_size: int,
    recycle: int,
    **choices: Any,
) -> Iterator[Record]:
    """Checks and finds everything now; the work begins with the first record asked for."""
    given = [inputs] if isinstance(inputs, (str, os.PathLike)) else list(inputs)
    settings = Settings(
        timeout=timeout,
        max_memory=max_memory,
        max_size=max_size,
        recycle=recycle,
        choices=plain_choices(choices),
    )
    shards = list(list_shards(find_sources(given)))
    return _records(shards, settings, jobs or default_jobs())


def _records(shards: Sequence[Shard], settings: Settings, jobs: int) -> Iterator[Record]:
    fingerprint = settings.fingerprint
    waiting: dict[int, Result] = {}
    number = 0
    with Pool(_papers(shards, settings.max_size), settings, jobs, WINDOW * jobs) as pool:
        for item in pool.results():
            if not isinstance(item, Result):
                continue
            waiting[item.number] = item
            while number in waiting:
                result = waiting.pop(number)
                number += 1
                paper = result.document
                line = make_line(paper.source, paper.name, result.outcome, thresholds=fingerprint)
                record: Record = json.loads(line)
                yield record
                pool.release()


def _papers(shards: Sequence[Shard], max_size: int) -> Iterator[Document | ShardEnd]:
    """All papers; an archive that cannot be read on gets a record in its place."""
    for shard in shards:
        for item in read_papers(shard, lambda source, name: True, max_size):
            if isinstance(item, Document):
                yield item
            elif item.problem:
                archive = shard.archive or shard.name
                reason = item.problem.removeprefix(f"{archive}: ")
                outcome = failure("FileMissingError", reason)
                yield Document(shard.name, archive, archive, 0, outcome)
