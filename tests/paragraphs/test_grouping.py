"""Body lines to paragraphs: indents, gaps, short lines, and the lines removed in between."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.paragraphs.grouping import decide_starts, split_paragraphs
from pdfbot.rules import Rule

from ..builders import SENTENCE, Judged, Part, Row, layout, prose, row
from .rows import ENDED, first_line, hanging, indented, judged_body, last_line, spaced


def lengths_of(body: Judged) -> list[int]:
    """How many lines each paragraph has."""
    reasons = decide_starts(body.context, body.judgement)
    lines = [line for line in body.context.lines if line.id in reasons]
    return [len(group) for group in split_paragraphs(lines, reasons)]


def lengths(*layouts: PageLayout, removed: dict[str, Rule] | None = None) -> list[int]:
    """The same for a document whose lines are body text except the removed ones."""
    return lengths_of(judged_body(*layouts, removed=removed))


def test_page_without_lines_has_no_paragraph() -> None:
    assert lengths(layout([])) == []


def test_indent_begins_a_paragraph() -> None:
    assert lengths(layout([*indented(4), *indented(3), *indented(5)])) == [4, 3, 5]


def test_indent_begins_a_paragraph_even_below_a_full_line() -> None:
    full = [first_line(), *prose(2), row(SENTENCE + ".")]
    assert lengths(layout([*indented(), *full, *indented(), *indented()])) == [4, 4, 4, 4]


def test_indented_line_of_math_begins_a_paragraph_below_a_nearly_full_line() -> None:
    """The usual indent decides, though a line of math may be shifted for other reasons."""
    late = row("and so every one of the sacks was counted and noted down.", slack=1.2)
    words = Part(text="For", left=1.5, right=3)
    math = Row((words, Part(text="x = y + z = a + b", left=3.5, right=30, family="CMMI10")), 1.0)
    assert lengths(layout([*indented(), first_line(), row(), late, math, row(), last_line()])) == [
        4,
        3,
        3,
    ]


def test_paragraph_continues_beside_a_wrapped_float_and_below_it() -> None:
    """The edges of the lines beside a float are not those of the column."""
    page = layout([*indented(3), first_line(), *[row(indent=12) for _ in range(4)], *prose(3)])
    edge = page.lines[4].box.left
    lines = [replace(p, left=edge) if p.box.left == edge else p for p in page.lines]
    assert lengths(replace(page, lines=tuple(lines))) == [3, 8]
    assert lengths(page) != [3, 8]


@pytest.mark.parametrize(("indent", "begins"), [(0.3, False), (0.4, True)])
def test_hanging_paragraph_begins_below_the_end_of_a_sentence(indent: float, begins: bool) -> None:
    full = [first_line(), *prose(2), row(SENTENCE + ".")]
    found = lengths(layout([*indented(), *indented(), *full, *hanging(indent)]))
    assert (found == [4, 4, 4, 3]) is begins


def test_indent_below_a_hanging_paragraph_begins_a_paragraph() -> None:
    """Even if it is about as wide as the other's, below a full last line."""
    words = SENTENCE.lower()
    item = [row(), row(words, indent=1.7), row(words + ".", indent=1.7)]
    assert lengths(layout([*indented(), *indented(), *item, *indented()])) == [4, 4, 3, 4]


def test_gap_begins_a_paragraph() -> None:
    assert lengths(layout([*spaced(4), *spaced(3), *spaced(5)])) == [4, 3, 5]


def test_paragraph_may_have_one_line() -> None:
    speech = row("“It is so.”", indent=1.5, slack=20)
    assert lengths(layout([*indented(), speech, speech, *indented()])) == [4, 1, 1, 4]


def test_sentence_continues_in_the_next_column() -> None:
    one, other = [first_line(), *prose(3)], [*prose(2), last_line(), *indented()]
    assert lengths(layout([*indented(), *one], other)) == [4, 7, 4]


@pytest.mark.parametrize(
    ("between", "found"),
    [([], [4, 3, 2]), ([layout([], page=2)], [4, 5])],
    ids=["missing", "empty"],
)
def test_sentence_continues_on_the_next_page_unless_it_was_not_read(
    between: list[PageLayout], found: list[int]
) -> None:
    """A page that was read and has no text, such as one with a figure, does not matter."""
    first = layout([*indented(), first_line(), *prose(2)], page=1)
    rest = [*prose(1), last_line()]
    assert lengths(first, layout(rest, page=2)) == [4, 5]
    assert lengths(first, *between, layout(rest, page=3)) == found


