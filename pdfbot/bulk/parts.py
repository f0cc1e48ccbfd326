"""The unfinished file of a shard: records are only ever added, and a torn one is cut off.

A record reaches the system with one write, so that it survives the death of this process; it
is synced to the disk every few seconds and before the shard counts as done.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pdfbot.bulk.names import text_name
from pdfbot.bulk.records import ERRORS, Entry, Outcome, Record, entry_of, read_line
from pdfbot.bulk.store import sync_folder, unwritable


class Part:
    """An open `.part` file: what it holds, and what it shall hold when it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, Entry] = {}
        self.order: dict[str, int] = {}
        self.text_names: dict[str, str] = {}
        self._taken: set[str] = set()
        self.is_listed = False
        self._unsynced = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._end = self._recover()
            # A file that is synced in a folder that is not may be gone after a power cut.
            sync_folder(path.parent)
        except OSError as error:
            raise unwritable(path, error) from None

    def _recover(self) -> int:
        """Reads the whole records and cuts off what comes after the last of them."""
        end = 0
        with open(self.path, "rb") as file:
            for line in file:
                record = read_line(line)
                if record is None or record["source"] in self.entries:
                    break
                self.entries[record["source"]] = entry_of(record, end, len(line))
                end += len(line)
        os.ftruncate(self._file, end)
        return end

    def expect(self, source: str, name: str) -> bool:
        """Notes a paper of the shard in its order; True when it has no record yet."""
        self.order.setdefault(source, len(self.order))
        # Given here, where the order is always the same, a name is the same after a resume.
        self.text_names[source] = text_name(name, self._taken)
        self._taken.add(self.text_names[source].lower())
        return source not in self.entries

    def append(self, source: str, outcome: Outcome, line: bytes) -> Entry:
        """Adds a record; on a full disk nothing of it stays."""
        rest = memoryview(line)
        try:
            position = self._end
            while rest:
                written = os.pwrite(self._file, rest, position)
                position += written
                rest = rest[written:]
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise unwritable(self.path, error) from None
        entry = self.entries[source] = Entry(
            self._end,
            len(line),
            outcome.status,
            outcome.error_type,
            outcome.pages or 0,
            outcome.seconds,
        )
        self._end += len(line)
        self._unsynced = True
        return entry

    def sync(self) -> None:
        if self._unsynced:
            try:
                os.fsync(self._file)
            except OSError as error:
                raise unwritable(self.path, error) from None
            self._unsynced = False

    @property
    def is_whole(self) -> bool:
        """Every paper of the shard is known and has its record."""
        return self.is_listed and self.order.keys() <= self.entries.keys()

    def lines(self) -> Iterator[bytes]:
        """The records of the shard's papers in their order; others have no business here."""
        for source in self.order:
            entry = self.entries[source]
            yield os.pread(self._file, entry.length, entry.offset)

    def close(self) -> None:
        os.close(self._file)


def write_good_records(records: Iterator[tuple[Record, bytes]], path: Path) -> None:
    """A new part of the records that need no second try; it replaces an old one at once."""
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("wb") as file:
            seen = set()
            for record, line in records:
                if record["status"] not in ERRORS and record["source"] not in seen:
                    seen.add(record["source"])
                    file.write(line)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise unwritable(path, error) from None


def read_records(path: Path) -> Iterator[tuple[Record, bytes]]:
    """The whole records of a part file."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            record = read_line(line)
            if record is None:
                return
            yield record, line
