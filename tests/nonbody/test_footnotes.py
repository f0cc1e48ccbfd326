"""Footnotes: at the foot of a column, small or ruled off, behind a raised mark."""

from __future__ import annotations

import pytest

from pdfbot.model import Graphic
from pdfbot.nonbody.footnotes import begins_with_mark, judge_footnotes

from ..builders import (
    LEFT,
    PITCH,
    SENTENCE,
    TOP,
    Part,
    Row,
    column,
    context_of,
    layout,
    prose,
    row,
    rule,
    rules_of,
)


def note(*, mark: str = "1", size: float = 8.0, above: float = 1.5) -> Row:
    raised = Part(text=mark, left=0, right=0.4, size=6, up=4)
    return Row((raised, Part(text=SENTENCE, left=0.6, right=28, size=size)), above)


def small(*, size: float = 8.0, above: float = 1.0) -> Row:
    return row(slack=4, size=size, above=above)


def judge(*rows: Row, graphics: tuple[Graphic, ...] = ()) -> list[str]:
    context = context_of(layout(rows, graphics=graphics))
    judge_footnotes(context)
    return rules_of(context)


def test_a_marked_note_and_all_below_it() -> None:
    assert judge(*prose(10), note(), small()) == [""] * 10 + ["footnote"] * 2


def test_two_notes() -> None:
    assert judge(*prose(10), note(), small(), note(above=1.0)) == [""] * 10 + ["footnote"] * 3


@pytest.mark.parametrize(("size", "taken"), [(9.4, True), (9.5, True), (9.6, False)])
def test_notes_are_small(size: float, taken: bool) -> None:
    """A marked line just below the text is a note only in a smaller size."""
    assert judge(*prose(10), note(size=size, above=1.0))[-1] == ("footnote" if taken else "")


def test_running_text_at_the_foot_stays() -> None:
    assert judge(*prose(10), row(above=2.0), *prose(2)) == [""] * 13


@pytest.mark.parametrize(("above", "taken"), [(1.2, False), (1.3, True), (1.4, True)])
def test_a_note_in_the_size_of_the_body_stands_apart(above: float, taken: bool) -> None:
    found = judge(*prose(10), note(size=10, above=above))
    assert found[-1] == ("footnote" if taken else "")


def test_where_things_are_drawn_a_note_in_the_bodys_size_needs_its_rule() -> None:
    elsewhere = rule(10, 30, 300)
    height = TOP - 9 * PITCH - 5
    assert judge(*prose(10), note(size=10), graphics=(elsewhere,))[-1] == ""
    assert judge(*prose(10), note(size=10), graphics=(rule(0, 8, height),))[-1] == "footnote"


@pytest.mark.parametrize(("distance", "taken"), [(17, True), (19, False)])
def test_the_rule_is_near(distance: float, taken: bool) -> None:
    """Within 1.8 pitches above the note's baseline; measured at its upper edge."""
    note_at = TOP - 9 * PITCH - 25
    drawn = rule(0, 8, note_at + distance - 0.4)
    found = judge(*prose(10), note(size=10, above=2.5), graphics=(drawn,))
    assert found[-1] == ("footnote" if taken else "")


@pytest.mark.parametrize(("width", "taken"), [(22.4, True), (22.6, False)])
def test_the_rule_is_short(width: float, taken: bool) -> None:
    """Under three quarters of the column's width of 30 ems."""
    drawn = rule(0, width, TOP - 9 * PITCH - 5)
    found = judge(*prose(10), note(size=10), graphics=(drawn,))
    assert found[-1] == ("footnote" if taken else "")


@pytest.mark.parametrize(("above", "taken"), [(1.1, False), (1.2, True)])
def test_a_small_line_without_a_mark_stands_apart(above: float, taken: bool) -> None:
    found = judge(*prose(10), small(above=above), small())
    assert found == [""] * 10 + ["footnote" if taken else ""] * 2


def test_small_lines_that_end_far_above_the_foot_are_no_notes() -> None:
    """The other column shows where the foot of the page is."""
    context = context_of(layout([*prose(5), small(above=1.5), small()], prose(20)))
    judge_footnotes(context)
    assert rules_of(context) == [""] * 27
    context = context_of(layout([*prose(18), small(above=1.5), small()], prose(20)))
    judge_footnotes(context)
    assert rules_of(context) == [""] * 18 + ["footnote"] * 2 + [""] * 20


@pytest.mark.parametrize(("lines", "taken"), [(24, True), (25, False)])
def test_a_note_of_many_lines_is_text(lines: int, taken: bool) -> None:
    rows = [*prose(12), note(), *(small() for _ in range(lines))]
    assert judge(*rows)[12] == ("footnote" if taken else "")


@pytest.mark.parametrize(
    ("given", "marked"),
    [
        (note(), True),
        (note(mark="12"), True),
        (note(mark="†"), True),
        (note(mark="a"), False),
        (note(mark="12345"), False),
        (row("* The sacks are full"), True),
        (row("§ 4"), False),
        (row("1 The sacks are full"), False),
        (row("The sacks are full"), False),
    ],
)
def test_marks(given: Row, marked: bool) -> None:
    (line,) = column([given])
    assert line.left == LEFT
    assert begins_with_mark(line) is marked
