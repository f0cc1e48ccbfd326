"""Headings put together, and those that are none."""

from __future__ import annotations

import pytest

from ..builders import Row, layout, prose, row
from .parts import heading, section, structure_of


def headings_of(*rows: Row) -> list[tuple[str, str]]:
    found = structure_of(layout([*prose(4), *rows, *section("Wind power")]))
    return [(s.number, s.heading) for s in found.sections if s.heading != "Wind power"]


def test_heading_over_two_lines_is_one_without_its_hyphen() -> None:
    rows = [heading("The water of the moun-"), heading("tains above", above=1.1), row(above=1.2)]
    assert headings_of(*rows, *prose(3)) == [("", "The water of the mountains above")]


def test_headings_with_numbers_of_their_own_are_two() -> None:
    rows = [heading("2. Mills and water"), heading("2.1. Sacks and grain", above=1.1)]
    assert headings_of(*rows, row(above=1.2), *prose(3)) == [
        ("2", "Mills and water"),
        ("2.1", "Sacks and grain"),
    ]


@pytest.mark.parametrize(
    ("text", "number", "rest"),
    [
        ("1 Mills and sacks", "1", "Mills and sacks"),
        ("2.1. Mills and sacks", "2.1", "Mills and sacks"),
        ("IV. Mills and sacks", "IV", "Mills and sacks"),
        ("B. Mills and sacks", "B", "Mills and sacks"),
        ("Appendix C: Mills and sacks", "C", "Mills and sacks"),
        ("A mill and its sacks", "", "A mill and its sacks"),
        ("Mills and sacks", "", "Mills and sacks"),
    ],
)
def test_number_is_told_from_the_text(text: str, number: str, rest: str) -> None:
    assert headings_of(*section(text)) == [(number, rest)]


def test_heading_ends_where_its_style_does() -> None:
    rows = [heading("Mills, water and wind", size=12.0), heading("Sacks", above=1.5)]
    assert headings_of(*rows, row(above=1.2), *prose(3)) == [
        ("", "Mills, water and wind"),
        ("", "Sacks"),
    ]


@pytest.mark.parametrize(
    "text", ["(continued from there)", "Author details", "S1 Fig. The mill", "sacks and grain"]
)
def test_line_that_heads_no_section_is_no_heading(text: str) -> None:
    assert headings_of(*section(text)) == []
