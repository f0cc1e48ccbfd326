"""What the service has done and is doing, as text for Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from pdfbot.web.service import Service

MEDIA_TYPE = CONTENT_TYPE_LATEST
# Seconds.
DURATIONS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Metrics:
    """Counts of requests, and gauges that ask the service itself."""

    def __init__(self, service: Service) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pdfbot_requests",
            "Requests by method, route and status.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._durations = Histogram(
            "pdfbot_request_seconds",
            "Seconds from the start of a request to the end of its answer.",
            ["method", "route"],
            buckets=DURATIONS,
            registry=self._registry,
        )
        queue, store = service.queue, service.store
        self._gauge("pdfbot_queue_length", "Jobs waiting for a worker.", lambda: queue.waiting)
        self._gauge("pdfbot_workers", "Worker processes.", lambda: queue.workers)
        self._gauge("pdfbot_workers_busy", "Workers at a job.", lambda: queue.running)
        self._gauge("pdfbot_papers", "Papers kept.", lambda: store.count)
        self._gauge("pdfbot_papers_bytes", "Bytes of the papers kept.", lambda: store.total_size)
        self._gauge("pdfbot_jobs_total", "Jobs finished.", lambda: queue.counts.finished)
        self._gauge("pdfbot_jobs_seconds_total", "Seconds at jobs.", lambda: queue.counts.seconds)
        self._gauge(
            "pdfbot_worker_kills_total", "Workers killed at a job.", lambda: queue.counts.kills
        )
        self._gauge(
            "pdfbot_jobs_refused_total",
            "Jobs refused by a full queue.",
            lambda: queue.counts.refused,
        )

    def _gauge(self, name: str, text: str, value: Callable[[], float]) -> None:
        Gauge(name, text, registry=self._registry).set_function(value)

    def record(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._durations.labels(method, route).observe(seconds)

    def render(self) -> bytes:
        return generate_latest(self._registry)
