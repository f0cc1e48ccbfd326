"""The title: the largest text of the first page, but not the name of the journal."""

from __future__ import annotations

import pytest

from pdfbot.rules import Rule
from pdfbot.structure.title_page import TitlePage, read_title_page
from pdfbot.text.hyphens import Vocabulary

from ..builders import Row, context_of, layout, prose, row
from .parts import judged_as

FRONT = Rule.BEFORE_ABSTRACT
TITLE = "On the counting of sacks in water mills"


def title_page(*rows: Row) -> TitlePage:
    """Of rows of front matter above the heading of the abstract and text."""
    context = context_of(layout([*rows, row("Abstract", size=12.0, bold=True), *prose(6)]))
    rules = [*(FRONT for _ in rows), Rule.HEADING, *(None for _ in range(6))]
    return read_title_page(context, judged_as(context, rules), Vocabulary([]))


def title(text: str = TITLE, *, size: float = 18.0, above: float = 2.0, bold: bool = True) -> Row:
    return row(text, slack=6.0, size=size, above=above, bold=bold)


def authors(text: str = "Ada Miller and Bert Sack") -> Row:
    return row(text, slack=15.0, size=12.0, above=3.0)


def test_title_over_two_lines_is_one() -> None:
    found = title_page(title("On the counting of sacks"), title("in water mills"), authors())
    assert found.title == TITLE
    assert found.authors == "Ada Miller and Bert Sack"
    assert found.line_ids == {"p1.c1.z1.l1", "p1.c1.z1.l2"}


@pytest.mark.parametrize(("above", "joined"), [(3.2, True), (3.3, False)])
def test_lines_of_a_title_are_close(above: float, joined: bool) -> None:
    found = title_page(title("On the counting of sacks"), title("in mills", above=above))
    assert found.title == "On the counting of sacks" + (" in mills" if joined else "")


def test_kind_of_article_in_another_weight_is_no_part_of_the_title() -> None:
    found = title_page(title("Research Article", bold=False), title(), authors())
    assert found.title == TITLE


def test_short_text_that_is_a_little_larger_is_no_title() -> None:
    assert title_page(title("Mill Reports", size=20.0), title(), authors()).title == TITLE


@pytest.mark.parametrize("volume", ["8 (2017) 263", "Vol. 8, 2017", "6:136"])
def test_name_that_comes_with_a_volume_is_no_title(volume: str) -> None:
    name = "International Journal of Mill Research and Practice"
    rows = title(name, size=20.0), title(above=4.0), row(f"{name} {volume}", size=8.0)
    assert title_page(*rows).title == TITLE


def test_heading_in_the_text_is_no_title() -> None:
    context = context_of(layout([*prose(6), title(), *prose(6)]))
    rules = [*[None] * 6, Rule.HEADING, *[None] * 6]
    assert read_title_page(context, judged_as(context, rules), Vocabulary([])).title == ""
