"""Counts for a shard, a run, or the whole output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pdfbot.bulk.paper_records import ERRORS, STATUSES, IndexEntry


@dataclass(slots=True)
class StatusCounts:
    """Papers by status, errors by type, failed papers, pages, and seconds spent in workers.

    `lost_text` counts the papers that have a page most of whose text was taken out; papers without
    text are among the `failed`, which are listed.
    """

    statuses: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    pages: int = 0
    lost_text: int = 0
    seconds: float = 0.0
    failed: list[tuple[str, ...]] = field(default_factory=list)

    @classmethod
    def of(cls, entries: Iterable[IndexEntry]) -> StatusCounts:
        counts = cls()
        for entry in entries:
            counts.count(entry)
        return counts

    def count(self, entry: IndexEntry) -> None:
        self.statuses[entry.status] += 1
        if entry.status in ERRORS:
            self.errors[entry.error_type or "unknown"] += 1
        if entry.failure is not None:
            self.failed.append(entry.failure)
        self.pages += entry.pages
        self.lost_text += entry.lost_text
        self.seconds += entry.seconds

    def add(self, other: StatusCounts) -> None:
        self.statuses.update(other.statuses)
        self.errors.update(other.errors)
        self.failed += other.failed
        self.pages += other.pages
        self.lost_text += other.lost_text
        self.seconds += other.seconds

    @property
    def papers(self) -> int:
        return self.statuses.total()

    @property
    def failures(self) -> int:
        return sum(self.statuses[status] for status in ERRORS)

    def to_json(self) -> dict[str, Any]:
        """Everything, as stored for each finished shard."""
        return {**self.summary(), "failed": self.failed}

    def summary(self) -> dict[str, Any]:
        """The counts alone."""
        return {
            "papers": self.papers,
            "statuses": {status: self.statuses[status] for status in STATUSES},
            "errors": dict(self.errors.most_common()),
            "pages": self.pages,
            "lost_text": self.lost_text,
            "worker_seconds": round(self.seconds, 1),
        }

    @classmethod
    def from_json(cls, item: dict[str, Any]) -> StatusCounts:
        return cls(
            Counter(item["statuses"]),
            Counter(item["errors"]),
            int(item["pages"]),
            int(item.get("lost_text", 0)),
            float(item["worker_seconds"]),
            [tuple(failure) for failure in item["failed"]],
        )
