"""Read access to local files and fsspec URLs through the same functions."""

from __future__ import annotations

import os
import re
from typing import IO, Any, cast

from pdfbot.errors import FileMissingError, UsageError

# Bytes fetched from a remote file per request.
BLOCK_SIZE = 4 << 20
# Characters shown of a third-party error message.
MAX_MESSAGE_LENGTH = 300

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|\w+::")
_EXTRAS = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs", "http": "http", "https": "http"}


def is_url(name: str) -> bool:
    return _SCHEME.match(name) is not None


def canonical(name: str) -> str:
    """The absolute path or URL of an input, independent of the working directory."""
    for prefix in ("file://", "local://"):
        if name.startswith(prefix):
            name = name.removeprefix(prefix)
    return name if is_url(name) else os.path.abspath(name)


def file_system(url: str) -> tuple[Any, str]:
    """The fsspec file system of a URL, and the path within it."""
    from fsspec.core import url_to_fs  # slow to import; most runs use local files only

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
    """Open a file for reading; raises OSError on failure."""
    if not is_url(name):
        return open(name, "rb")
    system, path = file_system(name)
    return cast(IO[bytes], system.open(path, "rb", block_size=BLOCK_SIZE))


def size_of(name: str) -> int | None:
    """The size in bytes, None if unknown; raises FileNotFoundError if the file does not exist."""
    if not is_url(name):
        return os.stat(name).st_size
    system, path = file_system(name)
    size = system.info(path).get("size")
    return None if size is None else int(size)


def fetch(url: str, max_size: int) -> bytes:
    """Download a remote file of at most `max_size` bytes."""
    try:
        with open_binary(url) as file:
            data = file.read(max_size + 1)
    except FileNotFoundError:
        raise FileMissingError(f"{url}: no such file") from None
    except UsageError:
        raise
    except Exception as error:
        # Every fsspec driver raises different exceptions, which all mean the same to the user.
        raise FileMissingError(f"{url}: cannot be read ({describe(error)})") from None
    if len(data) > max_size:
        raise FileMissingError(f"{url}: larger than {max_size >> 20} MiB (--max-size)")
    return data


def describe(error: BaseException) -> str:
    """A third-party exception as one short line."""
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(text).split())[:MAX_MESSAGE_LENGTH]
