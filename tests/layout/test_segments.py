"""Blocks to segments: what stands close together on one line, scripts in their place."""

from __future__ import annotations

import pytest

from pdfbot.layout.segments import Segment, beside, heading_over_text, join_segments
from pdfbot.model import TextBlock

from ..builders import EM, block


def texts(segments: list[Segment]) -> list[list[str]]:
    return sorted([b.text for b in segment.blocks] for segment in segments)


@pytest.mark.parametrize(("gap", "joined"), [(0.5, True), (0.75, True), (0.76, False)])
def test_blocks_within_three_quarters_of_an_em_are_joined(gap: float, joined: bool) -> None:
    blocks = [block("one", 0, 100), block("two", 15 + gap * EM, 100)]
    assert texts(join_segments(blocks)) == ([["one", "two"]] if joined else [["one"], ["two"]])


def test_the_order_of_the_file_does_not_matter() -> None:
    blocks = [block("two", 18, 100), block("one", 0, 100)]
    assert texts(join_segments(blocks)) == [["one", "two"]]


@pytest.mark.parametrize("shift", [4.0, -2.0])
def test_scripts_join_the_line_and_leave_it_its_height(shift: float) -> None:
    base, script = block("energy", 0, 100), block("2", 31, 100 + shift, size=7)
    (segment,) = join_segments([base, script, block("is", 38, 100)])
    assert [b.text for b in segment.blocks] == ["energy", "2", "is"]
    assert (segment.baseline, segment.size) == (100, EM)
    assert segment.length == len("energy2is")


def test_lines_below_each_other_stay_apart() -> None:
    blocks = [block("upper line", 0, 110), block("lower line", 0, 100)]
    assert len(join_segments(blocks)) == 2


def test_the_largest_text_leads_but_a_big_sign_does_not() -> None:
    (segment,) = join_segments([block("over", 0, 100), block("Gamma", 22, 99, size=11)])
    assert (segment.baseline, segment.size) == (99, 11)
    (segment,) = join_segments([block("over", 0, 100), block("∑", 22, 103, size=14)])
    assert (segment.baseline, segment.size) == (100, EM)


def test_a_font_over_twice_as_large_is_another_line() -> None:
    """An initial that hangs over two lines belongs to neither."""
    small = block("hings began", 40, 100)
    assert len(join_segments([block("T", 20, 100, size=20, right=38), small])) == 1
    tall = block("hings began", 40, 100, size=24)
    assert len(join_segments([block("ab", 25, 100, size=11), tall])) == 2


def test_a_heading_set_too_close_is_no_part_of_the_text() -> None:
    heading = block("2 Methods", 0, 102, size=13, bold=True)
    text = block("Every pond", 60, 100)
    assert heading_over_text(heading, text)
    assert heading_over_text(text, heading)
    assert len(join_segments([heading, text])) == 2


@pytest.mark.parametrize(
    "other",
    [
        block("Every pond", 60, 100, bold=True),
        block("abc", 60, 100),
        block("Every pond", 60, 108),
        block("Every pond", 60, 100, size=12),
    ],
    ids=["bold as well", "too short", "another height", "nearly as large"],
)
def test_no_heading_over_text(other: TextBlock) -> None:
    heading = block("2 Methods", 0, 100, size=13, bold=True)
    assert not heading_over_text(heading, other)


@pytest.mark.parametrize(
    ("low", "high", "share"), [(0, 10, 1.0), (5, 15, 0.5), (10, 20, 0.0), (2, 4, 1.0)]
)
def test_the_shared_height(low: float, high: float, share: float) -> None:
    assert beside(0, 10, low, high) == share


def test_nothing_has_no_shared_height() -> None:
    assert beside(0, 0, 0, 10) == 0.0


@pytest.mark.parametrize(
    ("said", "left", "joined"),
    [("the hat ˆ", 40.5, True), ("the hat ˆ", 35, False), ("the hat s", 40.5, False)],
)
def test_a_letter_under_the_accent_that_ends_the_text_before(
    said: str, left: float, joined: bool
) -> None:
    found = join_segments([block(said, 0, 0), block("x", left, 0, right=left + 5, family="Math")])
    assert len(found) == (1 if joined else 2)


def test_an_accent_over_the_letter_that_ends_the_text_before() -> None:
    assert len(join_segments([block("a point x", 0, 0), block("ˆ", 40.2, 0)])) == 1
