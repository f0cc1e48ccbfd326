"""Which lines look like running text on their own, and which only next to such lines."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.running_text import find_running_text, is_strong

from ..builders import Part, Row, context_of, layout, prose, row


def strong(given: Row) -> bool:
    context = context_of(layout([given]))
    return is_strong(context, context.lines[0])


def test_full_line_of_words_is_strong() -> None:
    assert strong(row())


@pytest.mark.parametrize(
    ("size", "found"), [(9.55, False), (9.75, True), (10.25, True), (10.45, False)]
)
def test_strong_line_has_the_size_of_the_body(size: float, found: bool) -> None:
    assert strong(row(size=size)) is found


@pytest.mark.parametrize(("text", "found"), [("the mill pond", True), ("the mill is", False)])
def test_strong_line_has_three_words_of_three_letters(text: str, found: bool) -> None:
    assert strong(row(text)) is found


@pytest.mark.parametrize(("letters", "found"), [(49, False), (50, True)])
def test_strong_line_is_half_words(letters: int, found: bool) -> None:
    words = "abc abc " + "a" * (letters - 6)
    assert strong(row(words + " " + "1" * (100 - letters))) is found


@pytest.mark.parametrize(
    ("indent", "found"), [(-0.7, False), (-0.6, True), (5.0, True), (5.1, False)]
)
def test_strong_line_begins_at_the_left_edge_or_is_indented(indent: float, found: bool) -> None:
    assert strong(row(indent=indent)) is found


@pytest.mark.parametrize(
    ("slack", "found"), [(-0.7, False), (-0.5, True), (0.5, True), (0.7, False)]
)
def test_strong_line_ends_at_the_right_edge(slack: float, found: bool) -> None:
    assert strong(row(slack=slack)) is found


@pytest.mark.parametrize(("gap", "found"), [(1.5, True), (1.7, False)])
def test_strong_line_has_no_wide_gap(gap: float, found: bool) -> None:
    cells = Part(text="the mill and the pond", left=0, right=10)
    given = Row((cells, Part(text="and the sacks", left=10 + gap, right=30)))
    assert strong(given) is found


def is_running_text(given: Row, *, above: bool) -> bool:
    """Is a line above or below two strong ones running text, though not strong itself?"""
    rows = [given, *prose(2)] if above else [*prose(2), given]
    context = context_of(layout(rows))
    line = context.lines[0 if above else 2]
    assert not is_strong(context, line)
    return line.index in find_running_text(context)


def test_last_line_of_a_paragraph_is_running_text() -> None:
    assert is_running_text(row("and nothing else.", slack=20), above=False)


def test_first_line_of_a_ragged_paragraph_is_running_text() -> None:
    assert is_running_text(row("Every morning", indent=1.5, slack=4), above=True)


@pytest.mark.parametrize(("gap", "found"), [(1.4, True), (1.45, False)])
def test_short_line_far_from_a_strong_one_is_not_running_text(gap: float, found: bool) -> None:
    assert is_running_text(row("and nothing else.", slack=20, above=gap), above=False) is found


@pytest.mark.parametrize(
    "given",
    [
        row("and nothing else.", slack=20, size=9),
        row("and nothing else.", slack=20, indent=4),
        row("123 456 789 ab", slack=20),
        row("Every morning", slack=20, bold=True),
    ],
    ids=["different size", "far from the edge", "no words", "bold"],
)
def test_different_line_below_strong_ones_is_not_running_text(given: Row) -> None:
    assert not is_running_text(given, above=False)


@pytest.mark.parametrize(("letters", "found"), [(34, False), (36, True)])
def test_running_text_next_to_a_strong_line_is_a_third_words(letters: int, found: bool) -> None:
    """More exactly 0.35 of the characters."""
    given = row("a" * letters + " " + "1" * (100 - letters), slack=20)
    assert is_running_text(given, above=False) is found


@pytest.mark.parametrize(("indent", "found"), [(3.4, True), (3.6, False)])
def test_running_text_next_to_a_strong_line_is_hardly_shifted(indent: float, found: bool) -> None:
    assert is_running_text(row("and nothing else.", indent=indent, slack=15), above=False) is found
