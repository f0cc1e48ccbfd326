"""Headings put together, and those that are none."""

from __future__ import annotations

import pytest

from ..builders import SENTENCE, Part, Row, layout, prose, row
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
        ("(b) Mills and sacks", "(b)", "Mills and sacks"),
        ("Appendix C: Mills and sacks", "C", "Mills and sacks"),
        ("A mill and its sacks", "", "A mill and its sacks"),
        ("Mills and sacks", "", "Mills and sacks"),
    ],
)
def test_number_is_told_from_the_text(text: str, number: str, rest: str) -> None:
    assert headings_of(*section(text)) == [(number, rest)]


@pytest.mark.parametrize("rest", ["AAS", "23 alleles"])
def test_full_line_of_a_heading_goes_on_with_capitals_or_a_number(rest: str) -> None:
    first = row("2.9 Preparation of samples and", bold=True, above=2.0)
    rows = [first, heading(rest, above=1.1), row(above=1.2), *prose(3)]
    assert headings_of(*rows) == [("2.9", f"Preparation of samples and {rest}")]


@pytest.mark.parametrize(("slack", "count"), [(15.0, 1), (15.1, 2)])
def test_heading_that_leaves_most_of_its_column_empty_does_not_go_on(
    slack: float, count: int
) -> None:
    upper = row("Sacks of grain", bold=True, above=2.0, slack=slack)
    rows = [upper, heading("Water mills", above=1.1), row(above=1.2), *prose(3)]
    assert len(headings_of(*rows)) == count


def test_inner_heading_with_a_letter_in_parentheses_is_not_joined() -> None:
    rows = [heading("2. Mills and water"), heading("(a) Sacks and grain", above=1.1)]
    assert headings_of(*rows, row(above=1.2), *prose(3)) == [
        ("2", "Mills and water"),
        ("(a)", "Sacks and grain"),
    ]


def test_heading_in_capitals_is_not_joined_with_the_one_below() -> None:
    """That one has no style, because a name in it is in italics."""
    name = Part(text="Zea mays", left=7.0, right=11.0, bold=True, italic=True, family="Slanted")
    lower = Row((Part(text="Sacks of grain", left=0.0, right=6.8, bold=True), name), above=1.1)
    rows = [heading("RESULTS"), lower, row(above=1.2), *prose(3)]
    assert headings_of(*rows) == [("", "RESULTS"), ("", "Sacks of grain Zea mays")]


@pytest.mark.parametrize(("slack", "joined"), [(20.0, False), (1.0, True)])
def test_line_in_italics_goes_on_with_a_heading_that_fills_its_line(
    slack: float, joined: bool
) -> None:
    upper = row("Mills of the mountains that grind the", slack=slack, above=2.0, bold=True)
    lower = row("Arabidopsis", slack=20.0, above=1.1, bold=True, italic=True)
    found = headings_of(upper, lower, row(above=1.2), *prose(3))
    assert len(found) == (1 if joined else 2)


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


@pytest.mark.parametrize(("slack", "is_heading"), [(0.0, False), (20.0, True)])
@pytest.mark.parametrize("is_broken", [False, True])
def test_run_in_heading_over_two_lines_is_no_heading(
    slack: float, is_heading: bool, is_broken: bool
) -> None:
    """Only its end shows that it is one: in bold at the start of the next line, or of a word."""
    text = "The sacks and the grain of the mountain mills above" + ("-" if is_broken else "")
    end = Part(text="the river.", left=0.0, right=5.0, bold=True)
    below = Row((end, Part(text=SENTENCE, left=5.3, right=30.0)))
    found = headings_of(row(text, bold=True, slack=slack, above=2.0), below, *prose(3))
    assert bool(found) is is_heading


def test_numbered_run_in_heading_over_two_lines_heads_a_section() -> None:
    end = Part(text="the river.", left=0.0, right=5.0, bold=True)
    below = Row((end, Part(text=SENTENCE, left=5.3, right=30.0)))
    first = row("2.1 Sacks and the grain of the mountain mills above", bold=True, above=2.0)
    assert [number for number, _ in headings_of(first, below, *prose(3))] == ["2.1"]


def test_label_inside_a_sentence_is_no_heading() -> None:
    rows = [row(above=2.0), heading("Sack store"), row("and more of them.", slack=12.0, above=2.0)]
    assert headings_of(*section("Mills"), *rows, *prose(3)) == [("", "Mills")]


def test_fonts_that_differ_in_a_trailing_digit_are_one_style() -> None:
    """A font that a publisher embeds twice."""

    def bold(text: str, family: str) -> list[Row]:
        head = row(text, slack=20.0, above=2.0, bold=True, family=family)
        return [head, row(above=1.2), *prose(3)]

    rows = [*prose(4), *bold("Mills", "Corbel-Bold"), *bold("Sacks", "Corbel-Bold2")]
    found = structure_of(layout(rows))
    assert [s.level for s in found.sections] == [1, 1]
