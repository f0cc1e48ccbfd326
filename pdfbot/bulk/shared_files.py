"""The texts or chunks of a whole shard in one file: lines of JSON that name their paper."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from pdfbot.bulk.paper_records import Record, encode
from pdfbot.bulk.settings import Settings
from pdfbot.bulk.shard_files import sync_file
from pdfbot.output.compression import compressor, decompressor
from pdfbot.output.formats import LINE_FORMATS

# Where the record of an unfinished shard keeps the text of its paper.
CONTENT = "content"


def without_content(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The records of an unfinished shard as a finished one has them."""
    for line in lines:
        record = json.loads(line)
        record.pop(CONTENT, None)
        yield encode(record) + b"\n"


def with_content(
    records: Iterable[tuple[Record, bytes]], path: Path, settings: Settings
) -> Iterator[tuple[Record, bytes]]:
    """The records of a finished shard as an unfinished one has them; `path` is its shared file."""
    with path.open("rb") as raw, decompressor(raw, settings.compress) as plain:
        papers = groupby(map(json.loads, plain), key=lambda entry: entry["source"])
        for record, line in records:
            if record["file"] is None:
                yield record, line
                continue
            _, entries = next(papers)
            record[CONTENT] = _content(entries, settings.format)
            yield record, encode(record) + b"\n"


def write_contents(lines: Iterable[bytes], path: Path, settings: Settings) -> None:
    """Write and sync the shared file: a line for each chunk, or else for each paper."""
    with path.open("wb") as raw, compressor(raw, settings.compress) as compressed:
        for line in lines:
            record = json.loads(line)
            for entry in _entries(record.get(CONTENT), settings.format):
                names = {"paper": record["id"], "source": record["source"]}
                # A chunk names its paper by its DOI, the lines of a batch as the records do.
                compressed.write(encode(names | entry | names) + b"\n")
    sync_file(path)


def _entries(content: str | None, form: str) -> Iterable[dict[str, Any]]:
    if content is None:
        return ()
    if form in LINE_FORMATS:
        return map(json.loads, content.split("\n")[:-1])
    return ({"text": content},)


def _content(entries: Iterable[dict[str, Any]], form: str) -> str:
    if form in LINE_FORMATS:
        return "".join(f"{json.dumps(entry)}\n" for entry in entries)
    return "".join(entry["text"] for entry in entries)
