"""For operators: whether the service is alive, and what it is doing."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pdfbot._version import __version__
from pdfbot.web.routes.dependencies import TheService
from pdfbot.web.routes.models import Health
from pdfbot.web.service_metrics import MEDIA_TYPE, Metrics

router: APIRouter = APIRouter(tags=["operations"])


@router.get("/health", summary="Check that the server works")
async def get_health(service: TheService) -> Health:
    """Open without a token, for supervisors."""
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
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def get_metrics(request: Request) -> Response:
    metrics = request.app.state.metrics
    assert isinstance(metrics, Metrics)
    return Response(metrics.render(), media_type=MEDIA_TYPE)
