"""Rows that are appended and read in order, compressed: a million paths are 10 MB, not 200."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

Row = TypeVar("Row")
# Rows that are compressed together.
_BLOCK_LENGTH = 1000


class PackedRows(Generic[Row]):
    """Values of JSON, of which tuples come back as lists."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._blocks: list[bytes] = []
        self._last: list[Row] = []
        for row in rows:
            self.append(row)

    def append(self, row: Row) -> None:
        self._last.append(row)
        if len(self._last) == _BLOCK_LENGTH:
            self._blocks.append(zlib.compress(json.dumps(self._last).encode(), level=1))
            self._last = []

    def __len__(self) -> int:
        return len(self._blocks) * _BLOCK_LENGTH + len(self._last)

    def __iter__(self) -> Iterator[Row]:
        for block in self._blocks:
            yield from json.loads(zlib.decompress(block))
        yield from self._last