def test_new_page_begins_a_paragraph_if_the_last_one_ended() -> None:
    pages = layout([*indented(), *indented()], page=1), layout([*prose(2), last_line()], page=2)
    assert lengths(*pages) == [4, 4, 3]


def test_lower_case_line_continues_a_paragraph_after_a_short_line() -> None:
    broken = row("and so it went on", slack=10)
    small = row("without an end to it.", slack=12)
    assert lengths(layout([*spaced(), *prose(2), broken], [small, *spaced()])) == [4, 4, 4]


FLOAT = "Figure 1. Sacks"


def test_paragraph_continues_after_a_float() -> None:
    rows = [*indented(), first_line(), *prose(2), row(FLOAT, above=3), row(above=3), last_line()]
    assert lengths(layout(rows), removed={FLOAT: Rule.CAPTION_FIGURE}) == [4, 5]


def test_heading_begins_a_paragraph() -> None:
    rows = [*indented(), *prose(2), row("2 Methods", above=2), row(above=2), last_line()]
    assert lengths(layout(rows), removed={"2 Methods": Rule.HEADING})[-1] == 2


EQUATION = "a = b"


@pytest.mark.parametrize(("size", "found"), [(12, [4, 2, 2]), (10, [4, 4])])
def test_larger_bold_line_begins_a_paragraph_whichever_rule_removed_it(
    size: float, found: list[int]
) -> None:
    """As a heading below a figure that was removed together with it."""
    head = row("2 Methods", slack=20, above=2, size=size, bold=True)
    rows = [*indented(), first_line(), row(SENTENCE + "."), head, row(above=1.4), last_line()]
    assert lengths(layout(rows), removed={"2 Methods": Rule.BESIDE_CAPTION}) == found


def test_heading_does_not_interrupt_a_sentence() -> None:
    """Bold words of a figure look like a heading, but no heading is within a sentence."""
    after = [row("and wrote them down every evening before the lamps were lit"), last_line()]
    rows = [*indented(), first_line(), row(), row("A Figure", slack=20, above=2), *after]
    assert lengths(layout(rows), removed={"A Figure": Rule.HEADING}) == [4, 4]


@pytest.mark.parametrize(("text", "found"), [(SENTENCE, [4, 4]), (SENTENCE + ".", [4, 2, 2])])
def test_heading_after_a_full_line_begins_a_paragraph_only_if_a_sentence_ended(
    text: str, found: list[int]
) -> None:
    """The heading is at the foot of one column; the text continues at the top of the next."""
    left = [*indented(), first_line(), row(text), row("A Figure", slack=20, above=2)]
    page = layout(left, [row(), last_line()])
    assert lengths(page, removed={"A Figure": Rule.HEADING}) == found


def with_equation(*after: Row) -> list[int]:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [*indented(), first_line(), *prose(1), display, *after, *indented()]
    return lengths(layout(rows), removed={EQUATION: Rule.DISPLAY_MATH})


def test_paragraph_continues_below_an_equation() -> None:
    assert with_equation(row("where b is the number of sacks", above=1.5), last_line()) == [4, 4, 4]


def test_indent_below_an_equation_begins_a_paragraph() -> None:
    assert with_equation(first_line(above=1.5), last_line()) == [4, 2, 2, 4]


@pytest.mark.parametrize(("indent", "found"), [(0.0, [4, 4]), (1.5, [4, 2, 2])])
def test_equation_at_the_foot_of_a_column_does_not_end_a_paragraph(
    indent: float, found: list[int]
) -> None:
    """Where first lines are indented, the indent in the next column decides."""
    words = row("the number of sacks that he found is:", slack=12)
    left = [*indented(), first_line(), words, row(EQUATION, indent=10, slack=10, above=1.5)]
    page = layout(left, [row("Thus all of them were counted twice", indent=indent), last_line()])
    assert lengths(page, removed={EQUATION: Rule.DISPLAY_MATH}) == found


def test_item_of_one_line_continues_below_an_equation() -> None:
    """In a document with indents such a line would otherwise begin a paragraph."""
    words = "The sacks are as follows:"
    after = row("Where b is known.", indent=2.5, slack=15)
    assert with_equation_after(row(f"(a) {words}", indent=0.5), after) == [4, 2]
    assert with_equation_after(row(words, indent=0.5), after) == [4, 1, 1]


def test_next_label_below_an_equation_begins_an_item() -> None:
    items = row("(a) The sacks are as follows:", slack=9), row("(b) The rest of the corn.", slack=9)
    assert with_equation_after(*items) == [4, 1, 1]


def with_equation_after(before: Row, after: Row) -> list[int]:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [*indented(), before, display, after]
    return lengths(layout(rows), removed={EQUATION: Rule.DISPLAY_MATH})


