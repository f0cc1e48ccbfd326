"""Warnings about pages whose lines are not in order."""

from __future__ import annotations

import random
from itertools import chain
from pathlib import Path

import pytest
from layout_pages import DrawnLine, LayoutPage, write_pdf

import pdfbot
from pdfbot.model import Box, Line
from pdfbot.nonbody.torn_text import MAX_PAGES, find_torn_text
from pdfbot.rules import Rule

Judged = list[tuple[Line, Rule]]


def lines(*texts: str, page: int = 3, rule: Rule = Rule.BODY) -> Judged:
    box = Box(0, 0, 100, 10)
    return [
        (Line(id="", page=page, column=1, blocks=(), text=t, box=box, baseline=0, size=10), rule)
        for t in texts
    ]


TORN = ("until the mill was built.", "and counted all the sacks")
WHOLE = ("until the mill was built.", "Later the sacks were counted")


@pytest.mark.parametrize(
    ("torn", "whole", "warned"), [(2, 0, False), (3, 0, True), (4, 6, True), (3, 5, False)]
)
def test_page_is_named_where_sentences_go_on_after_their_end(
    torn: int, whole: int, warned: bool
) -> None:
    found = find_torn_text([*lines(*TORN * torn), *lines(*WHOLE * whole)])
    expected = (
        f"the lines may be out of order on page 3: {torn} of {torn + whole} lines that end a "
        "sentence are followed by one that goes on in lower case"
    )
    assert found == ([expected] if warned else [])


def test_abbreviations_other_pages_and_removed_lines_show_nothing() -> None:
    assert find_torn_text(lines(*("as shown by Smith et al.", "and many others") * 9)) == []
    apart = (lines(t, page=i) for i, t in enumerate(TORN * 9))
    assert find_torn_text(chain(*apart)) == []
    assert find_torn_text(lines(*TORN * 9, rule=Rule.FOOTNOTE)) == []


def test_not_more_than_a_few_pages_are_named() -> None:
    pages = (lines(*TORN * 3, page=i) for i in range(MAX_PAGES + 5))
    assert len(find_torn_text(chain(*pages))) == MAX_PAGES


STORY = (
    "The miller counted the sacks of the year and wrote",
    "their number down before the winter was over again.",
    "Nobody in the village had seen as many of them since",
    "the river had risen above the old bridge of stone.",
)
OTHER = (
    "he had measured the depth of the water every morning",
    "near the weir. Then the weavers came and asked about",
    "all that was known of the floods of former centuries",
    "and of the harvest. So they sat down beside the fire",
)


@pytest.mark.parametrize("mixed", [True, False])
def test_result_has_the_warning(mixed: bool, tmp_path: Path) -> None:
    """Two columns whose lines alternate in one, as an OCR program may leave them."""
    page = LayoutPage(1, random.Random(1), size=10.0, gap=12.0)
    texts = list(chain(*zip(STORY, OTHER, strict=True))) if mixed else [*STORY]
    texts *= 6
    page.frames.append([DrawnLine(60, 780 - 14 * i, 10.0, t, 240.0) for i, t in enumerate(texts)])
    file = tmp_path / "scan.pdf"
    file.write_bytes(write_pdf([page]))
    warnings = pdfbot.extract(file).warnings
    assert any("out of order on page 1" in warning for warning in warnings) is mixed
