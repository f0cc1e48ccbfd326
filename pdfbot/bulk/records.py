"""One record a paper, whatever happened to it: a line of JSON, whole or not counted."""

from __future__ import annotations

import json
from typing import Any

from pdfbot import __version__
from pdfbot.bulk.names import paper_id
from pdfbot.dataclass import dataclass

STATUSES = ("ok", "no-text", "failed", "timeout", "killed")
# A scan without a text layer is an answer, not an accident: trying again would not help.
ERRORS = ("failed", "timeout", "killed")

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one paper; `body` is its paragraphs as JSON, or its text."""

    status: str
    error: str | None = None
    error_type: str | None = None
    seconds: float = 0.0
    pages: int | None = None
    warnings: tuple[str, ...] = ()
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """A record in a file: where its line stands, and what the summary needs of it."""

    offset: int
    length: int
    status: str
    error_type: str | None
    pages: int
    seconds: float


def failure(error_type: str, message: str) -> Outcome:
    return Outcome("failed", message, error_type)


def encode(record: Record) -> bytes:
    """One line of JSON; a lone surrogate of a file name becomes its escape."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def make_line(
    source: str, name: str, outcome: Outcome, *, thresholds: str, text: bytes | None = None
) -> bytes:
    """The record with its newline. The body is JSON already and is not read again.

    `name` is the part of the source that shows the paper's id; `text` is a last field that
    stands instead of the paragraphs.
    """
    head = encode(
        {
            "id": paper_id(name),
            "source": source,
            "status": outcome.status,
            "error": outcome.error,
            "error_type": outcome.error_type,
            "seconds": round(outcome.seconds, 3),
            "pages": outcome.pages,
            "warnings": list(outcome.warnings),
            "pdfbot": __version__,
            "thresholds": thresholds,
        }
    )
    if text is None:
        text = b'"paragraphs":' + (outcome.body or b"[]")
    return head[:-1] + b"," + text + b"}\n"


def read_line(line: bytes) -> Record | None:
    """The record, or None when the line is not whole: cut off, or garbage after a power cut."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("status") not in STATUSES:
        return None
    return record if isinstance(record.get("source"), str) else None


def entry_of(record: Record, offset: int, length: int) -> Entry:
    return Entry(
        offset,
        length,
        str(record["status"]),
        record.get("error_type"),
        int(record.get("pages") or 0),
        float(record.get("seconds") or 0.0),
    )
