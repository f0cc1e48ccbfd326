"""What pdfbot ships, and how it is looked up."""

from __future__ import annotations

import pytest

from pdfbot.shipped import SortedLines, map_shipped, read_shipped

LINES = SortedLines("a\tfirst\nab\nb c\t1 2\nzürich\tlast\n".encode())


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("a", "first"),
        ("ab", ""),
        ("b c", "1 2"),
        ("zürich", "last"),
        ("", None),
        ("0", None),
        ("b", None),
        ("zz", None),
        ("ž", None),
        ("\ud800", None),
    ],
)
def test_lines_are_found(key: str, found: str | None) -> None:
    assert LINES.find(key) == found
    assert (key in LINES) is (found is not None)


def test_nothing_is_in_an_empty_list() -> None:
    assert SortedLines(b"").find("a") is None


@pytest.mark.parametrize("name", ["words.txt", "tagger.txt"])
def test_the_shipped_lists_are_in_order_and_each_line_is_found(name: str) -> None:
    content = read_shipped(name)
    lines = content.splitlines()
    assert content.endswith(b"\n")
    assert lines == sorted(lines)
    shipped = SortedLines(map_shipped(name))
    for line in (*lines[:50], *lines[-50:], *lines[::997]):
        key, _, value = line.decode().partition("\t")
        assert shipped.find(key) == value
