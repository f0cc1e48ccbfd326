"""The output location: a local folder or an fsspec URL, in which every file is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from pdfbot.bulk.file_access import canonical, describe, file_system, is_url
from pdfbot.errors import OutputError, PdfbotError

# Subfolder for everything that is not a result: plan, counts, lock, temporary files.
STATE_FOLDER = ".pdfbot"


class Store:
    """The output folder; names of its files are relative, without a leading slash."""

    def __init__(self, location: str) -> None:
        self.location: str = canonical(location)
        self.is_local: bool = not is_url(self.location)
        self.folder: Path | None = Path(self.location) if self.is_local else None
        self._system: Any = None
        self._root = ""
        if not self.is_local:
            self._system, self._root = file_system(self.location)

    def path(self, name: str) -> Path:
        """The path of a name in a local store."""
        assert self.folder is not None
        return self.folder / name

    def prepare(self) -> None:
        """Create the folders."""
        with self._wrap_errors(STATE_FOLDER):
            if self.is_local:
                self.path(STATE_FOLDER).mkdir(parents=True, exist_ok=True)
            else:
                self._system.makedirs(self._url(STATE_FOLDER), exist_ok=True)

    def names(self, folder: str = "") -> set[str]:
        """The names of the files directly in a folder."""
        with self._wrap_errors(folder):
            if self.is_local:
                path = self.path(folder)
                return set(os.listdir(path)) if path.is_dir() else set()
            self._system.invalidate_cache()
            try:
                listed = self._system.ls(self._url(folder), detail=False)
            except FileNotFoundError:
                return set()
            return {str(name).rstrip("/").rpartition("/")[2] for name in listed}

    def read(self, name: str) -> bytes | None:
        """The content of a file, or None if it does not exist."""
        with self._wrap_errors(name):
            try:
                if self.is_local:
                    return self.path(name).read_bytes()
                data: bytes = self._system.cat_file(self._url(name))
                return data
            except FileNotFoundError:
                return None

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file; of a local one not more than one at a time is in memory."""
        with self._wrap_errors(name):
            if self.is_local:
                with self.path(name).open("rb") as file:
                    yield from file
            else:
                yield from BytesIO(self._system.cat_file(self._url(name)))

    def write(self, name: str, data: bytes | Iterable[bytes]) -> None:
        """Write a file atomically: object stores do so anyway, in folders a rename does."""
        parts = [data] if isinstance(data, bytes) else data
        with self._wrap_errors(name):
            if not self.is_local:
                self._system.pipe_file(self._url(name), b"".join(parts))
                return
            temporary = self.path(STATE_FOLDER) / f"{os.urandom(4).hex()}.tmp"
            try:
                with temporary.open("xb") as file:
                    file.writelines(parts)
                    file.flush()
                    os.fsync(file.fileno())
                self._rename(temporary, name)
            finally:
                temporary.unlink(missing_ok=True)

    def move_in(self, local: Path, name: str) -> None:
        """Move or upload a complete, synced local file."""
        with self._wrap_errors(name):
            if self.is_local:
                self._rename(local, name)
            else:
                self._system.put_file(str(local), self._url(name))
                local.unlink()

    def copy_out(self, name: str, local: Path) -> None:
        """Copy or download a file."""
        with self._wrap_errors(name):
            if self.is_local:
                shutil.copyfile(self.path(name), local)
            else:
                self._system.get_file(self._url(name), str(local))

    def remove(self, name: str) -> None:
        """Delete a file if it exists."""
        with self._wrap_errors(name):
            try:
                if self.is_local:
                    self.path(name).unlink()
                else:
                    self._system.rm_file(self._url(name))
            except FileNotFoundError:
                pass

    def _rename(self, local: Path, name: str) -> None:
        target = self.path(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        local.replace(target)
        sync_folder(target.parent)

    def _url(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}".rstrip("/")

    @contextmanager
    def _wrap_errors(self, name: str) -> Iterator[None]:
        """Turn any exception from the disk or an fsspec driver into an OutputError."""
        try:
            yield
        except PdfbotError:
            raise
        except Exception as error:
            raise write_error(f"{self.location.rstrip('/')}/{name}".rstrip("/"), error) from None


def write_error(path: str | Path, error: Exception) -> OutputError:
    return OutputError(
        f"{path}: cannot be written ({describe(error)}); finished work is kept, so fix the cause "
        "and run the same command again"
    )


def sync_folder(folder: Path) -> None:
    """Make a new or renamed entry of a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
