"""Jobs waiting for a worker process: first come, first served, up to a limit."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal

from pdfbot.bulk.paper_records import PaperOutcome, Task
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker_handle import WorkerHandle
from pdfbot.web.problems import ProblemError
from pdfbot.web.worker_process import MODULE

# Seconds: the shortest and longest wait before a retry that a client is asked for.
MIN_RETRY = 1
MAX_RETRY = 60
# Seconds between checks whether a job has left the queue.
JOB_CHECK = 0.1


# The error type of a paper whose worker was killed or crashed.
WORKER_DIED = "WorkerDied"


@dataclass(slots=True, eq=False)
class Job:
    """A paper and what to build from it; `message` says what its worker is doing."""

    path: str
    task: Task
    done: asyncio.Future[PaperOutcome]
    status: Literal["queued", "working", "done"] = "queued"
    message: str = ""
    is_cancelled: bool = False


@dataclass(slots=True)
class Counts:
    """What the queue has done since it started."""

    finished: int = 0
    kills: int = 0
    refused: int = 0
    seconds: float = 0.0


class JobQueue:
    """A fixed number of worker processes, and the jobs that wait for them.

    It belongs to one event loop. Each running job has a thread that talks to its worker.
    """

    def __init__(
        self, settings: Settings, workers: int, limit: int, on_change: Callable[[], None]
    ) -> None:
        self._timeout = settings.timeout
        self._limit = limit
        self._on_change = on_change
        self._waiting: deque[Job] = deque()
        self._handles = [WorkerHandle(settings, MODULE) for _ in range(workers)]
        self._idle: list[WorkerHandle] = []
        self._running: dict[Job, WorkerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._stopping = False
        self.counts: Counts = Counts()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def running(self) -> int:
        return len(self._running)

    @property
    def workers(self) -> int:
        return len(self._handles)

    async def start(self) -> None:
        """Start the processes now, so that the first papers do not wait for them."""
        loop = asyncio.get_running_loop()
        started = (loop.run_in_executor(self._threads, handle.start) for handle in self._handles)
        await asyncio.gather(*started)
        self._idle = list(self._handles)

    def submit(self, path: str, task: Task, *, wait: bool = False) -> Job:
        """Add a job; a full queue refuses it unless it may `wait` indefinitely."""
        self._check_running()
        if not wait:
            self.check_room()
        job = Job(path, task, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._dispatch()
        return job

    def check_room(self) -> None:
        """Refuse a job if the queue is full or closed."""
        self._check_running()
        if len(self._waiting) >= self._limit and not self._idle:
            self.counts.refused += 1
            raise ProblemError(
                503,
                "queue-full",
                f"{len(self._waiting)} papers are waiting already; try again later",
                self._retry(),
            )

    def _check_running(self) -> None:
        if self._stopping:
            raise ProblemError(503, "shutting-down", "the server is shutting down", self._retry())

    async def run(self, path: str, task: Task, *, wait: bool = False) -> PaperOutcome:
        """The outcome of a job; without `wait` it leaves the queue after the time limit of a paper.

        A job whose caller disconnects is dropped, even if a worker has started on it.
        """
        job = self.submit(path, task, wait=wait)
        try:
            if not wait:
                await self._started(job)
            return await asyncio.shield(job.done)
        finally:
            self.cancel(job)

    async def _started(self, job: Job) -> None:
        deadline = time.monotonic() + self._timeout
        while job.status == "queued":
            if time.monotonic() >= deadline:
                self.counts.refused += 1
                raise ProblemError(
                    503, "queue-full", "no worker was free in time; try again later", self._retry()
                )
            await asyncio.wait([job.done], timeout=JOB_CHECK)

    def position(self, job: Job) -> int:
        """The position in the queue, counted from 1; 0 once a worker has the job."""
        return self._waiting.index(job) + 1 if job in self._waiting else 0

    def cancel(self, job: Job) -> None:
        """Drop a job; if it is running, its worker is killed."""
        if job in self._waiting:
            self._waiting.remove(job)
            job.done.cancel()
            self._on_change()
        elif handle := self._running.get(job):
            job.is_cancelled = True
            handle.interrupt()

    def _dispatch(self) -> None:
        while self._idle and self._waiting and not self._stopping:
            job, handle = self._waiting.popleft(), self._idle.pop()
            job.status = "working"
            self._running[job] = handle
            task = asyncio.get_running_loop().create_task(self._work(job, handle))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._on_change()

    async def _work(self, job: Job, handle: WorkerHandle) -> None:
        loop = asyncio.get_running_loop()

        def show(message: str) -> None:
            job.message = message
            self._on_change()

        def report(message: str) -> None:
            loop.call_soon_threadsafe(show, message)

        def process() -> PaperOutcome:
            """The outcome; a worker may die of what another paper left behind, so try twice."""
            outcome = handle.process(job.path, job.task, report)
            if outcome.error_type == WORKER_DIED and not (job.is_cancelled or self._stopping):
                outcome = handle.process(job.path, job.task, report)
            return outcome

        try:
            outcome = await loop.run_in_executor(self._threads, process)
        except Exception as error:
            if not job.done.done():
                job.done.set_exception(error)
                # The error goes to whoever awaits the job, if anybody still does.
                job.done.exception()
        else:
            self.counts.finished += 1
            self.counts.seconds += outcome.seconds
            self.counts.kills += outcome.status in ("timeout", "killed")
            if not job.done.done():
                job.done.set_result(outcome)
        finally:
            job.status = "done"
            del self._running[job]
            handle.rearm()
            self._idle.append(handle)
            self._dispatch()

    async def close(self, grace: float) -> None:
        """Let running jobs finish within `grace` seconds; queued jobs are dropped."""
        self._stopping = True
        for job in list(self._waiting):
            self.cancel(job)
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=grace)
        for handle in self._handles:
            handle.abandon()
        if self._tasks:
            await asyncio.wait(set(self._tasks))
        for handle in self._handles:
            handle.kill()
        self._threads.shutdown(wait=False)

    def _retry(self) -> dict[str, str]:
        """The header Retry-After, estimated from the time that papers have taken so far."""
        average = self.counts.seconds / max(self.counts.finished, 1)
        seconds = round(average * (1 + len(self._waiting) / len(self._handles)))
        return {"Retry-After": str(min(max(seconds, MIN_RETRY), MAX_RETRY))}
