"""Several inputs at once: each in a process of its own, the results in the order of the inputs."""

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

# Items per process: begun before the result of the first is taken, so that no process waits.
AHEAD = 2


@contextmanager
def run_ahead(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int
) -> Iterator[Callable[[Item], Result]]:
    """Give a function to call with each item in order; it returns what `work` made of the item.

    With one process or item it is `work` itself. If a process dies, it raises a `PdfbotError`.
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
    """Let Ctrl-C end a process at once and silently, and whatever ends its parent end it, too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    unblock_interrupts()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