@pytest.mark.parametrize(("indent", "found"), [(1.5, 2), (0.0, 1)])
def test_clear_indent_below_an_equation_begins_a_paragraph_in_any_style(
    indent: float, found: int
) -> None:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [
        *spaced(),
        *spaced(),
        row(above=1.5),
        display,
        row(indent=indent, above=1.5),
        last_line(),
    ]
    assert len(lengths(layout(rows), removed={EQUATION: Rule.DISPLAY_MATH})) == 2 + found


def test_wide_space_below_an_equation_begins_a_paragraph_in_unindented_style() -> None:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    small = row("where b is the number of sacks", above=1.5)
    continued = [*spaced(3), row(above=1.5), display, small, last_line()]
    rows = [*continued, *continued, row(above=1.5), display]
    removed = {EQUATION: Rule.DISPLAY_MATH}
    near, far = row("Every month", above=1.5), row("Every month", above=2.5)
    assert lengths(layout([*rows, near, last_line()]), removed=removed)[-1] == 3
    assert lengths(layout([*rows, far, last_line()]), removed=removed)[-2:] == [1, 2]


@pytest.mark.parametrize("label", ["(1)", "1.", "a)", "iv.", "[3]", "Step 2:", "RQ1:", "•"])
def test_label_begins_an_item(label: str) -> None:
    item = [row(f"{label} {SENTENCE}", indent=1), row(indent=3), row(ENDED, indent=3, slack=9)]
    assert lengths(layout([*spaced(), *item, *item, *spaced()])) == [4, 3, 3, 4]


@pytest.mark.parametrize(("second", "found"), [("2)", [4, 1, 1]), ("7)", [4, 2])])
def test_next_label_begins_an_item_below_a_full_line(second: str, found: list[int]) -> None:
    items = [row("1) the sacks of flour", slack=0.5), row(f"{second} the sacks of corn", slack=0.5)]
    assert lengths(layout([*indented(), *items]))[:3] == found


@pytest.mark.parametrize(("slack", "found"), [(3, [4, 1, 2]), (0.5, [4, 3])])
def test_text_at_the_edge_of_a_short_item_above_begins_a_paragraph(
    slack: float, found: list[int]
) -> None:
    item = row("• and every sack was weighed before it was sold.", slack=slack)
    assert lengths(layout([*indented(), item, row(), last_line()])) == found


@pytest.mark.parametrize(("bold", "found"), [(True, [4, 2, 2]), (False, [4, 4])])
def test_bold_word_below_a_short_line_begins_a_paragraph(bold: bool, found: list[int]) -> None:
    head = Part(text="Sacks", left=0, right=2.5, bold=bold)
    rest = Part(text="were counted every morning before the sun was up", left=3, right=30)
    rows = [*indented(), first_line(), row(ENDED, slack=3), Row((head, rest), 1.0), last_line()]
    assert lengths(layout(rows)) == found


@pytest.mark.parametrize(("slack", "found"), [(12, [4, 1, 1]), (0, [4, 2])])
def test_label_on_a_new_page_begins_an_item_after_a_short_line(
    slack: float, found: list[int]
) -> None:
    before = [*indented(), row("We find that", indent=1.5, slack=slack)]
    item = [row("1. every sack of corn was there", slack=9)]
    assert lengths(layout(before), layout(item, page=2)) == found


@pytest.mark.parametrize(("text", "found"), [("These are", [4, 1, 2]), ("these are", [4, 3])])
def test_text_left_of_a_short_item_begins_a_paragraph_unless_in_lower_case(
    text: str, found: list[int]
) -> None:
    """The item has no full stop."""
    item = row("4. the sacks of corn", indent=1.0, slack=9)
    assert lengths(layout([*indented(), item, row(text + SENTENCE), last_line()])) == found


def test_bullet_at_the_edge_begins_an_item() -> None:
    items = [row("• one sack is here", slack=10), row("• two sacks are there", slack=10)]
    assert lengths(layout([*indented(), *items, *indented()])) == [4, 1, 1, 4]


@pytest.mark.parametrize(
    ("head", "bold", "begins"),
    [
        ("Theorem 3.", True, True),
        ("Proof.", True, True),
        ("Hypothesis 1.", True, True),
        ("Theorem 3.", False, False),
    ],
)
def test_styled_head_of_a_theorem_begins_a_paragraph(head: str, bold: bool, begins: bool) -> None:
    given = Part(text=head, left=0, right=5, bold=bold), Part(text=SENTENCE, left=5.4, right=30)
    rows = [*indented(), first_line(), *prose(2), Row(given), last_line(), *indented()]
    assert lengths(layout(rows)) == ([4, 3, 2, 4] if begins else [4, 5, 4])


