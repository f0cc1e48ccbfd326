"""A pool of worker processes, each controlled by one thread; papers are handed out one by one."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from pdfbot.bulk.paper_queue import QueuedPaper, ShardEnd, load_content
from pdfbot.bulk.paper_records import PaperOutcome
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker_handle import WorkerHandle

# Seconds that a thread waits at most before it checks whether the run is over.
TICK = 0.2


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A paper and its outcome; `number` is its position among all papers."""

    number: int
    paper: QueuedPaper
    outcome: PaperOutcome


class WorkerPool:
    """`jobs` workers on a stream of papers; `window` bounds how far results may run ahead."""

    def __init__(
        self,
        papers: Iterator[QueuedPaper | ShardEnd],
        settings: Settings,
        jobs: int,
        window: int | None = None,
    ) -> None:
        self._papers = papers
        self._settings = settings
        self._papers_lock = threading.Lock()
        self._number = 0
        self._stopping = threading.Event()
        self._killed = threading.Event()
        self._results: queue.Queue[PaperResult | ShardEnd | BaseException | None] = queue.Queue(
            jobs * 2
        )
        self._window = None if window is None else threading.Semaphore(window)
        self._workers = [WorkerHandle(settings) for _ in range(jobs)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]

    def __enter__(self) -> WorkerPool:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for thread in self._threads:
            thread.join(TICK * 10)

    def stop(self) -> None:
        """Hand out no more papers; those in progress are finished."""
        self._stopping.set()

    def kill(self) -> None:
        """Kill the workers now; their papers get no record and are left to the next run."""
        self._stopping.set()
        self._killed.set()
        for worker in self._workers:
            worker.abandon()

    def release(self) -> None:
        """Make room in the window for one more result."""
        if self._window is not None:
            self._window.release()

    def results(self) -> Iterator[PaperResult | ShardEnd | None]:
        """Results as they arrive; None at least once per tick, so that the caller can react."""
        busy = len(self._threads)
        while busy:
            try:
                item = self._results.get(timeout=TICK)
            except queue.Empty:
                yield None
                if self._killed.is_set():
                    return
                continue
            if item is None:
                busy -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item

    def _serve(self, worker: WorkerHandle) -> None:
        try:
            while (taken := self._take()) is not None:
                number, paper = taken
                content = load_content(paper, self._settings.max_size)
                outcome = content if isinstance(content, PaperOutcome) else worker.process(content)
                if self._killed.is_set():
                    break
                self._put(PaperResult(number, paper, outcome))
        except BaseException as error:
            if not self._killed.is_set():
                self._put(error)
        finally:
            worker.kill()
            self._put(None)

    def _take(self) -> tuple[int, QueuedPaper] | None:
        """The next paper; this is where archives are read, by one thread at a time."""
        while self._window is not None and not self._window.acquire(timeout=TICK):
            if self._stopping.is_set():
                return None
        with self._papers_lock:
            while not self._stopping.is_set():
                item = next(self._papers, None)
                if isinstance(item, QueuedPaper):
                    self._number += 1
                    return self._number - 1, item
                if item is None:
                    break
                self._put(item)
        return None

    def _put(self, item: PaperResult | ShardEnd | BaseException | None) -> None:
        while not self._killed.is_set():
            try:
                self._results.put(item, timeout=TICK)
                return
            except queue.Full:
                continue


def default_jobs() -> int:
    """The number of cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
