"""One run at a time per output folder, by a kernel lock that is released when its process ends."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pdfbot.errors import OutputError, UsageError
from pdfbot.posix import try_lock


@contextmanager
def exclusive_lock(path: Path, folder: str) -> Iterator[None]:
    """Hold the lock, or fail naming its holder; a leftover lock file is harmless."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror})") from None
    try:
        if not try_lock(file):
            holder = os.read(file, 200).decode("utf-8", "replace").strip() or "another process"
            raise UsageError(
                f"{folder}: another run is using this folder ({holder}); wait for it to finish, "
                "or choose another folder"
            )
        os.ftruncate(file, 0)
        os.pwrite(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        yield
    finally:
        os.close(file)
