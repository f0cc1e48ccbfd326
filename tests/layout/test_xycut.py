"""XY-cut: which valleys cut, where lines end, and what respacing aligns."""

from __future__ import annotations

from array import array

import pytest

from pdfbot.layout.respacing import Token, respace, split_tokens, tab_score
from pdfbot.layout.xycut import UNCUT, Cuts, choose_cuts, cut_lines, cut_page
from pdfbot.model import Box, Font, Page, TextBlock


def block(text: str, left: float, bottom: float, right: float, top: float) -> TextBlock:
    step = (right - left) / max(len(text), 1)
    edges = array("f", [left + i * step for i in range(len(text) + 1)])
    font = Font("Serif", 10)
    return TextBlock(text, Box(left, bottom, right, top), bottom + 2, font, edges=edges)


def line(text: str, left: float, bottom: float) -> TextBlock:
    return block(text, left, bottom, left + 5 * len(text), bottom + 10)


def sheet(*blocks: TextBlock) -> Page:
    return Page(1, 600, 800, blocks)


def labels(*blocks: TextBlock, cuts: Cuts | None = None) -> list[tuple[str, list[str]]]:
    leaves = cut_page(sheet(*blocks), blocks, cuts or choose_cuts(blocks))
    return [(leaf.label, [b.text for b in leaf.blocks]) for leaf in leaves]


@pytest.mark.parametrize(("gap", "is_cut"), [(9.9, False), (10.0, True), (30.0, True)])
def test_a_horizontal_valley_as_high_as_a_character_cuts(gap: float, is_cut: bool) -> None:
    upper, lower = line("a" * 60, 50, 700), line("b" * 60, 50, 690 - gap)
    found = labels(upper, lower)
    assert [label for label, _ in found] == (["t", "b"] if is_cut else [UNCUT])


def test_the_widest_valley_is_cut_first() -> None:
    columns = [line("l" * 40, 50, 600 - 12 * i) for i in range(20)]
    columns += [line("r" * 40, 300, 600 - 12 * i) for i in range(20)]
    found = labels(line("t" * 90, 50, 680), *columns)
    assert [label for label, _ in found] == ["t", "bl", "br"]


@pytest.mark.parametrize(("letters", "is_cut"), [(19, False), (20, True)])
def test_a_vertical_cut_leaves_a_sixth_of_the_page_on_each_side(letters: int, is_cut: bool) -> None:
    """A sixth of 600 points is 20 characters of five: the number of an example is not cut off."""
    blocks = [line("n" * letters, 50, 600 - 12 * i) for i in range(5)]
    blocks += [line("t" * 40, 200, 600 - 12 * i) for i in range(5)]
    assert len(labels(*blocks)) == (2 if is_cut else 1)


@pytest.mark.parametrize(("height", "is_cut"), [(24.9, False), (25.0, True)])
def test_a_vertical_cut_needs_a_height(height: float, is_cut: bool) -> None:
    left, right = block("l" * 30, 50, 600, 200, 600 + height), line("r" * 30, 300, 600)
    assert len(labels(left, right, cuts=Cuts(valley_x=10, valley_y=10))) == (2 if is_cut else 1)


def test_noise_lets_a_valley_be_crossed() -> None:
    blocks = [line("l" * 40, 50, 600 - 12 * i) for i in range(10)]
    blocks += [line("r" * 40, 300, 600 - 12 * i) for i in range(10)]
    blocks.append(block("x" * 12, 245, 552, 305, 562))
    strict, tolerant = Cuts(valley_x=10, valley_y=10), Cuts(valley_x=10, valley_y=10, noise_x=12)
    assert len(labels(*blocks, cuts=strict)) == 1
    assert len(labels(*blocks, cuts=tolerant)) == 2


def test_double_spaced_text_needs_the_histogram() -> None:
    lines = [line("w" * 80, 50, 700 - 24 * i) for i in range(8)]
    section = [line("w" * 80, 50, 700 - 24 * 8 - 20 - 24 * i) for i in range(8)]
    blocks = lines + section
    assert len(labels(*blocks)) == 16
    found = labels(*blocks, cuts=choose_cuts(blocks, valley=True))
    assert [len(texts) for _, texts in found] == [8, 8]


def test_lines_that_touch_are_still_cut() -> None:
    blocks = [block("x" * 20, 50, 600 - 10 * i, 150, 611 - 10 * i) for i in range(4)]
    assert [len(found) for found in cut_lines(blocks)] == [1, 1, 1, 1]


def test_superscripts_and_tall_brackets_stay_in_their_line() -> None:
    upper, lower = line("upper text", 50, 612), line("lower text", 50, 600)
    script = block("2", 101, 617, 104, 623)
    bracket = block("(", 40, 590, 45, 625)
    found = [[b.text for b in blocks] for blocks in cut_lines([upper, lower, script, bracket])]
    assert found[0][:1] == ["upper text"]
    assert "2" in found[0]
    assert len(found) == 2


def words(*places: tuple[str, float]) -> list[Token]:
    return [Token(text, x, x + 5 * len(text)) for text, x in places]


def test_the_number_of_an_example_is_not_counted() -> None:
    upper = words(("(1)", 50), ("Ma", 80), ("tulip", 120))
    lower = words(("I", 80), ("flower", 120))
    assert tab_score(upper, lower, 5.0) == 1.0


def test_the_score_counts_shared_columns() -> None:
    upper = words(("a", 50), ("b", 80), ("c", 120), ("d", 150), ("e", 180))
    assert tab_score(upper, words(("a", 50), ("b", 80), ("c", 121)), 5.0) == pytest.approx(0.6)
    assert tab_score(upper, words(("a", 50), ("x", 70)), 5.0) == pytest.approx(0.2)


def test_at_the_threshold_lines_are_a_group_and_stay_aligned() -> None:
    upper = words(("a", 50), ("bb", 80), ("c", 120), ("d", 150), ("e", 180))
    lower = words(("longword", 50), ("b", 80), ("c", 120))
    grouped = respace([upper, lower], 50)
    assert [r.group for r in grouped] == [1, 1]
    assert grouped[1].tab_score == pytest.approx(0.6)
    assert grouped[0].text.index("bb") == grouped[1].text.index("b")
    assert grouped[0].text.index("c") == grouped[1].text.index("c")
    below = respace([upper, words(("a", 50), ("b", 80), ("x", 135))], 50)
    assert [r.group for r in below] == [0, 0]


def test_prose_has_single_spaces_and_keeps_its_indent() -> None:
    (found,) = respace([words(("One", 70), ("two", 89), ("three", 108))], 50)
    assert found.text == "    One two three"


def test_a_change_of_font_does_not_end_a_word() -> None:
    blocks = [line("3sg", 50, 600), line("-fall-", 65, 600), line("fut then", 95, 600)]
    assert [t.text for t in split_tokens(blocks)] == ["3sg-fall-fut", "then"]
