"""Parquet files: one row per paper, with the keys of its record, or one row per sentence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from pdfbot.bulk.paper_records import Record
from pdfbot.errors import UsageError
from pdfbot.output.files import encode

# Rows per row group.
PAPERS_PER_GROUP = 256
SENTENCES_PER_GROUP = 16_384
SENTENCES_SUFFIX = ".sentences.parquet"


def require_parquet() -> Any:
    """The module that reads and writes Parquet."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("--format parquet needs pip install 'pdfbot[parquet]'") from None
    return pyarrow.parquet


def write_papers(lines: Iterable[bytes], path: Path) -> None:
    """A row for every record."""
    _write(map(json.loads, lines), path, _paper_schema(), PAPERS_PER_GROUP)


def read_papers(path: Path) -> Iterator[Record]:
    """The records of a file that `write_papers` wrote."""
    for batch in require_parquet().ParquetFile(path).iter_batches(batch_size=PAPERS_PER_GROUP):
        yield from batch.to_pylist()


def write_sentences(lines: Iterable[bytes], path: Path) -> None:
    """A row for every sentence of the records."""
    rows = (row for line in lines for row in _sentence_rows(json.loads(line)))
    _write(rows, path, _sentence_schema(), SENTENCES_PER_GROUP)


def _sentence_rows(record: Record) -> Iterator[Record]:
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
            }


def _write(rows: Iterator[Record], path: Path, schema: Any, group_size: int) -> None:
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


def _sentence_schema() -> Any:
    import pyarrow as pa  # optional: pdfbot[parquet]

    place = pa.struct([("page", pa.int32()), ("box", pa.list_(pa.float64()))])
    return pa.schema(
        [
            ("paper", pa.string()),
            ("source", pa.string()),
            ("id", pa.string()),
            ("text", pa.string()),
            ("paragraph", pa.string()),
            ("section", pa.string()),
            ("path", pa.list_(pa.string())),
            ("page", pa.int32()),
            ("boxes", pa.list_(place)),
        ]
    )


def _paper_schema() -> Any:
    import pyarrow as pa  # optional: pdfbot[parquet]

    def items(**types: Any) -> Any:
        return pa.list_(pa.struct(list(types.items())))

    text, whole, number = pa.string(), pa.int32(), pa.float64()
    texts = pa.list_(text)
    spans = items(page=whole, line=text, start=whole, end=whole, box=pa.list_(number))
    sentences = items(id=text, text=text, spans=spans)
    statistics = pa.struct(
        [
            ("base_size", number),
            ("base_pitch", number),
            ("base_density", number),
            ("columns", whole),
        ]
    )
    return pa.schema(
        [
            ("format", text),
            ("schema", whole),
            ("id", text),
            ("source", text),
            ("sha256", text),
            ("bytes", pa.int64()),
            ("status", text),
            ("error", text),
            ("error_type", text),
            ("seconds", number),
            ("version", text),
            ("engine", text),
            ("thresholds", text),
            ("warnings", texts),
            ("statistics", statistics),
            ("pages", items(number=whole, width=number, height=number)),
            ("title", text),
            ("authors", text),
            ("abstract", texts),
            (
                "sections",
                items(id=text, number=text, level=whole, heading=text, parent=text, spans=spans),
            ),
            (
                "paragraphs",
                items(id=text, sentences=sentences, section=text, path=texts, bullet=text),
            ),
            (
                "captions",
                items(
                    id=text,
                    kind=text,
                    label=text,
                    number=text,
                    text=text,
                    mentions=texts,
                    spans=spans,
                ),
            ),
            ("footnotes", items(id=text, mark=text, text=text, mentions=texts, spans=spans)),
            (
                "references",
                items(id=text, label=text, key=text, text=text, mentions=texts, spans=spans),
            ),
        ]
    )
