"""What went wrong, as RFC 9457 describes it: one body for every error of the service."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple

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
# Faults in a call that a message lists.
MAX_LISTED = 3
# How much of a body that is too large is read to no purpose, and for how long.
DISCARD_BYTES = 64 << 20
DISCARD_SECONDS = 5.0

_log = logging.getLogger("pdfbot.web")


class Problem(BaseModel):
    """An error; `code` is short and stable, `detail` says what to do."""

    model_config = ConfigDict(
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
    """Raised wherever a request cannot be answered as asked."""

    def __init__(
        self, status: int, code: str, detail: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.problem = make_problem(status, code, detail)
        self.headers = headers or {}


class UnreadProblemError(ProblemError):
    """The same, before the body of the request was read to its end."""


class _Kind(NamedTuple):
    """What an error is over HTTP; `detail` replaces advice that only fits the command."""

    status: int
    code: str
    detail: str = ""


# By the class of the error that a worker met; those of pdfbot.errors and what may replace them.
KINDS = {
    "NotAPdfError": _Kind(415, "not-a-pdf"),
    "DamagedPdfError": _Kind(422, "damaged-pdf"),
    "PasswordError": _Kind(
        422, "password-needed", "a password is needed; save the file without one first"
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
    """The problem of a paper that a worker could not process."""
    kind = KINDS.get(outcome.error_type or "", INTERNAL)
    detail = kind.detail or outcome.error or "no reason given"
    if not detail.startswith(f"{name}: "):
        detail = f"{name}: {detail}"
    return make_problem(kind.status, kind.code, detail)


def problem_of_error(error: PdfbotError) -> Problem:
    """The problem of an error that the service met itself."""
    kind = KINDS.get(type(error).__name__, INTERNAL)
    if isinstance(error, OutputError):
        # It names a path, which is for those who run the server.
        _log.error("%s", error)
        return make_problem(kind.status, kind.code, "the paper cannot be stored on the server")
    return make_problem(kind.status, kind.code, str(error))


def internal_problem(error: Exception) -> Problem:
    """The problem of a fault of pdfbot itself."""
    detail = f"internal error ({type(error).__name__})"
    return make_problem(INTERNAL.status, INTERNAL.code, detail)


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(
        problem.model_dump(), problem.status, headers=headers, media_type=MEDIA_TYPE
    )


class EarlyResponse(Response):
    """The answer to a request whose body has not been read, or not to its end.

    Its connection stays open for a while: many clients read no answer before they have sent all,
    and would only see a broken connection.
    """

    def __init__(self, answer: Response) -> None:
        super().__init__(answer.body, answer.status_code)
        self.raw_headers = [*answer.raw_headers, (b"connection", b"close")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(_discard(receive), DISCARD_SECONDS)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _discard(receive: Receive) -> None:
    """Read what is left of a body, up to a limit."""
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
    """A fault of pdfbot; the gate says in the log what it was."""
    return problem_response(internal_problem(error))


async def on_invalid_request(_: Request, error: Exception) -> JSONResponse:
    """A parameter or a body that does not fit its description."""
    assert isinstance(error, RequestValidationError)
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or fault['loc'][0]}: {fault['msg']}"
        for fault in error.errors()[:MAX_LISTED]
    ]
    return problem_response(make_problem(422, "bad-request", "; ".join(faults)))


async def on_http_error(request: Request, error: Exception) -> Response:
    """What the framework refuses by itself: an unknown path, a method that a path has not."""
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, ProblemError):
        # "There was an error parsing the body": this one says which.
        return await on_problem(request, error.__cause__)
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-")
    detail = str(error.detail)
    return problem_response(
        make_problem(status, code, detail), dict(error.headers) if error.headers else None
    )


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a call, for its description."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }
