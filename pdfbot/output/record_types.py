"""The keys of a record that are not of the paper, and the record of a batch for type checkers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, TypedDict

from pdfbot.record_fields import Mark

Status: TypeAlias = Literal["ok", "no-text", "failed", "timeout", "killed"]

# Keys of the paper that are null in a batch where the paper could not be read.
NULL_IF_UNREAD = ("engine", "statistics", "metadata")


class RecordHead(TypedDict, total=False):
    """The keys before those of the paper."""

    format: Annotated[str, "name of the format"]
    schema: Annotated[int, "version of this description"]
    id: Annotated[
        str,
        "the arXiv id found in the name (`0704.0001v2`, `hep-th/0001208` from "
        "`hep-th0001208.pdf`), otherwise the file's name without its suffix",
    ]
    source: Annotated[
        str, "the input as it was given; written by the command only, and not read back"
    ]
    sha256: Annotated[
        str | None,
        "hash of the input file, of a `.pdf.gz` as it is; null if it could not be read, or is too "
        "large",
    ]
    bytes: Annotated[int | None, Mark.LARGE, "size of the input file"]
    status: Annotated[Status, "whether there is text, and if not, why"]
    error: Annotated[str | None, "what went wrong, in one line"]
    error_type: Annotated[
        str | None,
        "its type: an error of pdfbot, `Timeout`, `WorkerDied`, `MemoryError`, "
        "`InternalError`, `ArchiveDamaged`, `ArchiveRefused`",
    ]
    seconds: Annotated[float, "time spent in the worker"]


class TextFile(TypedDict):
    """The key instead of the parts of the paper, with a format that has files of its own."""

    file: Annotated[
        str | None,
        "with a format other than jsonl and parquet: the name of the file with the text; the lists "
        "from `abstract` to `references` are left out",
    ]


class SentenceScore(TypedDict):
    """The key that sentences have with `--rank`; records that are read do not need it."""

    score: Annotated[float, "with `--rank` only: from 0 to 1, which is the best of the paper"]


class BatchRecord(RecordHead, total=False):
    """One paper of a batch, whatever happened to it; docs/output.md describes every key."""

    version: str
    engine: str | None
    thresholds: str
    warnings: list[str]
    statistics: dict[str, Any] | None
    pages: list[dict[str, Any]]
    title: str
    title_scripts: list[dict[str, Any]]
    authors: str
    metadata: dict[str, Any] | None
    language: str
    abstract: list[str]
    other_abstracts: list[dict[str, Any]]
    sections: list[dict[str, Any]]
    paragraphs: list[dict[str, Any]]
    captions: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    footnotes: list[dict[str, Any]]
    equations: list[dict[str, Any]]
    references: list[dict[str, Any]]
