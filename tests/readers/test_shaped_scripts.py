"""Devanagari and Thai: letters in the order of typing, though their glyphs are drawn otherwise."""

from __future__ import annotations

import pytest

from pdfbot.model import Font
from pdfbot.readers.shaped_scripts import (
    SHAPED_WORD_GAP,
    is_in_drawing_order,
    join_vowels,
    put_in_order,
    stand_in,
)
from pdfbot.readers.text_runs import RunBuilder, Style

EM = 10.0
STYLE = Style(Font("Test", EM), 100.0, "#000000", 0.0, "", 7.5, -2.2)
RAISED = Style(Font("Test", EM), 102.0, "#000000", 0.0, "", 7.5, -2.2)


@pytest.mark.parametrize(
    ("page", "drawn"),
    [("यह िनयम", True), ("िनयम", True), ("नियम कि", False), ("plain text", False)],
)
def test_vowel_sign_without_a_letter_before_it_shows_the_drawing_order(
    page: str, drawn: bool
) -> None:
    assert is_in_drawing_order(page) is drawn


def test_vowel_sign_i_follows_the_whole_cluster_it_is_drawn_before() -> None:
    early = stand_in("ि", is_inside=False)
    assert put_in_order(f"{early}नयम") == "नियम"
    assert put_in_order(f"अ{early}न्तम") == "अन्तिम"


def test_ra_above_a_syllable_comes_before_it() -> None:
    late = stand_in("र", is_inside=True)
    assert put_in_order(f"धम{late}्") == "धर्म"
    assert put_in_order("राजा") == "राजा"
    assert stand_in("र", is_inside=False) == "र"


def test_thai_tone_mark_goes_to_its_letter_though_it_comes_later_and_raised() -> None:
    runs = RunBuilder()
    for index, letter in enumerate("ไดแก"):
        runs.add(letter, 50 + 6.0 * index, 55 + 6.0 * index, STYLE)
    runs.add("้", 57, 60, RAISED)
    runs.add("่", 69, 72, RAISED)
    runs.flush()
    (block,) = runs.blocks
    assert block.text == "ได้แก่"
    assert len(block.edges) == len(block.text) + 1


def test_letter_of_a_raised_cluster_stays_in_its_run() -> None:
    """Both are in one object of the file, whose baseline is that of the mark."""
    runs = RunBuilder()
    for letter, left in [("د", 60), ("ج", 65)]:
        runs.add(letter, left, left + 5, STYLE)
    runs.add("\u064b", 57, 60, RAISED)
    runs.add("ا", 57, 60, RAISED)
    runs.flush()
    assert [block.text for block in runs.blocks] == ["جدا\u064b"]


def test_overlapping_vowel_signs_stay_in_their_run() -> None:
    runs = RunBuilder()
    for letter, left, right in [("क", 50, 56), ("ी", 49.5, 60), ("र", 57, 62)]:
        runs.add(letter, left, right, STYLE)
    runs.flush()
    assert [block.text for block in runs.blocks] == ["कीर"]


def test_no_space_between_han_characters_that_are_justified() -> None:
    runs = RunBuilder()
    runs.add("中", 50, 59, STYLE)
    runs.add("文", 62, 71, STYLE)
    runs.add("A", 73, 79, STYLE)
    runs.flush()
    assert [block.text for block in runs.blocks] == ["中文 A"]


def test_vowel_of_two_signs_becomes_one_letter() -> None:
    text, edges = join_vowels("का\u0947 आ\u0947", [0.0, 5.0, 8.0, 8.0, 10.0, 15.0, 15.0])
    assert text == "को ओ"
    assert edges == [0.0, 5.0, 8.0, 10.0, 15.0]


@pytest.mark.parametrize(
    ("gap", "text"), [(SHAPED_WORD_GAP + 0.01, "के वह"), (SHAPED_WORD_GAP - 0.01, "केवह")]
)
def test_narrow_gap_shows_a_word_of_devanagari_whose_letters_touch(gap: float, text: str) -> None:
    runs = RunBuilder()
    left = 56 + gap * EM
    for letter, start, end in [("क", 50, 56), ("े", 50, 56), ("व", left, left + 6)]:
        runs.add(letter, start, end, STYLE)
    runs.add("ह", left + 6, left + 12, STYLE)
    runs.flush()
    assert [block.text for block in runs.blocks] == [text]
