"""Running heads, page numbers, and what stands beyond the body area."""

from __future__ import annotations

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.nonbody.margins import judge_margins

from ..builders import PITCH, TOP, Row, column, judged, laid_out, layout, prose, row, rules_of


def page(number: int, head: str, *, lift: float = 0.0, lines: int = 12) -> PageLayout:
    """A running head, white space and running text; `lift` moves the head up, in points."""
    top = column([row(head, slack=18)], page=number, zone=1, top=TOP + 2 * PITCH + lift)
    return laid_out([*top, *column(prose(lines), page=number, zone=2)], page=number)


def heads(*pages: PageLayout) -> list[str]:
    context = judged(judge_margins, *pages)
    return [context.rule_of(p.placed[0]) for p in pages]


def test_the_same_words_on_two_pages() -> None:
    context = judged(judge_margins, *(page(i, "Annals of Village Ponds") for i in (1, 2)))
    assert rules_of(context) == (["repeated_at_page_edge"] + [""] * 12) * 2


def test_numbers_in_a_running_head_do_not_matter() -> None:
    assert (
        heads(*(page(i, f"Smith et al. {i + 8}") for i in (1, 2, 3)))
        == ["repeated_at_page_edge"] * 3
    )


@pytest.mark.parametrize(
    ("repeats", "rule"), [(2, "beyond_body_area"), (3, "repeated_at_page_edge")]
)
def test_in_longer_documents_three_pages_are_needed(repeats: int, rule: str) -> None:
    words = ["Annals of Ponds"] * repeats + ["One", "Two", "Three", "Four"][: 6 - repeats]
    found = heads(*(page(i, text) for i, text in enumerate(words, start=1)))
    assert found[:repeats] == [rule] * repeats
    assert found[repeats:] == ["beyond_body_area"] * (6 - repeats)


@pytest.mark.parametrize(("lift", "rule"), [(4, "repeated_at_page_edge"), (12, "beyond_body_area")])
def test_the_height_must_be_about_the_same(lift: float, rule: str) -> None:
    found = heads(page(1, "Annals of Ponds"), page(2, "Annals of Ponds", lift=lift))
    assert found == [rule, rule]


@pytest.mark.parametrize(
    "text", ["12", "- 3 -", "Page 4", "page 4 of 19", "3/12", "xiv", "2-14", "B2.7", "| 7 |"]
)
def test_page_numbers(text: str) -> None:
    context = judged(judge_margins, layout([*prose(12), row(text, slack=27)]))
    assert rules_of(context) == [""] * 12 + ["page_number"]


@pytest.mark.parametrize("text", ["S12", "No. 7", "12345", "(3)", "cm"])
def test_other_short_lines_are_none(text: str) -> None:
    context = judged(judge_margins, layout([*prose(12), row(text, slack=27)]))
    assert rules_of(context) == [""] * 13


def test_a_number_amid_the_page_is_none() -> None:
    context = judged(judge_margins, layout([*prose(6), row("12", slack=28), *prose(6)]))
    assert rules_of(context) == [""] * 13


def test_a_page_number_stands_in_the_first_or_second_row() -> None:
    foot = [row("Ponds", slack=25, above=2), row("No. X", slack=25), row("9", slack=29)]
    context = judged(judge_margins, layout([*prose(12), *foot]))
    assert rules_of(context)[-1] == "page_number"
    context = judged(judge_margins, layout([*prose(12), foot[2], foot[1], foot[0]]))
    assert rules_of(context)[-3] != "page_number"


def beyond(height: float, head: Row) -> str:
    """The verdict on `head`, set on page 2 `height` pitches above the body of page 1."""
    one = layout(prose(12), page=1)
    top = column([head], page=2, zone=1, top=TOP + height * PITCH)
    rest = column(prose(12), page=2, zone=2, top=TOP - 2 * PITCH)
    context = judged(judge_margins, one, laid_out([*top, *rest], page=2))
    return rules_of(context)[12]


@pytest.mark.parametrize(
    ("height", "rule"),
    [(0.7, ""), (0.8, "beyond_body_area"), (0.9, "beyond_body_area"), (3, "beyond_body_area")],
)
def test_beyond_the_body_area(height: float, rule: str) -> None:
    assert beyond(height, row("A Word", slack=20)) == rule


def test_running_text_is_never_beyond_itself() -> None:
    assert beyond(0.9, row()) == ""


def test_pages_of_a_few_lines_do_not_give_the_body_area() -> None:
    context = judged(judge_margins, page(1, "A Word", lines=4))
    assert rules_of(context)[0] == ""


def test_a_page_number_may_have_a_line_below_it() -> None:
    foot = [row("9", slack=29, above=2), row("Ponds", slack=25)]
    assert rules_of(judged(judge_margins, layout([*prose(12), *foot])))[12] == "page_number"


@pytest.mark.parametrize(("depth", "rule"), [(3, "repeated_at_page_edge"), (4, "")])
def test_running_heads_have_three_lines_at_most(depth: int, rule: str) -> None:
    head = [row(f"Annals of Village Ponds, {part}", slack=12) for part in "abcd"[:depth]]
    pages = []
    for number in (1, 2):
        top = column(head, page=number, zone=1, top=TOP + 8 * PITCH)
        pages.append(laid_out([*top, *column(prose(12), page=number, zone=2)], page=number))
    assert rules_of(judged(judge_margins, *pages))[:depth] == [rule] * depth