@pytest.mark.parametrize(("end", "found"), [(".", [4, 1, 2]), ("", [4, 3])])
def test_name_of_a_theorem_within_a_sentence_does_not_begin_a_paragraph(
    end: str, found: list[int]
) -> None:
    """As in an abstract that is set in bold throughout."""
    before, head = row(SENTENCE + end, bold=True), row("Lemma 2 is used here", bold=True)
    assert lengths(layout([*indented(), before, head, last_line()])) == found


def test_run_in_heading_begins_a_paragraph() -> None:
    rows = [*indented(), first_line(), *prose(1), row("Soil. " + SENTENCE), last_line()]
    body = judged_body(layout(rows))
    starts = {body.context.lines[6].id: 6}
    judgement = replace(body.judgement, body_starts=starts)
    assert lengths_of(Judged(body.context, judgement)) == [4, 2, 2]


def test_full_lines_of_an_inset_abstract_do_not_end_a_paragraph() -> None:
    """They all end before the column does: none of them is short."""
    abstract = [row(SENTENCE + ".", indent=2, slack=2) for _ in range(4)]
    rows = [*abstract, row(above=2), *prose(2), last_line(), *indented(), *indented()]
    assert lengths(layout(rows))[0] == 4


@pytest.mark.parametrize(("above", "found"), [(1.0, [6, 4]), (1.2, [4, 2, 4])])
def test_different_size_with_a_gap_begins_a_paragraph(above: float, found: list[int]) -> None:
    small = [row(size=9, above=above), row(ENDED, size=9, slack=9)]
    assert lengths(layout([row(above=1.5), *prose(3), *small, *spaced()])) == found


def test_line_goes_on_after_the_initial_of_a_species() -> None:
    """The line above seems to end a sentence, and in ragged text a paragraph."""
    ragged = [row(slack=s) for s in (2, 3, 2.5, 3.5, 2, 3)]
    initial = row("and in most of the fields the miller had sown nothing but B.", slack=2)
    rest = row("napus for many years, as everyone around the pond knew", slack=3)
    assert lengths(layout([*ragged, initial, rest, *ragged])) == [14]


@pytest.mark.parametrize(
    ("above", "expected"),
    [(SENTENCE, [4, 4, 4]), (SENTENCE + ".", [4, 1, 3, 4])],
    ids=["within the sentence", "below its end"],
)
def test_label_in_the_second_line_of_a_paragraph_begins_none(
    above: str, expected: list[int]
) -> None:
    labelled = [first_line(above), row("(1) the sacks and their numbers"), row(), last_line()]
    assert lengths(layout([*indented(), *labelled, *indented()])) == expected


@pytest.mark.parametrize(("slack", "expected"), [(3.9, [3, 7, 3]), (4.1, [3, 4, 3, 3])])
def test_ragged_paragraph_with_indents_goes_on_in_the_next_column(
    slack: float, expected: list[int]
) -> None:
    """Only a line that ends far from the edge ends it: the next one is not indented."""

    def ragged(count: int) -> list[Row]:
        return [row(slack=2 + index % 3) for index in range(count)]

    paragraph = [first_line(), *ragged(1), row(ENDED, slack=10)]
    last = row(SENTENCE + ".", slack=slack)
    left, right = [*paragraph, first_line(), *ragged(2), last], [*ragged(2), row(ENDED, slack=10)]
    assert lengths(layout(left, [*right, *paragraph])) == expected


@pytest.mark.parametrize(("size", "expected"), [(12.4, [8]), (12.6, [4, 4])])
def test_much_larger_line_begins_a_paragraph_whatever_removed_it(
    size: float, expected: list[int]
) -> None:
    heading = row("Sacks", slack=25, size=size, above=2.5)
    rows = [first_line(), *prose(3), heading, row(above=1.8), *prose(3)]
    given = layout([*rows, *indented(), *indented()])
    assert lengths(given, removed={"Sacks": Rule.BESIDE_CAPTION})[: len(expected)] == expected


@pytest.mark.parametrize(("above", "expected"), [(1.3, [4, 6, 4]), (1.5, [4, 3, 3, 4])])
def test_wide_gap_begins_a_paragraph_in_a_document_that_indents_them(
    above: float, expected: list[int]
) -> None:
    full = [first_line(), row(), row(SENTENCE + ".")]
    rows = [*indented(), *full, row(above=above), row(), last_line(), *indented()]
    assert lengths(layout(rows)) == expected
