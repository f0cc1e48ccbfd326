"""The process that reads papers, one after the other: it may hang, crash and be killed.

It talks with the driver over the pipes it was started with, and never touches the output.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable
from typing import Any

from pdfbot.bulk import frames
from pdfbot.bulk.records import Outcome, failure
from pdfbot.errors import NoTextError, PdfbotError

# The driver kills a worker that is late. Should the driver itself be gone, the kernel does it
# this much later, also when native code spins.
ORPHAN_SECONDS = 5.0


def main() -> None:
    """Serves the driver until its pipe closes."""
    requests, replies = _private_pipes()
    # Only the driver hears Ctrl-C: what is in flight shall be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    first = frames.receive(requests)
    if first is None:
        return
    settings = first[0]
    try:
        _limit(settings["max_memory"])
        extract = _extractor(settings)
    except BaseException as error:
        frames.send(replies, {"problem": f"{type(error).__name__}: {error}"})
        return
    frames.send(replies, {"ready": True})
    try:
        while (request := frames.receive(requests)) is not None:
            frames.send(replies, {"taken": True})
            outcome = _process(request[0], request[1], extract, settings)
            frames.send(replies, _header(outcome), outcome.body)
    except BrokenPipeError:
        return


def _private_pipes() -> tuple[int, int]:
    """The pipes under new numbers, so that a library that prints does not disturb them."""
    pipes = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    return pipes


def _limit(max_memory: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if max_memory:
        resource.setrlimit(resource.RLIMIT_AS, (max_memory, max_memory))


def _set_timers(seconds: float) -> None:
    """An end to this process, and to a program it has started, if nobody is left to kill them."""
    import resource

    signal.setitimer(signal.ITIMER_REAL, seconds)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    used = time.process_time() + seconds + 1
    if hard == resource.RLIM_INFINITY or used < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (int(used), hard))


def _extractor(settings: dict[str, Any]) -> Callable[[str | bytes], Outcome]:
    """Loads everything that a paper needs, before the first one and its time limit."""
    import pdfbot
    import pdfbot.pipeline
    import pdfbot.replica.pdfium
    from pdfbot.bulk.settings import thresholds_of
    from pdfbot.output.records import paragraph_records
    from pdfbot.output.text import render_text

    choices = {**settings["choices"], "thresholds": thresholds_of(settings["choices"])}
    as_text = settings["form"] == "txt"

    def extract(content: str | bytes) -> Outcome:
        paper = pdfbot.extract(content, **choices)
        pages = len(paper.pages)
        if not paper.paragraphs:
            return Outcome("no-text", "no body text found", pages=pages, warnings=paper.warnings)
        if as_text:
            body = render_text(paper).encode("utf-8", "backslashreplace")
        else:
            body = json.dumps(
                paragraph_records(paper), ensure_ascii=False, separators=(",", ":")
            ).encode("utf-8", "backslashreplace")
        return Outcome("ok", pages=pages, warnings=paper.warnings, body=body)

    return extract


def _process(
    request: dict[str, Any],
    data: bytes,
    extract: Callable[[str | bytes], Outcome],
    settings: dict[str, Any],
) -> Outcome:
    """One paper to its outcome, under the timer of an orphan."""
    path: str | None = request["path"]
    if settings["timeout"]:
        _set_timers(settings["timeout"] + ORPHAN_SECONDS)
    start = time.monotonic()
    try:
        outcome = _judge(data if path is None else path, extract, settings)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.monotonic() - start
    return Outcome(
        outcome.status,
        outcome.error,
        outcome.error_type,
        seconds,
        outcome.pages,
        outcome.warnings,
        outcome.body,
    )


def _judge(
    content: str | bytes, extract: Callable[[str | bytes], Outcome], settings: dict[str, Any]
) -> Outcome:
    try:
        if isinstance(content, str) and os.path.exists(content):
            size = os.path.getsize(content)
            if size > settings["max_size"]:
                return failure("InputError", f"{size >> 20} MiB, over the limit (--max-size)")
        return extract(content)
    except NoTextError as error:
        return Outcome("no-text", _unnamed(error, content), type(error).__name__)
    except PdfbotError as error:
        return failure(type(error).__name__, _unnamed(error, content))
    except MemoryError:
        limit = settings["max_memory"] >> 20
        return Outcome("killed", f"over the memory limit of {limit} MiB", "MemoryError")
    except Exception as error:
        kind = type(error).__name__
        text = " ".join(str(error).split())[:300]
        return failure(kind, f"internal error, please report it with the file ({kind}: {text})")


def _unnamed(error: PdfbotError, content: str | bytes) -> str:
    """The message without the file's name, which the record has already."""
    name = content if isinstance(content, str) else "the PDF"
    return str(error).removeprefix(f"{name}: ")


def _header(outcome: Outcome) -> dict[str, Any]:
    return {
        "status": outcome.status,
        "error": outcome.error,
        "error_type": outcome.error_type,
        "seconds": outcome.seconds,
        "pages": outcome.pages,
        "warnings": list(outcome.warnings),
        "resident": _resident(),
    }


def _resident() -> int:
    """Bytes of memory in use now, where the system tells; else the most there ever were."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
