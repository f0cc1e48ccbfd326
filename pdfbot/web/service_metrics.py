"""Metrics of the service in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from pdfbot.web.service import Service

MEDIA_TYPE = CONTENT_TYPE_LATEST
# Seconds.
DURATIONS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)


class Metrics:
    """Counts requests, and collects the figures of the service."""

    def __init__(self, service: Service) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._registry.register(_ServiceFigures(service))
        self._requests = Counter(
            "pdfbot_requests",
            "Requests by method, route and status.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._durations = Histogram(
            "pdfbot_request_seconds",
            "Seconds from the start of a request to the end of its response.",
            ["method", "route"],
            buckets=DURATIONS,
            registry=self._registry,
        )

    def record(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._durations.labels(method, route).observe(seconds)

    def render(self) -> bytes:
        return generate_latest(self._registry)


class _ServiceFigures(Collector):
    """Collects the figures that the queue and the store keep."""

    def __init__(self, service: Service) -> None:
        self._queue = service.queue
        self._store = service.store

    def collect(self) -> Iterator[Metric]:
        queue, store, counts = self._queue, self._store, self._queue.counts
        gauge, counter = GaugeMetricFamily, CounterMetricFamily
        yield gauge("pdfbot_queue_length", "Jobs waiting for a worker.", queue.waiting)
        yield gauge("pdfbot_workers", "Worker processes.", queue.workers)
        yield gauge("pdfbot_workers_busy", "Worker processes that are busy.", queue.running)
        yield gauge("pdfbot_papers", "Papers kept.", store.count)
        yield gauge("pdfbot_papers_bytes", "Bytes of the stored papers.", store.total_size)
        yield counter("pdfbot_jobs", "Jobs finished.", counts.finished)
        yield counter("pdfbot_jobs_seconds", "Seconds spent on jobs.", counts.seconds)
        yield counter("pdfbot_jobs_refused", "Jobs that a full queue refused.", counts.refused)
        yield counter("pdfbot_worker_kills", "Workers that died during a job.", counts.kills)
