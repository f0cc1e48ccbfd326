"""Headings on lines of their own, and run-in headings that are trimmed."""

from __future__ import annotations

import pytest

from pdfbot.nonbody.headings import judge_headings
from pdfbot.nonbody.rule import Context

from ..builders import SENTENCE, Part, Row, finding_on, judged, layout, prose, row, rules_of


def judge(*rows: Row) -> Context:
    return judged(judge_headings, layout(rows))


def around(*given: Row) -> list[str]:
    """The verdicts on `given` between two paragraphs, with white space below."""
    context = judge(*prose(4), *given, row(above=1.5), *prose(3))
    return rules_of(context)[4 : 4 + len(given)]


def short(text: str, *, above: float = 2.0, **style: object) -> Row:
    return row(text, slack=18, above=above, **style)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "given",
    [
        short("2 Methods", bold=True),
        short("2 Methods", size=12),
        short("MATERIALS AND METHODS"),
        short("II. METHODS"),
        short("Acknowledgements"),
        short("Discussion:"),
        short("The second year", italic=True),
        short("Counting Sacks", family="CMCSC10"),
        row("The second year", indent=10, slack=10, above=2),
        short("2.1 The second year", italic=True),
    ],
    ids=[
        "bold",
        "larger",
        "capitals",
        "capitals with a full stop",
        "a usual name",
        "a usual name with a colon",
        "italics",
        "small capitals",
        "centred",
        "numbered italics",
    ],
)
def test_headings(given: Row) -> None:
    assert around(given) == ["heading"]


@pytest.mark.parametrize(
    "given",
    [
        short("The second year"),
        short("and so it went."),
        short("3.14 is the number of them"),
        row("THE MILLER,", slack=18, above=2),
        row(bold=True, text=SENTENCE + ".", above=2),
        short("Discussion of the year"),
    ],
    ids=["plain", "an end", "a number", "a comma", "a bold sentence", "more than a name"],
)
def test_other_lines_stay(given: Row) -> None:
    assert around(given) == [""]


@pytest.mark.parametrize(("above", "taken"), [(1.1, False), (1.15, True), (1.2, True)])
def test_a_heading_stands_apart(above: float, taken: bool) -> None:
    assert around(short("2 Methods", bold=True, above=above)) == (["heading"] if taken else [""])


@pytest.mark.parametrize(("size", "taken"), [(10.7, False), (10.8, True), (10.9, True)])
def test_a_larger_size_needs_no_gap(size: float, taken: bool) -> None:
    given = short("A second year", size=size, above=1.0)
    assert around(given) == (["heading"] if taken else [""])


@pytest.mark.parametrize(("bold", "taken"), [(70, False), (90, True)])
def test_a_bold_heading_is_bold_almost_throughout(bold: int, taken: bool) -> None:
    parts = (
        Part(text="w" * (100 - bold), left=0, right=2),
        Part(text="b" * bold, left=2.4, right=12, bold=True),
    )
    assert around(Row(parts, 2.0)) == (["heading"] if taken else [""])


def test_at_the_head_of_a_column_no_gap_is_needed() -> None:
    assert rules_of(judge(short("2 Methods", bold=True), *prose(4)))[0] == "heading"


def test_a_heading_behind_a_removed_line_needs_no_gap() -> None:
    rows = [*prose(4), row("Figure 1. Sacks"), short("2 Methods", bold=True, above=1.0), *prose(3)]

    def remove_caption(context: Context, bodylike: set[str]) -> None:
        context.remove(context.flow[4], "caption_figure", "caption_lines", 1, 1)
        judge_headings(context, bodylike)

    found = rules_of(judged(remove_caption, layout(rows)))
    assert found[4:6] == ["caption_figure", "heading"]


@pytest.mark.parametrize(("count", "taken"), [(1, True), (3, True), (4, False)])
def test_a_heading_has_three_lines_at_most(count: int, taken: bool) -> None:
    lines = [short("The second", bold=True, above=2 if i == 0 else 1) for i in range(count)]
    assert around(*lines) == ["heading" if taken else ""] * count


def test_a_dotted_number_holds_the_lines_of_its_heading_together() -> None:
    lines = [row("6.3 Comparison of the Sacks of all", above=2), short("the mills", above=1)]
    assert around(*lines) == ["heading", "heading"]


def test_the_finding_tells_the_gap() -> None:
    context = judge(*prose(4), short("2 Methods", bold=True), *prose(4))
    finding = finding_on(context.flow[4])
    assert finding is not None
    assert (finding.measured, finding.limit) == (2.0, 1.15)


def run_in(
    head: str,
    *,
    gap: float = 1.0,
    above: float = 1.5,
    bold: bool = True,
    italic: bool = False,
) -> Row:
    """A head in another style, white space, and text that goes on in the same line."""
    parts = (
        Part(text=head, left=0, right=8, bold=bold, italic=italic),
        Part(text=SENTENCE, left=8 + gap, right=30),
    )
    return Row(parts, above)


def trimmed(given: Row) -> str:
    """What is left out of the line, which itself stays."""
    context = judge(*prose(4), given, *prose(4))
    place = context.flow[4].line
    assert context.is_open(context.flow[4])
    return place.text[: context.trims.get(place.id, 0)].strip()


def test_a_run_in_heading_is_trimmed() -> None:
    assert trimmed(run_in("Soil samples.")) == "Soil samples."
    assert trimmed(run_in("Soil samples.", bold=False, italic=True)) == "Soil samples."


@pytest.mark.parametrize(("gap", "taken"), [(0.6, False), (0.7, True), (0.8, True)])
def test_without_a_mark_it_is_set_apart_by_space(gap: float, taken: bool) -> None:
    assert trimmed(run_in("Soil samples", gap=gap)) == ("Soil samples" if taken else "")


@pytest.mark.parametrize(("above", "taken"), [(1.0, False), (1.1, False), (1.15, True)])
def test_with_a_mark_it_is_set_apart_by_a_gap(above: float, taken: bool) -> None:
    given = run_in("Soil samples.", gap=0.3, above=above)
    assert trimmed(given) == ("Soil samples." if taken else "")


@pytest.mark.parametrize(
    "head", ["Theorem 3.", "Lemma 1 (Two decks).", "Proof.", "Remarks 2:", "HYPOTHESIS 1."]
)
def test_heads_of_theorems_are_read(head: str) -> None:
    assert trimmed(run_in(head)) == ""


def test_a_bold_word_at_the_head_of_a_line_is_text() -> None:
    assert trimmed(run_in("Soil samples", gap=0.3)) == ""


@pytest.mark.parametrize(
    ("head", "bold", "italic"),
    [
        ("Abstract", True, False),
        ("Abstract.", False, True),
        ("ABSTRACT", False, False),
        ("Abstract—", False, False),
        ("Summary:", False, False),
    ],
)
def test_the_label_of_the_abstract_is_trimmed(head: str, bold: bool, italic: bool) -> None:
    assert trimmed(run_in(head, gap=0.3, bold=bold, italic=italic)) == head


def test_abstract_things_are_not_trimmed() -> None:
    assert trimmed(row("Abstract things are counted by no miller", above=1.5)) == ""
