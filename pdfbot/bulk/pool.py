"""Worker processes at work: one thread looks after each, and papers are handed out one by one."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

from pdfbot.bulk.documents import Document, ShardEnd, load
from pdfbot.bulk.process import Worker
from pdfbot.bulk.records import Outcome
from pdfbot.bulk.settings import Settings
from pdfbot.dataclass import dataclass

# How long the threads sleep at most before they look whether the run is over.
TICK = 0.2


@dataclass(frozen=True, slots=True)
class Result:
    """A paper and what became of it; `number` is its place among all papers."""

    number: int
    document: Document
    outcome: Outcome


class Pool:
    """`jobs` workers over a stream of papers; `window` bounds how far results may run ahead."""

    def __init__(
        self,
        papers: Iterator[Document | ShardEnd],
        settings: Settings,
        jobs: int,
        window: int | None = None,
    ) -> None:
        self._papers = papers
        self._settings = settings
        self._reading = threading.Lock()
        self._number = 0
        self._stopping = threading.Event()
        self._killed = threading.Event()
        self._results: queue.Queue[Result | ShardEnd | BaseException | None] = queue.Queue(jobs * 2)
        self._places = None if window is None else threading.Semaphore(window)
        self._workers = [Worker(settings) for _ in range(jobs)]
        self._threads = [
            threading.Thread(target=self._serve, args=(worker,), daemon=True)
            for worker in self._workers
        ]

    def __enter__(self) -> Pool:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for thread in self._threads:
            thread.join(TICK * 10)

    def stop(self) -> None:
        """Hands out no more papers; those in flight are finished."""
        self._stopping.set()

    def kill(self) -> None:
        """Ends the workers now; their papers get no record and are done by the next run."""
        self._stopping.set()
        self._killed.set()
        for worker in self._workers:
            worker.abandon()

    def release(self) -> None:
        """One result has been used, one more may be made."""
        if self._places is not None:
            self._places.release()

    def results(self) -> Iterator[Result | ShardEnd | None]:
        """Results as they come; None now and then, so that the caller can look at the clock."""
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

    def _serve(self, worker: Worker) -> None:
        try:
            while (taken := self._take()) is not None:
                number, document = taken
                content = load(document, self._settings.max_size)
                outcome = content if isinstance(content, Outcome) else worker.process(content)
                if self._killed.is_set():
                    break
                self._put(Result(number, document, outcome))
        except BaseException as error:
            if not self._killed.is_set():
                self._put(error)
        finally:
            worker.kill()
            self._put(None)

    def _take(self) -> tuple[int, Document] | None:
        """The next paper. Archives are read here, by one thread at a time."""
        while self._places is not None and not self._places.acquire(timeout=TICK):
            if self._stopping.is_set():
                return None
        with self._reading:
            while not self._stopping.is_set():
                item = next(self._papers, None)
                if isinstance(item, Document):
                    self._number += 1
                    return self._number - 1, item
                if item is None:
                    break
                self._put(item)
        return None

    def _put(self, item: Result | ShardEnd | BaseException | None) -> None:
        while not self._killed.is_set():
            try:
                self._results.put(item, timeout=TICK)
                return
            except queue.Full:
                continue
