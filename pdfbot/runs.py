"""Runs of adjacent items in a sequence, such as the lines of a heading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def split_runs(
    items: Iterable[_Item], continues: Callable[[Sequence[_Item], _Item], bool]
) -> Iterator[list[_Item]]:
    """Split the sequence before each item that does not continue the current run."""
    run: list[_Item] = []
    for item in items:
        if run and not continues(run, item):
            yield run
            run = []
        run.append(item)
    if run:
        yield run
