"""The record of a paper as `pdfbot.batch` yields it, for type checkers."""

from __future__ import annotations

from typing import Any, TypedDict


class BatchRecord(TypedDict, total=False):
    """One paper of a batch, whatever happened to it; docs/output.md describes every key."""

    format: str
    schema: int
    id: str
    source: str
    sha256: str | None
    bytes: int | None
    status: str
    error: str | None
    error_type: str | None
    seconds: float
    version: str
    engine: str | None
    thresholds: str
    warnings: list[str]
    statistics: dict[str, Any] | None
    pages: list[dict[str, Any]]
    title: str
    authors: str
    abstract: list[str]
    sections: list[dict[str, Any]]
    paragraphs: list[dict[str, Any]]
    captions: list[dict[str, Any]]
    footnotes: list[dict[str, Any]]
    references: list[dict[str, Any]]
