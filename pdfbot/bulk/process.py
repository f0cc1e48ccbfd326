"""The driver's hold on one worker process: start it, give it a paper, kill it when it is late."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import Any

from pdfbot.bulk import frames
from pdfbot.bulk.records import Outcome
from pdfbot.bulk.settings import MIB, Settings
from pdfbot.errors import PdfbotError

START_SECONDS = 120.0
MOST_STARTS = 3
# A worker that keeps this share of its memory limit after a paper has grown and is replaced.
GROWN_SHARE = 0.5
GROWN_WITHOUT_LIMIT = 1024 * MIB

# The worker looks for pdfbot exactly where the driver found it.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from pdfbot.bulk.worker import main; main()"


class Worker:
    """A worker that is always there: whatever happens to its process, the next paper gets one."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._papers = 0
        self._scratch = ""
        self._closed = False

    def process(self, content: str | bytes) -> Outcome:
        """The outcome of one paper: a local path, or its bytes."""
        path, data = (content, b"") if isinstance(content, str) else (None, content)
        for _ in range(MOST_STARTS):
            process = self._ready()
            deadline = time.monotonic() + START_SECONDS
            try:
                frames.send(_pipe(process.stdin), {"path": path}, data, deadline)
                if frames.receive(_pipe(process.stdout), deadline) is not None:
                    return self._answer(process)
            except (BrokenPipeError, frames.Late):
                pass
            # It died while it was idle: this paper has not been touched yet.
            self.kill()
        raise PdfbotError("worker processes die before they take a paper; is memory short?")

    def _answer(self, process: subprocess.Popen[bytes]) -> Outcome:
        timeout = self._settings.timeout
        start = time.monotonic()
        try:
            answer = frames.receive(_pipe(process.stdout), start + timeout if timeout else None)
        except frames.Late:
            self.kill()
            return Outcome("timeout", f"not done after {timeout:g} s", "Timeout", timeout)
        if answer is None:
            seconds = time.monotonic() - start
            self.kill()
            return Outcome("killed", _death(process.returncode), "WorkerDied", seconds)
        header, body = answer
        self._papers += 1
        if header["error_type"] == "MemoryError" or self._is_worn(header["resident"]):
            self.close()
        return _outcome(header, body)

    def _is_worn(self, resident: int) -> bool:
        limit = self._settings.max_memory
        grown = limit * GROWN_SHARE if limit else GROWN_WITHOUT_LIMIT
        return self._papers >= self._settings.recycle or resident > grown

    def _ready(self) -> subprocess.Popen[bytes]:
        """The process, a new one if need be."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        problem = ""
        for _ in range(MOST_STARTS):
            self.kill()
            process = self._start()
            try:
                deadline = time.monotonic() + START_SECONDS
                frames.send(_pipe(process.stdin), self._settings.to_json(), b"", deadline)
                answer = frames.receive(_pipe(process.stdout), deadline)
            except (BrokenPipeError, frames.Late):
                answer = None
            if answer is not None and "problem" not in answer[0]:
                return process
            problem = answer[0]["problem"] if answer else "it ended at once"
            if self._closed:
                break
        self.kill()
        raise PdfbotError(f"a worker process does not start ({problem}); is --max-memory too low?")

    def _start(self) -> subprocess.Popen[bytes]:
        environment = dict(os.environ)
        if self._settings.choices.get("engine") == "pdf2htmlex":
            # That program's files outlive a killed worker unless they have a folder to go with.
            self._scratch = tempfile.mkdtemp(prefix="pdfbot-")
            environment["TMPDIR"] = self._scratch
        self._papers = 0
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            bufsize=0,
            start_new_session=True,
        )
        return self._process

    def close(self) -> None:
        """Lets an idle process go; the next paper gets a new one."""
        self.kill()

    def abandon(self) -> None:
        """Kills the process now, whatever it does, and starts no other; for another thread."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch = ""

    @property
    def is_closed(self) -> bool:
        return self._closed


def _pipe(stream: Any) -> int:
    return int(stream.fileno())


def _outcome(header: dict[str, Any], body: bytes) -> Outcome:
    return Outcome(
        header["status"],
        header["error"],
        header["error_type"],
        header["seconds"],
        header["pages"],
        tuple(header["warnings"]),
        body,
    )


def _death(code: int | None) -> str:
    """How a process ended, in words."""
    if code is None or code >= 0:
        return f"the worker process ended with exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    hint = ", often because the machine ran out of memory" if name == "SIGKILL" else ""
    return f"the worker process died of {name}{hint}"
