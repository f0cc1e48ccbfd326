"""Several inputs in parallel, each in a separate process, with results in input order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from pdfbot.errors import EngineTimeoutError, PdfbotError
from pdfbot.options import ReadingOptions
from pdfbot.posix import IS_POSIX, interrupts_blocked, limit_memory, unblock_interrupts

Item = TypeVar("Item")
Result = TypeVar("Result")

# Items per process that are started ahead of time, so that no process sits idle.
AHEAD = 2


@contextmanager
def run_ahead(
    work: Callable[[Item], Result],
    items: Sequence[Item],
    processes: int,
    limits: ReadingOptions,
) -> Iterator[Callable[[Item], Result]]:
    """Yield a function that, called with each item in order, returns the result of `work` on it.

    With one process or one item it is `work` itself. It raises `PdfbotError` if a process dies or
    exceeds a limit.
    """
    if min(processes, len(items)) <= 1:
        yield work
        return
    waiting, begun = deque(items), deque[tuple[Item, Future[Result]]]()
    pool = _start_pool(processes, limits)

    def result_of(_: Item) -> Result:
        nonlocal pool
        while waiting and len(begun) < AHEAD * processes:
            with interrupts_blocked():
                begun.append((waiting[0], pool.submit(work, waiting[0])))
            waiting.popleft()
        try:
            result = begun[0][1].result(limits.timeout or None)
            begun.popleft()
            return result
        except (BrokenProcessPool, FutureTimeout) as problem:
            _end_pool(pool)
            pool = _start_pool(processes, limits)
            begun.popleft()
            waiting.extendleft(item for item, _ in reversed(begun))
            begun.clear()
            raise _describe(problem, limits) from None
        except BaseException:
            begun.popleft()
            raise

    try:
        yield result_of
    finally:
        _end_pool(pool)


def _start_pool(processes: int, limits: ReadingOptions) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, spawn, _start_process, (limits.max_memory,))


def _end_pool(pool: ProcessPoolExecutor) -> None:
    for process in multiprocessing.active_children():
        process.kill()
    pool.shutdown(cancel_futures=True)


def _describe(problem: BaseException, limits: ReadingOptions) -> PdfbotError:
    if isinstance(problem, BrokenProcessPool):
        return PdfbotError(
            "a process died, possibly out of memory; try --jobs 1, or pdfbot batch, which "
            "limits the memory and continues without the paper"
        )
    return EngineTimeoutError(f"not done after {limits.timeout:g} s (--timeout)")


def _start_process(max_memory: int) -> None:
    """Let Ctrl-C end a worker process silently, let it die with its parent, limit its memory."""
    if IS_POSIX:
        limit_memory(max_memory)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    unblock_interrupts()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
