"""The shards of one run on their way to the output: resumed, filled, sealed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from pdfbot.bulk.documents import Document, ShardEnd, read_papers
from pdfbot.bulk.formats import read_shard, write_shard
from pdfbot.bulk.parts import Part, read_records, write_good_records
from pdfbot.bulk.plan import Shard
from pdfbot.bulk.records import Entry, Outcome, encode, entry_of, make_line
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.store import STATE, Store, unwritable
from pdfbot.bulk.tally import Tally


class Output:
    """Opens a part for each shard, adds records, and seals a shard when it is whole.

    Parts lie in `room`, a local folder: that of the results themselves where they are local.
    """

    def __init__(self, store: Store, room: Path, settings: Settings) -> None:
        self.store = store
        self._room = room
        self._settings = settings
        self._fingerprint = settings.fingerprint
        self._parts: dict[str, Part] = {}
        self._sealer = ThreadPoolExecutor(1, "pdfbot-seal")
        self._sealing: dict[str, Future[Tally]] = {}

    def final_name(self, shard: str) -> str:
        return shard + self._settings.suffix

    def part_path(self, shard: str) -> Path:
        return self._room / f"{shard}.jsonl.part"

    def papers(self, shards: list[Shard]) -> Iterator[Document | ShardEnd]:
        """The papers without a record, shard by shard."""
        for shard in shards:
            part = self._parts[shard.name] = Part(self.part_path(shard.name))
            yield from read_papers(shard, part.expect, self._settings.max_size)

    def unfinished(self) -> Iterator[Tally]:
        """The counts of the shards that were begun and are not whole."""
        for part in self._parts.values():
            yield Tally.of(part.entries.values())

    def add(self, document: Document, outcome: Outcome) -> Entry:
        """Makes the record and adds it; a text file is on the disk before its record is."""
        part = self._parts[document.shard]
        text = None
        if self._settings.form == "txt":
            text = encode({"text_file": self._write_text(part, document, outcome)})[1:-1]
        line = make_line(
            document.source,
            document.name,
            outcome,
            thresholds=self._fingerprint,
            text=text,
        )
        return part.append(document.source, outcome, line)

    def _write_text(self, part: Part, document: Document, outcome: Outcome) -> str | None:
        """One file a paper, `SHARD/NAME.txt`; none for a paper without text."""
        if outcome.status != "ok":
            return None
        name = f"{document.shard}/{part.text_names[document.source]}.txt"
        self.store.write(name, outcome.body)
        return name

    def end(self, end: ShardEnd) -> None:
        """Notes that no more papers of this shard will come."""
        if not end.problem:
            self._parts[end.shard].is_listed = True

    def seal_if_whole(self, shard: str) -> None:
        """Starts to write the finished file, beside the work on other shards."""
        part = self._parts.get(shard)
        if part is not None and part.is_whole:
            del self._parts[shard]
            self._sealing[shard] = self._sealer.submit(self._seal, shard, part)

    def _seal(self, shard: str, part: Part) -> Tally:
        """Ordered, compressed, synced, counted, renamed; only then the part goes."""
        part.sync()
        tally = Tally.of(part.entries[source] for source in part.order)
        made = self._room / STATE / f"{shard}.tmp"
        try:
            made.parent.mkdir(parents=True, exist_ok=True)
            write_shard(part.lines(), made, self._settings.suffix)
        except OSError as error:
            made.unlink(missing_ok=True)
            raise unwritable(made, error) from None
        # Counts that are missing are counted again; wrong ones would be believed.
        self.store.remove(f"{STATE}/{shard}.json")
        self.store.place_file(made, self.final_name(shard))
        self.store.write(f"{STATE}/{shard}.json", json.dumps(tally.to_json()).encode())
        part.close()
        part.path.unlink(missing_ok=True)
        return tally

    def sealed(self, *, wait: bool = False) -> Iterator[tuple[str, Tally]]:
        """The shards that have been finished since the last call."""
        for shard, future in list(self._sealing.items()):
            if wait or future.done():
                del self._sealing[shard]
                yield shard, future.result()

    def sync(self) -> None:
        for part in list(self._parts.values()):
            part.sync()

    def close(self) -> None:
        """Leaves unfinished parts where they are."""
        self._sealer.shutdown(wait=True)
        for part in self._parts.values():
            part.close()
        self._parts.clear()

    def reopen(self, shard: Shard) -> None:
        """Turns a shard back into a part without the records that failed, for another try."""
        part = self.part_path(shard.name)
        final = self.final_name(shard.name)
        copy = self._room / STATE / f"{shard.name}.tmp"
        copy.parent.mkdir(parents=True, exist_ok=True)
        try:
            done = read_records(part)
            if final in self.store.names():
                self.store.fetch(final, copy)
                done = chain(done, read_shard(copy, self._settings.suffix))
            write_good_records(done, part)
        finally:
            copy.unlink(missing_ok=True)

    def forget(self, shard: Shard) -> None:
        """Removes everything that is there of a shard."""
        self.store.remove(self.final_name(shard.name))
        self.store.remove(f"{STATE}/{shard.name}.json")
        self.part_path(shard.name).unlink(missing_ok=True)
        for name in self.store.names(shard.name):
            if name.endswith(".txt"):
                self.store.remove(f"{shard.name}/{name}")

    def finished(self, shard: Shard) -> Tally:
        """The counts of a finished shard, counted again if they are lost."""
        data = self.store.read(f"{STATE}/{shard.name}.json")
        if data is not None:
            try:
                return Tally.from_json(json.loads(data))
            except (ValueError, KeyError, TypeError):
                pass
        return self._recount(shard)

    def _recount(self, shard: Shard) -> Tally:
        copy = self._room / STATE / f"{shard.name}.tmp"
        self.store.fetch(self.final_name(shard.name), copy)
        try:
            records = read_shard(copy, self._settings.suffix)
            return Tally.of(entry_of(record, 0, len(line)) for record, line in records)
        finally:
            copy.unlink(missing_ok=True)
