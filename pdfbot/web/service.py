"""The service behind the calls: stores papers, has them processed, and reports their progress."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request

from pdfbot.bulk.paper_records import Task
from pdfbot.errors import PdfbotError
from pdfbot.web.job_queue import Job, JobQueue
from pdfbot.web.paper_store import PDF, SCORES, KeptPaper, PaperStore, missing_paper
from pdfbot.web.problems import (
    Problem,
    ProblemError,
    UnreadProblemError,
    internal_problem,
    make_problem,
    problem_of_error,
    problem_of_outcome,
)
from pdfbot.web.service_options import ServiceOptions
from pdfbot.web.stored_paper import LAYOUT, REPLICA, Layout
from pdfbot.web.uploads import Upload, receive_upload
from pdfbot.web.worker_process import WorkResult

# Seconds between checks for expired papers.
EXPIRY_INTERVAL = 60.0
# Seconds between keep-alive comments in an event stream.
HEARTBEAT = 15.0
# Seconds that work in progress has to finish on shutdown.
SHUTDOWN_GRACE = 30.0
# Times that the server may die while processing a paper before the paper is blamed.
MAX_ATTEMPTS = 3
QUEUED_MESSAGE = "waiting for a free worker"
# Uploads at the same time, which do not count towards the storage yet.
MAX_UPLOADS = 16

_log = logging.getLogger("pdfbot.web")


@dataclass(frozen=True, slots=True)
class PaperState:
    """The state of a paper; `position` in the queue counts from 1, and is 0 after that."""

    status: str
    message: str = ""
    position: int = 0
    problem: dict[str, Any] | None = None

    @property
    def is_final(self) -> bool:
        return self.status in ("done", "failed")


class Service:
    """The state that all calls share; it belongs to one event loop."""

    def __init__(self, options: ServiceOptions, store: PaperStore) -> None:
        self.options = options
        self.store = store
        self.queue: JobQueue = JobQueue(options.settings, options.jobs, options.queue, self._notify)
        self._uploads = 0
        self._changed = asyncio.Event()
        self._closing = False
        self._deadline = 0.0
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._views: dict[tuple[Any, ...], asyncio.Task[None]] = {}
        self._expiry: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Resume the papers that an earlier server left unfinished."""
        await self.queue.start()
        for paper in await asyncio.to_thread(self.store.unfinished):
            attempts = paper.attempts + 1
            if attempts > MAX_ATTEMPTS:
                detail = f"{paper.name}: the server died each time it was processed"
                problem = make_problem(500, "worker-died", detail).model_dump()
                await self._save(paper.id, status="failed", problem=problem)
            else:
                await self._save(paper.id, attempts=attempts)
                self.process(paper)
        self._expiry = asyncio.create_task(self._expire())

    def begin_shutdown(self, grace: float = SHUTDOWN_GRACE) -> None:
        """Leave queued papers to the next server, and end all event streams."""
        self._closing = True
        self._deadline = time.monotonic() + grace
        for job in list(self._jobs.values()):
            if job.status == "queued":
                self.queue.cancel(job)
        self._notify()

    async def close(self) -> None:
        """Wait for work in progress, within the time that the shutdown may take."""
        await self.queue.close(max(self._deadline - time.monotonic(), 0.0))
        if self._expiry is not None:
            self._expiry.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=SHUTDOWN_GRACE)

    @asynccontextmanager
    async def receive(
        self, request: Request, *, field: str = "file", name: str = ""
    ) -> AsyncIterator[Upload]:
        """The PDF of a request, as a temporary file."""
        path, limit = self.store.new_upload(), self.options.max_size
        async with AsyncExitStack() as stack:
            with self._upload_slot():
                upload = await stack.enter_async_context(
                    receive_upload(request, path, limit, field=field, name=name)
                )
            yield upload

    @contextmanager
    def _upload_slot(self) -> Iterator[None]:
        """Hold one of the places for uploads; nobody waits for slow ones to end."""
        if self._uploads >= MAX_UPLOADS:
            raise UnreadProblemError(
                503, "too-busy", "too many uploads at once", {"Retry-After": "5"}
            )
        self._uploads += 1
        try:
            yield
        finally:
            self._uploads -= 1

    def task(self, kind: str, name: str, **choices: Any) -> Task:
        """The task to send to a worker."""
        return {"kind": kind, "name": name, "max_pages": self.options.max_pages, **choices}

    async def build(self, path: Path, task: Task, *, wait: bool = False) -> WorkResult:
        """What a worker builds from a file; raises a problem if it fails."""
        outcome = await self.queue.run(str(path), task, wait=wait)
        if outcome.status != "ok":
            problem = problem_of_outcome(outcome, task["name"])
            raise ProblemError(problem.status, problem.code, problem.detail)
        return WorkResult.of(outcome)

    def process(self, paper: KeptPaper) -> None:
        """Queue a stored paper, however long the queue is, and return immediately."""
        path = self.store.path(paper.id, PDF)
        job = self.queue.submit(str(path), self.task("keep", paper.name), wait=True)
        self._jobs[paper.id] = job
        self._spawn(self._finish(paper, job))

    async def _finish(self, paper: KeptPaper, job: Job) -> None:
        """Store the result of processing a paper."""
        problem: Problem | None = None
        try:
            outcome = await job.done
            if outcome.status == "ok":
                result = WorkResult.of(outcome)
                title = result.details["title"]
                await self._save(paper.id, result.files, status="done", title=title)
            elif not (self._closing and outcome.status == "killed"):
                problem = problem_of_outcome(outcome, paper.name)
        except asyncio.CancelledError:
            return
        except ProblemError as error:
            problem = error.problem
        except PdfbotError as error:
            problem = problem_of_error(error)
        except Exception as error:
            _log.exception("%s: internal error, please report it", paper.id)
            problem = internal_problem(error)
        finally:
            self._jobs.pop(paper.id, None)
            self._notify()
        if problem is not None:
            with suppress(ProblemError, PdfbotError, OSError):
                await self._save(paper.id, status="failed", problem=problem.model_dump())
            self._notify()

    async def delete(self, paper_id: str) -> None:
        job = self._jobs.pop(paper_id, None)
        await asyncio.to_thread(self.store.delete, paper_id)
        if job is not None:
            self.queue.cancel(job)
        self._notify()

    def state(self, paper_id: str) -> PaperState:
        paper = self.store.get(paper_id)
        job = self._jobs.get(paper_id)
        if paper.status in ("done", "failed"):
            return PaperState(paper.status, problem=paper.problem)
        if job is None or job.status != "queued":
            return PaperState("working", job.message if job else "saving the result")
        return PaperState("queued", QUEUED_MESSAGE, self.queue.position(job))

    async def states(self, paper_id: str) -> AsyncIterator[PaperState | None]:
        """Yield every state of a paper until the last, and None at intervals as a keep-alive."""
        last: PaperState | None = None
        while True:
            changed = self._changed
            try:
                state = self.state(paper_id)
            except ProblemError as error:
                state = PaperState("failed", problem=error.problem.model_dump())
            if state != last:
                yield state
                last = state
            if state.is_final or self._closing:
                return
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except asyncio.TimeoutError:
                yield None

    async def view(self, paper_id: str, name: str, kind: str, **choices: Any) -> Path:
        """A file with a view of a paper, which its task builds on the first request.

        A task may build several files at once.
        """
        paper = self.finished(paper_id)
        path = self.store.path(paper_id, name)
        if not await asyncio.to_thread(path.exists):
            key = paper_id, kind, *choices.values()
            if key not in self._views:
                self._views[key] = self._spawn(self._build_view(key, paper, kind, choices))
            # Other requests may be waiting for it too.
            await asyncio.shield(self._views[key])
        return path

    async def replica(self, paper_id: str) -> Path:
        """The file with the replica of a paper."""
        return await self.view(paper_id, REPLICA, "replica")

    async def layout(self, paper_id: str) -> Layout:
        """The pages of a paper, and the pictures on them."""
        self.finished(paper_id)
        return Layout.of(await self.read(paper_id, LAYOUT))

    async def _build_view(
        self, key: tuple[Any, ...], paper: KeptPaper, kind: str, choices: Mapping[str, Any]
    ) -> None:
        try:
            if kind == "explain":
                await self.replica(paper.id)
            result = await self.draw(paper, kind, **choices)
            await self._save(paper.id, result.files)
        finally:
            del self._views[key]

    async def draw(self, paper: KeptPaper, kind: str, **choices: Any) -> WorkResult:
        """What a worker draws from the files of a stored paper; 404 if it is deleted meanwhile."""
        pdf = self.store.path(paper.id, PDF)
        task = self.task(kind, paper.name, folder=str(pdf.parent), **choices)
        try:
            return await self.build(pdf, task)
        except ProblemError:
            self.store.get(paper.id)
            raise

    def finished(self, paper_id: str) -> KeptPaper:
        """The paper if it is done; raises its problem, or 409 while it is being processed."""
        paper = self.store.get(paper_id)
        if paper.status == "failed":
            failed = paper.problem or make_problem(500, "internal-error", "").model_dump()
            raise ProblemError(failed["status"], failed["code"], failed["detail"])
        if paper.status != "done":
            raise ProblemError(
                409, "not-done", f"{paper.name}: still being processed", {"Retry-After": "1"}
            )
        return paper

    async def own_scores(self, paper_id: str) -> dict[str, Any] | None:
        """The scores that a backend gave, by sentence id, or None if there are none."""

        def load() -> dict[str, Any]:
            scores: dict[str, Any] = json.loads(self.store.path(paper_id, SCORES).read_bytes())
            return scores

        try:
            return await asyncio.to_thread(load)
        except FileNotFoundError:
            return None

    async def read(self, paper_id: str, name: str) -> bytes:
        """The content of one of a paper's files."""
        try:
            return await asyncio.to_thread(self.store.path(paper_id, name).read_bytes)
        except FileNotFoundError:
            raise missing_paper() from None

    async def _save(
        self, paper_id: str, files: Mapping[str, bytes | None] | None = None, **changes: Any
    ) -> None:
        await asyncio.to_thread(self.store.save, paper_id, files, **changes)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # The error goes to whoever awaits the task, if anybody still does.
            task.exception()

    async def _expire(self) -> None:
        while True:
            await asyncio.to_thread(self.store.expire)
            await asyncio.sleep(EXPIRY_INTERVAL)
