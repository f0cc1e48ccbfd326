"""Citation marks: what is one, what only looks like one, and what is left without them."""

from __future__ import annotations

import time

import pytest

from pdfbot.text.citation_marks import CitationStyle, remove_ranges

NUMBERED = CitationStyle.of([], [(str(n), "") for n in range(1, 41)])
KEYED = CitationStyle.of([], [("AKV13", ""), ("Knu97", "")])
NAMED = CitationStyle.of(
    [],
    [
        ("", "Smith, J. (2020). On mills. Journal of Sacks 4, 1–9."),
        ("", "Doe, A., Roe, B., and Poe, C. 2019a. Millstones."),
        ("", "de Vries, H. Flour (1999)."),
        ("", "World Mill Organization. Annual report, 2018."),
        ("", "Lind and Berg 1980. Wind."),
    ],
)
# No list of references, but marks that nothing else looks like.
UNLISTED = CitationStyle.of(
    ["a (Lee et al., 2001)", "b (Lee & Kim, 2002)", "c (Roe et al. 2003)"], []
)


def drop(style: CitationStyle, text: str) -> str:
    return remove_ranges(text, style.find(text))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mills grind [1].", "Mills grind."),
        ("Mills [2, 5-7] grind.", "Mills grind."),
        ("Mills [1,2;5–7], as a rule, grind.", "Mills, as a rule, grind."),
        ("Mills [1], [3], and [5] grind.", "Mills grind."),
        ("Mills [1]–[4] grind.", "Mills grind."),
        ("Mills grind [7, Theorem 2.1].", "Mills grind."),
        ("Mills grind [e.g. 3, 4].", "Mills grind."),
        ("Mills grind.[14a,16b]", "Mills grind."),
        ("Mills (see [3]) grind.", "Mills grind."),
        ("Mills grind (e.g., [3, 4]).", "Mills grind."),
        ("As Roe et al. [3].", "As Roe et al."),
        ("Mills, [3], grind.", "Mills, grind."),
        ("[4]", ""),
    ],
)
def test_numbers_in_brackets_are_left_out(text: str, left: str) -> None:
    assert drop(NUMBERED, text) == left


@pytest.mark.parametrize(
    "text",
    [
        "The interval [0, 1] is closed.",
        "A number in [1, 2] is small.",
        "For all x ∈ [1, 2] it holds.",
        "The range [2, 3] is closed.",
        "Uniform over the tiles [1, m × n].",
        "The value x[1] is zero.",
        "The compound [2]benzene is known.",
        "The year [1999] was dry.",
        "There are too few [41].",
        "As shown in [3], mills grind.",
        "See Ref. [3] for mills.",
        "[3] proves that mills grind.",
        "Mills [sic] grind.",
    ],
)
def test_brackets_that_a_sentence_needs_stay(text: str) -> None:
    assert drop(NUMBERED, text) == text


def test_numbers_are_marks_only_up_to_the_last_reference() -> None:
    assert drop(CitationStyle.of([], [("1", "")]), "Mills [2] grind.") == "Mills [2] grind."
    assert drop(NAMED, "Mills [2] grind.") == "Mills [2] grind."


def test_brackets_count_without_a_list_of_references() -> None:
    texts = ["Mills [1].", "Sacks [2, 3].", "Wind [4]."]
    assert drop(CitationStyle.of(texts, []), "Mills grind [4].") == "Mills grind."
    assert drop(CitationStyle.of(["In [1, 200]."], []), "Mills [1].") == "Mills [1]."


def test_keys_are_those_of_the_list() -> None:
    assert drop(KEYED, "Mills grind [AKV13, Knu97].") == "Mills grind."
    assert drop(KEYED, "Mills grind [ABC99].") == "Mills grind [ABC99]."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Mills grind (Smith, 2020).", "Mills grind."),
        ("Mills (Smith, 2020; Doe et al., 2019a) grind.", "Mills grind."),
        ("Mills grind (Smith 2020, Lind and Berg 1980).", "Mills grind."),
        ("Mills grind (see Smith, 2020, p. 4).", "Mills grind."),
        ("Mills grind (e.g., Smith (2020)).", "Mills grind."),
        ("Mills grind (de Vries, 1999).", "Mills grind."),
        ("Mills grind (World Mill Organization, 2018).", "Mills grind."),
        ("Mills grind [Doe et al., 2019a].", "Mills grind."),
        ("Mills (large ones; Smith, 2020) grind.", "Mills (large ones) grind."),
        (
            "Mills (Smith, 2020; Doe et al., 2019a; but not all) grind.",
            "Mills (but not all) grind.",
        ),
        ("(Smith, 2020).", ""),
    ],
)
def test_names_and_years_are_left_out(text: str, left: str) -> None:
    assert drop(NAMED, text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Smith (2020) found mills.",
        "The last census (2020) counts mills.",
        "The games (Tokyo, 2020) were late.",
        "It was dry (March 2020).",
        "Mills (since 2020) grind.",
        "Mills (100 to 2000 kg) grind.",
        "(Smith, 2020) found mills.",
        "Taken from (Smith, 2020) and elsewhere.",
    ],
)
def test_years_that_a_sentence_needs_stay(text: str) -> None:
    assert drop(NAMED, text) == text


def test_names_are_believed_where_they_are_frequent() -> None:
    assert drop(UNLISTED, "Mills (Kim et al., 2011) grind.") == "Mills grind."
    assert drop(UNLISTED, "The games (Tokyo, 2020) were late.").count("Tokyo") == 1


@pytest.mark.parametrize(
    ("text", "raised", "left"),
    [
        ("Mills grind12,13.", ["12,13"], "Mills grind."),
        ("Mills grind.4 Sacks are full.", ["4"], "Mills grind. Sacks are full."),
        ("Mills grind3, 4.", ["3,", "4"], "Mills grind."),
        ("Mills2 and sacks5–7 grind.", ["2", "5–7"], "Mills and sacks grind."),
        ("4–6 Mills grind.", ["4–6"], "Mills grind."),
        ("13C was found.", ["13"], "13C was found."),
        ("About 106 mills.", ["6"], "About 106 mills."),
        ("An area of 5 cm2.", ["2"], "An area of 5 cm2."),
        ("Some 3 mol1 of it.", ["1"], "Some 3 mol1 of it."),
        ("R2 was high.", ["2"], "R2 was high."),
        ("The 10th mill.", ["th"], "The 10th mill."),
        ("Mills grind99.", ["99"], "Mills grind99."),
        ("这是磨坊。4这是麦子。", ["4"], "这是磨坊。这是麦子。"),
        ("यह चक्की है।4 वह आटा है।", ["4"], "यह चक्की है। वह आटा है।"),
        ("At 10 min−1 it stops.", ["−1"], "At 10 min−1 it stops."),
    ],
)
def test_raised_numbers_after_words_are_left_out(text: str, raised: list[str], left: str) -> None:
    ranges = [(text.rindex(part), text.rindex(part) + len(part)) for part in raised]
    assert remove_ranges(text, NUMBERED.find(text, sorted(ranges))) == left


def test_long_text_takes_no_long_time() -> None:
    started = time.process_time()
    for text in ("(" + "Aa " * 3000, "(" + "Aa, " * 3000 + "2020)", "[" * 9000, "[1], " * 3000):
        drop(NAMED, text)
        drop(NUMBERED, text)
    assert time.process_time() - started < 2
