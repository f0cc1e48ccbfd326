"""Finished shards: records in order, as plain or compressed JSON lines or as a Parquet file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from pdfbot.bulk.records import Record, encode
from pdfbot.errors import UsageError

# Records that go to a Parquet file at once.
ROWS = 256
GZIP_LEVEL = 6
ZSTD_LEVEL = 10


def check_format(suffix: str) -> None:
    """Tells before the work that a package is missing, not after it."""
    if suffix == ".parquet":
        _parquet()
    elif suffix.endswith(".zst"):
        _zstd()


def write_shard(lines: Iterable[bytes], path: Path, suffix: str) -> None:
    """Writes all records and syncs them; the caller gives the file its final name."""
    if suffix == ".parquet":
        _write_parquet(lines, path)
    else:
        with path.open("wb") as raw, _packing(raw, suffix) as packed:
            for line in lines:
                packed.write(line)
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def read_shard(path: Path, suffix: str) -> Iterator[tuple[Record, bytes]]:
    """The records of a finished shard, each with its line."""
    if suffix == ".parquet":
        for batch in _parquet().ParquetFile(path).iter_batches(batch_size=ROWS):
            for record in batch.to_pylist():
                yield record, encode(record) + b"\n"
        return
    with path.open("rb") as raw, _unpacking(raw, suffix) as plain:
        for line in plain:
            yield json.loads(line), line


@contextmanager
def _packing(raw: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix.endswith(".gz"):
        import gzip

        # No name and no time: the same records give the same file.
        with gzip.GzipFile("", "wb", GZIP_LEVEL, raw, mtime=0) as packed:
            yield cast(IO[bytes], packed)
    elif suffix.endswith(".zst"):
        with _zstd().ZstdCompressor(ZSTD_LEVEL).stream_writer(raw, closefd=False) as packed:
            yield packed
    else:
        yield raw


@contextmanager
def _unpacking(raw: IO[bytes], suffix: str) -> Iterator[IO[bytes]]:
    if suffix.endswith(".gz"):
        import gzip

        with gzip.GzipFile(fileobj=raw) as plain:
            yield cast(IO[bytes], plain)
    elif suffix.endswith(".zst"):
        import io

        with _zstd().ZstdDecompressor().stream_reader(raw) as plain:
            yield cast(IO[bytes], io.BufferedReader(plain))
    else:
        yield raw


def _write_parquet(lines: Iterable[bytes], path: Path) -> None:
    with _parquet().ParquetWriter(path, _schema(), compression="zstd") as writer:
        rows: list[Record] = []
        for line in lines:
            rows.append(json.loads(line))
            if len(rows) == ROWS:
                writer.write_table(_table(rows))
                rows = []
        writer.write_table(_table(rows))


def _table(rows: list[Record]) -> Any:
    import pyarrow

    try:
        return pyarrow.Table.from_pylist(rows, schema=_schema())
    except UnicodeEncodeError:
        return pyarrow.Table.from_pylist([_encodable(row) for row in rows], schema=_schema())


def _encodable(value: Any) -> Any:
    """Lone surrogates (of file names that are not UTF-8) as escapes that Arrow can hold."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {key: _encodable(item) for key, item in value.items()}
    return value


def _schema() -> Any:
    import pyarrow as pa

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
    paragraph = pa.struct([("id", pa.string()), ("sentences", pa.list_(sentence))])
    return pa.schema(
        [
            ("id", pa.string()),
            ("source", pa.string()),
            ("status", pa.string()),
            ("error", pa.string()),
            ("error_type", pa.string()),
            ("seconds", pa.float64()),
            ("pages", pa.int32()),
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


def _zstd() -> Any:
    try:
        import zstandard
    except ImportError:
        raise UsageError("--compress zst needs pip install 'pdfbot[zstd]'") from None
    return zstandard
