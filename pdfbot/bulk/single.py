"""`pdfbot.record`: one paper to its record in a killable process, for those who have workers."""

from __future__ import annotations

import atexit
import json
import os
import threading
from typing import Any

from pdfbot.bulk.paper_records import PaperOutcome, failure, format_line
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.worker_handle import WorkerHandle
from pdfbot.errors import PdfbotError
from pdfbot.options import make_options
from pdfbot.output.record_types import BatchRecord
from pdfbot.posix import require_posix

# The process of each thread of this process, and the settings that it was started with.
_worker = threading.local()


def record(
    source: str | os.PathLike[str] | bytes,
    name: str,
    *,
    timeout: float,
    max_memory: int,
    max_size: int,
    **choices: Any,
) -> BatchRecord:
    """The record of one paper, whatever happens to it; only wrong options raise an error."""
    require_posix("records with limits")
    reading, rules = make_options(**choices)
    settings = Settings(
        timeout=timeout, max_memory=max_memory, max_size=max_size, reading=reading, rules=rules
    )
    content = source if isinstance(source, bytes) else os.path.abspath(os.fspath(source))
    shown = name or (content if isinstance(content, str) else "")
    try:
        outcome = _worker_for(settings).process(content)
    except (PdfbotError, OSError) as error:
        outcome = failure(type(error).__name__, str(error))
    return _parse(shown, outcome, settings)


def _worker_for(settings: Settings) -> WorkerHandle:
    """The worker of this thread; its process ends with this one."""
    if getattr(_worker, "settings", None) != settings:
        if hasattr(_worker, "handle"):
            _worker.handle.kill()
        _worker.handle, _worker.settings = WorkerHandle(settings), settings
        atexit.register(_worker.handle.kill)
    handle: WorkerHandle = _worker.handle
    return handle


def _parse(name: str, outcome: PaperOutcome, settings: Settings) -> BatchRecord:
    line = format_line(name, name, outcome, thresholds=settings.fingerprint)
    parsed: BatchRecord = json.loads(line)
    return parsed
