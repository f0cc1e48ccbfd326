"""Rows that are kept compressed."""

from __future__ import annotations

import pickle

import pytest

from pdfbot.bulk.packed_rows import PackedRows


@pytest.mark.parametrize("count", [0, 1, 999, 1000, 1001, 2500])
def test_rows_come_back_in_order(count: int) -> None:
    names = [f"/papers/{number}-\udcff ü.pdf" for number in range(count)]
    rows = PackedRows(names)
    assert len(rows) == count
    assert list(rows) == list(rows) == names
    assert list(pickle.loads(pickle.dumps(rows))) == names
