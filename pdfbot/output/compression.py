"""Compressed files, by their suffix: gzip, and Zstandard where the extra is installed."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, cast

from pdfbot.errors import UsageError

COMPRESSIONS = ("gz", "zst")
GZIP_LEVEL = 6
ZSTD_LEVEL = 10


def compression_of(name: str) -> str:
    """`gz` or `zst` by the suffix of a file's name, or nothing."""
    suffix = name.lower().rpartition(".")[2]
    return suffix if suffix in COMPRESSIONS else ""


def check_compression(compression: str) -> None:
    """Report a missing package before the work starts, not after it."""
    if compression == "zst":
        _zstandard()


@contextmanager
def compressor(raw: IO[bytes], compression: str) -> Iterator[IO[bytes]]:
    """A stream that compresses into another one, which stays open."""
    if compression == "gz":
        # Without name and time, equal content gives equal files.
        with gzip.GzipFile("", "wb", GZIP_LEVEL, raw, mtime=0) as compressed:
            yield cast(IO[bytes], compressed)
    elif compression == "zst":
        writer = _zstandard().ZstdCompressor(ZSTD_LEVEL).stream_writer(raw, closefd=False)
        with writer as compressed:
            yield compressed
    else:
        yield raw


@contextmanager
def decompressor(raw: IO[bytes], compression: str) -> Iterator[IO[bytes]]:
    """A stream that reads what a compressor wrote."""
    if compression == "gz":
        with gzip.GzipFile(fileobj=raw) as plain:
            yield cast(IO[bytes], plain)
    elif compression == "zst":
        with _zstandard().ZstdDecompressor().stream_reader(raw) as plain:
            yield cast(IO[bytes], io.BufferedReader(plain))
    else:
        yield raw


def _zstandard() -> Any:
    try:
        import zstandard
    except ImportError:
        raise UsageError("compression with zst needs pip install 'pdfbot[zstd]'") from None
    return zstandard
