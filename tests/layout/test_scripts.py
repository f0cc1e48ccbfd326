"""Parts of inline fractions go to their line, and stacked scripts are read from the top."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.model import TextBlock

from ..builders import SENTENCE, block, lay_out_blocks


def lines_with(*blocks: TextBlock, pitch: float = 12, room_end: float = 122) -> list[str]:
    """Lines of text and, at 652, one with room for a fraction between 110 and 120."""
    body = [block(SENTENCE, 60, 652 + pitch * (4 - i), right=360) for i in range(4)]
    room = [block("the power", 60, 652, right=109), block("of it all,", room_end, 652, right=360)]
    below = [block(SENTENCE, 60, 652 - pitch * (i + 1), right=360) for i in range(4)]
    page = lay_out_blocks(*body, *room, *below, *blocks, columns=1)
    return [line.text for line in page.lines]


def script(text: str, left: float, baseline: float, right: float) -> TextBlock:
    return block(text, left, baseline, right=right, size=5)


def test_fraction_in_an_exponent_belongs_to_its_line() -> None:
    found = lines_with(script("um", 110, 659, 118), script("k", 112, 653, 115))
    assert found == [SENTENCE] * 4 + ["the powerumk of it all,"] + [SENTENCE] * 4


@pytest.mark.parametrize("near", ["above", "below"])
def test_part_of_a_fraction_belongs_to_the_line_of_the_other(near: str) -> None:
    """The shorter part is further from the text before it."""
    high, low = (659, 653) if near == "above" else (653, 659)
    found = lines_with(script("umm", 110, high, 121), script("k", 115.5, low, 118.5))
    assert len(found) == 9


@pytest.mark.parametrize(
    ("left", "baseline"),
    [
        pytest.param(140, 659, id="above the line's own text"),
        pytest.param(116, 659, id="away from the text before it"),
    ],
)
def test_script_without_room_in_a_line_is_a_line_of_its_own(left: float, baseline: float) -> None:
    assert "um" in lines_with(script("um", left, baseline, left + 8))


FRACTION = (
    block("c", 114.5, 658.6, right=118.6, size=7.5),
    block("9", 118.8, 662, right=122.6, size=6),
    block("M", 118.8, 655.7, right=123.9, size=6),
    block("b", 114.8, 646.3, right=119.6, size=7.5),
    block("S", 119.8, 649.6, right=123.6, size=6),
    block("7", 119.8, 643.5, right=123.6, size=6),
)


def test_scripts_of_the_parts_of_a_fraction_go_to_its_line_with_them() -> None:
    """Each part is a row with its scripts, which are further from the text."""
    found = lines_with(*FRACTION, pitch=20, room_end=128)
    assert len(found) == 9
    assert sorted(found[4]) == sorted("the power c9MbS7 of it all,")


def test_index_of_a_denominator_goes_to_its_line() -> None:
    """It is lower than any script of the line itself."""
    above, below = script("cc", 110, 659, 118), block("b", 110, 648, right=114.5, size=7)
    upper = script("a", 114.7, 651, 117)
    found = lines_with(above, below, upper, script("8", 114.7, 645.4, 117), pitch=18)
    assert len(found) == 9


def test_text_of_nearly_the_same_size_is_not_a_script() -> None:
    assert "um" in lines_with(block("um", 110, 659, right=118, size=9))


def test_root_sign_belongs_to_its_line() -> None:
    """It hangs from a baseline of its own, far above, and may be larger than the text."""
    assert "the power √of it all," in lines_with(block("√", 112, 660, right=122, size=10.5))


def read(*blocks: TextBlock) -> str:
    return build_line("p1.c1.l1", 1, 1, [block("c", 0, 0, right=5), *blocks]).text


def test_superscript_is_read_before_the_subscript_below_it() -> None:
    upper = script("std", 5.2, 4, 11)
    lower = [script("m", 5, -3, 8), script(",", 8, -3, 9), script("nk", 9, -3, 14)]
    assert read(upper, *lower) == "cstdm,nk"


def test_scripts_of_a_script_are_read_after_it() -> None:
    """In "c" to the power "ab" with the scripts "i" and "2" of b, the pair is its own stack."""
    parts = [script("a", 5, 4, 8), script("b", 8, 4, 11)]
    assert read(*parts, script("i", 10.6, 3, 12), script("2", 10.6, 6, 13)) == "cab2i"


def test_wide_script_is_not_stacked_with_one_at_its_end() -> None:
    parts = [script("mnk", 5, -3, 15), script("2", 13, 4, 16)]
    assert read(*parts) == "cmnk2"
