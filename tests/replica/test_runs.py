"""Characters to blocks: word spaces, ends of runs, ligatures and accents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.model import Font, TextBlock
from pdfbot.replica.runs import REAL_SPACE, SEEN_SPACE, RunBuilder, Style, compose, plain

EM = 10.0
STYLE = Style(Font("Serif", EM), 100.0, "#000000", 0.0, "", 7.5, -2.2)


def built(*glyphs: tuple[str, float, float], style: Style = STYLE) -> list[TextBlock]:
    runs = RunBuilder()
    for text, left, right in glyphs:
        runs.add(text, left, right, style)
    runs.flush()
    return runs.blocks


def texts(blocks: list[TextBlock]) -> list[str]:
    return [block.text for block in blocks]


def pair(gap: float, seen: float | None = None) -> list[str]:
    """Two letters with a gap between, in ems; `seen` is the least gap of a space in the file."""
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    if seen is not None:
        runs.space(seen)
    runs.add("b", 5 + gap * EM, 10 + gap * EM, STYLE)
    runs.flush()
    return texts(runs.blocks)


@pytest.mark.parametrize(
    ("gap", "found"),
    [
        (0.0, ["ab"]),
        (0.11, ["ab"]),
        (0.12, ["a b"]),
        (0.75, ["a b"]),
        (0.76, ["a", "b"]),
        (-0.34, ["ab"]),
        (-0.36, ["a", "b"]),
    ],
)
def test_gaps(gap: float, found: list[str]) -> None:
    assert pair(gap) == found


Glyph = tuple[str, float, float]
LINES: list[list[Glyph]] = [
    [("a", 0, 5), ("b", 5, 10), ("c", 10, 15), (",", 15, 17), ("d", 17, 22)],
    [("a", 0, 5), (" ", 5, 7.5), ("b", 7.5, 12), (" ", 12, 12), ("c", 12.6, 17), ("d", 17, 20)],
    [("a", 0, 5), (" ", 5, 5), ("b", 5.3, 9), (" ", 9, 10), ("c", 9, 14), ("d", 30, 35)],
    [("a", 0, 5), ("b", 4, 9), ("c", 3.9, 9), ("d", 10.5, 15), ("e", 5, 9), ("g", 9, 14)],
    [("a", 0, 5), (" ", 5, 8), (" ", 8, 8), ("o", 8.4, 12), ("f", 12, 16), ("i", 14.5, 17)],
    [("a", 0, 5), ("(", 5, 8), ("x", 8, 13), ("+", 13, 18), ("y", 18, 23), (" ", 23, 25)],
]


@pytest.mark.parametrize("glyphs", LINES)
def test_letters_that_follow_are_added_as_one_by_one(glyphs: list[Glyph]) -> None:
    """`follow` takes what it can, `add` the rest: the blocks are the same."""
    one_by_one, runs = RunBuilder(), RunBuilder()
    for text, left, right in glyphs:
        if text == " ":
            one_by_one.space(REAL_SPACE if right > left else SEEN_SPACE)
        else:
            one_by_one.add(text, left, right, STYLE)
    chars = "".join(text for text, _, _ in glyphs)
    lefts, rights = [left for _, left, _ in glyphs], [right for _, _, right in glyphs]
    index = 0
    while index < len(chars):
        if chars[index] == " ":
            runs.space(REAL_SPACE if rights[index] > lefts[index] else SEEN_SPACE)
        else:
            runs.add(chars[index], lefts[index], rights[index], STYLE)
        index = runs.follow(chars, lefts, rights, index + 1, len(chars))
    for built_one in (one_by_one, runs):
        built_one.flush()
    assert runs.blocks == one_by_one.blocks


def test_most_letters_are_followed() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    lefts, rights = [0.0, 5.0, 10.0, 13.0, 18.0], [5.0, 10.0, 12.0, 18.0, 22.0]
    assert runs.follow("ab cf", lefts, rights, 1, 5) == 4
    assert RunBuilder().follow("ab", lefts, rights, 0, 2) == 0


def test_a_space_in_the_file_needs_less_of_a_gap() -> None:
    assert pair(0.04, seen=0.0) == ["a b"]
    assert pair(0.04, seen=0.05) == ["ab"]
    assert pair(0.06, seen=0.05) == ["a b"]


def test_a_space_without_any_gap_is_none() -> None:
    assert pair(0.0, seen=0.0) == ["ab"]


def test_a_block_ends_with_its_style() -> None:
    for other in (
        replace(STYLE, font=Font("Sans", EM)),
        replace(STYLE, baseline=104.0),
        replace(STYLE, colour="#ff0000"),
        replace(STYLE, hidden="invisible"),
        replace(STYLE, rotation=90.0),
    ):
        runs = RunBuilder()
        runs.add("a", 0, 5, STYLE)
        runs.add("b", 5, 10, other)
        runs.flush()
        assert texts(runs.blocks) == ["a", "b"]


def test_an_equal_style_goes_on() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    runs.add("b", 5, 10, replace(STYLE, baseline=100.05))
    runs.flush()
    assert texts(runs.blocks) == ["ab"]


def test_the_box_and_the_edges() -> None:
    (block,) = built(("a", 0, 5), ("b", 7, 12))
    assert block.text == "a b"
    assert list(block.edges) == [0, 5, 7, 12]
    assert (block.box.left, block.box.bottom, block.box.right, block.box.top) == (
        0,
        97.8,
        12,
        107.5,
    )


def test_a_ligature_shares_its_width() -> None:
    (block,) = built(("ffi", 0, 9), ("x", 9, 14))
    assert (block.text, list(block.edges)) == ("ffix", [0, 3, 6, 9, 14])


def test_a_ligature_that_came_as_several_characters_in_one_place() -> None:
    (block,) = built(("o", 0, 5), ("f", 5, 11), ("f", 5, 11), ("i", 5, 11), ("x", 11, 16))
    assert (block.text, list(block.edges)) == ("offix", [0, 5, 7, 9, 11, 16])


@pytest.mark.parametrize(
    ("glyphs", "text"),
    [
        ([("´", 0.5, 3.8), ("e", 0, 5)], "é"),
        ([("e", 0, 5), ("´", 0.5, 3.8)], "é"),
        ([("¨", 0, 4), ("ı", 0.5, 3.3)], "ï"),
        ([("¸", 0.5, 3.8), ("c", 0, 5)], "ç"),
        ([("e", 0, 5), ("´", 5, 8)], "e´"),
        ([("e", 0, 5), ("x", 0.5, 3.8)], "ex"),
    ],
    ids=["before", "behind", "dotless", "under", "beside", "no accent"],
)
def test_accents_typed_as_glyphs_of_their_own(
    glyphs: list[tuple[str, float, float]], text: str
) -> None:
    assert "".join(texts(built(*glyphs))) == text


def test_an_accent_leaves_no_space_behind_its_letter() -> None:
    (block,) = built(("´", 1, 4), ("e", 0, 5), ("t", 5, 8))
    assert (block.text, list(block.edges)) == ("ét", [0, 5, 8])


def test_a_glyph_without_a_letter_takes_its_place() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    runs.skip(5, 10)
    runs.add("b", 10, 15, STYLE)
    runs.flush()
    assert texts(runs.blocks) == ["ab"]


@pytest.mark.parametrize(("gap", "text"), [(0.0, "oftfa"), (0.03, "oftf a")])
def test_an_f_leans_over_its_width(gap: float, text: str) -> None:
    """Its ink nearly reaches the next word: the usual step behind an f tells that one begins."""
    steps: dict[str, tuple[float, int]] = {}
    runs = RunBuilder(steps)
    for char, left, right in [("o", 0, 5), ("f", 5, 8), ("t", 8, 11), ("f", 11, 16.5)]:
        runs.add(char, left, right, STYLE)
    runs.add("a", 16.5 + gap * EM, 21.5, STYLE)
    runs.flush()
    assert texts(runs.blocks) == [text]
    total, count = steps["Serif"]
    assert (round(total, 6), count) == (0.3, 1)


def test_turned_text_has_an_upright_box() -> None:
    (block,) = built(("a", 0, 5), ("b", 5, 10), style=replace(STYLE, rotation=90.0))
    box = block.box
    assert (box.left, box.right) == pytest.approx((-107.5, -97.8))
    assert (box.bottom, box.top) == pytest.approx((0, 10))


def test_nothing_makes_no_block() -> None:
    runs = RunBuilder()
    runs.space()
    runs.skip(0, 5)
    runs.flush()
    assert runs.blocks == []


@pytest.mark.parametrize(
    ("char", "text"),
    [
        ("a", "a"),
        ("é", "é"),
        ("\ufb01", "fi"),
        ("\ufb03", "ffi"),
        ("\u00ad", "-"),
        ("\u2010", "-"),
        ("\u00a0", " "),
        ("\u2009", " "),
        ("\u200b", ""),
        ("\ufeff", ""),
        ("\x07", ""),
        ("\x85", ""),
        ("\U0001d465", "x"),
        ("\u2013", "–"),
        ("ј", "ј"),
    ],
)
def test_plain_characters(char: str, text: str) -> None:
    assert plain(ord(char)) == text


@pytest.mark.parametrize(
    ("letter", "accent", "whole"),
    [
        ("e", "´", "é"),
        ("o", "¨", "ö"),
        ("ı", "¨", "ï"),
        ("C", "ˇ", "Č"),
        ("Z", "˙", "Ż"),
        ("a", "\u0301", "á"),
        ("q", "´", None),
        ("1", "´", None),
        ("e", "x", None),
    ],
)
def test_composed_letters(letter: str, accent: str, whole: str | None) -> None:
    assert compose(letter, accent) == whole
