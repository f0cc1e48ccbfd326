"""The widest gap of a line: between cells, but not between the words of a justified line."""

from __future__ import annotations

import pytest

from pdfbot.layout.word_gaps import MAX_GAP_SPREAD, widest_gap
from pdfbot.model import TextBlock

from ..builders import EM, block

LEFT, RIGHT = 50.0, 290.0


def line(
    *words: str, indent: float = 0.0, slack: float = 0.0, uneven: float = 0.0
) -> list[TextBlock]:
    """Words of 40 points from the left edge to the right one; all lengths in ems."""
    first, last = LEFT + indent * EM, RIGHT - slack * EM
    gap = (last - first - 40.0 * len(words)) / max(len(words) - 1, 1)
    starts = [first + i * (40.0 + gap) for i in range(len(words))]
    if len(words) > 2:
        starts[1] += uneven * EM / 2
    return [block(word, x, 100.0, right=x + 40.0) for word, x in zip(words, starts, strict=True)]


def measured(blocks: list[TextBlock]) -> float:
    return widest_gap(blocks, LEFT, RIGHT, EM)


def test_line_of_one_block_has_no_gap() -> None:
    assert measured(line("Mills")) == 0.0


def test_equal_gaps_of_a_full_line_are_word_spaces() -> None:
    assert measured(line("Mills", "grind", "sacks")) == 0.0
    assert measured(line("Mills", "grind", "sacks", indent=1.5)) == 0.0


def test_cells_are_told_by_unequal_gaps() -> None:
    assert measured(line("Mills", "grind", "sacks", uneven=0.9 * MAX_GAP_SPREAD)) == 0.0
    assert measured(line("Mills", "grind", "sacks", uneven=1.1 * MAX_GAP_SPREAD)) > 5 * EM


@pytest.mark.parametrize("edges", [{"slack": 1.0}, {"indent": 4.0}])
def test_equal_gaps_away_from_the_edges_are_between_cells(edges: dict[str, float]) -> None:
    assert measured(line("Mills", "grind", "sacks", **edges)) > 3 * EM


def test_cells_of_several_words_are_cells() -> None:
    assert measured(line("The mill", "The sack", "The flour")) == pytest.approx(60.0)


def test_two_words_may_be_cells_but_thai_has_few_spaces() -> None:
    assert measured(line("Mills", "grind")) == pytest.approx(160.0)
    assert measured(line("ทุกคนมีสิทธิ", "และเสรีภาพ")) == 0.0


def test_blocks_that_touch_are_one_word() -> None:
    blocks = line("Mills", "grind", "sacks")
    comma = block(",", blocks[1].box.right, 100.0, right=blocks[1].box.right + 0.5)
    assert measured([*blocks, comma]) == 0.0
