"""Where results go: a local folder, or an fsspec URL. A file there is whole or not there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pdfbot.bulk.files import canonical, describe, file_system, is_url
from pdfbot.errors import OutputError, PdfbotError

# Everything that is no result: plan, counts, lock, files in the making.
STATE = ".pdfbot"


class Store:
    """The output folder; names in it have no leading slash."""

    def __init__(self, place: str) -> None:
        self.place = canonical(place)
        self.is_local = not is_url(self.place)
        self.folder = Path(self.place) if self.is_local else None
        self._system: Any = None
        self._root = ""
        if not self.is_local:
            self._system, self._root = file_system(self.place)

    def path(self, name: str) -> Path:
        """The local path of a name; only for local stores."""
        assert self.folder is not None
        return self.folder / name

    def prepare(self) -> None:
        with self.telling(STATE):
            if self.is_local:
                self.path(STATE).mkdir(parents=True, exist_ok=True)
            else:
                self._system.makedirs(self._url(STATE), exist_ok=True)

    def names(self, folder: str = "") -> set[str]:
        """The names of the files directly in a folder."""
        with self.telling(folder):
            if self.is_local:
                place = self.path(folder)
                return set(os.listdir(place)) if place.is_dir() else set()
            self._system.invalidate_cache()
            try:
                listed = self._system.ls(self._url(folder), detail=False)
            except FileNotFoundError:
                return set()
            return {str(name).rstrip("/").rpartition("/")[2] for name in listed}

    def read(self, name: str) -> bytes | None:
        """All of a file, None when there is none."""
        with self.telling(name):
            try:
                if self.is_local:
                    return self.path(name).read_bytes()
                data: bytes = self._system.cat_file(self._url(name))
                return data
            except FileNotFoundError:
                return None

    def write(self, name: str, data: bytes) -> None:
        """A small file at once; object stores show it when it is whole, folders by its renaming."""
        with self.telling(name):
            if not self.is_local:
                self._system.pipe_file(self._url(name), data)
                return
            part = self.path(STATE) / f"{os.urandom(4).hex()}.tmp"
            try:
                with part.open("xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                self._rename(part, name)
            finally:
                part.unlink(missing_ok=True)

    def place_file(self, local: Path, name: str) -> None:
        """Moves a whole and synced local file to its name."""
        with self.telling(name):
            if self.is_local:
                self._rename(local, name)
            else:
                self._system.put_file(str(local), self._url(name))
                local.unlink()

    def fetch(self, name: str, local: Path) -> None:
        """A local copy of a file."""
        with self.telling(name):
            if self.is_local:
                shutil.copyfile(self.path(name), local)
            else:
                self._system.get_file(self._url(name), str(local))

    def remove(self, name: str) -> None:
        with self.telling(name):
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
    def telling(self, name: str) -> Iterator[None]:
        """One clear line for whatever a disk or a driver has to say."""
        try:
            yield
        except PdfbotError:
            raise
        except Exception as error:
            where = f"{self.place.rstrip('/')}/{name}".rstrip("/")
            raise unwritable(where, error) from None


def unwritable(where: str | Path, error: Exception) -> OutputError:
    return OutputError(
        f"{where}: cannot be written ({describe(error)}); what is done is kept, "
        "so put that right and run the same command again"
    )


def sync_folder(folder: Path) -> None:
    """A new name is on disk only when its folder is."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
