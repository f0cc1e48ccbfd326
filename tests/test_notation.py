"""Scripts in writing: in Unicode where it has the characters, else in braces or tags."""

from __future__ import annotations

import pytest

from pdfbot.notation import (
    Notation,
    Script,
    follow_scripts,
    raised_ranges,
    scripts_within,
    shown_scripts,
    tag_written,
    write_scripts,
)


def raised(start: int, end: int) -> Script:
    return Script("raised", start, end)


def lowered(start: int, end: int) -> Script:
    return Script("lowered", start, end)


@pytest.mark.parametrize(
    ("notation", "expected"),
    [
        ("unicode", "10⁻³ mol of H₂O & x_{c}"),
        ("tex", "10^{−3} mol of H_{2}O & x_{c}"),
        ("html", "10<sup>−3</sup> mol of H<sub>2</sub>O &amp; x<sub>c</sub>"),
        ("flat", "10−3 mol of H2O & xc"),
    ],
)
def test_scripts_in_each_notation(notation: Notation, expected: str) -> None:
    scripts = [raised(2, 4), lowered(13, 14), lowered(19, 20)]
    assert write_scripts("10−3 mol of H2O & xc", scripts, notation) == expected


def test_script_within_a_script_is_nested() -> None:
    nested = [lowered(1, 3), raised(2, 3)]
    assert write_scripts("Fpm", nested) == "F_{p^{m}}"
    assert write_scripts("Fpm", nested, "html") == "F<sub>p<sup>m</sup></sub>"


def test_lowered_script_comes_before_the_raised_one_on_the_same_letter() -> None:
    assert write_scripts("R30 is", [raised(1, 2), lowered(2, 3)]) == "R₀³ is"
    assert write_scripts("R03 is", [lowered(1, 2), raised(2, 3)]) == "R₀³ is"


def test_order_stays_where_a_letter_is_between_two_scripts() -> None:
    assert write_scripts("x2y0", [raised(1, 2), lowered(3, 4)]) == "x²y₀"


@pytest.mark.parametrize("sign", "°′″™")
def test_signs_that_are_high_by_themselves_need_no_notation(sign: str) -> None:
    assert write_scripts(f"90{sign}", [raised(2, 3)]) == f"90{sign}"


def test_piece_with_one_character_unknown_to_unicode_is_in_braces_as_a_whole() -> None:
    assert write_scripts("shown1,2 and", [raised(5, 8)]) == "shown^{1,2} and"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("cells.1,2 They", "cells.¹,² They"), ("cells.[1] They", "cells.[1] They")],
)
def test_citations_behind_a_full_stop_do_not_hide_it(text: str, expected: str) -> None:
    end = text.index(" ")
    assert write_scripts(text, [raised(6, end)]) == expected


def test_text_without_scripts_is_only_escaped_for_html() -> None:
    assert write_scripts("a < b", []) == "a < b"
    assert write_scripts("a < b", [], "html") == "a &lt; b"


@pytest.mark.parametrize("notation", ["tex", "html"])
def test_lowered_script_comes_first_in_every_notation(notation: Notation) -> None:
    stacked = [raised(1, 3), lowered(2, 3), lowered(3, 4)]
    expected = {"tex": "R_{0}^{a_{b}} is", "html": "R<sub>0</sub><sup>a<sub>b</sub></sup> is"}
    assert write_scripts("Rab0 is", stacked, notation) == expected[notation]


@pytest.mark.parametrize(
    ("old", "new", "dropped", "expected"),
    [
        ("Fpm  in\nx2", "Fpm in x2", (), "F_{p^{m}} in x²"),
        ("1 Fpm in x2", "Fpm in x2", range(2), "F_{p^{m}} in x²"),
        ("2 x2 and x2", "x2 and x2", range(2), "x2 and x²"),
        ("Fpm in x2", "in x2", range(4), "in x²"),
        ("Fpm in x2", "Fp in x2", {2}, "Fₚ in x²"),
        ("Fpm in x2", "", range(9), ""),
    ],
)
def test_scripts_stay_on_their_characters(
    old: str, new: str, dropped: range | set[int], expected: str
) -> None:
    scripts = [raised(old.rindex("2"), old.rindex("2") + 1)]
    if "F" in old:
        start = old.index("F")
        scripts = [lowered(start + 1, start + 3), raised(start + 2, start + 3), *scripts]
    assert write_scripts(new, follow_scripts(scripts, old, new, dropped)) == expected


def test_raised_ranges_are_the_outermost_ones() -> None:
    scripts = [lowered(1, 3), raised(2, 3), raised(5, 8), lowered(6, 7)]
    assert raised_ranges(scripts) == [(5, 8)]


def test_high_signs_are_not_shown_as_scripts() -> None:
    assert shown_scripts("90° x2", [raised(2, 3), raised(5, 6)]) == [raised(5, 6)]


@pytest.mark.parametrize(
    ("text", "start", "flat"),
    [
        ("Mills grind.1 They", 12, "Mills grind. They"),
        ("Mills1 grind.", 5, "Mills grind."),
        ("Mills grind 1.", 12, "Mills grind."),
        ("Mills grind.1", 12, "Mills grind."),
        ("磨坊。1这是", 3, "磨坊。这是"),
    ],
)
def test_flat_text_has_no_marks_of_footnotes(text: str, start: int, flat: str) -> None:
    mark = Script("raised", start, start + 1, is_note=True)
    assert write_scripts(text, [mark], "flat") == flat
    assert "¹" in write_scripts(text, [mark])
    assert write_scripts(text, [raised(start, start + 1)], "flat") == text


def test_note_mark_stays_one_in_a_part_of_the_text() -> None:
    mark = Script("raised", 12, 13, is_note=True)
    assert scripts_within([mark], 6, 13) == (Script("raised", 6, 7, is_note=True),)


@pytest.mark.parametrize(
    ("text", "tagged"),
    [
        ("(a + b)/c² < 10⁻³", "(a + b)/c<sup>2</sup> &lt; 10<sup>−3</sup>"),
        ("g_{Q}ᵢ", "g<sub>Q</sub><sub>i</sub>"),
        ("√{a^{Q_{C}} + {b}}", "√{a<sup>Q<sub>C</sub></sup> + {b}}"),
        ("{a^{Q", "{a<sup>Q</sup>"),
        ("a} ^ b", "a} ^ b"),
    ],
)
def test_text_in_unicode_is_written_with_tags(text: str, tagged: str) -> None:
    assert tag_written(text) == tagged
