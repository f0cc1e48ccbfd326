"""The title: the largest text of the first page, but not the name of the journal."""

from __future__ import annotations

import pytest

from pdfbot.rules import Rule
from pdfbot.structure.title_page import TitlePage, read_title_page
from pdfbot.text.hyphens import Vocabulary

from ..builders import Part, Row, context_of, layout, prose, row
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


@pytest.mark.parametrize(
    ("largest", "is_title"),
    [
        ("Journal of Water Mill Research 2017", False),
        ("Journal of Water Mill Research 8-2", False),
        ("mill4edu: counting sacks with HPC2", True),
        ("Learning to mill with Miller-96", True),
        ("The counting of sacks in water mills", True),
    ],
)
def test_repeated_text_with_a_number_is_a_header_and_no_title(largest: str, is_title: bool) -> None:
    """A digit inside a word is no number: a title is repeated where footers say how to cite it."""
    footers = (row(f"Miller (2017). {largest}.", size=8.0) for _ in range(2))
    found = title_page(title(largest, size=20.0), title(above=4.0), *footers)
    assert found.title == (largest if is_title else TITLE)


def test_heading_in_the_text_is_no_title() -> None:
    context = context_of(layout([*prose(6), title(), *prose(6)]))
    rules = [*[None] * 6, Rule.HEADING, *[None] * 6]
    assert read_title_page(context, judged_as(context, rules), Vocabulary([])).title == ""


def test_kind_of_article_that_is_aligned_otherwise_is_no_part_of_the_title() -> None:
    centred = row(TITLE, indent=5.0, slack=5.0, size=18.0, above=2.0, bold=True)
    kind = row("Research Article", slack=20.0, size=18.0, bold=True)
    assert title_page(kind, centred, authors()).title == TITLE


@pytest.mark.parametrize(
    "names", ["Ada Miller, Bert Sack, Carl Stone, Dora Mountain and Emil Wind"]
)
def test_names_as_large_as_the_title_are_no_title(names: str) -> None:
    found = title_page(title(TITLE.upper()), row(names, size=18.0, above=4.0))
    assert (found.title, found.authors) == (TITLE.upper(), names)


def test_what_is_beside_the_title_is_no_part_of_it() -> None:
    first = Row(
        (
            Part(text="On the counting of sacks", left=0.0, right=18.0, size=18.0),
            Part(text="July 2018:1-8", left=24.0, right=28.0, size=7.0),
        )
    )
    beside = Row((Part(text="© The Author 2018", left=24.0, right=28.0, size=7.0),), above=0.8)
    second = Row((Part(text="in water mills", left=0.0, right=12.0, size=18.0),), above=0.8)
    assert title_page(first, beside, second, authors()).title == TITLE


@pytest.mark.parametrize(
    ("size", "found"), [(18.0, TITLE), (9.0, "International Journal of Mills")]
)
def test_masthead_above_the_body_area_is_a_title_if_nothing_else_is_large(
    size: float, found: str
) -> None:
    rows = [title("International Journal of Mills", size=20.0), title(size=size, above=6.0)]
    context = context_of(layout([*rows, *prose(6)]))
    rules = [Rule.BEYOND_BODY_AREA, FRONT, *[None] * 6]
    page = read_title_page(context, judged_as(context, rules), Vocabulary([]))
    assert page.title == found
