"""Raised and lowered characters of a line, found by size and baseline."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_builder import build_line
from pdfbot.layout.script_ranges import (
    MAX_SCRIPT_SHIFT,
    MAX_SCRIPT_SIZE,
    MIN_OPPOSITE_SHIFT,
    MIN_SHIFT,
    find_scripts,
)
from pdfbot.model import Line
from pdfbot.notation import Script, write_scripts
from tests.builders import EM, block


def line(*pieces: tuple[str, float, float]) -> Line:
    """Pieces of text one after the other, each with its size and its rise, both in ems."""
    blocks, left = [], 0.0
    for text, size, rise in pieces:
        found = block(text, left, 100 + rise * EM, size=size * EM)
        blocks.append(found)
        left = found.box.right
    return build_line("p1.c1.l1", 1, 1, blocks)


def written(*pieces: tuple[str, float, float]) -> str:
    found = line(*pieces)
    return write_scripts(found.text, find_scripts(found), "tex")


def test_line_in_one_size_has_no_scripts() -> None:
    assert find_scripts(line(("plain text", 1, 0))) == ()


def test_raised_and_lowered_blocks_are_ranges_of_the_text() -> None:
    found = line(("about 10", 1, 0), ("−3", 0.7, 0.35), (" m of H", 1, 0), ("2", 0.7, -0.15))
    assert find_scripts(found) == (Script("raised", 8, 10), Script("lowered", 17, 18))


def test_neighbouring_blocks_at_one_height_are_one_script() -> None:
    assert written(("some x", 1, 0), ("−", 0.7, 0.35), ("1", 0.7, 0.36)) == "some x^{−1}"


def test_spaces_around_a_script_do_not_belong_to_it() -> None:
    """Some files set them in its size."""
    pieces = (("samples m", 1, 0), ("i ", 0.7, -0.15), ("t of", 1, 0), (" 2", 0.7, 0.35))
    assert written(*pieces) == "samples m_{i} t of ^{2}"
    assert find_scripts(line(("samples m", 1, 0), (" ", 0.7, -0.15), ("t", 1, 0))) == ()


def test_smaller_script_beside_a_script_belongs_to_it() -> None:
    pieces = (("the field F", 1, 0), ("p", 0.7, -0.15), ("m", 0.5, 0.1), (" is", 1, 0))
    assert written(*pieces) == "the field F_{p^{m}} is"


def test_script_goes_on_after_the_one_inside_it() -> None:
    pieces = (("the field F", 1, 0), ("p", 0.7, -0.15), ("m", 0.5, 0.1), ("+1", 0.7, -0.15))
    assert written(*pieces) == "the field F_{p^{m}+1}"


def test_script_of_the_other_kind_ends_the_first() -> None:
    pieces = (("radius R", 1, 0), ("0", 0.7, -0.2), ("3", 0.7, 0.4))
    assert written(*pieces) == "radius R_{0}^{3}"


def test_smaller_script_below_the_line_is_not_inside_a_raised_one() -> None:
    assert written(("ion PF", 1, 0), ("−", 0.8, 0.37), ("6", 0.67, -0.17)) == "ion PF_{6}^{−}"


@pytest.mark.parametrize(
    ("rise", "expected"),
    [
        (MIN_OPPOSITE_SHIFT - 0.01, "carbonate CO_{3^{2}}"),
        (MIN_OPPOSITE_SHIFT + 0.01, "carbonate CO_{3}^{2}"),
    ],
)
def test_smaller_script_of_the_other_kind_belongs_to_the_line(rise: float, expected: str) -> None:
    pieces = (("carbonate CO", 1, 0), ("3", 0.67, -0.17), ("2", 0.55, rise))
    assert written(*pieces) == expected


@pytest.mark.parametrize(("size", "count"), [(MAX_SCRIPT_SIZE, 1), (MAX_SCRIPT_SIZE + 0.01, 0)])
def test_script_is_smaller_than_its_line(size: float, count: int) -> None:
    assert len(find_scripts(line(("some text", 1, 0), ("2", size, 0.3)))) == count


@pytest.mark.parametrize(
    ("rise", "count"),
    [
        (MIN_SHIFT - 0.01, 0),
        (MIN_SHIFT + 0.01, 1),
        (MAX_SCRIPT_SHIFT - 0.01, 1),
        (MAX_SCRIPT_SHIFT + 0.01, 0),
    ],
)
def test_script_is_shifted_but_not_too_far(rise: float, count: int) -> None:
    assert len(find_scripts(line(("some text", 1, 0), ("2", 0.7, rise)))) == count


def test_small_capitals_on_the_baseline_are_no_scripts() -> None:
    assert written(("the N", 1, 0), ("ASA", 0.75, 0), (" data", 1, 0)) == "the NASA data"
