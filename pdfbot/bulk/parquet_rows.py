"""Parquet files: one row per paper, with the keys of its record, or one row per sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypedDict

from pdfbot.bulk.paper_records import Record
from pdfbot.errors import UsageError
from pdfbot.model import Extraction, Sentence
from pdfbot.output.files import encode
from pdfbot.output.record_types import RecordHead, SentenceScore
from pdfbot.output.records import LEAN
from pdfbot.record_fields import Kind, Mark, RecordField, Shape, record_fields, written_fields

# Rows per row group.
PAPERS_PER_GROUP = 256
SENTENCES_PER_GROUP = 16_384
SENTENCES_FILE = "sentences/{}.parquet"


class LinePlace(TypedDict):
    """The place of one line of a sentence."""

    page: Annotated[int, "page number"]
    box: Annotated[list[float], "where it is on the page"]


class SentenceRow(TypedDict):
    """A row of `--rows sentences`."""

    paper: Annotated[str, "`id` of the record"]
    source: Annotated[str, "`source` of the record"]
    id: Annotated[str, "`id` of the sentence"]
    text: Annotated[str, "the sentence"]
    paragraph: Annotated[str, "`id` of its paragraph"]
    section: Annotated[str, "`id` of its section, empty before the first heading"]
    path: Annotated[list[str], "the headings above it"]
    page: Annotated[int, "the page on which it starts"]
    boxes: Annotated[list[LinePlace], "`page` and `box` of each of its lines"]
    score: Annotated[float | None, "with `--rank`: how important it is, from 0 to 1; else null"]


def require_parquet() -> Any:
    """The module that reads and writes Parquet."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("--format parquet needs pip install 'pdfbot[parquet]'") from None
    return pyarrow.parquet


def write_papers(lines: Iterable[bytes], path: Path, *, scored: bool) -> None:
    """A row for every record; `scored` says whether its sentences have scores."""
    columns = (*record_fields(RecordHead), *written_fields(Extraction, LEAN))
    schema = parquet_schema(columns, scored=scored)
    _write(map(json.loads, lines), path, schema, PAPERS_PER_GROUP)


def read_papers(path: Path) -> Iterator[Record]:
    """The records of a file that `write_papers` wrote."""
    for batch in require_parquet().ParquetFile(path).iter_batches(batch_size=PAPERS_PER_GROUP):
        yield from batch.to_pylist()


def write_sentences(lines: Iterable[bytes], path: Path) -> None:
    """A row for every sentence of the records."""
    rows = (row for line in lines for row in _sentence_rows(json.loads(line)))
    _write(rows, path, parquet_schema(record_fields(SentenceRow)), SENTENCES_PER_GROUP)


def _sentence_rows(record: Record) -> Iterator[SentenceRow]:
    for paragraph in record["paragraphs"]:
        for sentence in paragraph["sentences"]:
            spans = sentence["spans"]
            yield {
                "paper": record["id"],
                "source": record["source"],
                "id": sentence["id"],
                "text": sentence["text"],
                "paragraph": paragraph["id"],
                "section": paragraph["section"],
                "path": paragraph["path"],
                "page": spans[0]["page"],
                "boxes": [{"page": span["page"], "box": span["box"]} for span in spans],
                "score": sentence.get("score"),
            }


def _write(rows: Iterator[Any], path: Path, schema: Any, group_size: int) -> None:
    import pyarrow  # optional: pdfbot[parquet]

    with require_parquet().ParquetWriter(path, schema, compression="zstd") as writer:
        while group := list(islice(rows, group_size)):
            try:
                table = pyarrow.Table.from_pylist(group, schema=schema)
            except UnicodeEncodeError:
                table = pyarrow.Table.from_pylist([_encodable(r) for r in group], schema=schema)
            writer.write_table(table)


def _encodable(value: Any) -> Any:
    """Replace lone surrogates (from file names that are not UTF-8), which Arrow rejects."""
    if isinstance(value, str):
        return encode(value).decode()
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return value


def parquet_schema(fields: Iterable[RecordField], *, scored: bool = False) -> Any:
    import pyarrow  # optional: pdfbot[parquet]

    return pyarrow.schema([(item.key, _column_type(item.shape, scored)) for item in fields])


def _column_type(shape: Shape, scored: bool) -> Any:
    import pyarrow as pa  # optional: pdfbot[parquet]

    if shape.kind in (Kind.LIST, Kind.AS_LIST):
        return pa.list_(_column_type(shape.contents, scored))
    if shape.kind is Kind.OBJECT:
        items = written_fields(shape.type, LEAN)
        if scored and shape.type is Sentence:
            items += record_fields(SentenceScore)
        return pa.struct([(item.key, _column_type(item.shape, scored)) for item in items])
    scalars = {
        Kind.TEXT: pa.string(),
        Kind.INTEGER: pa.int64() if Mark.LARGE in shape.marks else pa.int32(),
        Kind.NUMBER: pa.float64(),
        Kind.BOOLEAN: pa.bool_(),
    }
    return scalars[shape.kind]
