"""Files of finished shards: ordered records as JSON lines, compressed or not, or as Parquet."""

from __future__ import annotations

import gzip
import io
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from pdfbot.bulk.paper_records import Record, encode
from pdfbot.errors import UsageError

# Records per row group of a Parquet file.
ROW_GROUP_SIZE = 256
GZIP_LEVEL = 6
ZSTD_LEVEL = 10


def check_format(suffix: str) -> None:
    """Report a missing package before the work starts, not after it."""
    if suffix == ".parquet":
        _parquet()
    elif suffix.endswith(".zst"):
        _zstandard()


def write_shard(lines: Iterable[bytes], path: Path, suffix: str) -> None:
    """Write and sync all records; the caller renames the file to its final name."""
    if suffix == ".parquet":
        _write_parquet(lines, path)
    else:
        with path.open("wb") as raw, _compressor(raw, suffix) as compressed:
            for line in lines:
                compressed.write(line)
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def read_shard(path: Path, suffix: str) -> Iterator[tuple[Record, bytes]]:
    """The records of a finished shard, each with its line of JSON."""
    if suffix == ".parquet":
        for batch in _parquet().ParquetFile(path).iter_batches(batch_size=ROW_GROUP_SIZE):
            for record in batch.to_pylist():
                yield record, encode(record) + b"\n"
        return
    with path.open("rb") as raw, _decompressor(raw, suffix) as plain:
        for line in plain:
            yield json.loads(line), line


@contextmanager
def _compressor(raw: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix.endswith(".gz"):
        # Without name and time, equal records give equal files.
        with gzip.GzipFile("", "wb", GZIP_LEVEL, raw, mtime=0) as compressed:
            yield cast(IO[bytes], compressed)
    elif suffix.endswith(".zst"):
        compressor = _zstandard().ZstdCompressor(ZSTD_LEVEL)
        with compressor.stream_writer(raw, closefd=False) as compressed:
            yield compressed
    else:
        yield raw


@contextmanager
def _decompressor(raw: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix.endswith(".gz"):
        with gzip.GzipFile(fileobj=raw) as plain:
            yield cast(IO[bytes], plain)
    elif suffix.endswith(".zst"):
        with _zstandard().ZstdDecompressor().stream_reader(raw) as plain:
            yield cast(IO[bytes], io.BufferedReader(plain))
    else:
        yield raw


def _write_parquet(lines: Iterable[bytes], path: Path) -> None:
    with _parquet().ParquetWriter(path, _schema(), compression="zstd") as writer:
        rows: list[Record] = []
        for line in lines:
            rows.append(json.loads(line))
            if len(rows) == ROW_GROUP_SIZE:
                writer.write_table(_table(rows))
                rows = []
        writer.write_table(_table(rows))


def _table(rows: list[Record]) -> Any:
    import pyarrow  # optional: pdfbot[parquet]

    try:
        return pyarrow.Table.from_pylist(rows, schema=_schema())
    except UnicodeEncodeError:
        return pyarrow.Table.from_pylist([_encodable(row) for row in rows], schema=_schema())


def _encodable(value: Any) -> Any:
    """Replace lone surrogates (from file names that are not UTF-8), which Arrow rejects."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return value


def _schema() -> Any:
    import pyarrow as pa  # optional: pdfbot[parquet]

    span = pa.struct(
        [
            ("page", pa.int32()),
            ("line", pa.string()),
            ("start", pa.int32()),
            ("end", pa.int32()),
            ("box", pa.list_(pa.float64())),
        ]
    )
    sentence = pa.struct([("id", pa.string()), ("text", pa.string()), ("spans", pa.list_(span))])
    paragraph = pa.struct(
        [
            ("id", pa.string()),
            ("section", pa.string()),
            ("path", pa.list_(pa.string())),
            ("sentences", pa.list_(sentence)),
        ]
    )
    page = pa.struct([("number", pa.int32()), ("width", pa.float64()), ("height", pa.float64())])
    return pa.schema(
        [
            ("id", pa.string()),
            ("source", pa.string()),
            ("sha256", pa.string()),
            ("bytes", pa.int64()),
            ("status", pa.string()),
            ("error", pa.string()),
            ("error_type", pa.string()),
            ("seconds", pa.float64()),
            ("pages", pa.int32()),
            ("page_sizes", pa.list_(page)),
            ("warnings", pa.list_(pa.string())),
            ("pdfbot", pa.string()),
            ("thresholds", pa.string()),
            ("paragraphs", pa.list_(paragraph)),
        ]
    )


def _parquet() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError("--format parquet needs pip install 'pdfbot[parquet]'") from None
    return pyarrow.parquet


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise UsageError("--compress zst needs pip install 'pdfbot[zstd]'") from None
    return zstandard
