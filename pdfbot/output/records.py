"""Write and read the versioned JSON record described in docs/output.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pdfbot.errors import InputError
from pdfbot.model import Extraction, Paragraph
from pdfbot.output.record_objects import Json, object_reader, value_writer
from pdfbot.output.record_types import NULL_IF_UNREAD
from pdfbot.record_fields import Detail, Kind, written_fields

FORMAT = "pdfbot"
# Incremented when a reader of older records would misread a new one; new keys alone do not count.
SCHEMA_VERSION = 3
# Older records that can be read; those of schema 1 have the body text alone.
READABLE = (1, 2, SCHEMA_VERSION)

LEAN: frozenset[Detail] = frozenset()
WHOLE = frozenset({Detail.LINES})

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def dump(
    extraction: Extraction,
    indent: int | None = None,
    *,
    source: str | None = None,
    lean: bool = False,
    scores: Mapping[str, float] | None = None,
    reasons: bool = False,
) -> str:
    """The record on one line, or indented; `lean` leaves out lines, verdicts and graphics."""
    pieces = record_chunks(extraction, source=source, lean=lean, scores=scores, reasons=reasons)
    text = "".join(pieces)
    if indent is None:
        return text
    return json.dumps(json.loads(text), ensure_ascii=False, indent=indent)


def record_chunks(
    extraction: Extraction,
    *,
    source: str | None = None,
    lean: bool = False,
    line_breaks: bool = False,
    scores: Mapping[str, float] | None = None,
    reasons: bool = False,
) -> Iterator[str]:
    """The record piece by piece, because as a whole it takes more memory than the extraction.

    `source` names the file among several. `line_breaks` puts each key and each item of a list on a
    line of its own. `scores` by sentence id are written with the sentences, and `reasons` says
    whether to write why each body line begins a paragraph or goes on with one.
    """
    comma = ",\n" if line_breaks else ","
    head: Json = {"format": FORMAT, "schema": SCHEMA_VERSION}
    if source is not None:
        head["source"] = source
    yield "{"
    yield comma.join(_members(head | about_record(extraction, lean=lean)))
    yield from part_chunks(extraction, lean=lean, comma=comma, scores=scores, reasons=reasons)
    yield "}"


def _members(record: Json) -> Iterator[str]:
    return (f'"{key}":{_encode(value)}' for key, value in record.items())


def about_record(extraction: Extraction, *, lean: bool = False) -> Json:
    """What is not a list of parts: how the paper was read, its pages and its title."""
    details = LEAN if lean else WHOLE
    return {
        item.key: value_writer(item.shape, details)(getattr(extraction, item.name))
        for item in written_fields(Extraction, details)
        if not item.is_part
    }


def empty_about() -> Json:
    """The same for a paper that could not be read."""
    empty: dict[Kind, Any] = {Kind.TEXT: "", Kind.LIST: []}
    return {
        item.key: None if item.key in NULL_IF_UNREAD else empty[item.shape.kind]
        for item in written_fields(Extraction, LEAN)
        if not item.is_part
    }


def part_keys() -> list[str]:
    """The keys of the lists of parts in a lean record."""
    return [item.key for item in written_fields(Extraction, LEAN) if item.is_part]


def part_chunks(
    extraction: Extraction,
    *,
    lean: bool = False,
    comma: str = ",",
    scores: Mapping[str, float] | None = None,
    reasons: bool = False,
) -> Iterator[str]:
    """The members for the parts of the paper, each after a comma."""
    for key, items in _parts(extraction, lean, scores, reasons):
        start = f'{comma}"{key}":['
        for item in items:
            yield start
            yield _encode(item)
            start = comma
        yield "]" if start == comma else start + "]"


def _parts(
    extraction: Extraction, lean: bool, scores: Mapping[str, float] | None, reasons: bool
) -> Iterator[tuple[str, Iterable[Any]]]:
    details = (LEAN if lean else WHOLE) | ({Detail.REASONS} if reasons else LEAN)
    for item in written_fields(Extraction, details):
        if item.is_part:
            write = value_writer(item.shape.contents, details)
            records: Iterable[Any] = map(write, getattr(extraction, item.name))
            if scores is not None and item.name == "paragraphs":
                records = (_with_scores(record, scores) for record in records)
            yield item.key, records


def _with_scores(paragraph: Json, scores: Mapping[str, float]) -> Json:
    sentences = [s | {"score": scores[s["id"]]} for s in paragraph["sentences"]]
    return paragraph | {"sentences": sentences}


def load(given: str | bytes | Mapping[str, Any]) -> Extraction:
    """The extraction a record was written from, without the text blocks of its lines and pages.

    A lean record, as those of a batch are, gives a result without lines, verdicts and graphics.
    """
    try:
        record = dict(given) if isinstance(given, Mapping) else json.loads(given)
    except (TypeError, ValueError, RecursionError):
        raise InputError("not a pdfbot record: not JSON") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError('not a pdfbot record: it has no "format": "pdfbot"')
    if record.get("schema") not in READABLE:
        raise InputError(
            f"a record of schema {record.get('schema')!r}, but this version reads up to "
            f"{SCHEMA_VERSION}: use the version of pdfbot that wrote it, or extract the paper again"
        )
    if record.get("status", "ok") != "ok":
        raise InputError(f"the record of a paper without text: {record.get('error')}")
    try:
        return _parse_extraction(record)
    except KeyError as error:
        raise InputError(f"a damaged pdfbot record: {error} is missing") from None
    except (AttributeError, TypeError, ValueError) as error:
        raise InputError(f"a damaged pdfbot record: {error}") from None


def _parse_extraction(record: Json) -> Extraction:
    """The extraction of a record; its sentences get their section from their paragraph."""
    verdicts = map(_without_unnamed_finding, record.get("verdicts", ()))
    read_apart = {"paragraphs": (), "verdicts": list(verdicts)}
    paper: Extraction = object_reader(Extraction)(record | read_apart)
    read = object_reader(Paragraph)
    paragraphs = tuple(read(item).with_placed_sentences() for item in record["paragraphs"])
    return replace(paper, paragraphs=paragraphs)


def _without_unnamed_finding(verdict: Json) -> Json:
    """Findings of older versions name no test and have no comparison: they are left out."""
    finding = verdict["finding"]
    return verdict if finding is None or "test" in finding else verdict | {"finding": None}
