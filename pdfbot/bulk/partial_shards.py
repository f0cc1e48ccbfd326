"""The `.part` file of an unfinished shard: append-only; a torn last record is truncated.

A record is written in a single system call, so that it survives the death of this process. The
file is synced to disk every few seconds, and before the shard counts as finished.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from pdfbot.bulk.names import text_name
from pdfbot.bulk.paper_records import (
    ERRORS,
    IndexEntry,
    PaperOutcome,
    Record,
    has_lost_text,
    index_entry,
    parse_line,
)
from pdfbot.bulk.store import sync_folder, write_error


class PartialShard:
    """An open `.part` file: the records it has, and the papers it will need.

    `order` maps the sources of the shard's papers to their positions; `is_listed` is set once it
    is complete.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, IndexEntry] = {}
        self.order: dict[str, int] = {}
        self.text_names: dict[str, str] = {}
        self._taken: set[str] = set()
        self.is_listed = False
        self._unsynced = False
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            self._end = self._recover()
            # Without this, a synced file may still be missing from its folder after a power cut.
            sync_folder(path.parent)
        except OSError as error:
            raise write_error(path, error) from None

    def _recover(self) -> int:
        """Index the complete records and truncate the file after the last of them."""
        end = 0
        with open(self.path, "rb") as file:
            for line in file:
                record = parse_line(line)
                if record is None or record["source"] in self.entries:
                    break
                self.entries[record["source"]] = index_entry(record, end, len(line))
                end += len(line)
        os.ftruncate(self._file, end)
        return end

    def register(self, source: str, name: str) -> bool:
        """Add a paper to the shard's order; return whether it still needs a record."""
        self.order.setdefault(source, len(self.order))
        # Papers are always registered in the same order, so a resumed run gives the same names.
        self.text_names[source] = text_name(name, self._taken)
        self._taken.add(self.text_names[source].lower())
        return source not in self.entries

    def append(self, source: str, outcome: PaperOutcome, line: bytes) -> IndexEntry:
        """Add a record completely, or not at all if the disk is full."""
        rest = memoryview(line)
        try:
            position = self._end
            while rest:
                written = os.pwrite(self._file, rest, position)
                position += written
                rest = rest[written:]
        except OSError as error:
            os.ftruncate(self._file, self._end)
            raise write_error(self.path, error) from None
        if outcome.status != "ok":
            entry = index_entry(json.loads(line), self._end, len(line))
        else:
            # Not parsed again: a record may have megabytes.
            pages, seconds = outcome.pages, outcome.seconds
            lost_text = has_lost_text(outcome.about)
            entry = IndexEntry(self._end, len(line), "ok", None, pages, seconds, None, lost_text)
        self.entries[source] = entry
        self._end += len(line)
        self._unsynced = True
        return entry

    def sync(self) -> None:
        if self._unsynced:
            try:
                os.fsync(self._file)
            except OSError as error:
                raise write_error(self.path, error) from None
            self._unsynced = False

    @property
    def is_complete(self) -> bool:
        """Whether all papers of the shard are known and have a record."""
        return self.is_listed and self.order.keys() <= self.entries.keys()

    def lines(self) -> Iterator[bytes]:
        """Yield the records of the shard's papers in order, and of no other paper."""
        for source in self.order:
            entry = self.entries[source]
            yield os.pread(self._file, entry.length, entry.offset)

    def close(self) -> None:
        os.close(self._file)


def keep_good_records(records: Iterator[tuple[Record, bytes]], path: Path) -> None:
    """Atomically replace a `.part` file with the records that need no retry."""
    replacement = path.with_name(path.name + ".new")
    try:
        with replacement.open("wb") as file:
            seen = set()
            for record, line in records:
                if record["status"] not in ERRORS and record["source"] not in seen:
                    seen.add(record["source"])
                    file.write(line)
            file.flush()
            os.fsync(file.fileno())
        replacement.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        replacement.unlink(missing_ok=True)
        raise write_error(path, error) from None


def read_records(path: Path) -> Iterator[tuple[Record, bytes]]:
    """The complete records of a `.part` file, each with its line."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            record = parse_line(line)
            if record is None:
                return
            yield record, line
