"""Views of a paper: replica, verdicts, coloured layers, sentences and their scores."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pdfbot.ranking.layers import DEFAULT_LAYERS
from pdfbot.ranking.ranked_sentences import name_ids
from pdfbot.ranking.reading_order import Spread
from pdfbot.visual.explain.view import explain_script
from pdfbot.visual.highlight.highlight_plan import MAX_LAYERS
from pdfbot.visual.highlight.overlay import highlight_script
from pdfbot.visual.replica.sanitize import content_policy
from pdfbot.web.paper_store import SCORES
from pdfbot.web.problems import ProblemError, problem_responses
from pdfbot.web.reading_view import assign_to_layers
from pdfbot.web.routes.dependencies import LimitedRoute, PaperId, TheService, while_connected
from pdfbot.web.routes.file_responses import attachment, send_file
from pdfbot.web.routes.models import Json, NotedScore, Scores, ScoresResult, SentencesView
from pdfbot.web.stored_paper import (
    EXPLAIN,
    RECORD,
    SENTENCES,
    explain_file,
    page_file,
    picture_file,
)
from pdfbot.web.worker_process import WorkResult

router: APIRouter = APIRouter(tags=["views"], route_class=LimitedRoute)

# Layers of /sentences; readers cannot tell more of them apart.
MAX_READING_LAYERS = 20
HTML = "text/html; charset=utf-8"
# Pages that are explained at a time, if not the whole paper is.
MAX_EXPLAINED = 50
PAGE_RANGE = r"^\d{1,6}-\d{1,6}$"
PAGES_HELP = f"The first and the last page, such as 1-30; {MAX_EXPLAINED} at most."
# The web page shows these in a frame.
FRAME_POLICY = "; frame-ancestors 'self'"
_ERRORS = problem_responses(404, 409, 413, 415, 422, 500, 503, 504)
_HTML_CONTENT: Json = {"content": {"text/html": {"schema": {"type": "string"}}}}

SpreadChoice = Annotated[
    Spread,
    Query(description="even: every section contributes to each layer; none: by score alone."),
]
Density = Annotated[
    float | None,
    Query(gt=0, le=1, description="The share of the sentences in each layer but the last."),
]


@router.get(
    "/papers/{paper_id}/replica",
    summary="The replica of a paper",
    response_class=StreamingResponse,
    responses={200: {"description": "HTML without scripts.", **_HTML_CONTENT}, **_ERRORS},
)
async def get_replica(service: TheService, paper_id: PaperId) -> StreamingResponse:
    """One HTML file that looks like the paper, with selectable text."""
    path = await service.replica(paper_id)
    return await send_file(path, HTML, _frame_headers(content_policy()))


@router.get(
    "/papers/{paper_id}/pages/{number}",
    summary="The replica of one page",
    response_class=StreamingResponse,
    responses={200: {"description": "HTML without scripts.", **_HTML_CONTENT}, **_ERRORS},
)
async def get_page(
    service: TheService, paper_id: PaperId, number: Annotated[int, Path(ge=1)]
) -> StreamingResponse:
    """The same for one page, which takes less than a second however long the paper is."""
    if number not in (await service.layout(paper_id)).pages:
        raise ProblemError(404, "no-such-page", f"the paper has no page {number}")
    path = await service.view(paper_id, page_file(number), "page", page=number)
    return await send_file(path, HTML, _frame_headers(content_policy()))


@router.get(
    "/papers/{paper_id}/pictures/{part_id}",
    summary="A figure, table or equation as a picture",
    response_class=StreamingResponse,
    responses={
        200: {"description": "WebP, three pixels per point.", "content": {"image/webp": {}}},
        **_ERRORS,
    },
)
async def get_picture(
    service: TheService,
    paper_id: PaperId,
    part_id: Annotated[str, Path(description="The id of a figure or equation.")],
) -> StreamingResponse:
    """As printed; `sentences` says which figures and equations have one."""
    box = (await service.layout(paper_id)).pictures.get(part_id)
    if box is None:
        raise ProblemError(404, "no-such-picture", f"no picture of {part_id!r}")
    path = await service.view(paper_id, picture_file(part_id), "pictures", page=box.page)
    return await send_file(path, "image/webp")


@router.get(
    "/papers/{paper_id}/explain",
    summary="Why each line is body text or not",
    response_class=StreamingResponse,
    responses={200: {"description": "HTML with one script.", **_HTML_CONTENT}, **_ERRORS},
)
async def get_explain(
    service: TheService,
    paper_id: PaperId,
    pages: Annotated[str | None, Query(pattern=PAGE_RANGE, description=PAGES_HELP)] = None,
) -> StreamingResponse:
    """The replica with every line tinted by the rule that judged it."""
    if pages is None:
        path = await service.view(paper_id, EXPLAIN, "explain")
    else:
        first, last = map(int, pages.split("-"))
        known = (await service.layout(paper_id)).pages
        if not (first in known and last in known and first <= last < first + MAX_EXPLAINED):
            detail = f"pages {pages}: use up to {MAX_EXPLAINED} pages of those there are"
            raise ProblemError(404, "no-such-page", detail)
        name = explain_file(first, last)
        path = await service.view(paper_id, name, "explain_pages", first=first, last=last)
    return await send_file(path, HTML, _frame_headers(content_policy(explain_script())))


@router.get(
    "/papers/{paper_id}/highlight",
    summary="The paper with its sentences coloured in layers",
    response_class=Response,
    responses={
        200: {
            "description": "The file, as a download.",
            "content": {
                "text/html": {"schema": {"type": "string"}},
                "application/pdf": {"schema": {"type": "string", "format": "binary"}},
                "application/ld+json": {"schema": {"type": "object"}},
            },
        },
        **_ERRORS,
    },
)
async def get_highlight(
    request: Request,
    service: TheService,
    paper_id: PaperId,
    layers: Annotated[int, Query(ge=1, le=MAX_LAYERS)] = DEFAULT_LAYERS,
    spread: SpreadChoice = "even",
    density: Density = None,
    format: Annotated[Literal["html", "pdf", "annotations"], Query()] = "html",
) -> Response:
    """A replica, the PDF with annotations, or W3C Web Annotations."""
    paper = service.finished(paper_id)
    own = await service.own_scores(paper_id)

    async def draw() -> WorkResult:
        if format == "html":
            await service.replica(paper_id)
        return await service.draw(
            paper,
            "highlight",
            format=format,
            layers=layers,
            spread=spread,
            density=density,
            scores=own,
        )

    result = await while_connected(request, draw())
    media_type, ending = {
        "html": (HTML, "highlighted.html"),
        "pdf": ("application/pdf", "highlighted.pdf"),
        "annotations": ("application/ld+json", "annotations.json"),
    }[format]
    policy = content_policy(highlight_script())
    headers = {**attachment(paper, ending), **_frame_headers(policy)}
    return Response(result.files[format], media_type=media_type, headers=headers)


@router.get(
    "/papers/{paper_id}/sentences",
    summary="The sentences with layers and places",
    response_model=SentencesView,
    responses=_ERRORS,
)
async def get_sentences(
    service: TheService,
    paper_id: PaperId,
    layers: Annotated[int, Query(ge=1, le=MAX_READING_LAYERS)] = DEFAULT_LAYERS,
    spread: SpreadChoice = "even",
    density: Density = None,
    layer: Annotated[
        int | None, Query(ge=1, description="Only the sentences of this layer.")
    ] = None,
) -> Response:
    """Sentences in reading order; rectangles are in points from the upper left of the page."""
    service.finished(paper_id)
    own = await service.own_scores(paper_id)
    data = await service.read(paper_id, SENTENCES)

    def build() -> bytes:
        view = assign_to_layers(json.loads(data), own, layers, spread, density)
        if layer is not None:
            view["sentences"] = [s for s in view["sentences"] if s["layer"] == layer]
        return json.dumps(view, ensure_ascii=False, separators=(",", ":")).encode()

    # Not validated against the model, which would take longer than the work itself.
    return Response(await asyncio.to_thread(build), media_type="application/json")


@router.put(
    "/papers/{paper_id}/scores",
    summary="Replace pdfbot's ranking with your scores",
    responses=_ERRORS,
)
async def put_scores(
    service: TheService, paper_id: PaperId, scores: Annotated[Scores, Body()]
) -> ScoresResult:
    """Takes scores by sentence id or text; `sentences` and `highlight` then use only these."""
    paper = service.finished(paper_id)
    task = service.task("match_scores", paper.name, keys=list(scores))
    result = await service.build(service.store.path(paper_id, RECORD), task)
    found: Any = result.details["found"]
    missing: Any = result.details["missing"]
    if scores and not found:
        raise ProblemError(404, "no-such-sentence", f"no such sentence: {name_ids(missing)}")
    own = {found[key]: _plain(value) for key, value in scores.items() if key in found}
    data = json.dumps(own, ensure_ascii=False).encode()
    await asyncio.to_thread(service.store.save, paper_id, {SCORES: data})
    return ScoresResult(found=len(found), missing=missing)


@router.delete(
    "/papers/{paper_id}/scores",
    status_code=204,
    response_class=Response,
    summary="Go back to pdfbot's ranking",
    responses=problem_responses(404, 409, 422),
)
async def delete_scores(service: TheService, paper_id: PaperId) -> Response:
    service.finished(paper_id)
    await asyncio.to_thread(service.store.save, paper_id, {SCORES: None})
    return Response(status_code=204)


def _plain(value: float | NotedScore) -> dict[str, Any]:
    return value.model_dump() if isinstance(value, NotedScore) else {"score": value, "note": None}


def _frame_headers(policy: str) -> dict[str, str]:
    return {"Content-Security-Policy": policy + FRAME_POLICY}
