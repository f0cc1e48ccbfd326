"""Running headers, page numbers, and other text beyond the body area."""

from __future__ import annotations

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Finding
from pdfbot.nonbody.page_margins import judge_page_margins

from ..builders import PITCH, TOP, Row, column, judged, laid_out, layout, prose, row, rules_of


def page(number: int, header: str, *, lift: float = 0.0, lines: int = 12) -> PageLayout:
    """A running header, white space and running text; `lift` moves the header up, in points."""
    top = column([row(header, slack=18)], page=number, zone=1, top=TOP + 2 * PITCH + lift)
    return laid_out([*top, *column(prose(lines), page=number, zone=2)], page=number)


def header_rules(*pages: PageLayout) -> list[str]:
    found = judged(judge_page_margins, *pages)
    rules = rules_of(found)
    return [rules[page.lines[0].index] for page in found.context.layouts]


def test_header_with_the_same_words_on_two_pages_goes() -> None:
    found = judged(judge_page_margins, *(page(i, "Annals of Village Ponds") for i in (1, 2)))
    assert rules_of(found) == (["repeated_at_page_edge"] + [""] * 12) * 2


@pytest.mark.parametrize(("apart", "rule"), [(2, ""), (3, "repeated_at_page_edge")])
def test_header_close_to_the_text_is_known_from_other_pages(apart: int, rule: str) -> None:
    header = "Annals of the Village Ponds, Old Water Mills and Northern Valleys"
    close = [
        laid_out(column([row(header), *prose(12)], page=i, zone=1, top=TOP + 2 * PITCH), page=i)
        for i in range(apart + 1, 7)
    ]
    found = header_rules(*(page(i, header) for i in range(1, apart + 1)), *close)
    assert found[apart:] == [rule] * (6 - apart)


def test_header_may_repeat_with_different_numbers() -> None:
    assert (
        header_rules(*(page(i, f"Smith et al. {i + 8}") for i in (1, 2, 3)))
        == ["repeated_at_page_edge"] * 3
    )


@pytest.mark.parametrize(
    ("repeats", "rule"), [(2, "beyond_body_area"), (3, "repeated_at_page_edge")]
)
def test_header_of_a_longer_document_repeats_on_three_pages(repeats: int, rule: str) -> None:
    words = ["Annals of Ponds"] * repeats + ["One", "Two", "Three", "Four"][: 6 - repeats]
    found = header_rules(*(page(i, text) for i, text in enumerate(words, start=1)))
    assert found[:repeats] == [rule] * repeats
    assert found[repeats:] == ["beyond_body_area"] * (6 - repeats)


@pytest.mark.parametrize(("lift", "rule"), [(4, "repeated_at_page_edge"), (12, "beyond_body_area")])
def test_header_repeats_at_about_the_same_height(lift: float, rule: str) -> None:
    found = header_rules(page(1, "Annals of Ponds"), page(2, "Annals of Ponds", lift=lift))
    assert found == [rule, rule]


@pytest.mark.parametrize(
    "text", ["12", "- 3 -", "Page 4", "page 4 of 19", "3/12", "xiv", "2-14", "B2.7", "| 7 |"]
)
def test_page_number_has_one_of_the_usual_forms(text: str) -> None:
    found = judged(judge_page_margins, layout([*prose(12), row(text, slack=27)]))
    assert rules_of(found) == [""] * 12 + ["page_number"]


@pytest.mark.parametrize("text", ["S12", "No. 7", "12345", "(3)", "cm"])
def test_other_short_line_is_not_a_page_number(text: str) -> None:
    found = judged(judge_page_margins, layout([*prose(12), row(text, slack=27)]))
    assert rules_of(found) == [""] * 13


def test_number_in_the_middle_of_a_page_is_not_a_page_number() -> None:
    found = judged(judge_page_margins, layout([*prose(6), row("12", slack=28), *prose(6)]))
    assert rules_of(found) == [""] * 13


def test_page_number_is_in_the_first_or_second_row() -> None:
    foot = [row("Ponds", slack=25, above=2), row("No. X", slack=25), row("9", slack=29)]
    last = judged(judge_page_margins, layout([*prose(12), *foot]))
    assert rules_of(last)[-1] == "page_number"
    third = judged(judge_page_margins, layout([*prose(12), foot[2], foot[1], foot[0]]))
    assert rules_of(third)[-3] != "page_number"


