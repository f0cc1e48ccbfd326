"""Levels of headings: numbers first, then the order of the styles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.nonbody.printed_headings import Heading, HeadingStyle, choose_styles
from pdfbot.structure.levels import find_levels

from ..builders import column, row

LARGE = HeadingStyle(12.0, True, False, False, "Serif")
SMALL = HeadingStyle(10.0, True, False, False, "Serif")
SLANTED = HeadingStyle(10.0, True, True, False, "Serif")


def head(text: str, style: HeadingStyle = SMALL, number: str = "", numbering: str = "") -> Heading:
    return Heading(
        lines=tuple(column([row(text)])),
        number=number,
        numbering=numbering,
        text=text,
        styles={style: len(text)},
        is_references=text == "References",
    )


@pytest.mark.parametrize(
    ("numberings", "levels"),
    [
        (["1", "1.1", "1.1.1", "1"], [1, 2, 3, 1]),
        (["I", "A", "1)", "a)", "B", "I"], [1, 2, 3, 4, 2, 1]),
        (["1", "1.1", "A", "A.1"], [1, 2, 1, 2]),
    ],
)
def test_numbers_give_the_level(numberings: list[str], levels: list[int]) -> None:
    styles = {1: LARGE, 2: SMALL, 3: SLANTED, 4: SLANTED}
    found = find_levels(
        [
            head("Mills", styles[level], number, number)
            for number, level in zip(numberings, levels, strict=True)
        ]
    )
    assert found == levels


def test_heading_without_a_number_has_the_level_of_its_style() -> None:
    headings = [head("Mills", LARGE, "1", "1"), head("Sacks", SMALL, "1.1", "1.1"), head("Thanks")]
    assert find_levels(headings) == [1, 2, 2]


@pytest.mark.parametrize(("body_size", "levels"), [(13.0, [1, 2, 2]), (11.0, [1, 1, 1])])
def test_style_in_the_size_of_the_body_is_further_in_than_smaller_bold_ones(
    body_size: float, levels: list[int]
) -> None:
    later = HeadingStyle(13.0, False, True, False, "Serif")
    headings = [head("Mills"), head("Sacks", later), head("Grain", later)]
    assert find_levels(headings, body_size=body_size) == levels


def test_style_that_occurs_later_is_further_in() -> None:
    headings = [head("Mills"), head("Sacks", SLANTED), head("Grain", SLANTED), head("Water")]
    assert find_levels(headings) == [1, 2, 2, 1]


@pytest.mark.parametrize(("size", "levels"), [(10.7, [1, 2, 2]), (10.8, [1, 1, 1])])
def test_later_style_is_further_out_if_it_is_clearly_larger(size: float, levels: list[int]) -> None:
    later = HeadingStyle(size, True, False, False, "Serif")
    assert find_levels([head("Mills"), head("Sacks", later), head("Grain", later)]) == levels


@pytest.mark.parametrize(("size", "levels"), [(12.9, [1, 2, 2]), (13.0, [1, 1, 1])])
def test_larger_style_that_is_not_bold_needs_more(size: float, levels: list[int]) -> None:
    later = HeadingStyle(size, False, True, False, "Serif")
    assert find_levels([head("Mills"), head("Sacks", later), head("Grain", later)]) == levels


def test_back_matter_in_a_style_of_its_own_is_outermost() -> None:
    headings = [
        head("Mills", LARGE), head("Sacks"), head("Grain", LARGE), head("Funding", SLANTED),
        head("Thanks", SLANTED), head("Note", LARGE), head("References", SLANTED),
    ]  # fmt: skip
    assert find_levels(headings) == [1, 2, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("above", "level"), [("Grain", 1), ("Declarations", 2)], ids=["text above", "a frame of them"]
)
def test_style_of_nothing_but_sections_at_the_end_is_outermost(above: str, level: int) -> None:
    headings = [
        head("Mills", LARGE), head("Sacks"), head(above, LARGE), head("Funding", SLANTED),
        head("Acknowledgments", SLANTED), head("References", LARGE),
    ]  # fmt: skip
    assert find_levels(headings) == [1, 2, 1, level, level, 1]


def test_references_in_the_style_of_inner_headings_change_nothing() -> None:
    headings = [
        head("Mills", LARGE), head("Sacks"), head("Grain", LARGE), head("Water"),
        head("Wind", LARGE), head("References"),
    ]  # fmt: skip
    assert find_levels(headings) == [1, 2, 1, 2, 1, 2]


def test_parts_of_the_abstract_are_below_it() -> None:
    headings = [
        head("Abstract", LARGE), head("Background", SLANTED), head("Results", SLANTED),
        head("Mills"), head("Sacks"),
    ]  # fmt: skip
    assert find_levels(headings) == [1, 2, 2, 1, 1]


def test_levels_have_no_gaps() -> None:
    headings = [
        head("Mills", LARGE), head("Sacks"), head("Grain", SLANTED),
        head("Water", LARGE), head("Wind", SLANTED),
    ]  # fmt: skip
    assert find_levels(headings) == [1, 2, 3, 1, 2]


def test_abstract_is_outermost_whatever_its_style() -> None:
    headings = [head("Abstract", SLANTED), head("Mills", LARGE), head("Sacks", SLANTED)]
    assert find_levels(headings) == [1, 1, 2]


def test_heading_with_a_name_in_italics_has_the_style_of_the_others() -> None:
    mixed = replace(head("Ocimum sanctum oil"), styles={SLANTED: 13, SMALL: 3})
    assert choose_styles([head("Mills"), head("Sacks"), mixed]) == [SMALL] * 3


def test_introduction_is_outermost_whatever_comes_before_it() -> None:
    """A box or the authors' summary, in a larger style."""
    headings = [
        head("Abstract", LARGE),
        head("Author summary", LARGE),
        head("Introduction"),
        head("Water", SLANTED),
        head("Results"),
    ]
    assert find_levels(headings) == [1, 1, 1, 2, 1]


def test_heading_below_the_abstract_in_a_smaller_style_is_no_part_of_it() -> None:
    headings = [head("Abstract", LARGE), head("Mills"), head("Water", SLANTED), head("Sacks")]
    assert find_levels(headings) == [1, 1, 2, 1]


@pytest.mark.parametrize(
    ("depths", "levels"),
    [
        ([1, 2, 3, 1], [1, 2, 3, 1]),
        ([2, 3, 4, 2], [1, 2, 3, 1]),
        ([1, 0, 2, 1], [1, 1, 2, 1]),
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([0, 0, 0, 0], [1, 1, 1, 1]),
    ],
    ids=["as given", "below the title", "unknown by its style", "flat", "none"],
)
def test_the_outline_gives_the_level_of_headings_in_one_style(
    depths: list[int], levels: list[int]
) -> None:
    headings = [head(text) for text in ("Mills", "Sacks", "Wind", "Thanks")]
    assert find_levels(headings, depths) == levels


def test_numbers_are_believed_more_than_the_outline() -> None:
    headings = [
        head("Mills", number="1", numbering="1"),
        head("Sacks", number="1.1", numbering="1.1"),
    ]
    assert find_levels(headings, [2, 1]) == [1, 2]
