"""The abstract ends where its style ends or a heading comes."""

from __future__ import annotations

from typing import Any

import pytest

from ..builders import Row, layout, prose, row
from .parts import heading, section, structure_of


def abstract(lines: int = 4, **style: Any) -> list[Row]:
    return [row(**style) for _ in range(lines)]


def ids_of(*rows: Row) -> tuple[str, ...]:
    return structure_of(layout(rows)).abstract_ids


TITLE = [
    heading("On the Number of Sacks", size=17.0),
    row("Ada Miller", indent=10, slack=10, above=2),
    row("Ponds Institute", indent=9, slack=9),
]
SECTIONS = [*section("Mills and sacks", lines=9), *section("Water and wind", lines=9)]


@pytest.mark.parametrize(
    ("style", "ids"),
    [
        ({"bold": True}, ("p1",)),
        ({"italic": True}, ("p1",)),
        ({"size": 9.0}, ("p1",)),
        ({"family": "Sans"}, ("p1",)),
        ({}, ("p1", "p2")),
    ],
)
def test_abstract_in_its_own_style_ends_at_an_introduction_without_heading(
    style: dict[str, Any], ids: tuple[str, ...]
) -> None:
    introduction = [row(indent=1, above=2), *prose(4)]
    assert ids_of(*abstract(**style), *introduction, *SECTIONS) == ids


def test_two_paragraphs_in_the_style_of_the_abstract_belong_to_it() -> None:
    last = row("The mill was shown.", slack=12, size=9)
    second = [row(size=9, above=1.5), *abstract(3, size=9)]
    introduction = [row(above=2), *prose(4)]
    found = ids_of(*abstract(3, size=9), last, *second, *introduction, *SECTIONS)
    assert found == ("p1", "p2")


def test_text_without_headings_is_no_abstract() -> None:
    """An editorial: only the end matter has a heading."""
    assert ids_of(*prose(12), *section("Acknowledgements")) == ()
    assert ids_of(*prose(4), *section("Acknowledgements", lines=5)) == ("p1",)


@pytest.mark.parametrize(
    ("below", "ids"),
    [
        ("Introduction", ("p1",)),
        ("1 Water mills", ("p1",)),
        ("Statement of need", ()),
    ],
)
def test_summary_is_the_abstract_above_an_introduction(below: str, ids: tuple[str, ...]) -> None:
    rows = [*section(below), *section("Wind mills")]
    assert ids_of(*TITLE, *section("Summary"), *rows) == ids
    assert ids_of(*TITLE, *section("Abstract"), *rows) == ("p1",)


def test_summary_in_its_own_style_is_the_abstract() -> None:
    summary = [heading("Summary"), row(size=9, above=1.2), *abstract(3, size=9)]
    assert ids_of(*summary, *section("Statement of need"), *SECTIONS) == ("p1",)


def test_summary_at_the_end_is_no_abstract() -> None:
    rows = [*abstract(6, bold=True), row(above=2), *prose(4), *SECTIONS, *section("Summary")]
    assert ids_of(*TITLE, *rows) == ("p1",)


def test_section_below_the_abstract_is_no_part_of_it() -> None:
    """Where the style of its heading is smaller than that of the abstract."""
    rows = [
        heading("Abstract", size=12.0),
        *prose(4),
        *section("Mills and sacks"),
        *section("Water and wind"),
    ]
    assert ids_of(*rows) == ("p1",)


def test_a_heading_has_no_abstract_of_most_of_a_long_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """The headings of the sections were not found: nothing shows where the abstract ends."""
    rows = [*section("Abstract", lines=9), *section("References", lines=0)]
    assert ids_of(*TITLE, *rows) == ("p1",)
    monkeypatch.setattr("pdfbot.structure.abstract.MAX_ABSTRACT", 100)
    assert ids_of(*TITLE, *rows) == ()
