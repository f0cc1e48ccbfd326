"""Line numbers of manuscripts, as opposed to numbers in lists and tables."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_numbers import MIN_LINE_NUMBERS, find_line_numbers
from pdfbot.model import Page, TextBlock

from ..builders import PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block

LEAST = MIN_LINE_NUMBERS


def numbers_found(numbers: list[tuple[str, int]], rows: int, *, x: float = 40) -> list[str]:
    """The texts found among `numbers` (text and row), right-aligned at `x` next to the rows."""
    blocks = [block(SENTENCE, 60, 700 - 12 * i) for i in range(rows)]
    blocks += [block(text, x - 5 * len(text), 700 - 12 * i) for text, i in numbers]
    return found(blocks)


def found(blocks: list[TextBlock]) -> list[str]:
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, tuple(blocks))
    return sorted((page.blocks[i].text for i in find_line_numbers(page)), key=int)


@pytest.mark.parametrize(("count", "all_found"), [(LEAST - 1, False), (LEAST, True), (30, True)])
def test_line_numbers_need_a_minimum_count(count: int, all_found: bool) -> None:
    numbers = [(str(i + 1), i) for i in range(count)]
    expected = [text for text, _ in numbers] if all_found else []
    assert numbers_found(numbers, count) == expected


def test_line_numbers_may_start_anywhere_and_gain_digits() -> None:
    numbers = [(str(i + 95), i) for i in range(12)]
    assert numbers_found(numbers, 12) == [str(i) for i in range(95, 107)]


def test_line_numbers_are_found_in_the_right_margin() -> None:
    blocks = [block(SENTENCE, 60, 700 - 12 * i, right=130) for i in range(12)]
    blocks += [block(str(i + 1), 138, 700 - 12 * i) for i in range(12)]
    assert found(blocks) == [str(i) for i in range(1, 13)]


def test_numbers_of_entries_with_several_lines_are_not_line_numbers() -> None:
    assert numbers_found([(str(i + 1), 2 * i) for i in range(12)], 24) == []


@pytest.mark.parametrize(("wrong", "all_found"), [(3, True), (4, False)])
def test_line_numbers_mostly_increase_by_one(wrong: int, all_found: bool) -> None:
    """At least 0.7 of the steps: where a heading has no number the count may jump."""
    values = [1]
    for step in range(10):
        values.append(values[-1] + (7 if step < wrong else 1))
    numbers = [(str(value), i) for i, value in enumerate(values)]
    assert (len(numbers_found(numbers, 11)) == 11) is all_found


@pytest.mark.parametrize(("rows", "all_found"), [(10, True), (11, False)])
def test_line_numbers_cover_nearly_every_line(rows: int, all_found: bool) -> None:
    """At least 0.7 of the lines between the first number and the last: 7 + 1 of 11 are."""
    numbers = [(str(i + 1), i) for i in range(7)] + [("8", rows)]
    assert (len(numbers_found(numbers, rows + 1)) == 8) is all_found


@pytest.mark.parametrize(("distance", "all_found"), [(79, True), (81, False)])
def test_line_number_is_near_its_line(distance: float, all_found: bool) -> None:
    blocks = [block(SENTENCE, 40 + distance, 700 - 12 * i) for i in range(9)]
    blocks += [block(str(i + 1), 40, 700 - 12 * i) for i in range(9)]
    assert (len(found(blocks)) == 9) is all_found


@pytest.mark.parametrize(
    "values",
    [[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], list(range(12, 0, -1)), list(range(0, 36, 3))],
    ids=["unordered", "descending", "steps of three"],
)
def test_numbers_in_other_sequences_are_not_line_numbers(values: list[int]) -> None:
    assert numbers_found([(str(value), i) for i, value in enumerate(values)], 12) == []


def test_numbers_far_from_any_text_are_not_line_numbers() -> None:
    blocks = [block(SENTENCE, 260, 700 - 12 * i) for i in range(12)]
    blocks += [block(str(i + 1), 40, 700 - 12 * i) for i in range(12)]
    assert found(blocks) == []


def test_rotated_or_long_numbers_are_not_line_numbers() -> None:
    text = [block(SENTENCE, 60, 700 - 12 * i) for i in range(12)]
    rotated = [block(str(i + 1), 40, 700 - 12 * i, rotation=90) for i in range(12)]
    long = [block(str(10000 + i), 15, 700 - 12 * i) for i in range(12)]
    assert found([*text, *rotated]) == []
    assert found([*text, *long]) == []
