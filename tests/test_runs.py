"""Runs: a sequence is cut before each item that does not continue the one before it."""

from __future__ import annotations

import pytest

from pdfbot.runs import split_runs


@pytest.mark.parametrize(
    ("items", "runs"),
    [
        ([], []),
        ([4], [[4]]),
        ([1, 2, 3, 7, 8, 20], [[1, 2, 3], [7, 8], [20]]),
    ],
)
def test_runs_are_cut_where_an_item_does_not_continue(
    items: list[int], runs: list[list[int]]
) -> None:
    assert list(split_runs(items, lambda run, item: item == run[-1] + 1)) == runs


def test_an_item_is_compared_with_the_whole_run() -> None:
    found = split_runs([0, 2, 4, 6], lambda run, item: item - run[0] <= 4)
    assert list(found) == [[0, 2, 4], [6]]
