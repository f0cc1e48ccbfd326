"""Files of finished shards: records in order, as JSON lines, compressed or not, or as Parquet."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pdfbot.bulk.paper_records import Record, encode
from pdfbot.bulk.parquet_rows import read_papers, require_parquet, write_papers
from pdfbot.output.compression import check_compression, compression_of, compressor, decompressor


def check_format(suffix: str) -> None:
    """Report a missing package before the work starts, not after it."""
    if suffix == ".parquet":
        require_parquet()
    else:
        check_compression(compression_of(suffix))


def write_shard(lines: Iterable[bytes], path: Path, suffix: str, *, scored: bool = False) -> None:
    """Write and sync all records; the caller renames the file to its final name.

    The columns of a Parquet file depend on whether the sentences are `scored`.
    """
    if suffix == ".parquet":
        write_papers(lines, path, scored=scored)
    else:
        with path.open("wb") as raw, compressor(raw, compression_of(suffix)) as compressed:
            for line in lines:
                compressed.write(line)
    sync_file(path)


def sync_file(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def read_shard(path: Path, suffix: str) -> Iterator[tuple[Record, bytes]]:
    """Yield the records of a finished shard, each with its line of JSON."""
    if suffix == ".parquet":
        for record in read_papers(path):
            yield record, encode(record) + b"\n"
        return
    with path.open("rb") as raw, decompressor(raw, compression_of(suffix)) as plain:
        for line in plain:
            yield json.loads(line), line
