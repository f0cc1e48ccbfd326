"""Local files and fsspec URLs, read alike."""

from __future__ import annotations

import os
import re
from typing import IO, Any, cast

from pdfbot.errors import FileMissingError, UsageError

# A piece of a remote file that is fetched at once.
BLOCK = 4 << 20

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|\w+::")
_EXTRAS = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs", "http": "http", "https": "http"}


def is_url(name: str) -> bool:
    return _SCHEME.match(name) is not None


def canonical(name: str) -> str:
    """The one name of an input, whatever folder a command is started in."""
    for prefix in ("file://", "local://"):
        if name.startswith(prefix):
            name = name.removeprefix(prefix)
    return name if is_url(name) else os.path.abspath(name)


def file_system(url: str) -> tuple[Any, str]:
    """The fsspec file system of a URL and the path in it."""
    from fsspec.core import url_to_fs

    scheme = url.partition(":")[0].lower()
    try:
        return cast(tuple[Any, str], url_to_fs(url))
    except ImportError:
        extra = _EXTRAS.get(scheme)
        advice = f"pip install 'pdfbot[{extra}]'" if extra else "install its fsspec driver"
        raise UsageError(f"{url}: the driver for {scheme}:// is not installed; {advice}") from None
    except ValueError as error:
        raise UsageError(f"{url}: {error}") from None


def open_binary(name: str) -> IO[bytes]:
    """A file for reading; raises OSError when that fails."""
    if not is_url(name):
        return open(name, "rb")
    system, path = file_system(name)
    return cast(IO[bytes], system.open(path, "rb", block_size=BLOCK))


def size_of(name: str) -> int | None:
    """Its size in bytes where that is known; raises FileNotFoundError when it is not there."""
    if not is_url(name):
        return os.stat(name).st_size
    system, path = file_system(name)
    size = system.info(path).get("size")
    return None if size is None else int(size)


def fetch(url: str, max_size: int) -> bytes:
    """A whole remote file, never more than `max_size`."""
    try:
        with open_binary(url) as file:
            data = file.read(max_size + 1)
    except FileNotFoundError:
        raise FileMissingError(f"{url}: no such file") from None
    except UsageError:
        raise
    except Exception as error:
        # Each driver has its own exceptions; for the user all of them mean the same.
        raise FileMissingError(f"{url}: cannot be read ({describe(error)})") from None
    if len(data) > max_size:
        raise FileMissingError(f"{url}: larger than {max_size >> 20} MiB (--max-size)")
    return data


def describe(error: BaseException) -> str:
    """One line for an exception of somebody else's making."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())[:300]
