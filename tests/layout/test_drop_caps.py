"""Drop caps: a large initial beside the first lines of a paragraph is the start of the first."""

from __future__ import annotations

import pytest

from pdfbot.layout.drop_caps import Row, begin_at_signs, find_drop_caps, join_drop_caps
from pdfbot.model import TextBlock
from pdfbot.readers.text_runs import WORD_GAP

from ..builders import EM, SENTENCE, block, lay_out_blocks

# Points: the left edge of the column, its first baseline and its pitch.
LEFT, TOP, PITCH = 60.0, 700.0, 12.0
# Points: where the initial ends and the text beside it starts.
CAP_RIGHT, TEXT_LEFT = 80.0, 82.0
REST = SENTENCE.removeprefix("E")


def initial(text: str = "E", *, size: float = 30.0, lines: int = 2) -> TextBlock:
    """A large letter on the baseline of the last of the lines beside it."""
    return block(text, LEFT, TOP - PITCH * (lines - 1), right=CAP_RIGHT, size=size)


def beside(lines: int = 2, *, left: float = TEXT_LEFT) -> list[TextBlock]:
    return [
        block(REST if i == 0 else SENTENCE, left, TOP - PITCH * i, right=360) for i in range(lines)
    ]


def below(lines: int) -> list[TextBlock]:
    """Full lines below those that are beside the initial."""
    return [block(SENTENCE, LEFT, TOP - PITCH * i, right=360) for i in range(lines, 14)]


def is_drop_cap(cap: TextBlock, lines: int = 2, *, left: float = TEXT_LEFT) -> bool:
    found = find_drop_caps([cap, *beside(lines, left=left), *below(lines)])
    assert found in ([], [cap])
    return bool(found)


@pytest.mark.parametrize(("lines", "size"), [(2, 30), (3, 44), (4, 60)])
def test_initial_joins_the_first_line_beside_it(lines: int, size: float) -> None:
    cap = initial(size=size, lines=lines)
    page = lay_out_blocks(cap, *beside(lines), *below(lines))
    assert len(page.lines) == 14
    assert {line.text for line in page.lines} == {SENTENCE}
    assert [line.baseline for line in page.lines[:3]] == [TOP, TOP - PITCH, TOP - 2 * PITCH]


def test_lines_beside_an_initial_start_at_its_left_edge() -> None:
    """They are not indented, so that the paragraph is not divided."""
    page = lay_out_blocks(initial(), *beside(), *below(2))
    assert {(line.indent, line.size) for line in page.lines} == {(0, EM)}


@pytest.mark.parametrize(("more", "text"), [(-0.1, "Amid the sacks"), (0.1, "A mid the sacks")])
def test_initial_may_be_a_word_of_its_own(more: float, text: str) -> None:
    """A word space of its size comes after it."""
    left = CAP_RIGHT + WORD_GAP * 30 + more
    first = block("mid the sacks", left, TOP)
    second = block(SENTENCE, left, TOP - PITCH, right=360)
    page = lay_out_blocks(initial("A", size=30), first, second, *below(2))
    assert page.lines[0].text == text


@pytest.mark.parametrize(("size", "found"), [(18, False), (18.2, True), (30, True)])
def test_initial_is_nearly_twice_as_large_as_the_text(size: float, found: bool) -> None:
    """The text has at most 0.55 of its size."""
    assert is_drop_cap(initial(size=size)) is found


@pytest.mark.parametrize(
    ("text", "found"), [("E", True), ("É", True), ("e", False), ("3", False), ("Ev", False)]
)
def test_initial_is_a_single_capital(text: str, found: bool) -> None:
    assert is_drop_cap(initial(text)) is found


@pytest.mark.parametrize(("lines", "found"), [(1, False), (2, True)])
def test_initial_has_two_lines_beside_it(lines: int, found: bool) -> None:
    assert is_drop_cap(initial(lines=lines), lines) is found


@pytest.mark.parametrize(
    ("left", "found"),
    [
        (CAP_RIGHT - 5.1, False),
        (CAP_RIGHT - 5, True),
        (CAP_RIGHT + 15, True),
        (CAP_RIGHT + 15.1, False),
    ],
)
def test_text_beside_an_initial_starts_near_it(left: float, found: bool) -> None:
    """From half an em left of its right edge, as letters may reach below it, to 1.5 em."""
    assert is_drop_cap(initial(), left=left) is found


@pytest.mark.parametrize(("up", "found"), [(21.5, True), (21.7, False)])
def test_first_line_beside_an_initial_is_not_above_it(up: float, found: bool) -> None:
    """The baseline is within 0.72 of the size of 30 points."""
    cap = initial()
    lines = [block(SENTENCE, TEXT_LEFT, cap.baseline + y, right=360) for y in (0, up)]
    assert bool(find_drop_caps([cap, *lines])) is found


@pytest.mark.parametrize(("down", "found"), [(5, True), (5.1, False)])
def test_last_line_beside_an_initial_is_not_below_it(down: float, found: bool) -> None:
    """The baseline is at most half an em lower."""
    cap = initial()
    lines = [block(SENTENCE, TEXT_LEFT, cap.baseline + y, right=360) for y in (10, -down)]
    assert bool(find_drop_caps([cap, *lines])) is found


def test_page_without_text_has_no_drop_caps() -> None:
    assert find_drop_caps([]) == []


def test_initial_goes_to_the_first_row_and_all_rows_beside_it_start_at_its_left_edge() -> None:
    first, second = beside()
    cap, third = initial(), below(2)[0]
    assert join_drop_caps([[first], [second], [third]], [cap]) == [
        Row([first], cap, LEFT),
        Row([second], None, LEFT),
        Row([third]),
    ]


def test_rows_without_an_initial_keep_their_left_edge() -> None:
    rows = [[line] for line in below(10)]
    assert join_drop_caps(rows, []) == [Row(row) for row in rows]
    assert join_drop_caps(rows, [initial()]) == [Row(row) for row in rows]


@pytest.mark.parametrize(
    ("right", "up", "left"),
    [(78, 0, 70), (83, 0, 70), (77, 0, None), (87, 0, None), (80, 20, None)],
)
def test_line_begins_at_the_large_sign_before_it(right: float, up: float, left: float) -> None:
    """A sum or a root is no letter, but the line is not indented by it."""
    sign = block("∑", 70, TOP + up, right=right)
    given = Row([block("x of the mills", TEXT_LEFT, TOP)])
    (row,) = begin_at_signs([given], [sign])
    assert (row.blocks, row.left) == (given.blocks, left)


def test_line_beside_an_initial_begins_at_that() -> None:
    given = Row([block("x of the mills", TEXT_LEFT, TOP)], left=LEFT)
    assert begin_at_signs([given], [block("∑", 70, TOP, right=80)]) == [given]
