"""For those who run the service: is it alive, and what is it doing?"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pdfbot._version import __version__
from pdfbot.web.metrics import MEDIA_TYPE, Metrics
from pdfbot.web.routes.dependencies import TheService
from pdfbot.web.routes.models import Health

router = APIRouter(tags=["operations"])


@router.get("/health", summary="Whether the server works")
async def get_health(service: TheService) -> Health:
    """Needs no token, so that a supervisor can ask."""
    return Health(
        status="ok",
        version=__version__,
        workers=service.queue.workers,
        working=service.queue.running,
        waiting=service.queue.waiting,
        papers=service.store.count,
    )


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_metrics(request: Request) -> Response:
    metrics = request.app.state.metrics
    assert isinstance(metrics, Metrics)
    return Response(metrics.render(), media_type=MEDIA_TYPE)
