"""Footnotes: at the foot of a column, small or below a rule, after a raised mark."""

from __future__ import annotations

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Graphic
from pdfbot.nonbody.footnotes import MIN_SMALL_LINES, judge_footnotes
from pdfbot.nonbody.note_lines import begins_with_mark

from ..builders import (
    LEFT,
    PITCH,
    SENTENCE,
    TOP,
    Part,
    Row,
    column,
    judged,
    laid_out,
    layout,
    prose,
    row,
    rule,
    rules_of,
)


def note(*, mark: str = "1", size: float = 8.0, above: float = 1.5) -> Row:
    raised = Part(text=mark, left=0, right=0.4, size=6, up=4)
    return Row((raised, Part(text=SENTENCE, left=0.6, right=28, size=size)), above)


def small(*, size: float = 8.0, above: float = 1.0) -> Row:
    return row(slack=4, size=size, above=above)


def judge(*rows: Row, graphics: tuple[Graphic, ...] = ()) -> list[str]:
    return rules_of(judged(judge_footnotes, layout(rows, graphics=graphics)))


def test_footnote_reaches_from_its_mark_to_the_end_of_the_column() -> None:
    assert judge(*prose(10), note(), small()) == [""] * 10 + ["footnote"] * 2


def test_column_may_have_two_footnotes() -> None:
    assert judge(*prose(10), note(), small(), note(above=1.0)) == [""] * 10 + ["footnote"] * 3


@pytest.mark.parametrize(("size", "taken"), [(9.4, True), (9.5, True), (9.6, False)])
def test_footnote_right_below_the_text_is_smaller_than_the_body(size: float, taken: bool) -> None:
    assert judge(*prose(10), note(size=size, above=1.0))[-1] == ("footnote" if taken else "")


def test_running_text_at_the_foot_of_a_column_stays() -> None:
    assert judge(*prose(10), row(above=2.0), *prose(2)) == [""] * 13


@pytest.mark.parametrize(("above", "taken"), [(1.15, False), (1.2, True), (1.25, True)])
def test_footnote_in_the_size_of_the_body_is_set_apart(above: float, taken: bool) -> None:
    found = judge(*prose(10), note(size=10, above=above))
    assert found[-1] == ("footnote" if taken else "")


def test_footnote_in_the_size_of_the_body_needs_a_rule_if_the_page_has_graphics() -> None:
    elsewhere = rule(10, 30, 300)
    height = TOP - 9 * PITCH - 5
    assert judge(*prose(10), note(size=10), graphics=(elsewhere,))[-1] == ""
    assert judge(*prose(10), note(size=10), graphics=(rule(0, 8, height),))[-1] == "footnote"


def test_small_line_between_a_rule_and_text_is_no_footnote() -> None:
    """An abstract in a frame that goes on on this page: "(Continued from previous page)"."""
    frame = rule(0, 8, TOP + 8)
    assert judge(small(), *prose(5), graphics=(frame,)) == [""] * 6
    assert (
        judge(*prose(10), small(above=3), small(), graphics=(rule(0, 8, TOP - 120),))[10:]
        == ["footnote"] * 2
    )


@pytest.mark.parametrize(("distance", "taken"), [(24, True), (26, False)])
def test_rule_above_a_footnote_is_near_it(distance: float, taken: bool) -> None:
    """Within 2.5 pitches of the note's baseline, measured at the rule's upper edge."""
    note_at = TOP - 9 * PITCH - 35
    drawn = rule(0, 8, note_at + distance - 0.4)
    found = judge(*prose(10), note(size=10, above=3.5), graphics=(drawn,))
    assert found[-1] == ("footnote" if taken else "")


@pytest.mark.parametrize(("width", "taken"), [(22.4, True), (22.6, False)])
def test_rule_above_a_footnote_is_short(width: float, taken: bool) -> None:
    """Less than three quarters of the column's width of 30 ems."""
    drawn = rule(0, width, TOP - 9 * PITCH - 5)
    found = judge(*prose(10), note(size=10), graphics=(drawn,))
    assert found[-1] == ("footnote" if taken else "")


