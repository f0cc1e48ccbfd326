"""One record per paper, whatever happened to it: one line of JSON, complete or discarded."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias

from pdfbot._version import __version__
from pdfbot.bulk.names import paper_id
from pdfbot.output import files
from pdfbot.output.records import FORMAT, SCHEMA

STATUSES = ("ok", "no-text", "failed", "timeout", "killed")
# A scan without a text layer is a valid answer: retrying it would not help.
ERRORS = ("failed", "timeout", "killed")

# What the list of failed papers says about each of them.
FAILURE_FIELDS = ("id", "status", "error_type", "error", "source")

Record = dict[str, Any]
# What a driver asks of a worker beside the paper; empty for the record of a batch run.
Task: TypeAlias = dict[str, Any]
# Tells the driver what its worker is doing.
Report: TypeAlias = Callable[[str], None]
# The lists of a record, empty for a paper without text.
PARTS = ("abstract", "sections", "paragraphs", "captions", "footnotes", "references")


@dataclass(frozen=True, slots=True)
class PaperOutcome:
    """The result of processing one paper.

    `about` is the part of its record that every format has. `body` is the rest of it, as members of
    a JSON object, each after a comma; or a file of another format. `sha256` and `size` are those of
    the input file, None if it could not be read, or not as a whole.
    """

    status: str
    error: str | None = None
    error_type: str | None = None
    seconds: float = 0.0
    sha256: str | None = None
    size: int | None = None
    about: Record = field(default_factory=dict)
    body: bytes = b""

    @property
    def pages(self) -> int:
        return len(self.about.get("pages", ()))

    def header(self) -> dict[str, Any]:
        """Everything but the body, as plain JSON."""
        header = asdict(self)
        del header["body"]
        return header

    @staticmethod
    def from_header(header: dict[str, Any], body: bytes) -> PaperOutcome:
        return PaperOutcome(**header, body=body)


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
    return files.encode(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def format_line(
    source: str, name: str, outcome: PaperOutcome, *, thresholds: str, file: Record | None = None
) -> bytes:
    """The record and its newline; the body is JSON already and is not parsed again.

    `name` is the part of the source that contains the paper's id; `file` replaces the parts of the
    paper where these are in a file of their own.
    """
    head = {
        "format": FORMAT,
        "schema": SCHEMA,
        "id": paper_id(name),
        "source": source,
        "sha256": outcome.sha256,
        "bytes": outcome.size,
        "status": outcome.status,
        "error": outcome.error,
        "error_type": outcome.error_type,
        "seconds": round(outcome.seconds, 3),
        "version": __version__,
        "engine": None,
        "thresholds": thresholds,
        "warnings": [],
        "statistics": None,
        "pages": [],
        "title": "",
        "authors": "",
    }
    record = head | outcome.about
    if file is not None:
        return encode(record | file) + b"\n"
    if not outcome.body:
        return encode(record | {part: [] for part in PARTS}) + b"\n"
    return encode(record)[:-1] + outcome.body + b"}\n"


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
        len(record["pages"]),
        float(record.get("seconds") or 0.0),
        tuple(str(record.get(name) or "") for name in FAILURE_FIELDS)
        if record["status"] in ERRORS
        else None,
    )
