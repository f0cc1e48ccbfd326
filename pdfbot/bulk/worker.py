"""The process that extracts papers one by one; it may hang, crash or be killed.

It talks to the driver over the pipes it was started with and never touches the output.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import Any, TypeAlias

from pdfbot.bulk import frames
from pdfbot.bulk.paper_records import PaperOutcome, Report, Task, failure, over_limit
from pdfbot.bulk.settings import FILE_FORMATS, Settings
from pdfbot.errors import NoTextError, PdfbotError
from pdfbot.options import ReadingOptions
from pdfbot.output.files import encode
from pdfbot.output.formats import render
from pdfbot.output.records import about_record, part_chunks
from pdfbot.output.text import explain_empty
from pdfbot.pipeline import extract_body
from pdfbot.posix import (
    cancel_alarm,
    exit_with_writer,
    limit_memory,
    resident_memory,
    set_alarm,
)
from pdfbot.ranking.assessment import score_sentences
from pdfbot.readers.source import Source

# Seconds after the time limit at which the kernel kills a worker whose driver is gone while native
# code is spinning.
ORPHAN_GRACE = 5.0
# Bytes per read when hashing a file.
HASH_CHUNK = 1 << 20
# The error type of what no one expected.
INTERNAL_ERROR = "InternalError"
# Characters of an unexpected exception's message that go into the record.
MAX_MESSAGE_LENGTH = 300


# The work that a worker does on a paper.
Perform: TypeAlias = Callable[[str | bytes, Settings, Task, Report], PaperOutcome]


def main() -> None:
    """Extract papers for a batch run."""
    serve(_extract)


def serve(perform: Perform) -> None:
    """Perform the driver's requests until it closes the pipe."""
    requests, replies = _private_pipes()
    # Only the driver handles Ctrl-C, so that papers in progress can be finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_writer(requests)
    first = frames.receive(requests)
    if first is None:
        return
    try:
        settings = Settings.from_json(first[0])
        limit_memory(settings.max_memory)
    except BaseException as error:
        frames.send(replies, {"problem": f"{type(error).__name__}: {error}"})
        return
    frames.send(replies, {"ready": True})
    try:
        while (request := frames.receive(requests)) is not None:
            frames.send(replies, {"accepted": True})
            header, data = request
            path: str | None = header["path"]
            content = data if path is None else path
            frames.send(replies, _identify(content, settings.max_size))
            task: Task = header.get("task", {})
            outcome = _process(perform, content, settings, task, partial(_report, replies))
            reply = {**outcome.header(), "resident": resident_memory()}
            frames.send(replies, reply, outcome.body)
    except BrokenPipeError:
        return


def _private_pipes() -> tuple[int, int]:
    """Move the pipes to new descriptors, so that libraries that print cannot corrupt them."""
    pipes = os.dup(0), os.dup(1)
    null_device = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null_device, descriptor)
    return pipes


def _identify(content: str | bytes, max_size: int) -> dict[str, Any]:
    """The size and hash of the input, unless it is too large or unreadable."""
    try:
        size = len(content) if isinstance(content, bytes) else os.path.getsize(content)
        if isinstance(content, str) and not os.path.isfile(content):
            return {"size": None, "sha256": None}
        if size > max_size:
            return {"size": size, "sha256": None}
        digest = sha256()
        with BytesIO(content) if isinstance(content, bytes) else open(content, "rb") as file:
            while chunk := file.read(HASH_CHUNK):
                digest.update(chunk)
    except (OSError, ValueError):
        return {"size": None, "sha256": None}
    return {"size": size, "sha256": digest.hexdigest()}


def _report(replies: int, message: str) -> None:
    frames.send(replies, {"progress": message})


def _process(
    perform: Perform, content: str | bytes, settings: Settings, task: Task, report: Report
) -> PaperOutcome:
    """The outcome of one paper, within the time limit of an orphaned worker."""
    if settings.timeout:
        set_alarm(settings.timeout + ORPHAN_GRACE)
    start = time.monotonic()
    try:
        outcome = _perform_or_fail(perform, content, settings, task, report)
    finally:
        cancel_alarm()
    return replace(outcome, seconds=time.monotonic() - start)


def _perform_or_fail(
    perform: Perform, content: str | bytes, settings: Settings, task: Task, report: Report
) -> PaperOutcome:
    try:
        if isinstance(content, str) and os.path.exists(content):
            if not os.path.isfile(content):
                return failure("FileMissingError", "not a file, but a pipe, a socket or a device")
            size = os.path.getsize(content)
            if size > settings.max_size:
                return failure("InputError", f"{size >> 20} MiB, over the limit (--max-size)")
        return perform(content, settings, task, report)
    except NoTextError as error:
        return PaperOutcome("no-text", _without_name(error, content), type(error).__name__)
    except PdfbotError as error:
        return failure(type(error).__name__, _without_name(error, content))
    except MemoryError:
        return PaperOutcome("killed", over_limit(settings.max_memory), "MemoryError")
    except Exception as error:
        kind = type(error).__name__
        text = " ".join(str(error).split())[:MAX_MESSAGE_LENGTH]
        return failure(
            INTERNAL_ERROR, f"internal error, please report it with the file ({kind}: {text})"
        )


def reading_options(settings: Settings) -> ReadingOptions:
    """How a worker reads papers; the driver enforces the time limit, also that of pdf2htmlEX."""
    return replace(settings.reading, timeout=0, max_memory=settings.max_memory)


def _extract(content: str | bytes, settings: Settings, _: Task, __: Report) -> PaperOutcome:
    reading = reading_options(settings)
    source = Source.of(content).decompressed(settings.max_size)
    paper = extract_body(source, reading, settings.rules)
    about = about_record(paper, lean=True)
    if not paper.body:
        return PaperOutcome("no-text", explain_empty(paper), NoTextError.__name__, about=about)
    if settings.format in FILE_FORMATS:
        pieces = render(paper, settings.format, settings.content, source)
    else:
        scores = score_sentences(paper) if settings.content.rank else None
        reasons = settings.content.reasons
        pieces = part_chunks(paper, lean=True, scores=scores, reasons=reasons)
    return PaperOutcome("ok", about=about, body=encode("".join(pieces)))


def _without_name(error: PdfbotError, content: str | bytes) -> str:
    """The error message without the file name, which the record already has."""
    name = content if isinstance(content, str) else "the PDF"
    return str(error).removeprefix(f"{name}: ")
