"""One record per paper, whatever happened to it: a line of JSON, discarded if incomplete."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias, get_args

from pdfbot._version import __version__
from pdfbot.bulk.names import paper_id
from pdfbot.nonbody.lost_text import LOST_TEXT
from pdfbot.output import files
from pdfbot.output.record_types import Status
from pdfbot.output.records import FORMAT, SCHEMA_VERSION, empty_about, part_keys

STATUSES: tuple[str, ...] = get_args(Status)
# A scan without a text layer is a valid result: retrying would not help.
ERRORS = ("failed", "timeout", "killed")

# The columns of the list of failed papers.
FAILURE_FIELDS = ("id", "status", "error_type", "error", "source")

Record = dict[str, Any]
# What the driver asks of a worker besides the paper; empty for the record of a batch run.
Task: TypeAlias = dict[str, Any]
# Reports to the driver what its worker is doing.
Report: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PaperOutcome:
    """The result of processing one paper.

    `about` is the part of the record that every format has. `body` is the rest, as members of a
    JSON object, each preceded by a comma, or else a file in another format. `sha256` and `size`
    describe the input file; None if it could not be read to its end.
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
    """Where a record is in its file, and the values that the summary counts.

    `failure` has the FAILURE_FIELDS of a paper that failed or has no text, `lost_text` is whether
    most of the text of a page was taken out.
    """

    offset: int
    length: int
    status: str
    error_type: str | None
    pages: int
    seconds: float
    failure: tuple[str, ...] | None = None
    lost_text: bool = False


def failure(error_type: str, message: str) -> PaperOutcome:
    return PaperOutcome("failed", message, error_type)


def over_limit(max_memory: int) -> str:
    """The message for a paper that needs more memory than its limit, in bytes."""
    return f"over the memory limit of {max_memory >> 20} MiB"


def encode(record: Record) -> bytes:
    """One line of JSON; a lone surrogate from a file name becomes an escape sequence."""
    return files.encode(json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def format_line(
    source: str, name: str, outcome: PaperOutcome, *, thresholds: str, file: Record | None = None
) -> bytes:
    """The record and its newline; the body, already JSON, is not parsed again.

    `name` is the part of the source that contains the paper's id; `file` names the file that holds
    the content of the paper, which the record then leaves out.
    """
    head = {
        "format": FORMAT,
        "schema": SCHEMA_VERSION,
        "id": paper_id(name),
        "source": source,
        "sha256": outcome.sha256,
        "bytes": outcome.size,
        "status": outcome.status,
        "error": outcome.error,
        "error_type": outcome.error_type,
        "seconds": round(outcome.seconds, 3),
    }
    made = {"version": __version__, "thresholds": thresholds}
    record = head | empty_about() | made | outcome.about
    if file is not None:
        return encode(record | file) + b"\n"
    if not outcome.body:
        return encode(record | {key: [] for key in part_keys()}) + b"\n"
    return encode(record)[:-1] + outcome.body + b"}\n"


def parse_line(line: bytes) -> Record | None:
    """The record, or None if the line is truncated, or garbage after a power failure."""
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
        if record["status"] != "ok"
        else None,
        has_lost_text(record),
    )


def has_lost_text(about: Record) -> bool:
    """Whether the warnings of a paper name a page most of whose text was taken out."""
    return any(warning.startswith(LOST_TEXT) for warning in about.get("warnings", ()))
