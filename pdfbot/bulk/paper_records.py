"""One record per paper, whatever happened to it: one line of JSON, complete or discarded."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from pdfbot._version import __version__
from pdfbot.bulk.names import paper_id

STATUSES = ("ok", "no-text", "failed", "timeout", "killed")
# A scan without a text layer is a valid answer: retrying it would not help.
ERRORS = ("failed", "timeout", "killed")

# What the list of failed papers says about each of them.
FAILURE_FIELDS = ("id", "status", "error_type", "error", "source")

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PaperOutcome:
    """The result of processing one paper; `body` is its paragraphs as JSON, or its text.

    `page_sizes` are objects as in the JSON record of a paper. `sha256` and `size` are those of the
    input file, None if it could not be read, or not as a whole.
    """

    status: str
    error: str | None = None
    error_type: str | None = None
    seconds: float = 0.0
    pages: int | None = None
    warnings: tuple[str, ...] = ()
    page_sizes: tuple[Record, ...] = ()
    sha256: str | None = None
    size: int | None = None
    body: bytes = b""

    def header(self) -> dict[str, Any]:
        """Everything but the body, as plain JSON."""
        header = asdict(self)
        del header["body"]
        return header

    @staticmethod
    def from_header(header: dict[str, Any], body: bytes) -> PaperOutcome:
        tuples = {name: tuple(header[name]) for name in ("warnings", "page_sizes")}
        return PaperOutcome(**{**header, **tuples, "body": body})


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A record in a file: the position of its line, and the values that the summary counts.

    `failure` has the fields FAILURE_FIELDS of a paper that failed.
    """

    offset: int
    length: int
    status: str
    error_type: str | None
    pages: int
    seconds: float
    failure: tuple[str, ...] | None = None


def failure(error_type: str, message: str) -> PaperOutcome:
    return PaperOutcome("failed", message, error_type)


def encode(record: Record) -> bytes:
    """One line of JSON; a lone surrogate from a file name becomes an escape sequence."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def format_line(
    source: str, name: str, outcome: PaperOutcome, *, thresholds: str, text: bytes | None = None
) -> bytes:
    """The record and its newline; the body is JSON already and is not parsed again.

    `name` is the part of the source that contains the paper's id; `text` is a last field that
    replaces the paragraphs.
    """
    head = encode(
        {
            "id": paper_id(name),
            "source": source,
            "sha256": outcome.sha256,
            "bytes": outcome.size,
            "status": outcome.status,
            "error": outcome.error,
            "error_type": outcome.error_type,
            "seconds": round(outcome.seconds, 3),
            "pages": outcome.pages,
            "page_sizes": list(outcome.page_sizes),
            "warnings": list(outcome.warnings),
            "pdfbot": __version__,
            "thresholds": thresholds,
        }
    )
    if text is None:
        text = b'"paragraphs":' + (outcome.body or b"[]")
    return head[:-1] + b"," + text + b"}\n"


def parse_line(line: bytes) -> Record | None:
    """The record, or None if the line is incomplete: cut off, or garbage after a power failure."""
    if not line.endswith(b"\n"):
        return None
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or record.get("status") not in STATUSES:
        return None
    return record if isinstance(record.get("source"), str) else None


def index_entry(record: Record, offset: int, length: int) -> IndexEntry:
    return IndexEntry(
        offset,
        length,
        str(record["status"]),
        record.get("error_type"),
        int(record.get("pages") or 0),
        float(record.get("seconds") or 0.0),
        tuple(str(record.get(name) or "") for name in FAILURE_FIELDS)
        if record["status"] in ERRORS
        else None,
    )
