"""Uploads: a PDF as the request body or in a form, with limits enforced while it arrives."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.types import Message

from pdfbot.web.problems import ProblemError, UnreadProblemError

# Bytes per write.
CHUNK_SIZE = 1 << 20
# Bytes of a form besides the file: other fields and boundaries.
FORM_OVERHEAD = 1 << 20
MAX_FIELDS = 100
# Seconds without a byte after which a client counts as gone, and seconds for a whole body.
IDLE_SECONDS = 30.0
MAX_SECONDS = 600.0
# Bytes a second that must arrive on average, after the first seconds.
MIN_RATE = 4096
RATE_GRACE = 10.0
MAX_UPLOAD_NAME = 200
# Digits of a Content-Length that is parsed at all.
MAX_LENGTH_DIGITS = 15
DEFAULT_NAME = "paper.pdf"

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived; `form` has the other fields if it came in a form."""

    path: Path
    name: str
    form: FormData


@asynccontextmanager
async def receive_upload(
    request: Request, path: Path, max_size: int, *, field: str = "file", name: str = ""
) -> AsyncIterator[Upload]:
    """Write the PDF of a request to `path`; the caller moves it away to keep it."""
    try:
        if request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
            upload = await _receive_form(request, path, max_size, field, name)
        else:
            limited = _Limited(request, max_size)
            await _write(path, limited.chunks())
            upload = Upload(path, clean_name(name), FormData())
        yield upload
    finally:
        with suppress(OSError):
            await asyncio.to_thread(path.unlink)


async def _receive_form(
    request: Request, path: Path, max_size: int, field: str, name: str
) -> Upload:
    try:
        form = await limit_body(request, max_size, FORM_OVERHEAD).form(
            max_files=1, max_fields=MAX_FIELDS
        )
    except (MultiPartException, HTTPException, ValueError) as error:
        reason = getattr(error, "detail", None) or getattr(error, "message", None) or str(error)
        raise ProblemError(400, "bad-form", f"not a form: {reason}") from None
    file = form.get(field)
    if not isinstance(file, UploadFile):
        await form.close()
        raise ProblemError(400, "no-file", f"the form has no file {field!r}")
    try:
        if (file.size or 0) > max_size:
            raise too_large(max_size)
        await _write(path, _file_chunks(file))
    finally:
        await form.close()
    return Upload(path, clean_name(name or file.filename or ""), form)


def limit_body(
    request: Request, max_size: int, overhead: int = 0, seconds: float = MAX_SECONDS
) -> Request:
    """The same request with limits on its body."""
    return Request(request.scope, _Limited(request, max_size, overhead, seconds).receive)


class _Limited:
    """The body of a request, which fails as soon as it is too large or too slow."""

    def __init__(
        self,
        request: Request,
        max_size: int,
        overhead: int = 0,
        seconds: float = MAX_SECONDS,
    ) -> None:
        self._receive = request.receive
        self._start = time.monotonic()
        self._deadline = self._start + seconds
        self._max_size = max_size
        self._limit = max_size + overhead
        self._size = 0
        self._is_complete = False
        length = request.headers.get("content-length", "")
        if length.isdecimal() and (len(length) > MAX_LENGTH_DIGITS or int(length) > self._limit):
            raise too_large(max_size)

    async def receive(self) -> Message:
        if self._is_complete:
            # After the body, only the client's disconnect can arrive.
            return await self._receive()
        due = min(self._deadline, self._start + RATE_GRACE + self._size / MIN_RATE)
        patience = min(IDLE_SECONDS, max(due - time.monotonic(), 0.0))
        try:
            message = await asyncio.wait_for(self._receive(), patience)
        except asyncio.TimeoutError:
            raise ProblemError(408, "upload-stalled", "the request arrives too slowly") from None
        if message["type"] == "http.disconnect":
            raise ProblemError(400, "upload-broken-off", "the connection was closed")
        self._size += len(message.get("body", b""))
        if self._size > self._limit:
            raise too_large(self._max_size)
        self._is_complete = not message.get("more_body", False)
        return message

    async def chunks(self) -> AsyncIterator[bytes]:
        while True:
            message = await self.receive()
            yield message.get("body", b"")
            if not message.get("more_body", False):
                return


async def _write(path: Path, chunks: AsyncIterator[bytes]) -> None:
    """Write to a file in large pieces, off the event loop."""
    try:
        file = await asyncio.to_thread(path.open, "xb")
    except OSError as error:
        raise unwritable(error) from None
    try:
        buffer = bytearray()
        async for chunk in chunks:
            buffer += chunk
            if len(buffer) >= CHUNK_SIZE:
                await asyncio.to_thread(file.write, bytes(buffer))
                buffer.clear()
        await asyncio.to_thread(file.write, bytes(buffer))
        await asyncio.to_thread(file.flush)
    except OSError as error:
        raise unwritable(error) from None
    finally:
        with suppress(OSError):
            await asyncio.to_thread(file.close)


def unwritable(error: OSError) -> ProblemError:
    return ProblemError(507, "storage-failed", f"the file cannot be stored ({error.strerror})")


async def _file_chunks(file: UploadFile) -> AsyncIterator[bytes]:
    while chunk := await file.read(CHUNK_SIZE):
        yield chunk


def too_large(max_size: int) -> ProblemError:
    return UnreadProblemError(413, "too-large", f"over the limit of {max_size / (1 << 20):.3g} MiB")


def clean_name(given: str) -> str:
    """The last component of a file name, printable and limited in length."""
    name = _UNSAFE.sub("", given.replace("\\", "/").rsplit("/", 1)[-1]).strip()
    return name[-MAX_UPLOAD_NAME:] or DEFAULT_NAME


def request_body(field: str = "file", *, required: bool = True) -> dict[str, Any]:
    """The OpenAPI description of a call that takes a PDF."""
    binary = {"type": "string", "format": "binary"}
    form = {"type": "object", "properties": {field: binary}, "required": [field]}
    return {
        "requestBody": {
            "required": required,
            "description": "The PDF itself, or a form that contains it.",
            "content": {
                "application/pdf": {"schema": binary},
                "multipart/form-data": {"schema": form},
            },
        }
    }
