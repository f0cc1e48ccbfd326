"""Text blocks joined to segments: close together on one line, with their scripts."""

from __future__ import annotations

import pytest

from pdfbot.layout.segments import Segment, heading_over_text, join_segments
from pdfbot.model import TextBlock

from ..builders import EM, block


def texts(segments: list[Segment]) -> list[list[str]]:
    return sorted([b.text for b in segment.blocks] for segment in segments)


@pytest.mark.parametrize(("gap", "joined"), [(0.5, True), (0.75, True), (0.76, False)])
def test_blocks_within_three_quarters_of_an_em_are_joined(gap: float, joined: bool) -> None:
    blocks = [block("one", 0, 100), block("two", 15 + gap * EM, 100)]
    assert texts(join_segments(blocks)) == ([["one", "two"]] if joined else [["one"], ["two"]])


def test_segments_do_not_depend_on_the_order_of_blocks() -> None:
    blocks = [block("two", 18, 100), block("one", 0, 100)]
    assert texts(join_segments(blocks)) == [["one", "two"]]


@pytest.mark.parametrize("shift", [4.0, -2.0])
def test_scripts_join_a_segment_without_changing_its_baseline(shift: float) -> None:
    base, script = block("energy", 0, 100), block("2", 31, 100 + shift, size=7)
    (segment,) = join_segments([base, script, block("is", 38, 100)])
    assert [b.text for b in segment.blocks] == ["energy", "2", "is"]
    assert (segment.baseline, segment.size) == (100, EM)
    assert segment.length == len("energy2is")


def test_blocks_on_different_lines_are_not_joined() -> None:
    blocks = [block("upper line", 0, 110), block("lower line", 0, 100)]
    assert len(join_segments(blocks)) == 2


def test_largest_text_sets_the_baseline_but_a_large_symbol_does_not() -> None:
    (segment,) = join_segments([block("over", 0, 100), block("Gamma", 22, 99, size=11)])
    assert (segment.baseline, segment.size) == (99, 11)
    (segment,) = join_segments([block("over", 0, 100), block("∑", 22, 103, size=14)])
    assert (segment.baseline, segment.size) == (100, EM)


def test_block_more_than_twice_as_large_is_not_joined() -> None:
    """A drop cap that spans two lines belongs to neither."""
    small = block("hings began", 40, 100)
    assert len(join_segments([block("T", 20, 100, size=20, right=38), small])) == 1
    tall = block("hings began", 40, 100, size=24)
    assert len(join_segments([block("ab", 25, 100, size=11), tall])) == 2


def test_heading_set_close_to_text_is_not_joined_with_it() -> None:
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
    ids=["also bold", "too short", "different height", "nearly as large"],
)
def test_other_neighbours_of_a_heading_are_not_text_below_it(other: TextBlock) -> None:
    heading = block("2 Methods", 0, 100, size=13, bold=True)
    assert not heading_over_text(heading, other)


@pytest.mark.parametrize(
    ("text", "left", "joined"),
    [("the hat ˆ", 40.5, True), ("the hat ˆ", 35, False), ("the hat s", 40.5, False)],
)
def test_letter_below_the_accent_that_ends_the_previous_block_is_joined(
    text: str, left: float, joined: bool
) -> None:
    found = join_segments([block(text, 0, 0), block("x", left, 0, right=left + 5, family="Math")])
    assert len(found) == (1 if joined else 2)


def test_accent_above_the_letter_that_ends_the_previous_block_is_joined() -> None:
    assert len(join_segments([block("a point x", 0, 0), block("ˆ", 40.2, 0)])) == 1
