"""XY-cut: which valleys cut a page into blocks, and where lines end."""

from __future__ import annotations

import pytest

from pdfbot.methods.freki.xycut import (
    UNCUT,
    CutThresholds,
    choose_thresholds,
    cut_lines,
    cut_page,
)
from pdfbot.model import Page, TextBlock

from ..builders import text_block


def cut(*blocks: TextBlock, thresholds: CutThresholds | None = None) -> list[tuple[str, list[str]]]:
    """The labels and texts of the leaves of a page of 600 by 800 points."""
    page = Page(1, 600, 800, blocks)
    leaves = cut_page(page, blocks, thresholds or choose_thresholds(blocks))
    return [(leaf.label, [b.text for b in leaf.blocks]) for leaf in leaves]


@pytest.mark.parametrize(("gap", "is_cut"), [(9.9, False), (10.0, True), (30.0, True)])
def test_horizontal_valley_as_high_as_a_character_cuts(gap: float, is_cut: bool) -> None:
    upper, lower = text_block("a" * 60, 50, 700), text_block("b" * 60, 50, 690 - gap)
    assert [label for label, _ in cut(upper, lower)] == (["t", "b"] if is_cut else [UNCUT])


def test_widest_valley_is_cut_first() -> None:
    columns = [text_block("l" * 40, 50, 600 - 12 * i) for i in range(20)]
    columns += [text_block("r" * 40, 300, 600 - 12 * i) for i in range(20)]
    found = cut(text_block("t" * 90, 50, 680), *columns)
    assert [label for label, _ in found] == ["t", "bl", "br"]


@pytest.mark.parametrize(("letters", "is_cut"), [(19, False), (20, True)])
def test_vertical_cut_leaves_a_sixth_of_the_page_on_each_side(letters: int, is_cut: bool) -> None:
    """A sixth of 600 points is 20 characters of five: the number of an example is not cut off."""
    blocks = [text_block("n" * letters, 50, 600 - 12 * i) for i in range(5)]
    blocks += [text_block("t" * 40, 200, 600 - 12 * i) for i in range(5)]
    assert len(cut(*blocks)) == (2 if is_cut else 1)


@pytest.mark.parametrize(("height", "is_cut"), [(24.9, False), (25.0, True)])
def test_vertical_cut_needs_a_minimum_height(height: float, is_cut: bool) -> None:
    left = text_block("l" * 30, 50, 600, 200, 600 + height)
    right = text_block("r" * 30, 300, 600)
    found = cut(left, right, thresholds=CutThresholds(valley_x=10, valley_y=10))
    assert len(found) == (2 if is_cut else 1)


def test_valley_may_be_crossed_up_to_the_noise_threshold() -> None:
    blocks = [text_block("l" * 40, 50, 600 - 12 * i) for i in range(10)]
    blocks += [text_block("r" * 40, 300, 600 - 12 * i) for i in range(10)]
    blocks.append(text_block("x" * 12, 245, 552, 305, 562))
    strict = CutThresholds(valley_x=10, valley_y=10)
    tolerant = CutThresholds(valley_x=10, valley_y=10, noise_x=12)
    assert len(cut(*blocks, thresholds=strict)) == 1
    assert len(cut(*blocks, thresholds=tolerant)) == 2


def test_double_spaced_text_is_cut_by_the_histogram_of_gaps() -> None:
    lines = [text_block("w" * 80, 50, 700 - 24 * i) for i in range(8)]
    section = [text_block("w" * 80, 50, 700 - 24 * 8 - 20 - 24 * i) for i in range(8)]
    blocks = lines + section
    assert len(cut(*blocks)) == 16
    found = cut(*blocks, thresholds=choose_thresholds(blocks, valley=True))
    assert [len(texts) for _, texts in found] == [8, 8]


def test_lines_that_touch_are_still_cut_apart() -> None:
    blocks = [text_block("x" * 20, 50, 600 - 10 * i, 150, 611 - 10 * i) for i in range(4)]
    assert [len(line) for line in cut_lines(blocks)] == [1, 1, 1, 1]


def test_superscripts_and_tall_brackets_stay_in_their_line() -> None:
    upper, lower = text_block("upper text", 50, 612), text_block("lower text", 50, 600)
    superscript = text_block("2", 101, 617, 104, 623)
    bracket = text_block("(", 40, 590, 45, 625)
    lines = [[b.text for b in line] for line in cut_lines([upper, lower, superscript, bracket])]
    assert lines[0][:1] == ["upper text"]
    assert "2" in lines[0]
    assert len(lines) == 2