def beyond(height: float, header: Row) -> str:
    """The verdict on `header`, set on page 2 `height` pitches above the body of page 1."""
    one = layout(prose(12), page=1)
    top = column([header], page=2, zone=1, top=TOP + height * PITCH)
    rest = column(prose(12), page=2, zone=2, top=TOP - 2 * PITCH)
    found = judged(judge_page_margins, one, laid_out([*top, *rest], page=2))
    return rules_of(found)[12]


@pytest.mark.parametrize(
    ("height", "rule"),
    [(0.7, ""), (0.8, "beyond_body_area"), (0.9, "beyond_body_area"), (3, "beyond_body_area")],
)
def test_line_beyond_the_body_area_of_all_pages_goes(height: float, rule: str) -> None:
    assert beyond(height, row("A Word", slack=20)) == rule


def test_running_text_is_never_beyond_the_body_area() -> None:
    assert beyond(0.9, row()) == ""


def test_page_with_few_lines_does_not_set_the_body_area() -> None:
    found = judged(judge_page_margins, page(1, "A Word", lines=4))
    assert rules_of(found)[0] == ""


def test_page_number_may_have_a_line_below_it() -> None:
    foot = [row("9", slack=29, above=2), row("Ponds", slack=25)]
    assert rules_of(judged(judge_page_margins, layout([*prose(12), *foot])))[12] == "page_number"


@pytest.mark.parametrize(("depth", "rule"), [(3, "repeated_at_page_edge"), (4, "")])
def test_header_has_at_most_three_lines(depth: int, rule: str) -> None:
    header = [row(f"Annals of Village Ponds, {part}", slack=12) for part in "abcd"[:depth]]
    pages = []
    for number in (1, 2):
        top = column(header, page=number, zone=1, top=TOP + 8 * PITCH)
        pages.append(laid_out([*top, *column(prose(12), page=number, zone=2)], page=number))
    assert rules_of(judged(judge_page_margins, *pages))[:depth] == [rule] * depth


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("Figure {}", ""),
        ("Table {}. Sacks by month", ""),
        ("F I G U R E {}", ""),
        ("Chapter {}", "repeated_at_page_edge"),
        ("The Figures {}", "repeated_at_page_edge"),
    ],
)
def test_label_of_a_caption_at_the_top_of_pages_is_no_running_header(label: str, rule: str) -> None:
    pages = [page(i, label.format(i)) for i in (1, 2, 3)]
    assert header_rules(*pages) == [rule] * 3


def test_page_with_only_its_header_has_one() -> None:
    """The rest of the page is a picture."""
    pages = [page(i, "Annals of Village Ponds", lines=0 if i == 2 else 12) for i in (1, 2, 3)]
    found = judged(judge_page_margins, *pages)
    assert rules_of(found)[13] == "repeated_at_page_edge"
    assert found.finding(13) == Finding("repeated_at_edge", 3, "at least", 2, "")


def test_page_with_only_its_header_and_number_has_both() -> None:
    first = page(1, "Annals of Village Ponds")
    top = column([row("Annals of Village Ponds", slack=18)], page=2, top=TOP + 2 * PITCH)
    foot = column([row("12", slack=29)], page=2, zone=2, top=100)
    found = judged(judge_page_margins, first, laid_out([*top, *foot], page=2))
    assert rules_of(found)[13:] == ["repeated_at_page_edge", "page_number"]


def test_only_line_of_a_page_is_no_header_if_it_is_not_repeated() -> None:
    last = layout([row("the sacks.", slack=25)], page=2)
    assert rules_of(judged(judge_page_margins, page(1, "Annals of Ponds"), last))[-1] == ""


@pytest.mark.parametrize(
    ("opening", "rule"),
    [("of the sacks in each year was told", ""), ("The sacks of each year were told", "beyond")],
)
def test_end_of_a_ragged_paragraph_at_the_top_of_a_page_stays(opening: str, rule: str) -> None:
    """No running header begins in the middle of a sentence."""
    pages = [
        page(1, "Ponds", lines=12),
        layout(
            [
                row(opening, slack=4),
                row("by the miller of the village.", slack=12),
                row(above=2),
                *prose(12),
            ],
            page=2,
            top=TOP + 2 * PITCH,
        ),
    ]
    found = rules_of(judged(judge_page_margins, *pages))
    assert found[14].startswith(rule)
    assert bool(found[14]) is bool(rule)
