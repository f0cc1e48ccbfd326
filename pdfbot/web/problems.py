"""Errors as RFC 9457 problems: one shape for every error of the service."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus
from typing import Any, ClassVar, NamedTuple

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from pdfbot.bulk.paper_records import PaperOutcome
from pdfbot.errors import OutputError, PdfbotError

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:pdfbot:problem:"
# Invalid parameters that a message lists at most.
MAX_LISTED_PARAMETERS = 3
# Bytes and seconds for which the rest of an oversized body is read and discarded.
DISCARD_BYTES = 64 << 20
DISCARD_SECONDS = 5.0

_log = logging.getLogger("pdfbot.web")


class Problem(BaseModel):
    """An error; `code` is short and stable, `detail` says what to do."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:pdfbot:problem:not-a-pdf",
                    "title": "Unsupported Media Type",
                    "status": 415,
                    "detail": "paper.pdf: a picture, not a PDF",
                    "code": "not-a-pdf",
                }
            ]
        }
    )

    type: str = Field(description="A URN made of the code.")
    title: str = Field(description="The name of the status.")
    status: int = Field(ge=400, le=599)
    detail: str = Field(description="One line that names the file and says what to do.")
    code: str = Field(description="What kind of problem it is.")


class ProblemError(Exception):
    """Raised when a request cannot be fulfilled."""

    def __init__(
        self, status: int, code: str, detail: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.problem: Problem = make_problem(status, code, detail)
        self.headers: dict[str, str] = headers or {}


class UnreadProblemError(ProblemError):
    """The same, raised before the whole request body was read."""


class _Kind(NamedTuple):
    """How an error appears over HTTP; `detail` replaces advice that only fits the command line."""

    status: int
    code: str
    detail: str = ""


# By the class name of the worker's error: those of pdfbot.errors, and failures of the worker.
KINDS = {
    "NotAPdfError": _Kind(415, "not-a-pdf"),
    "DamagedPdfError": _Kind(422, "damaged-pdf"),
    "PasswordError": _Kind(
        422,
        "password-needed",
        "a password is needed, or another one: /extract takes it as X-PDF-Password",
    ),
    "CopyProtectedError": _Kind(422, "copy-protected"),
    "NoTextError": _Kind(422, "no-text"),
    "UsageError": _Kind(422, "bad-request"),
    "InputError": _Kind(413, "too-large"),
    "TooManyPagesError": _Kind(413, "too-many-pages"),
    "MemoryError": _Kind(413, "too-much-memory"),
    "Timeout": _Kind(504, "timeout"),
    "EngineTimeoutError": _Kind(504, "timeout"),
    "OutputError": _Kind(507, "storage-failed"),
    "WorkerDied": _Kind(500, "worker-died"),
}
INTERNAL = _Kind(500, "internal-error")


def make_problem(status: int, code: str, detail: str) -> Problem:
    title = HTTPStatus(status).phrase
    return Problem(type=TYPE_PREFIX + code, title=title, status=status, detail=detail, code=code)


def problem_of_outcome(outcome: PaperOutcome, name: str) -> Problem:
    """The problem with a paper that a worker could not process."""
    kind = KINDS.get(outcome.error_type or "", INTERNAL)
    detail = kind.detail or outcome.error or "no reason given"
    if not detail.startswith(f"{name}: "):
        detail = f"{name}: {detail}"
    return make_problem(kind.status, kind.code, detail)


def problem_of_error(error: PdfbotError) -> Problem:
    """The problem that corresponds to an error in the service itself."""
    kind = KINDS.get(type(error).__name__, INTERNAL)
    if isinstance(error, OutputError):
        # The message names a path, which concerns only the operator.
        _log.error("%s", error)
        return make_problem(kind.status, kind.code, "the paper cannot be stored on the server")
    return make_problem(kind.status, kind.code, str(error))


def internal_problem(error: Exception) -> Problem:
    """The problem for a bug in pdfbot."""
    detail = f"internal error ({type(error).__name__})"
    return make_problem(INTERNAL.status, INTERNAL.code, detail)


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(
        problem.model_dump(), problem.status, headers=headers, media_type=MEDIA_TYPE
    )


class EarlyResponse(Response):
    """The response to a request whose body has not been read to its end.

    The connection stays open for a while: many clients read no response before they have sent
    everything, and would only see a broken connection.
    """

    def __init__(self, answer: Response) -> None:
        super().__init__(answer.body, answer.status_code)
        self.raw_headers: list[tuple[bytes, bytes]] = [
            *answer.raw_headers,
            (b"connection", b"close"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(_discard(receive), DISCARD_SECONDS)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _discard(receive: Receive) -> None:
    """Read and discard the rest of a body, up to a limit."""
    size = 0
    while size < DISCARD_BYTES:
        message = await receive()
        size += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return


async def on_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, ProblemError)
    answer = problem_response(error.problem, error.headers)
    return EarlyResponse(answer) if isinstance(error, UnreadProblemError) else answer


async def on_pdfbot_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, PdfbotError)
    return problem_response(problem_of_error(error))


async def on_internal_error(_: Request, error: Exception) -> JSONResponse:
    """Handle a bug in pdfbot, which the gate logs."""
    return problem_response(internal_problem(error))


async def on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    """Handle a parameter or body that does not match the API description."""
    assert isinstance(error, RequestValidationError)
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or fault['loc'][0]}: {fault['msg']}"
        for fault in error.errors()[:MAX_LISTED_PARAMETERS]
    ]
    return problem_response(make_problem(422, "bad-request", "; ".join(faults)))


async def on_http_error(request: Request, error: Exception) -> Response:
    """Handle what the framework refuses: an unknown path or an unsupported method."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, ProblemError):
        # Starlette only says "There was an error parsing the body"; the cause says which.
        return await on_problem(request, error.__cause__)
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-")
    detail = str(error.detail)
    return problem_response(
        make_problem(status, code, detail), dict(error.headers) if error.headers else None
    )


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of a call, for the OpenAPI description."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }
