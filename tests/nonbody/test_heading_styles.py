"""Headings in a style of their own that recurs, where the fonts' names say nothing about weight."""

from __future__ import annotations

import pytest

from pdfbot.layout.line_features import MIN_UNIFORM_SHARE
from pdfbot.model import Finding
from pdfbot.nonbody.heading_styles import (
    MAX_STYLED_LINES,
    MIN_BODY_STYLE_SHARE,
    MIN_HEADING_SHARE,
    MIN_STYLED_HEADINGS,
)
from pdfbot.nonbody.headings import judge_headings
from pdfbot.thresholds import Thresholds

from ..builders import SENTENCE, Judged, Part, Row, column, judged, layout, prose, row, rules_of

# The name of a publisher's font; it does not say that the font is bold.
FAMILY = "AdvTT99c4c969"


def head(
    text: str = "Plant material",
    *,
    slack: float = 18,
    above: float = 1.5,
    size: float = 10,
    family: str = FAMILY,
    italic: bool = False,
) -> Row:
    """A short line in a style of its own, with white space above."""
    return row(text, slack=slack, above=above, size=size, family=family, italic=italic)


def sections(*heads: Row | list[Row], below: float = 1.32, lines: int = 6) -> list[Row]:
    """Text, and each heading with text below it.

    The gap below is too large for a line of the text, and too small for a line that is isolated.
    """
    rows = prose(lines)
    for given in heads:
        rows += [*([given] if isinstance(given, Row) else given), row(above=below), *prose(lines)]
    return rows


def judge(rows: list[Row]) -> Judged:
    return judged(judge_headings, layout(rows))


def taken(rows: list[Row]) -> list[str]:
    """The texts of the lines that are headings."""
    found = judge(rows)
    rules = rules_of(found)
    return [line.text for line in found.context.lines if rules[line.index] == "heading"]


@pytest.mark.parametrize(("count", "are_headings"), [(1, False), (2, True), (5, True)])
def test_lines_in_a_style_that_recurs_are_headings(count: int, are_headings: bool) -> None:
    assert MIN_STYLED_HEADINGS == 2
    names = [f"Plant material {number}" for number in range(count)]
    assert taken(sections(*map(head, names))) == (names if are_headings else [])


def test_finding_of_a_recurring_heading_reports_how_many_there_are() -> None:
    found = judge(sections(head(), head("Soil samples", above=2)))
    assert found.finding(6) == found.finding(14) == Finding("heading_style", 2, "at least", 2, "")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (head(), head("Soil samples", family="AdvP6960")),
        (head(), head("Soil samples", size=9.8)),
        (head(), head("Soil samples", italic=True, above=1.15)),
    ],
    ids=["family", "size", "slant"],
)
def test_style_is_the_family_size_and_slant(first: Row, second: Row) -> None:
    assert taken(sections(first, second)) == []


def test_lines_in_the_style_of_the_body_are_no_recurring_style() -> None:
    assert taken(sections(head(family="Serif"), head("Soil samples", family="Serif"))) == []


@pytest.mark.parametrize(("good", "are_headings"), [(6, False), (7, True), (8, True)])
def test_lines_set_apart_in_a_heading_style_nearly_all_look_like_headings(
    good: int, are_headings: bool
) -> None:
    """Seven of ten; the others end as sentences do, and are never headings."""
    assert MIN_HEADING_SHARE == 0.7
    heads = [head(f"Plant material {i}") for i in range(good)]
    others = [head(f"No material in {i}.") for i in range(10 - good)]
    assert len(taken(sections(*heads, *others))) == (good if are_headings else 0)


@pytest.mark.parametrize(("above", "are_headings"), [(1.15, False), (1.2, True), (1.25, True)])
def test_recurring_heading_is_set_apart(above: float, are_headings: bool) -> None:
    rows = sections(head(above=above), head("Soil samples", above=above), lines=24)
    assert len(taken(rows)) == (2 if are_headings else 0)


def test_recurring_heading_at_the_top_of_a_column_needs_no_gap() -> None:
    rows = [head(), row(above=1.32), *sections(head("Soil samples"))]
    assert taken(rows) == ["Plant material", "Soil samples"]


@pytest.mark.parametrize(("below", "are_headings"), [(2.5, True), (2.6, False)])
def test_text_follows_near_below_a_recurring_heading(below: float, are_headings: bool) -> None:
    assert Thresholds().max_display_gap == 2.5
    rows = sections(head(above=1.4), head("Soil samples", above=1.4), below=below)
    assert len(taken(rows)) == (2 if are_headings else 0)


def test_last_line_of_a_column_is_no_recurring_heading() -> None:
    names = ["Plant material", "Soil samples", "Sieves"]
    assert taken([*sections(*map(head, names)), head("The end")]) == names


@pytest.mark.parametrize(("count", "are_headings"), [(4, True), (5, False)])
def test_recurring_heading_has_at_most_four_lines(count: int, are_headings: bool) -> None:
    assert MAX_STYLED_LINES == 4
    long = [head(f"Material {i}", above=1.0 if i else 1.5) for i in range(count)]
    rows = sections(head(), head("Soil samples"), head("Sieves"), long)
    assert len(taken(rows)) == 3 + (count if are_headings else 0)


@pytest.mark.parametrize(
    "text", ["Plant material:", "pH of the soil", "a plant"], ids=["colon", "unit", "lower case"]
)
def test_heading_may_have_any_form_once_its_style_is_known(text: str) -> None:
    assert taken(sections(head(text), head(text))) == []
    known = [head(f"Plant material {i}") for i in range(3)]
    assert taken(sections(*known, head(text)))[-1] == text


@pytest.mark.parametrize(("slack", "shows_style"), [(1.9, False), (2, True)])
def test_heading_that_shows_its_style_ends_early(slack: float, shows_style: bool) -> None:
    rows = sections(head(slack=slack), head("Soil samples", slack=slack))
    assert len(taken(rows)) == (2 if shows_style else 0)
    known = [head(f"Plant material {i}") for i in range(3)]
    assert len(taken(sections(*known, head("Soil samples", slack=slack)))) == 4


@pytest.mark.parametrize("text", ["Plant material.", "Plant material,", "Plant material;", "12 34"])
def test_line_that_ends_a_sentence_or_has_no_words_is_no_heading(text: str) -> None:
    known = [head(f"Plant material {i}") for i in range(7)]
    assert len(taken(sections(*known, head(text)))) == 7


@pytest.mark.parametrize(("lines", "are_headings"), [(2, True), (3, False)])
def test_style_of_more_than_a_few_lines_of_text_is_not_for_headings(
    lines: int, are_headings: bool
) -> None:
    """More than 5 % of 40 lines in the body's own style, such as quotations."""
    assert MIN_BODY_STYLE_SHARE == 0.05
    quoted = [row(family=FAMILY) for _ in range(lines)]
    rows = [*prose(22), *quoted, *prose(2), *sections(head(), head("Soil samples"), lines=5)[:-1]]
    assert len(taken(rows)) == (2 if are_headings else 0)


@pytest.mark.parametrize("lines", [10, 15, 25])
def test_headings_right_above_their_text_are_no_text(lines: int) -> None:
    """However often there is one."""
    names = [f"Plant material {i}" for i in range(6)]
    assert taken(sections(*map(head, names), below=1.0, lines=lines)) == names


def test_abstract_in_small_print_is_no_heading() -> None:
    """Its paragraphs are in a style of their own and set apart, but end as sentences do."""
    paragraph = [head(above=1.5, slack=0, size=9), head("and so on.", above=1.0, size=9)]
    assert taken([*paragraph, *paragraph, *paragraph, *sections()]) == []
    whole = [head(above=1.0, slack=0, size=9) for _ in range(8)]
    assert taken([*whole, row(above=2), *prose(6), *whole, row(above=2), *prose(6)]) == []


@pytest.mark.parametrize("text", ["Theorem 3", "Lemma 1 (Two decks)", "Definitions 2 and 3"])
def test_head_of_a_theorem_in_a_style_of_its_own_is_no_heading(text: str) -> None:
    assert taken(sections(*[head(text)] * 4)) == []


def test_small_headings_in_a_style_of_their_own_are_found() -> None:
    names = ["Plant material", "Soil samples"]
    assert taken(sections(*(head(name, size=9) for name in names))) == names


def parts(*given: tuple[str, str]) -> Row:
    """A line in several families."""
    return Row(
        tuple(
            Part(text=text, left=8 * i, right=8 * i + 7.5, family=family)
            for i, (text, family) in enumerate(given)
        )
    )


@pytest.mark.parametrize(
    ("given", "family"),
    [
        (parts(("aaaaaaa", FAMILY), ("bbb", "Serif")), FAMILY),
        (parts(("aaaaaa", FAMILY), ("bbbb", "Serif")), None),
        (parts(("aaa", FAMILY), ("bbbbbbbb", "Serif")), "Serif"),
        (parts(("aaa", FAMILY), ("xyzxyzxyz", "CMMI10")), FAMILY),
        (parts(("aaa", FAMILY), ("12345 (678)", "Serif")), FAMILY),
        (parts(("xyz", "CMMI10")), None),
        (parts(("12 34", FAMILY)), None),
    ],
    ids=["70 %", "60 %", "most", "math", "digits", "only math", "only digits"],
)
def test_style_of_a_line_is_that_of_seven_in_ten_letters(given: Row, family: str | None) -> None:
    assert MIN_UNIFORM_SHARE == 0.7
    (line,) = column([given])
    style = line.style
    assert (style[0] if style else None) == family


def test_style_has_family_size_weight_slant_and_colour() -> None:
    (line,) = column([row(size=9.96, family=FAMILY, bold=True)])
    assert line.style == (FAMILY, 10.0, True, False, "#000000")


@pytest.mark.parametrize(("early", "are_headings"), [(1, False), (2, True)])
def test_headings_may_fill_their_last_line_where_others_in_their_style_end_early(
    early: int, are_headings: bool
) -> None:
    full = [head(f"Plant materials that fill the line {i}", slack=0) for i in range(3)]
    names = [head(f"Plant material {i}") for i in range(early)]
    assert len(taken(sections(*names, *full))) == (3 + early if are_headings else 0)


def test_line_right_below_a_heading_shows_its_style_as_well() -> None:
    """Below a heading in another style there is no white space above it."""
    upper = [head(f"Results {i}", family="AdvP6960", above=2) for i in range(2)]
    lower = head("Soil samples", above=1.0)
    found = taken(sections(*[[first, lower] for first in upper]))
    assert found == ["Results 0", "Soil samples", "Results 1", "Soil samples"]


def species(*texts: tuple[str, str], above: float = 1.0) -> Row:
    """A line in several families, from the left."""
    parts, left = [], 0.0
    for family, text in texts:
        parts.append(Part(text=text, left=left, right=left + len(text) / 2, family=family))
        left += len(text) / 2 + 0.3
    return Row(tuple(parts), above=above)


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(("other", "belongs"), [("Italic", True), ("Serif", False)])
def test_line_with_other_words_belongs_to_the_heading_unless_they_are_in_the_style_of_the_body(
    below: bool, other: str, belongs: bool
) -> None:
    mixed = species((FAMILY, "Leaves of"), (other, "Zea mays"), above=1.0 if below else 1.5)
    pure = head("and other plants", above=1.5 if below else 1.0)
    lines = [pure, mixed] if below else [mixed, pure]
    rows = sections(head(), head("Soil samples"), head("Sieves"), lines)
    assert ("Leaves of Zea mays" in taken(rows)) is belongs


@pytest.mark.parametrize(("last", "are_headings"), [("Serif", 5), (FAMILY, 7)])
def test_full_line_with_words_in_the_style_of_the_text_below_is_no_heading(
    last: str, are_headings: int
) -> None:
    """A run-in heading: the sentence begins on its line."""
    label = "Plant materials and soil samples of the mills around it"
    full = species((FAMILY, label), (last, "The"), above=1.5)
    names = [head(f"Plant material {i}") for i in range(5)]
    assert len(taken(sections(*names, full, full))) == are_headings


def tight(*, above: str, below: str = SENTENCE, slack: float = 0) -> list[str]:
    """The headings among two lines in another style, without white space, between these lines."""
    rows = prose(6)
    for name in ("Plant material", "Soil samples"):
        rows += [row(above, slack=4), head(name, above=1.0), row(below, slack=slack), *prose(6)]
    return taken(rows)


def test_headings_without_white_space_are_below_the_end_of_a_sentence() -> None:
    assert tight(above=f"{SENTENCE}.") == ["Plant material", "Soil samples"]
    assert tight(above=SENTENCE) == []


def test_headings_without_white_space_are_above_text() -> None:
    assert tight(above=f"{SENTENCE}.", below="12 + 45 = 57", slack=16) == []


def test_headings_without_white_space_share_no_style_with_the_text() -> None:
    mixed = Row((Part(text="Sacks", left=0, right=4, family=FAMILY), *row(indent=5).parts))
    rows = prose(6)
    for name in ("Plant material", "Soil samples"):
        rows += [row(f"{SENTENCE}.", slack=4), head(name, above=1.0), mixed, *prose(6)]
    assert taken(rows) == []
