"""The calls that clients of GROBID make, answered with TEI of the same shape."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from pdfbot._version import __version__
from pdfbot.errors import PdfbotError
from pdfbot.output.tei import TeiPart
from pdfbot.web.grobid import (
    FILE_FIELD,
    MISSING,
    XML,
    check_headers,
    plain_error,
    read_choices,
)
from pdfbot.web.problems import (
    EarlyResponse,
    ProblemError,
    UnreadProblemError,
    problem_of_error,
)
from pdfbot.web.routes.dependencies import TheService, while_connected
from pdfbot.web.routes.extraction import check_kind
from pdfbot.web.service import Service


class _PlainErrorsRoute(APIRoute):
    """Answers errors in plain text, since clients of GROBID store or show it as it is."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_plainly(request: Request) -> Response:
            try:
                return await handle(request)
            except ProblemError as error:
                answer = plain_error(error.problem, error.headers)
                return EarlyResponse(answer) if isinstance(error, UnreadProblemError) else answer
            except PdfbotError as error:
                return plain_error(problem_of_error(error))
            except HTTPException as error:
                return PlainTextResponse(str(error.detail), error.status_code, error.headers)

        return handle_plainly


router: APIRouter = APIRouter(prefix="/api", tags=["GROBID"], route_class=_PlainErrorsRoute)

_TEXT = {"text/plain": {"schema": {"type": "string"}}}
_FIELDS = {
    FILE_FIELD: {"type": "string", "format": "binary", "description": "The PDF."},
    "segmentSentences": {"type": "string", "description": "1: split paragraphs into sentences."},
    "generateIDs": {
        "type": "string",
        "description": "1: add ids to sections, paragraphs and sentences.",
    },
    "teiCoordinates": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Elements that get coordinates: head, p, figure, note, biblStruct.",
    },
    "start": {
        "type": "string",
        "description": "The first page, counted from 1; -1: the first page of the PDF.",
    },
    "end": {"type": "string", "description": "The last page; -1: the last page of the PDF."},
}
_FORM = {"type": "object", "properties": _FIELDS, "required": [FILE_FIELD]}
_DESCRIPTION: dict[str, Any] = {
    "response_class": Response,
    "openapi_extra": {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": _FORM}}}
    },
    "responses": {
        200: {
            "description": "TEI, as docs/grobid.md describes it.",
            "content": {"application/xml": {"schema": {"type": "string"}}},
        },
        204: {"description": "The paper has no such content."},
        400: {"description": "The form is malformed or has no file.", "content": _TEXT},
        406: {"description": "Only TEI is available.", "content": _TEXT},
        408: {"description": "The upload stalled.", "content": _TEXT},
        415: {"description": "Not a form.", "content": _TEXT},
        500: {"description": "The PDF cannot be used: `[CODE] reason`.", "content": _TEXT},
        503: {"description": "The server is shutting down.", "content": _TEXT},
    },
}


@router.get("/isalive", response_class=PlainTextResponse, summary="Check that the server works")
async def is_alive() -> str:
    return "true"


@router.get("/version", summary="The version of pdfbot")
async def get_version() -> dict[str, str]:
    return {"version": __version__, "revision": "pdfbot"}


@router.get("/health", summary="The number of papers processed in parallel")
async def get_health(service: TheService) -> dict[str, Any]:
    return {"ready": True, "pool": {"maxActive": service.queue.workers}}


@router.post("/processFulltextDocument", summary="A whole paper as TEI", **_DESCRIPTION)
@router.put("/processFulltextDocument", summary="A whole paper as TEI", **_DESCRIPTION)
async def process_fulltext(request: Request, service: TheService) -> Response:
    return await _process(request, service, "fulltext")


@router.post("/processHeaderDocument", summary="Title, authors and abstract", **_DESCRIPTION)
@router.put("/processHeaderDocument", summary="Title, authors and abstract", **_DESCRIPTION)
async def process_header(request: Request, service: TheService) -> Response:
    return await _process(request, service, "header")


@router.post("/processReferences", summary="The list of references", **_DESCRIPTION)
@router.put("/processReferences", summary="The list of references", **_DESCRIPTION)
async def process_references(request: Request, service: TheService) -> Response:
    return await _process(request, service, "references")


async def _process(request: Request, service: Service, part: TeiPart) -> Response:
    """Process a paper, however long it has to wait: clients cannot handle a refusal."""
    check_headers(request.headers)
    async with service.receive(request, field=FILE_FIELD) as upload:
        task = service.task("tei", upload.name, **read_choices(upload.form, part))
        await check_kind(upload)
        result = await while_connected(request, service.build(upload.path, task, wait=True))
    if not result.files:
        return Response(status_code=204)
    return Response(result.files["tei"], media_type=XML)


@router.api_route(
    "/{name:path}", methods=["GET", "POST", "PUT", "DELETE", "PATCH"], include_in_schema=False
)
async def refuse(name: str) -> None:
    """Refuse every other call: another method, a GROBID service that pdfbot lacks, or a typo."""
    allowed = sorted(_methods(name))
    if allowed:
        methods = ", ".join(allowed)
        raise UnreadProblemError(405, "wrong-method", f"use {methods}", {"Allow": methods})
    if name in MISSING:
        raise UnreadProblemError(501, "not-implemented", f"{name}: {MISSING[name]}")
    raise UnreadProblemError(404, "not-found", f"/api/{name}: no such service")


def _methods(name: str) -> set[str]:
    """The methods of the calls above."""
    return {
        method
        for route in router.routes
        if isinstance(route, APIRoute) and route.path == f"{router.prefix}/{name}"
        for method in route.methods or ()
    }