@pytest.mark.parametrize(("above", "taken"), [(1.05, False), (1.15, True)])
def test_footnote_without_a_mark_is_set_apart(above: float, taken: bool) -> None:
    """By 1.2 pitches of lines between the sizes of the body and of the note."""
    found = judge(*prose(10), small(above=above), small())
    assert found == [""] * 10 + ["footnote" if taken else ""] * 2


def test_small_lines_far_above_the_foot_of_the_page_are_not_footnotes() -> None:
    """The other column shows where the foot of the page is."""
    high = layout([*prose(5), small(above=1.5), small()], prose(20))
    assert rules_of(judged(judge_footnotes, high)) == [""] * 27
    low = layout([*prose(18), small(above=1.5), small()], prose(20))
    assert rules_of(judged(judge_footnotes, low)) == [""] * 18 + ["footnote"] * 2 + [""] * 20


@pytest.mark.parametrize(("lines", "taken"), [(24, True), (25, False)])
def test_footnote_has_a_limited_number_of_lines(lines: int, taken: bool) -> None:
    rows = [*prose(12), note(), *(small() for _ in range(lines))]
    assert judge(*rows)[12] == ("footnote" if taken else "")


def page(foot: list[Row], *, number: int = 1, lines: int = 10, gap: float = 1.5) -> PageLayout:
    """Two columns of text, and below them lines across the page, after a gap in pitches."""
    left = column(prose(lines // 2), page=number, number=1)
    right = column(prose(lines - lines // 2), page=number, number=2)
    lowest = min(line.baseline for line in [*left, *right])
    across = column(foot, page=number, zone=2, top=lowest - gap * PITCH)
    return laid_out([*left, *right, *across], page=number)


def page_foot(given: PageLayout) -> list[str]:
    """The verdicts on a page; another one reaches much further down."""
    longer = layout(prose(60), page=3)
    before = [] if given.page.number == 1 else [layout(prose(10), page=1)]
    found = judged(judge_footnotes, *before, given, longer)
    rules = rules_of(found)
    return [rules[line.index] for line in found.context.lines if line.page == given.page.number]


def test_small_lines_across_the_foot_of_a_page_are_footnotes() -> None:
    """Affiliations below both columns, with other pages that reach further down."""
    assert page_foot(page([small()] * 4)) == [""] * 10 + ["footnote"] * 4


def test_finding_of_lines_across_the_foot_of_a_page_reports_the_gap() -> None:
    found = judged(judge_footnotes, page([small()] * 4), layout(prose(60), page=2))
    finding = found.finding(10)
    assert finding is not None
    assert (finding.test, finding.threshold) == ("across_page_foot", "visible_gap")
    assert finding.measured >= finding.limit == 1.2


@pytest.mark.parametrize(("gap", "taken"), [(1.15, False), (1.2, True), (1.25, True)])
def test_lines_across_the_foot_of_a_page_are_set_apart(gap: float, taken: bool) -> None:
    assert page_foot(page([small()] * 4, gap=gap))[10:] == ["footnote" if taken else ""] * 4


@pytest.mark.parametrize(("size", "taken"), [(9.4, True), (9.5, True), (9.6, False)])
def test_lines_across_the_foot_of_a_page_are_small(size: float, taken: bool) -> None:
    found = page_foot(page([small(size=size)] * 4))
    assert found[10:] == ["footnote" if taken else ""] * 4


@pytest.mark.parametrize(("lines", "taken"), [(7, False), (8, True)])
def test_page_with_lines_across_its_foot_has_text_above_them(lines: int, taken: bool) -> None:
    """Otherwise all of it may be small, as a page of references."""
    found = page_foot(page([small()] * 4, lines=lines))
    assert found[lines:] == ["footnote" if taken else ""] * 4


@pytest.mark.parametrize(
    ("number", "lines", "taken"), [(1, 25, True), (1, 26, False), (2, 6, True), (2, 7, False)]
)
def test_first_page_may_have_more_lines_across_its_foot(
    number: int, lines: int, taken: bool
) -> None:
    found = page_foot(page([small()] * lines, number=number))
    assert found[10:] == ["footnote" if taken else ""] * lines


def test_small_lines_above_the_last_text_of_a_page_stay() -> None:
    """The right column reaches further down than the lines in small type in the left one."""
    given = layout([*prose(6), small(above=1.5), small()], prose(12))
    assert page_foot(given) == [""] * 20


def test_note_may_begin_with_a_line_of_signs() -> None:
    """A line of text below shows that it is a note."""
    signs = row("(12), ‡34, [56], §§, {78}; sacks mill", slack=10, size=8, above=1.5)
    assert judge(*prose(10), signs, small()) == [""] * 10 + ["footnote"] * 2


@pytest.mark.parametrize(
    ("given", "marked"),
    [
        (note(), True),
        (note(mark="12"), True),
        (note(mark="†"), True),
        (note(mark="a"), False),
        (note(mark="12345"), False),
        (row("* The sacks are full"), True),
        (row("§ 4"), False),
        (row("1 The sacks are full"), False),
        (row("The sacks are full"), False),
    ],
)
def test_footnote_mark_is_a_raised_number_or_a_sign(given: Row, marked: bool) -> None:
    (line,) = column([given])
    assert line.left == LEFT
    assert begins_with_mark(line) is marked


@pytest.mark.parametrize(
    "given",
    [
        row("Flour", slack=20, above=1.5),
        row("x = y + z", indent=8, slack=8, above=1.5, family="CMMI10"),
    ],
)
def test_line_in_the_size_of_the_body_at_the_foot_of_a_page_is_no_footnote(given: Row) -> None:
    pages = layout([*prose(10), given]), layout(prose(60), page=2)
    assert rules_of(judged(judge_footnotes, *pages))[10] == ""


def test_last_line_of_widely_spaced_small_text_is_no_footnote() -> None:
    rows = [*prose(7), *[row(size=8, slack=4, above=1.5)] * 5]
    assert set(rules_of(judged(judge_footnotes, layout(rows)))) == {""}


@pytest.mark.parametrize(
    ("lines", "taken"), [(MIN_SMALL_LINES - 1, True), (MIN_SMALL_LINES, False)]
)
def test_small_text_below_much_small_text_is_no_footnote(lines: int, taken: bool) -> None:
    methods = [small() for _ in range(lines)]
    found = judge(*prose(10), *methods, small(above=2.0), small())
    assert found[-1] == ("footnote" if taken else "")


@pytest.mark.parametrize("lines", [2, 7])
@pytest.mark.parametrize(
    ("end", "size", "start", "taken"),
    [
        ("and the sacks of the", 8.0, "older mills", False),
        ("and the sacks of the mill.", 8.0, "older mills", True),
        ("and the sacks of the", 8.0, "Older mills", True),
        ("and the sacks of the", 10.0, "older mills", True),
    ],
)
def test_small_text_that_goes_on_in_the_next_column_is_no_footnote(
    lines: int, end: str, size: float, start: str, taken: bool
) -> None:
    methods = [small(above=2.0), *(small() for _ in range(lines - 2)), row(end, size=8.0)]
    rest = row(f"{start} were counted in the year of the flood", size=size)
    first, second = layout([*prose(10), *methods]), layout([rest, *prose(10)], page=2)
    found = rules_of(judged(judge_footnotes, first, second))[10 : 10 + lines]
    assert found == ["footnote" if taken else ""] * lines


@pytest.mark.parametrize("size", [8.0, 9.0, 9.5])
def test_abstract_alone_on_its_page_is_no_footnote(size: float) -> None:
    """Below its heading, down to the foot of the page: there is no text it could be a note to."""
    heading = row("Background", slack=22, size=12)
    abstract = [small(size=size, above=2 if i == 0 else 1) for i in range(5)]
    pages = layout([heading, *abstract]), layout(prose(6), page=2)
    assert rules_of(judged(judge_footnotes, *pages)) == [""] * 12
    pages = layout([*prose(6), heading, *abstract]), layout(prose(6), page=2)
    assert rules_of(judged(judge_footnotes, *pages))[7:12] == ["footnote"] * 5


@pytest.mark.parametrize(
    ("text", "taken"),
    [("Figure 3. Sacks by month", False), ("Figure 3 shows the sacks", True), ("The sacks", True)],
)
def test_caption_at_the_foot_of_a_page_is_no_footnote(text: str, taken: bool) -> None:
    found = judge(*prose(10), row(f"{text} {SENTENCE}", size=8, above=2.0))
    assert found[-1] == ("footnote" if taken else "")
