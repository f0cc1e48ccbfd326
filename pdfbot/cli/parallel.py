"""Several inputs in parallel, each in a separate process, with results in input order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from pdfbot.errors import PdfbotError
from pdfbot.posix import interrupts_blocked, unblock_interrupts

Item = TypeVar("Item")
Result = TypeVar("Result")

# Items per process that are started ahead of time, so that no process sits idle.
AHEAD = 2


@contextmanager
def run_ahead(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int
) -> Iterator[Callable[[Item], Result]]:
    """Yield a function that, called with each item in order, returns the result of `work` on it.

    With one process or one item it is `work` itself. It raises `PdfbotError` if a process dies.
    """
    if min(processes, len(items)) <= 1:
        yield work
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(processes, len(items)), spawn, _end_with_parent)
    waiting, begun = deque(items), deque[Future[Result]]()

    def result_of(_: Item) -> Result:
        try:
            while waiting and len(begun) < AHEAD * processes:
                with interrupts_blocked():
                    begun.append(pool.submit(work, waiting.popleft()))
            return begun.popleft().result()
        except BrokenProcessPool:
            raise PdfbotError(
                "a process died, possibly out of memory; try --jobs 1, or pdfbot batch, which "
                "limits the memory and continues without the paper"
            ) from None

    try:
        yield result_of
        pool.shutdown()
    finally:
        for process in multiprocessing.active_children():
            process.kill()
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Let Ctrl-C end a worker process silently, and let it die with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    unblock_interrupts()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
