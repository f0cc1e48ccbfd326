"""Stored papers: upload, progress, text, deletion."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from pdfbot.output.formats import SUFFIXES
from pdfbot.web.paper_store import KeptPaper
from pdfbot.web.problems import problem_responses
from pdfbot.web.response_formats import MEDIA_TYPES, Format, choose_format
from pdfbot.web.routes.dependencies import PaperId, TheService
from pdfbot.web.routes.extraction import (
    LEAN_HELP,
    NAME_HELP,
    TEXT_CONTENT,
    FormatChoice,
    check_kind,
)
from pdfbot.web.routes.file_responses import attachment, send_file
from pdfbot.web.routes.models import PaperLinks, PaperStatus, Sample
from pdfbot.web.samples import SAMPLES, take_sample
from pdfbot.web.service import PaperState, Service
from pdfbot.web.uploads import request_body

router: APIRouter = APIRouter(tags=["papers"])

EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "event": {"const": "status"},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
    "required": ["event", "data"],
}


@router.get("/samples", summary="List the papers that come with pdfbot")
async def list_samples() -> list[Sample]:
    return [Sample(name=name, title=title) for name, title in SAMPLES.items()]


@router.post(
    "/papers",
    status_code=202,
    summary="Store a paper and process it",
    openapi_extra=request_body(required=False),
    response_model=PaperStatus,
    responses={
        303: {"description": "To the page that shows the paper, for the form of a browser."},
        **problem_responses(400, 404, 408, 413, 415, 422, 503),
    },
)
async def add_paper(
    request: Request,
    response: Response,
    service: TheService,
    sample: Annotated[str | None, Query(description="Use a sample instead of a file.")] = None,
    name: Annotated[str, Query(description=NAME_HELP)] = "",
) -> PaperStatus | Response:
    """Responds as soon as the file has arrived; follow `events`, or poll the paper."""
    received = (
        service.receive(request, name=name)
        if sample is None
        else take_sample(service.store.new_upload(), sample)
    )
    async with received as upload:
        await check_kind(upload)
        service.queue.check_room()
        paper = await asyncio.to_thread(service.store.add, upload.path, upload.name)
        service.process(paper)
    if request.headers.get("sec-fetch-mode") == "navigate":
        # The page's form, before its scripts have run or without them.
        return Response(status_code=303, headers={"Location": f"/{_page_address(paper.id)}"})
    response.headers["Location"] = f"/papers/{paper.id}"
    return _status(paper, service.state(paper.id))


@router.get(
    "/papers/{paper_id}",
    summary="The text of a paper, or its status",
    response_class=Response,
    responses={
        200: TEXT_CONTENT,
        202: {"model": PaperStatus, "description": "Still being processed."},
        **problem_responses(404, 406, 413, 415, 422, 500, 504),
    },
)
async def get_paper(
    request: Request,
    service: TheService,
    paper_id: PaperId,
    format: FormatChoice = None,
    lean: Annotated[bool, Query(description=LEAN_HELP)] = False,
    download: Annotated[bool, Query(description="Send the response as a download.")] = False,
) -> Response:
    """Sentences in JSON have scores, as with `pdfbot extract --rank`."""
    form = choose_format(format, request.headers.get("accept", ""))
    paper = service.store.get(paper_id)
    state = service.state(paper_id)
    if not state.is_final:
        status = _status(paper, state).model_dump()
        return JSONResponse(status, 202, headers={"Retry-After": "1"})
    service.finished(paper_id)
    headers = attachment(paper, _suffix(form)) if download else {}
    stored = "json" if form is Format.JSONL else form.value
    stored = "lean" if stored == "json" and lean else stored
    if form is Format.JSONL:
        # The same record on one line: no string of JSON contains a line break.
        data = await service.read(paper_id, stored)
        line = await asyncio.to_thread(data.replace, b"\n", b"")
        return Response(line + b"\n", media_type=MEDIA_TYPES[form], headers=headers)
    return await send_file(service.store.path(paper_id, stored), MEDIA_TYPES[form], headers)


def _suffix(form: Format) -> str:
    return SUFFIXES[form.value].removeprefix(".")


@router.get(
    "/papers/{paper_id}/events",
    summary="Follow the processing of a paper",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "Server-sent events `status`; the last one is done or failed.",
            "content": {"text/event-stream": {"schema": EVENT_SCHEMA}},
        },
        **problem_responses(404, 422),
    },
)
async def watch_paper(service: TheService, paper_id: PaperId) -> StreamingResponse:
    """Each event has `status`, `message`, the `position` in the queue, and `problem` on failure."""
    service.store.get(paper_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        _events(service, paper_id), media_type="text/event-stream", headers=headers
    )


async def _events(service: Service, paper_id: str) -> AsyncIterator[str]:
    async for state in service.states(paper_id):
        if state is None:
            yield ": still there\n\n"
        else:
            yield f"event: status\ndata: {json.dumps(asdict(state), ensure_ascii=False)}\n\n"


@router.delete(
    "/papers/{paper_id}",
    status_code=204,
    response_class=Response,
    summary="Delete a paper",
    responses=problem_responses(404, 422),
)
async def delete_paper(service: TheService, paper_id: PaperId) -> Response:
    """Works at any time, even while the paper is being processed."""
    await service.delete(paper_id)
    return Response(status_code=204)


def _page_address(paper_id: str) -> str:
    return f"#/p/{paper_id}"


def _status(paper: KeptPaper, state: PaperState) -> PaperStatus:
    address = f"/papers/{paper.id}"
    views = ("events", "replica", "explain", "highlight", "sentences", "scores")
    return PaperStatus.model_validate(
        {
            "id": paper.id,
            "name": paper.name,
            "status": state.status,
            "message": state.message,
            "position": state.position,
            "links": PaperLinks(
                self=address,
                page=f"/{_page_address(paper.id)}",
                **{view: f"{address}/{view}" for view in views},
            ),
        }
    )
