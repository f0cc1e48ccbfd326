"""Shards on their way to the output: resumed, filled, and written out when complete."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from pdfbot.bulk.paper_queue import QueuedPaper, ShardEnd, read_papers
from pdfbot.bulk.paper_records import IndexEntry, PaperOutcome, format_line, index_entry
from pdfbot.bulk.parquet_rows import SENTENCES_FILE, write_sentences
from pdfbot.bulk.partial_shards import PartialShard, keep_good_records, read_records
from pdfbot.bulk.settings import FILE_FORMATS, Settings
from pdfbot.bulk.shard_files import read_shard, sync_file, write_shard
from pdfbot.bulk.shard_plan import Shard
from pdfbot.bulk.shared_files import CONTENT, with_content, without_content, write_contents
from pdfbot.bulk.status_counts import StatusCounts
from pdfbot.bulk.store import STATE_FOLDER, Store, write_error
from pdfbot.output.formats import SUFFIXES


class ShardWriter:
    """Opens a `.part` file for each shard, adds records, and finishes complete shards.

    `.part` files are in `work_folder`, a local folder: the output folder itself if that is local.
    """

    def __init__(self, store: Store, work_folder: Path, settings: Settings) -> None:
        self.store = store
        self._work_folder = work_folder
        self._settings = settings
        self._fingerprint = settings.fingerprint
        self._open: dict[str, PartialShard] = {}
        self._finisher = ThreadPoolExecutor(1, "pdfbot-finish-shard")
        self._finishing: dict[str, Future[StatusCounts]] = {}

    def final_name(self, shard: str) -> str:
        return self._settings.folder + shard + self._settings.suffix

    def finished_files(self) -> set[str]:
        """The names of the files of finished shards, with their folder."""
        return finished_files(self.store, self._settings)

    def part_path(self, shard: str) -> Path:
        return self._work_folder / f"{shard}.jsonl.part"

    def papers(self, shards: list[Shard], limit: int = 0) -> Iterator[QueuedPaper | ShardEnd]:
        """Yield the papers without a record, shard by shard; at most `limit` unless it is 0."""
        taken = 0
        for shard in shards:
            part = self._open[shard.name] = PartialShard(self.part_path(shard.name))
            for item in read_papers(shard, part.register, self._settings.max_size):
                if isinstance(item, QueuedPaper):
                    if limit and taken == limit:
                        return
                    taken += 1
                yield item

    def unfinished(self) -> Iterator[StatusCounts]:
        """The counts of open, incomplete shards."""
        for part in self._open.values():
            yield StatusCounts.of(part.entries.values())

    def add(self, paper: QueuedPaper, outcome: PaperOutcome) -> IndexEntry:
        """Add a record, after writing the paper's file if it has one of its own."""
        part = self._open[paper.shard]
        file: dict[str, Any] | None = None
        if self._settings.is_shared:
            shared = self._settings.shared_file(paper.shard)
            is_ok = outcome.status == "ok"
            file = {"file": shared, CONTENT: outcome.body.decode()} if is_ok else {"file": None}
        elif self._settings.format in FILE_FORMATS:
            file = {"file": self._write_file(part, paper, outcome)}
        line = format_line(
            paper.source, paper.name, outcome, thresholds=self._fingerprint, file=file
        )
        return part.append(paper.source, outcome, line)

    def _write_file(
        self, part: PartialShard, paper: QueuedPaper, outcome: PaperOutcome
    ) -> str | None:
        """Write the paper's file, such as `SHARD/NAME.txt`, unless it has no text."""
        if outcome.status != "ok":
            return None
        suffix = SUFFIXES[self._settings.format]
        name = f"{paper.shard}/{part.text_names[paper.source]}{suffix}"
        self.store.write(name, outcome.body)
        return name

    def end(self, end: ShardEnd) -> None:
        """Note that the shard has no more papers."""
        if not end.problem:
            self._open[end.shard].is_listed = True

    def finish_if_complete(self, shard: str) -> None:
        """Start writing the final file in the background if all records are there."""
        part = self._open.get(shard)
        if part is not None and part.is_complete:
            del self._open[shard]
            self._finishing[shard] = self._finisher.submit(self._finish, shard, part)

    def _finish(self, shard: str, part: PartialShard) -> StatusCounts:
        """Order, compress, sync, move and count the records; only then delete the `.part` file."""
        part.sync()
        counts = StatusCounts.of(part.entries[source] for source in part.order)
        temporary = self._temporary_path(shard)
        try:
            scored = self._settings.content.rank
            lines = without_content(part.lines()) if self._settings.is_shared else part.lines()
            write_shard(lines, temporary, self._settings.suffix, scored=scored)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise write_error(temporary, error) from None
        if (rows := self._file_of_rows(shard)) is not None:
            self._finish_rows(rows, part)
        # Missing counts are recomputed, but stale ones would be trusted: remove them first.
        self.store.remove(_counts_name(shard))
        self.store.move_in(temporary, self.final_name(shard))
        self.store.write(_counts_name(shard), json.dumps(counts.to_json()).encode())
        part.close()
        part.path.unlink(missing_ok=True)
        return counts

    def _file_of_rows(self, shard: str) -> str | None:
        """The name of the file with the sentences, texts or chunks of a shard, if it has one."""
        if self._settings.rows == "sentences":
            return SENTENCES_FILE.format(shard)
        return self._settings.shared_file(shard) if self._settings.is_shared else None

    def _finish_rows(self, name: str, part: PartialShard) -> None:
        """Write that file, before the one that makes the shard a finished one."""
        temporary = self._temporary_path(name.replace("/", "-"))
        try:
            if self._settings.is_shared:
                write_contents(part.lines(), temporary, self._settings)
            else:
                write_sentences(part.lines(), temporary)
                sync_file(temporary)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise write_error(temporary, error) from None
        self.store.move_in(temporary, name)

    def finished_shards(self, *, wait: bool = False) -> Iterator[tuple[str, StatusCounts]]:
        """The shards finished since the last call."""
        for shard, future in list(self._finishing.items()):
            if wait or future.done():
                del self._finishing[shard]
                yield shard, future.result()

    def sync(self) -> None:
        for part in list(self._open.values()):
            part.sync()

    def close(self) -> None:
        """Close unfinished `.part` files and leave them where they are."""
        self._finisher.shutdown(wait=True)
        for part in self._open.values():
            part.close()
        self._open.clear()

    def reopen(self, shard: Shard) -> None:
        """Turn a finished shard into a `.part` file again, without the failed records to retry."""
        part = self.part_path(shard.name)
        final = self.final_name(shard.name)
        copy = self._temporary_path(shard.name)
        rows = self._temporary_path(f"{shard.name}.rows")
        try:
            records = read_records(part)
            if final in self.finished_files():
                self.store.copy_out(final, copy)
                finished = read_shard(copy, self._settings.suffix)
                if self._settings.is_shared:
                    self.store.copy_out(self._settings.shared_file(shard.name), rows)
                    finished = with_content(finished, rows, self._settings)
                records = chain(records, finished)
            keep_good_records(records, part)
        finally:
            copy.unlink(missing_ok=True)
            rows.unlink(missing_ok=True)

    def discard(self, shard: Shard) -> None:
        """Delete all files of a shard."""
        self.store.remove(self.final_name(shard.name))
        self.store.remove(SENTENCES_FILE.format(shard.name))
        self.store.remove(self._settings.shared_file(shard.name))
        self.store.remove(_counts_name(shard.name))
        self.part_path(shard.name).unlink(missing_ok=True)
        for name in self.store.names(shard.name):
            if name.endswith(tuple(SUFFIXES.values())):
                self.store.remove(f"{shard.name}/{name}")

    def read_counts(self, shard: Shard) -> StatusCounts:
        """The counts of a finished shard, recomputed if lost."""
        data = self.store.read(_counts_name(shard.name))
        if data is not None:
            try:
                return StatusCounts.from_json(json.loads(data))
            except (ValueError, KeyError, TypeError):
                pass
        return self._recount(shard)

    def read_unfinished(self, shard: Shard) -> StatusCounts:
        """The counts of what an earlier run has left of a shard."""
        records = read_records(self.part_path(shard.name))
        return StatusCounts.of(index_entry(record, 0, len(line)) for record, line in records)

    def _recount(self, shard: Shard) -> StatusCounts:
        copy = self._temporary_path(shard.name)
        self.store.copy_out(self.final_name(shard.name), copy)
        try:
            records = read_shard(copy, self._settings.suffix)
            return StatusCounts.of(index_entry(record, 0, len(line)) for record, line in records)
        finally:
            copy.unlink(missing_ok=True)

    def _temporary_path(self, shard: str) -> Path:
        folder = self._work_folder / STATE_FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise write_error(folder, error) from None
        return folder / f"{shard}.tmp"


def finished_files(store: Store, settings: Settings) -> set[str]:
    """The names of the files of finished shards in an output, with their folder."""
    return {settings.folder + name for name in store.names(settings.folder.rstrip("/"))}


def _counts_name(shard: str) -> str:
    return f"{STATE_FOLDER}/{shard}.json"
