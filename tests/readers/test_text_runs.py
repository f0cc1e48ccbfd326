"""Characters to blocks: word spaces, ends of blocks, ligatures and accents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.model import Font, TextBlock
from pdfbot.readers.letters import PLAIN_LETTERS, compose, plain_text
from pdfbot.readers.text_runs import (
    ENCODED_SPACE,
    GUESSED_SPACE,
    WORD_GAP,
    RunBuilder,
    Style,
)

EM = 10.0
STYLE = Style(Font("Serif", EM), 100.0, "#000000", 0.0, "", 7.5, -2.2)


def build(*glyphs: tuple[str, float, float], style: Style = STYLE) -> list[TextBlock]:
    runs = RunBuilder()
    for text, left, right in glyphs:
        runs.add(text, left, right, style)
    runs.flush()
    return runs.blocks


def texts(blocks: list[TextBlock]) -> list[str]:
    return [block.text for block in blocks]


def pair(gap: float, min_gap: float | None = None) -> list[str]:
    """Two letters with a gap between, in ems; `min_gap` is that of a space between them."""
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    if min_gap is not None:
        runs.space(min_gap)
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
def test_gap_joins_letters_or_separates_words_or_blocks(gap: float, found: list[str]) -> None:
    assert pair(gap) == found


Glyph = tuple[str, float, float]
LINES: list[list[Glyph]] = [
    [("a", 0, 5), ("b", 5, 10), ("c", 10, 15), (",", 15, 17), ("d", 17, 22)],
    [("a", 0, 5), (" ", 5, 7.5), ("b", 7.5, 12), (" ", 12, 12), ("c", 12.6, 17), ("d", 17, 20)],
    [("a", 0, 5), (" ", 5, 5), ("b", 5.3, 9), (" ", 9, 10), ("c", 9, 14), ("d", 30, 35)],
    [("a", 0, 5), ("b", 4, 9), ("c", 3.9, 9), ("d", 10.5, 15), ("e", 5, 9), ("g", 9, 14)],
    [("a", 0, 5), (" ", 5, 8), (" ", 8, 8), ("o", 8.4, 12), ("f", 12, 16), ("i", 14.5, 17)],
    [("a", 0, 5), ("(", 5, 8), ("x", 8, 13), ("+", 13, 18), ("y", 18, 23), (" ", 23, 25)],
    [("o", 0, 5), ("f", 5, 9), ("i", 8, 10), ("f", 10, 14), ("a", 14.5, 19), ("b", 21, 25)],
    [("f", 0, 4), ("f", 3, 7), (" ", 7, 9), ("a", 9, 14), ("f", 14, 22), ("x", 22, 27)],
    [("f", 0, 4), ("l", 0, 4), ("a", 4, 9), ("'", 7, 9), ("s", 9, 13), ("~", 9, 13), ("u", 9, 13)],
    [
        ("a", 0, 5),
        ("%", 5, 13),
        ("/", 16, 18),
        ('"', 9, 13),
        ("b", 13, 18),
        ("f", 18, 29),
        ("a", 26, 31),
    ],
]


@pytest.mark.parametrize("glyphs", LINES)
def test_follow_gives_the_same_blocks_as_add_alone(glyphs: list[Glyph]) -> None:
    """`follow` takes what it can, `add` the rest."""
    one_by_one, runs = RunBuilder(), RunBuilder()
    for text, left, right in glyphs:
        if text == " ":
            one_by_one.space(ENCODED_SPACE if right > left else GUESSED_SPACE)
        else:
            one_by_one.add(text, left, right, STYLE)
    chars = "".join(text for text, _, _ in glyphs)
    lefts, rights = [left for _, left, _ in glyphs], [right for _, _, right in glyphs]
    index = 0
    while index < len(chars):
        if chars[index] == " ":
            runs.space(ENCODED_SPACE if rights[index] > lefts[index] else GUESSED_SPACE)
        else:
            runs.add(chars[index], lefts[index], rights[index], STYLE)
        index = runs.follow(chars, lefts, rights, index + 1, len(chars), STYLE)
    one_by_one.flush()
    runs.flush()
    assert runs.blocks == one_by_one.blocks


def test_follow_stops_at_other_letters_than_it_is_given() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    lefts, rights = [0.0, 5.0, 10.0, 13.0, 18.0], [5.0, 10.0, 12.0, 18.0, 22.0]
    assert runs.follow("ab c^", lefts, rights, 1, 5, STYLE) == 4
    assert runs.follow("ab cf", lefts, rights, 4, 5, STYLE, PLAIN_LETTERS) == 4
    assert runs.follow("ab cf", lefts, rights, 4, 5, STYLE) == 5
    assert RunBuilder().follow("ab", lefts, rights, 0, 2, STYLE) == 0


def test_space_in_the_file_needs_a_smaller_gap() -> None:
    assert pair(0.04, min_gap=0.0) == ["a b"]
    assert pair(0.04, min_gap=0.05) == ["ab"]
    assert pair(0.06, min_gap=0.05) == ["a b"]


def test_space_in_the_file_without_a_gap_is_ignored() -> None:
    assert pair(0.0, min_gap=0.0) == ["ab"]


def test_change_of_style_ends_the_block() -> None:
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


def test_equal_style_continues_the_block() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    runs.add("b", 5, 10, replace(STYLE, baseline=100.05))
    runs.flush()
    assert texts(runs.blocks) == ["ab"]


@pytest.mark.parametrize(("gap", "text"), [(1, "ab"), (3, "a b")])
def test_space_before_a_skipped_glyph_stays(gap: float, text: str) -> None:
    """A root or an operator after a word."""
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    runs.skip(5 + gap, 15)
    runs.add("b", 15, 20, STYLE)
    runs.flush()
    assert texts(runs.blocks) == [text]


def test_block_has_box_and_edges() -> None:
    (block,) = build(("a", 0, 5), ("b", 7, 12))
    assert block.text == "a b"
    assert list(block.edges) == [0, 5, 7, 12]
    assert (block.box.left, block.box.bottom, block.box.right, block.box.top) == (
        0,
        97.8,
        12,
        107.5,
    )


def test_letters_of_a_ligature_share_its_width() -> None:
    (block,) = build(("ffi", 0, 9), ("x", 9, 14))
    assert (block.text, list(block.edges)) == ("ffix", [0, 3, 6, 9, 14])


def test_ligature_given_as_several_characters_in_one_place_is_split() -> None:
    (block,) = build(("o", 0, 5), ("f", 5, 11), ("f", 5, 11), ("i", 5, 11), ("x", 11, 16))
    assert (block.text, list(block.edges)) == ("offix", [0, 5, 7, 9, 11, 16])


@pytest.mark.parametrize(
    ("glyphs", "text"),
    [
        ([("´", 0.5, 3.8), ("e", 0, 5)], "é"),
        ([("e", 0, 5), ("´", 0.5, 3.8)], "é"),
        ([("¨", 0, 4), ("ı", 0.5, 3.3)], "ï"),
        ([("¸", 0.5, 3.8), ("c", 0, 5)], "ç"),
        ([("ˆ", 1.2, 3.9), ("0", 0.4, 4.8)], "0\u0302"),
        ([("e", 0, 5), ("´", 5, 8)], "e´"),
        ([("e", 0, 5), ("x", 0.5, 3.8)], "ex"),
    ],
    ids=["before", "after", "dotless", "below", "on a digit", "beside", "no accent"],
)
def test_separate_accents_combine_with_their_letter(
    glyphs: list[tuple[str, float, float]], text: str
) -> None:
    assert "".join(texts(build(*glyphs))) == text


@pytest.mark.parametrize(
    ("accent", "left", "rise", "found"),
    [
        ("¨", 14, 2.5, ["de Äther"]),
        ("¨", 14, 5.0, ["de Ather", "¨"]),
        ("¨", 14, -2.5, ["de Ather", "¨"]),
        ("¨", 5, 2.5, ["de Ather", "¨"]),
        ("¨", 5, 0.0, ["dë Ather"]),
        ("¨", 5, 0.9, ["dë Ather"]),
        ("+", 14, 2.5, ["de Ather", "+"]),
    ],
    ids=[
        "above",
        "too high",
        "below",
        "too high for a small letter",
        "on a small letter",
        "over it",
        "no accent",
    ],
)
def test_accent_behind_its_line_is_put_on_its_letter(
    accent: str, left: float, rise: float, found: list[str]
) -> None:
    """TeX raises it, so that it is a line of its own."""
    runs = RunBuilder()
    for at, letter in enumerate("de"):
        runs.add(letter, 5.0 * at, 5.0 * at + 5, STYLE)
    for at, letter in enumerate("Ather"):
        runs.add(letter, 13 + 5.0 * at, 18 + 5.0 * at, STYLE)
    runs.add(accent, left, left + 3.3, replace(STYLE, baseline=STYLE.baseline + rise))
    runs.flush()
    assert texts(runs.blocks) == found


def test_accent_is_put_on_a_capital_of_any_block_of_its_line() -> None:
    raised = replace(STYLE, baseline=STYLE.baseline + 2.5)
    runs = RunBuilder()
    for text, left, style in (("O", 0, STYLE), ("x", 50, STYLE), ("¨", 1, raised)):
        runs.add(text, left, left + 5, style)
    runs.flush()
    assert texts(runs.blocks) == ["Ö", "x"]


@pytest.mark.parametrize(("size", "found"), [(10.0, ["Å", "x"]), (7.0, ["A", "x", "˚"])])
def test_accent_of_another_font_is_put_on_a_letter_of_its_size(
    size: float, found: list[str]
) -> None:
    other = replace(STYLE, font=replace(STYLE.font, family="Accents", size=size))
    runs = RunBuilder()
    runs.add("A", 0, 7, STYLE)
    runs.add("x", 50, 55, STYLE)
    runs.add("˚", 2, 5, other)
    runs.flush()
    assert texts(runs.blocks) == found


def test_accent_leaves_no_space_after_its_letter() -> None:
    (block,) = build(("´", 1, 4), ("e", 0, 5), ("t", 5, 8))
    assert (block.text, list(block.edges)) == ("ét", [0, 5, 8])


def test_skipped_glyph_leaves_no_space() -> None:
    runs = RunBuilder()
    runs.add("a", 0, 5, STYLE)
    runs.skip(5, 10)
    runs.add("b", 10, 15, STYLE)
    runs.flush()
    assert texts(runs.blocks) == ["ab"]


@pytest.mark.parametrize(("gap", "text"), [(0.0, "oftfa"), (0.03, "oftf a")])
def test_space_after_an_overhanging_f_is_found_by_its_average_advance(
    gap: float, text: str
) -> None:
    """The ink of an f nearly reaches the next word."""
    advances: dict[str, tuple[float, int]] = {}
    runs = RunBuilder(advances)
    for char, left, right in [("o", 0, 5), ("f", 5, 8), ("t", 8, 11), ("f", 11, 16.5)]:
        runs.add(char, left, right, STYLE)
    runs.add("a", 16.5 + gap * EM, 21.5, STYLE)
    runs.flush()
    assert texts(runs.blocks) == [text]
    total, count = advances["Serif"]
    assert (round(total, 6), count) == (0.3, 1)


@pytest.mark.parametrize(("space", "text"), [(GUESSED_SPACE, "of f"), (None, "off")])
def test_space_between_two_f_whose_ink_overlaps_is_kept(space: float | None, text: str) -> None:
    """Both overhang it, as in "of finite" in italics."""
    runs = RunBuilder({"Serif": (4.5, 10)})
    runs.add("o", 0, 5, STYLE)
    runs.add("f", 3.5, 9.2, STYLE)
    if space is not None:
        runs.space(space)
    runs.add("f", 8.9, 14.6, STYLE)
    runs.flush()
    assert texts(runs.blocks) == [text]


def test_run_knows_whether_it_ends_with_f() -> None:
    runs = RunBuilder()
    assert not runs.ends_with_f
    runs.add("f", 0, 3, STYLE)
    assert runs.ends_with_f
    runs.add("o", 3, 8, STYLE)
    assert not runs.ends_with_f


@pytest.mark.parametrize(
    ("written", "read"),
    [("37˚C", "37°C"), ("37 ˚", "37 °"), ("(˚C)", "(°C)"), ("x˚", "x˚"), ("(˚)", "(˚)")],
)
def test_ring_accent_without_a_letter_is_a_degree_sign(written: str, read: str) -> None:
    glyphs = [(char, 5.0 * at, 5.0 * at + 5) for at, char in enumerate(written)]
    assert texts(build(*glyphs)) == [read]


ITALIC = replace(STYLE, font=Font("Serif-Italic", EM, italic=True))


def test_space_after_an_f_is_seen_before_another_font() -> None:
    """The advance is that of the font of the f."""
    runs = RunBuilder({"Serif": (0.3, 1)})
    for char, left, right in [("o", 0, 5), ("f", 5, 9)]:
        runs.add(char, left, right, STYLE)
    runs.add("A", 10, 16, ITALIC)
    runs.flush()
    word, name = runs.blocks
    assert word.edges[-1] == pytest.approx(8.0)
    assert name.box.left - word.box.right > WORD_GAP * EM


@pytest.mark.parametrize(
    ("gap", "min_gap", "is_shown"),
    [(0.06, ENCODED_SPACE, True), (0.06, GUESSED_SPACE, True), (0.04, GUESSED_SPACE, False),
     (0.06, None, False), (-0.01, ENCODED_SPACE, False)],
)  # fmt: skip
def test_narrow_space_is_shown_between_blocks(
    gap: float, min_gap: float | None, is_shown: bool
) -> None:
    runs = RunBuilder()
    runs.add("d", 0, 5, STYLE)
    if min_gap is not None:
        runs.space(min_gap)
    runs.add("A", 5 + gap * EM, 11, ITALIC)
    runs.flush()
    word, name = runs.blocks
    assert (name.box.left - word.box.right > WORD_GAP * EM) is is_shown


def test_rotated_text_has_an_upright_box() -> None:
    (block,) = build(("a", 0, 5), ("b", 5, 10), style=replace(STYLE, rotation=90.0))
    box = block.box
    assert (box.left, box.right) == pytest.approx((-107.5, -97.8))
    assert (box.bottom, box.top) == pytest.approx((0, 10))


def test_spaces_and_skipped_glyphs_make_no_block() -> None:
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
def test_characters_become_plain_text(char: str, text: str) -> None:
    assert plain_text(ord(char)) == text


@pytest.mark.parametrize(
    ("letter", "accent", "composed"),
    [
        ("e", "´", "é"),
        ("o", "¨", "ö"),
        ("ı", "¨", "ï"),
        ("C", "ˇ", "Č"),
        ("Z", "˙", "Ż"),
        ("a", "\u0301", "á"),
        ("q", "´", "q\u0301"),
        ("R", "○", "®"),
        ("c", "○", "©"),
        ("a", "○", None),
        ("=", "\u0338", "≠"),
        ("∈", "/", "∉"),
        ("a", "/", None),
        ("+", "/", None),
        ("1", "´", None),
        ("1", "˙", "1\u0307"),
        ("3", "¯", "3\u0304"),
        ("∆", "ˆ", "∆\u0302"),
        ("=", "ˆ", None),
        ("e", "x", None),
        ("e", "fi", None),
    ],
)
def test_letter_and_accent_are_composed(letter: str, accent: str, composed: str | None) -> None:
    assert compose(letter, accent) == composed


def test_accent_before_a_letter_of_another_font_is_in_the_block_of_the_letter() -> None:
    runs = RunBuilder()
    for text, left in (("a", 0.0), ("t", 5.0)):
        runs.add(text, left, left + 5, STYLE)
    runs.space()
    runs.add("ˆ", 13, 18, STYLE)
    runs.add("v", 13, 18, replace(STYLE, font=Font("Math", EM)))
    runs.flush()
    assert texts(runs.blocks) == ["at", "v\u0302"]
    assert [b.font.family for b in runs.blocks] == ["Serif", "Math"]
    assert all(len(b.edges) == len(b.text) + 1 for b in runs.blocks)
