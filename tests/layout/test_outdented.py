"""References set from the margin below an indented body; real margins stay margins."""

from __future__ import annotations

import pytest

from pdfbot.model import TextBlock
from pdfbot.rules import Rule

from ..builders import block, lay_out_blocks

LINE = "a line of the body that is as long as the others"


def body(left: float, count: int, top: float = 700) -> list[TextBlock]:
    return [block(LINE, left, top - 12 * i, right=560) for i in range(count)]


def entries(left: float, count: int, top: float, label: float) -> list[TextBlock]:
    """A heading at the labels, and numbered entries of three lines, the last of them short."""
    found = [block("References", left - label, top)]
    for index in range(count):
        height = top - 18 - 36 * index
        found += [
            block(f"{index + 1}.", left - label, height),
            block(
                "Miller, A. On sacks and their numbers, in the journal of", left, height, right=560
            ),
            block(
                "mills and on everything that a mill needs, edited by", left, height - 12, right=560
            ),
            block("B. Baker.", left, height - 24),
        ]
    return found


@pytest.mark.parametrize("indent", [90, 110, 130])
@pytest.mark.parametrize("label", [14, 22])
def test_references_left_of_an_indented_body_are_in_the_flow(indent: float, label: float) -> None:
    page = lay_out_blocks(*body(60 + indent, 30), *entries(60, 6, 320, label))
    texts = [line.text for line in page.lines]
    assert page.columns.lefts == (60 + indent,)
    assert "References" in texts
    assert sum(text == "B. Baker." for text in texts) == 6
    assert [text[:9] for text in texts if text[0].isdigit()] == [
        f"{n}. Miller" for n in range(1, 7)
    ]
    assert page.out_of_flow == ()


def test_heading_beside_entries_of_another_column_is_in_the_flow() -> None:
    """It is centred above the first column, at the height where the second one begins."""
    entry = "Miller, A. On sacks and on mills"
    columns = [
        block(entry, left, 320 - 12 * row, right=left + 150)
        for left in (60, 235, 410)
        for row in range(8)
        if (left, row) not in [(60, 0), (60, 1)]
    ]
    heading = block("References", 105, 320)
    page = lay_out_blocks(*body(170, 30), heading, *columns)
    assert page.out_of_flow == ()
    assert "References" in [line.text for line in page.lines]


def test_notes_beside_the_body_stay_in_the_margin() -> None:
    notes = [block("See page 7", 60, 700 - 48 * i) for i in range(4)]
    page = lay_out_blocks(*body(170, 30), *notes, *entries(60, 6, 320, 22))
    assert [v.rule for _, v in page.out_of_flow] == [Rule.MARGIN] * 4


@pytest.mark.parametrize(("count", "aside"), [(3, 4), (4, 0)])
def test_fewer_lines_than_a_list_of_references_show_no_outdented_text(
    count: int, aside: int
) -> None:
    wide = [block(LINE, 60, 300 - 12 * i, right=560) for i in range(count)]
    labels = [block(f"{i}.", 40, 300 - 12 * i) for i in range(4)]
    page = lay_out_blocks(*body(170, 30), *wide, *labels)
    assert len(page.out_of_flow) == aside


@pytest.mark.parametrize("gap", [3, 10])
def test_names_cut_off_by_a_sign_stay_with_the_other_authors(gap: float) -> None:
    names = block("Ann Miller 1", 60, 720, right=120)
    others = block(", Bob Baker 2 and Carl Cooper 1", 120 + gap, 720, right=300)
    page = lay_out_blocks(names, others, *body(170, 30))
    assert page.out_of_flow == ()
    assert page.lines[0].text.startswith("Ann Miller 1")
    assert page.lines[0].text.endswith(", Bob Baker 2 and Carl Cooper 1")


def test_a_short_last_line_stays_with_the_other_authors() -> None:
    names = block("Ann Miller 1, Bob Baker 2, Carl Cooper 1", 60, 720, right=300)
    last = block("and Dora Draper 3", 60, 708, right=140)
    page = lay_out_blocks(names, last, *body(170, 30))
    assert page.out_of_flow == ()
    assert page.lines[1].text == "and Dora Draper 3"


def test_a_label_in_the_margin_of_a_title_stays_there() -> None:
    title = block("On mills and millers and on their sacks", 60, 720, size=18, right=500)
    page = lay_out_blocks(title, block("Original article", 60, 708), *body(170, 30))
    assert [line.text for line, _ in page.out_of_flow] == ["Original article"]
