"""Parsing of the options that the commands share."""

from __future__ import annotations

import pytest

from pdfbot.cli.arguments import change_thresholds, parse_size
from pdfbot.errors import UsageError
from pdfbot.options import parse_pages
from pdfbot.thresholds import Thresholds


@pytest.mark.parametrize(
    ("given", "pages"), [("3", [3]), ("2-4", [2, 3, 4]), ("5, 1-2,2", [1, 2, 5])]
)
def test_page_ranges_are_parsed(given: str, pages: list[int]) -> None:
    assert parse_pages(given) == pages


@pytest.mark.parametrize("given", ["", "0", "a", "2-", "-2", "4-2", "1,,2", "1-9999999", "٣"])
def test_malformed_page_range_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="pages"):
        parse_pages(given)


def test_threshold_is_changed_and_keeps_its_type() -> None:
    changed = change_thresholds(["min_column_width=120"])
    assert changed.min_column_width == 120.0
    assert isinstance(changed.min_column_width, float)
    assert changed.fingerprint() != Thresholds().fingerprint()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("min_colum_width=1", r"no such threshold; did you mean min_column_width"),
        ("zzz=1", r"--set zzz: no such threshold \(docs"),
        ("min_column_width", "NAME=VALUE"),
        ("min_column_width=wide", "needs a number"),
        ("min_column_width=nan", "finite"),
        ("max_front_pages=2.5", "whole number"),
    ],
)
def test_malformed_threshold_is_refused(change: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        change_thresholds([change])


@pytest.mark.parametrize(
    ("text", "size"), [("2G", 2 << 30), ("512m", 512 << 20), ("3 KiB", 3 << 10), ("1000", 1000)]
)
def test_sizes_are_parsed(text: str, size: int) -> None:
    assert parse_size("--max-size", text) == size


@pytest.mark.parametrize("text", ["", "-1", "2T", "1.5G", "G"])
def test_malformed_size_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--max-size"):
        parse_size("--max-size", text)
