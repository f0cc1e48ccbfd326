"""One run at a time in one folder: the kernel's lock, which ends with the process that holds it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pdfbot.errors import OutputError, UsageError


@contextmanager
def locked(path: Path, place: str) -> Iterator[None]:
    """Holds the lock, or refuses with the name of who holds it. The file itself means nothing."""
    try:
        import fcntl
    except ImportError:
        raise UsageError("batch runs need Linux or macOS; on Windows use WSL") from None
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from None
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(file, 200).decode("utf-8", "replace").strip() or "another process"
            raise UsageError(
                f"{place}: another run is at work there ({holder}); wait for it, or use "
                "another folder"
            ) from None
        os.ftruncate(file, 0)
        os.pwrite(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        yield
    finally:
        os.close(file)
