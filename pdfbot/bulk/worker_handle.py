"""The driver's handle on one worker process: start it, send it papers, kill it on a timeout."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

from pdfbot.bulk import frames
from pdfbot.bulk.paper_records import PaperOutcome, Report, Task, over_limit
from pdfbot.bulk.settings import MIB, Settings
from pdfbot.errors import PdfbotError
from pdfbot.posix import ended_by_memory, wait_for_end

START_SECONDS = 120.0
MAX_STARTS = 3
# Share of its memory limit: a worker that holds more after a paper is replaced.
MAX_RESIDENT_SHARE = 0.5
# Bytes: the same where there is no memory limit.
MAX_RESIDENT = 1024 * MIB

# The worker must import the same pdfbot as the driver.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from {module} import main; main()"


class WorkerHandle:
    """A worker that is always available: if its process dies, the next paper starts another."""

    def __init__(self, settings: Settings, module: str = "pdfbot.bulk.worker") -> None:
        """`module` names the module whose `main` the process runs."""
        self._settings = settings
        self._program = _PROGRAM.format(module=module)
        self._process: subprocess.Popen[bytes] | None = None
        self._papers = 0
        self._abandoned = False
        self._interrupted = False

    def process(
        self, content: str | bytes, task: Task | None = None, report: Report | None = None
    ) -> PaperOutcome:
        """The outcome of one paper, given as a local path or as bytes.

        `task` says what to do with it if the worker can do several things; `report` is called
        with each progress message.
        """
        path, data = (content, b"") if isinstance(content, str) else (None, content)
        request = {"path": path, "task": task or {}}
        for _ in range(MAX_STARTS):
            if self._interrupted:
                return PaperOutcome("killed", "interrupted", "WorkerDied")
            process = self._ready_process()
            deadline = time.monotonic() + START_SECONDS
            try:
                frames.send(_pipe(process.stdin), request, data, deadline)
                if frames.receive(_pipe(process.stdout), deadline) is not None:
                    return self._receive_outcome(process, report)
            except (BrokenPipeError, frames.FrameTimeout):
                pass
            # The process died while idle, so it has not started on this paper.
            self.kill()
        raise PdfbotError("worker processes die before accepting a paper; is memory short?")

    def _receive_outcome(
        self, process: subprocess.Popen[bytes], report: Report | None
    ) -> PaperOutcome:
        """The outcome, together with the input's size and hash, which arrive first."""
        timeout = self._settings.timeout
        start = time.monotonic()
        deadline = start + timeout if timeout else None
        identity: dict[str, Any] = {}
        try:
            first = frames.receive(_pipe(process.stdout), deadline)
            identity = first[0] if first is not None else {}
            reply = _receive_reply(process, deadline, report) if identity else None
        except frames.FrameTimeout:
            self.kill()
            late = f"not done after {timeout:g} s"
            return PaperOutcome("timeout", late, "Timeout", timeout, **identity)
        if reply is None:
            seconds = time.monotonic() - start
            process.returncode, peak = wait_for_end(process.pid)
            self.kill()
            limit = self._settings.max_memory
            if ended_by_memory(process.returncode, peak, limit):
                return PaperOutcome("killed", over_limit(limit), "MemoryError", seconds, **identity)
            message = _describe_exit(process.returncode)
            return PaperOutcome("killed", message, "WorkerDied", seconds, **identity)
        header, body = reply
        resident = header.pop("resident")
        outcome = replace(PaperOutcome.from_header(header, body), **identity)
        self._papers += 1
        if outcome.error_type == "MemoryError" or self._is_worn_out(resident):
            self.kill()
        return outcome

    def _is_worn_out(self, resident: int) -> bool:
        limit = self._settings.max_memory
        max_resident = limit * MAX_RESIDENT_SHARE if limit else MAX_RESIDENT
        return self._papers >= self._settings.recycle or resident > max_resident

    def _ready_process(self) -> subprocess.Popen[bytes]:
        """The running process, or a new one."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        problem = ""
        for _ in range(MAX_STARTS):
            self.kill()
            process = self._start()
            try:
                deadline = time.monotonic() + START_SECONDS
                frames.send(_pipe(process.stdin), self._settings.to_json(), b"", deadline)
                reply = frames.receive(_pipe(process.stdout), deadline)
            except (BrokenPipeError, frames.FrameTimeout):
                reply = None
            if reply is not None and "problem" not in reply[0]:
                return process
            problem = reply[0]["problem"] if reply else "it exited immediately"
            if self._abandoned or self._interrupted:
                break
        self.kill()
        raise PdfbotError(f"a worker process failed to start ({problem}); is --max-memory too low?")

    def _start(self) -> subprocess.Popen[bytes]:
        self._papers = 0
        self._process = subprocess.Popen(
            [sys.executable, "-c", self._program, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            start_new_session=True,
        )
        return self._process

    def abandon(self) -> None:
        """Kill the process and never start another; may be called from another thread."""
        self._abandoned = True
        self.interrupt()

    def interrupt(self) -> None:
        """Kill the process; its paper counts as killed. May be called from another thread."""
        self._interrupted = True
        process = self._process
        if process is not None:
            process.kill()

    def rearm(self) -> None:
        """Accept papers again after `interrupt`; must be called from the same thread."""
        self._interrupted = self._abandoned

    def start(self) -> None:
        """Start the process before the first paper arrives."""
        self._ready_process()

    def kill(self) -> None:
        """Kill the process, if any; the next paper gets a new one."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def _receive_reply(
    process: subprocess.Popen[bytes], deadline: float | None, report: Report | None
) -> tuple[dict[str, Any], bytes] | None:
    """The outcome of a paper, which follows any number of progress messages."""
    while (reply := frames.receive(_pipe(process.stdout), deadline)) is not None:
        if "progress" not in reply[0]:
            break
        if report is not None:
            report(reply[0]["progress"])
    return reply


def _pipe(stream: Any) -> int:
    return int(stream.fileno())


def _describe_exit(code: int | None) -> str:
    if code is None or code >= 0:
        return f"the worker process ended with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    hint = ", often because the machine ran out of memory" if name == "SIGKILL" else ""
    return f"the worker process died of {name}{hint}"
