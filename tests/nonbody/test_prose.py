"""Which lines look like running text by themselves, and which next to those."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.prose import find_bodylike, is_strong

from ..builders import Part, Row, context_of, layout, prose, row


def strong(given: Row) -> bool:
    context = context_of(layout([given]))
    return is_strong(context, context.flow[0])


def test_a_full_line_of_words_is_strong() -> None:
    assert strong(row())


@pytest.mark.parametrize(
    ("size", "found"), [(9.65, False), (9.75, True), (10.25, True), (10.35, False)]
)
def test_it_has_the_size_of_the_body(size: float, found: bool) -> None:
    assert strong(row(size=size)) is found


@pytest.mark.parametrize(("text", "found"), [("the mill pond", True), ("the mill is", False)])
def test_it_has_three_words_of_three_letters(text: str, found: bool) -> None:
    assert strong(row(text)) is found


@pytest.mark.parametrize(("letters", "found"), [(49, False), (50, True)])
def test_half_of_it_is_words(letters: int, found: bool) -> None:
    words = "abc abc " + "a" * (letters - 6)
    assert strong(row(words + " " + "1" * (100 - letters))) is found


@pytest.mark.parametrize(
    ("indent", "found"), [(-0.7, False), (-0.6, True), (5.0, True), (5.1, False)]
)
def test_it_begins_at_the_edge_or_is_indented(indent: float, found: bool) -> None:
    assert strong(row(indent=indent)) is found


@pytest.mark.parametrize(
    ("slack", "found"), [(-0.7, False), (-0.5, True), (0.5, True), (0.7, False)]
)
def test_it_ends_at_the_other_edge(slack: float, found: bool) -> None:
    assert strong(row(slack=slack)) is found


@pytest.mark.parametrize(("gap", "found"), [(1.5, True), (1.7, False)])
def test_it_has_no_wide_gap(gap: float, found: bool) -> None:
    cells = Part(text="the mill and the pond", left=0, right=10)
    given = Row((cells, Part(text="and the sacks", left=10 + gap, right=30)))
    assert strong(given) is found


def bodylike(given: Row, *, above: bool) -> bool:
    """Is a line next to two strong ones, above or below them, like body text?"""
    rows = [given, *prose(2)] if above else [*prose(2), given]
    context = context_of(layout(rows))
    placed = context.flow[0 if above else 2]
    assert not is_strong(context, placed)
    return placed.line.id in find_bodylike(context)


def test_the_last_line_of_a_paragraph_goes_with_it() -> None:
    assert bodylike(row("and nothing else.", slack=20), above=False)


def test_the_first_line_of_a_ragged_paragraph_goes_with_it() -> None:
    assert bodylike(row("Every morning", indent=1.5, slack=4), above=True)


@pytest.mark.parametrize(("gap", "found"), [(1.3, True), (1.4, False)])
def test_a_line_further_away_does_not(gap: float, found: bool) -> None:
    assert bodylike(row("and nothing else.", slack=20, above=gap), above=False) is found


@pytest.mark.parametrize(
    "given",
    [
        row("and nothing else.", slack=20, size=9),
        row("and nothing else.", slack=20, indent=4),
        row("123 456 789 ab", slack=20),
        row("Every morning", slack=20, bold=True),
    ],
    ids=["another size", "far from the edge", "no words", "bold"],
)
def test_other_lines_do_not(given: Row) -> None:
    assert not bodylike(given, above=False)


@pytest.mark.parametrize(("letters", "found"), [(34, False), (36, True)])
def test_a_third_of_it_is_words(letters: int, found: bool) -> None:
    """A little over: 0.35 of the characters."""
    given = row("a" * letters + " " + "1" * (100 - letters), slack=20)
    assert bodylike(given, above=False) is found


@pytest.mark.parametrize(("indent", "found"), [(3.4, True), (3.6, False)])
def test_it_is_hardly_shifted(indent: float, found: bool) -> None:
    assert bodylike(row("and nothing else.", indent=indent, slack=15), above=False) is found
