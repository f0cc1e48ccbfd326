"""Body lines to paragraphs: indents, gaps, short lines, and what stood between."""

from __future__ import annotations

import pytest

from pdfbot.align.habits import Habits, measure_habits
from pdfbot.align.paragraphs import draft_as_published, draft_paragraphs
from pdfbot.layout.lines import PageLayout
from pdfbot.model import Verdict
from pdfbot.nonbody.rule import Context

from ..builders import SENTENCE, Part, Row, context_of, layout, prose, row, rules_of

ENDED = "and so the sacks were counted."


def first(text: str = SENTENCE, *, above: float = 1.0) -> Row:
    return row(text, indent=1.5, above=above)


def last(text: str = ENDED, *, above: float = 1.0) -> Row:
    return row(text, slack=10, above=above)


def indented(count: int = 4) -> list[Row]:
    """A paragraph with an indent and a short last line."""
    return [first(), *prose(count - 2), last()]


def spaced(count: int = 4) -> list[Row]:
    """A paragraph without an indent, white space above."""
    return [row(above=1.5), *prose(count - 2), last()]


def body_context(*layouts: PageLayout, removed: dict[str, str] | None = None) -> Context:
    """All lines are body text but those whose text is a key of `removed`, with the rule."""
    context = context_of(*layouts)
    for placed in context.flow:
        if rule := (removed or {}).get(placed.line.text):
            placed.verdict = Verdict(placed.line.id, rule)
    return context


def lengths(*layouts: PageLayout, removed: dict[str, str] | None = None) -> list[int]:
    """How many lines each paragraph has."""
    return [len(d.lines) for d in draft_paragraphs(body_context(*layouts, removed=removed))]


def habits(*rows: Row) -> Habits:
    context = body_context(layout(rows))
    return measure_habits(context, context.flow)


def test_no_lines_make_no_paragraph() -> None:
    assert lengths(layout([])) == []


def test_indents_begin_paragraphs() -> None:
    assert lengths(layout([*indented(4), *indented(3), *indented(5)])) == [4, 3, 5]


def test_an_indent_begins_one_even_below_a_full_line() -> None:
    full = [first(), *prose(2), row(SENTENCE + ".")]
    assert lengths(layout([*indented(), *full, *indented(), *indented()])) == [4, 4, 4, 4]


def test_so_does_an_indented_line_of_math_below_a_sentence_that_ends_late() -> None:
    """The usual indent tells, though a formula's line may be shifted for other reasons."""
    late = row("and so every one of the sacks was counted and noted down.", slack=1.2)
    words = Part(text="For", left=1.5, right=3)
    math = Row((words, Part(text="x = y + z = a + b", left=3.5, right=30, family="CMMI10")), 1.0)
    assert lengths(layout([*indented(), first(), row(), late, math, row(), last()])) == [4, 3, 3]


def test_gaps_begin_paragraphs() -> None:
    assert lengths(layout([*spaced(4), *spaced(3), *spaced(5)])) == [4, 3, 5]


def test_one_line_paragraphs() -> None:
    speech = row("“It is so.”", indent=1.5, slack=20)
    assert lengths(layout([*indented(), speech, speech, *indented()])) == [4, 1, 1, 4]


def test_the_habits_of_a_document() -> None:
    with_indents = habits(*indented(), *indented(), *indented())
    assert (with_indents.indented, with_indents.first_indent) == (True, 15)
    assert with_indents.justified
    with_gaps = habits(*spaced(), *spaced(), *spaced())
    assert (with_gaps.indented, with_gaps.first_indent) == (False, 0)
    ragged = [row(slack=1 + i % 4) for i in range(12)]
    assert not habits(*ragged).justified


def test_a_sentence_goes_on_in_the_next_column() -> None:
    one, other = [first(), *prose(3)], [*prose(2), last(), *indented()]
    assert lengths(layout([*indented(), *one], other)) == [4, 7, 4]


def test_a_sentence_goes_on_over_the_page() -> None:
    pages = layout([*indented(), first(), *prose(2)], page=1), layout([*prose(1), last()], page=2)
    assert lengths(*pages) == [4, 5]


def test_a_new_page_begins_a_paragraph_when_the_last_one_ended() -> None:
    pages = layout([*indented(), *indented()], page=1), layout([*prose(2), last()], page=2)
    assert lengths(*pages) == [4, 4, 3]


def test_a_small_letter_goes_on_though_the_line_above_is_short() -> None:
    broken = row("and so it went on", slack=10)
    small = row("without an end to it.", slack=12)
    assert lengths(layout([*spaced(), *prose(2), broken], [small, *spaced()])) == [4, 4, 4]


FLOAT = "Figure 1. Sacks"


def test_a_float_in_between_is_skipped() -> None:
    rows = [*indented(), first(), *prose(2), row(FLOAT, above=3), row(above=3), last()]
    assert lengths(layout(rows), removed={FLOAT: "caption_figure"}) == [4, 5]


def test_a_heading_always_begins_a_paragraph() -> None:
    rows = [*indented(), *prose(2), row("2 Methods", above=2), row(above=2), last()]
    assert lengths(layout(rows), removed={"2 Methods": "heading"})[-1] == 2


EQUATION = "a = b"


@pytest.mark.parametrize(("size", "found"), [(12, [4, 2, 2]), (10, [4, 4])])
def test_a_larger_bold_line_is_a_heading_whatever_took_it_out(
    size: float, found: list[int]
) -> None:
    """Below a figure, for instance, with which it went."""
    head = row("2 Methods", slack=20, above=2, size=size, bold=True)
    rows = [*indented(), first(), row(SENTENCE + "."), head, row(above=1.4), last()]
    assert lengths(layout(rows), removed={"2 Methods": "beside_caption"}) == found


def test_but_not_within_a_sentence() -> None:
    """Bold words of a figure look like a heading; none stands inside a sentence."""
    after = [row("and wrote them down every evening before the lamps were lit"), last()]
    rows = [*indented(), first(), row(), row("A Figure", slack=20, above=2), *after]
    assert lengths(layout(rows), removed={"A Figure": "heading"}) == [4, 4]


@pytest.mark.parametrize(("text", "found"), [(SENTENCE, [4, 4]), (SENTENCE + ".", [4, 2, 2])])
def test_nor_behind_a_full_line_that_ends_nothing(text: str, found: list[int]) -> None:
    """The heading is at the foot of one column, and the text goes on at the top of the next."""
    left = [*indented(), first(), row(text), row("A Figure", slack=20, above=2)]
    page = layout(left, [row(), last()])
    assert lengths(page, removed={"A Figure": "heading"}) == found


def with_equation(*after: Row) -> list[int]:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [*indented(), first(), *prose(1), display, *after, *indented()]
    return lengths(layout(rows), removed={EQUATION: "display_math"})


def test_text_goes_on_below_an_equation() -> None:
    assert with_equation(row("where b is the number of sacks", above=1.5), last()) == [4, 4, 4]


def test_an_indent_below_an_equation_begins_a_paragraph() -> None:
    assert with_equation(first(above=1.5), last()) == [4, 2, 2, 4]


@pytest.mark.parametrize(("indent", "found"), [(0.0, [4, 4]), (1.5, [4, 2, 2])])
def test_an_equation_at_the_foot_of_a_column_ends_no_paragraph(
    indent: float, found: list[int]
) -> None:
    """Where first lines are indented, the indent in the next column tells."""
    words = row("the number of sacks that he found is:", slack=12)
    left = [*indented(), first(), words, row(EQUATION, indent=10, slack=10, above=1.5)]
    page = layout(left, [row("Thus all of them were counted twice", indent=indent), last()])
    assert lengths(page, removed={EQUATION: "display_math"}) == found


def test_an_item_goes_on_below_an_equation_where_its_words_begin() -> None:
    """In a document with indents a line that far to the right would else be a first line."""
    label = Part(text="(a)", left=0.5, right=2.0)
    item = Row((label, Part(text="The sacks are so many:", left=2.5, right=15)), 1.0)
    assert with_equation_after(item, row("where b is known.", indent=2.5, slack=15)) == [4, 2]
    assert with_equation_after(item, row("where b is known.", indent=1.5, slack=15)) == [4, 1, 1]


def test_a_label_that_counts_on_below_an_equation_begins_an_item() -> None:
    items = row("(a) The sacks are so many:", slack=9), row("(b) The rest of the corn.", slack=9)
    assert with_equation_after(*items) == [4, 1, 1]


def with_equation_after(before: Row, after: Row) -> list[int]:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [*indented(), before, display, after]
    return lengths(layout(rows), removed={EQUATION: "display_math"})


@pytest.mark.parametrize(("indent", "found"), [(1.5, 2), (0.0, 1)])
def test_a_clear_indent_below_an_equation_tells_in_any_document(indent: float, found: int) -> None:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    rows = [*spaced(), *spaced(), row(above=1.5), display, row(indent=indent, above=1.5), last()]
    assert len(lengths(layout(rows), removed={EQUATION: "display_math"})) == 2 + found


def test_without_indents_the_space_below_an_equation_tells() -> None:
    display = row(EQUATION, indent=10, slack=10, above=1.5)
    small = row("where b is the number of sacks", above=1.5)
    going_on = [*spaced(3), row(above=1.5), display, small, last()]
    rows = [*going_on, *going_on, row(above=1.5), display]
    removed = {EQUATION: "display_math"}
    near, far = row("Every month", above=1.5), row("Every month", above=2.5)
    assert lengths(layout([*rows, near, last()]), removed=removed)[-1] == 3
    assert lengths(layout([*rows, far, last()]), removed=removed)[-2:] == [1, 2]


@pytest.mark.parametrize("label", ["(1)", "1.", "a)", "iv.", "[3]", "Step 2:", "RQ1:", "•"])
def test_labels_begin_items(label: str) -> None:
    item = [row(f"{label} {SENTENCE}", indent=1), row(indent=3), row(ENDED, indent=3, slack=9)]
    assert lengths(layout([*spaced(), *item, *item, *spaced()])) == [4, 3, 3, 4]


@pytest.mark.parametrize(("second", "found"), [("2)", [4, 1, 1]), ("7)", [4, 2])])
def test_a_label_that_counts_on_begins_an_item(second: str, found: list[int]) -> None:
    """Though the item above fills its line."""
    items = [row("1) the sacks of flour", slack=0.5), row(f"{second} the sacks of corn", slack=0.5)]
    assert lengths(layout([*indented(), *items]))[:3] == found


@pytest.mark.parametrize(("slack", "found"), [(3, [4, 1, 2]), (0.5, [4, 3])])
def test_text_below_an_item_at_its_edge_begins_a_paragraph(slack: float, found: list[int]) -> None:
    item = row("• and every sack was weighed before it was sold.", slack=slack)
    assert lengths(layout([*indented(), item, row(), last()])) == found


@pytest.mark.parametrize(("bold", "found"), [(True, [4, 2, 2]), (False, [4, 4])])
def test_a_bold_word_below_a_short_line_begins_a_paragraph(bold: bool, found: list[int]) -> None:
    head = Part(text="Sacks", left=0, right=2.5, bold=bold)
    rest = Part(text="were counted every morning before the sun was up", left=3, right=30)
    rows = [*indented(), first(), row(ENDED, slack=3), Row((head, rest), 1.0), last()]
    assert lengths(layout(rows)) == found


@pytest.mark.parametrize(("above", "found"), [(1.2, [4, 2, 2]), (1.0, [4, 4])])
def test_a_bold_line_below_a_full_one_begins_a_paragraph(above: float, found: list[int]) -> None:
    """A run-in heading may fill its line; the space above tells it from bold words in a text."""
    bold = row("Sacks of flour and corn.", bold=True, above=above)
    rows = [*indented(), first(), row(SENTENCE + "."), bold, last()]
    assert lengths(layout(rows)) == found


@pytest.mark.parametrize(("slack", "found"), [(12, [4, 1, 1]), (0, [4, 2])])
def test_a_label_on_a_new_page_begins_an_item_below_a_short_line(
    slack: float, found: list[int]
) -> None:
    before = [*indented(), row("We find that", indent=1.5, slack=slack)]
    item = [row("1. every sack of corn was there", slack=9)]
    assert lengths(layout(before), layout(item, page=2)) == found


@pytest.mark.parametrize(("text", "found"), [("These are", [4, 1, 2]), ("these are", [4, 3])])
def test_text_left_of_a_short_item_begins_a_paragraph(text: str, found: list[int]) -> None:
    """Though the item has no full stop."""
    item = row("4. the sacks of corn", indent=1.0, slack=9)
    assert lengths(layout([*indented(), item, row(text + SENTENCE), last()])) == found


def test_bullets_begin_items_wherever_they_stand() -> None:
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
def test_the_head_of_a_theorem_begins_a_paragraph(head: str, bold: bool, begins: bool) -> None:
    given = Part(text=head, left=0, right=5, bold=bold), Part(text=SENTENCE, left=5.4, right=30)
    rows = [*indented(), first(), *prose(2), Row(given), last(), *indented()]
    assert lengths(layout(rows)) == ([4, 3, 2, 4] if begins else [4, 5, 4])


@pytest.mark.parametrize(("end", "found"), [(".", [4, 1, 2]), ("", [4, 3])])
def test_the_name_of_a_theorem_within_a_sentence_does_not(end: str, found: list[int]) -> None:
    """As in an abstract that is set in bold throughout."""
    before, head = row(SENTENCE + end, bold=True), row("Lemma 2 is used here", bold=True)
    assert lengths(layout([*indented(), before, head, last()])) == found


def test_a_run_in_heading_begins_a_paragraph() -> None:
    context = body_context(
        layout([*indented(), first(), *prose(1), row("Soil. " + SENTENCE), last()])
    )
    context.trims[context.flow[6].line.id] = 6
    assert [len(d.lines) for d in draft_paragraphs(context)] == [4, 2, 2]


def test_an_inset_abstract_has_a_right_edge_of_its_own() -> None:
    """Its full lines all end before the column does: none of them is short."""
    abstract = [row(SENTENCE + ".", indent=2, slack=2) for _ in range(4)]
    rows = [*abstract, row(above=2), *prose(2), last(), *indented(), *indented()]
    assert lengths(layout(rows))[0] == 4


@pytest.mark.parametrize(("above", "found"), [(1.0, [6, 4]), (1.2, [4, 2, 4])])
def test_another_size_with_a_gap_begins_a_paragraph(above: float, found: list[int]) -> None:
    small = [row(size=9, above=above), row(ENDED, size=9, slack=9)]
    assert lengths(layout([row(above=1.5), *prose(3), *small, *spaced()])) == found


def published(*rows: Row) -> tuple[list[int], Context]:
    context = body_context(layout(rows))
    return [len(d.lines) for d in draft_as_published(context)], context


@pytest.mark.parametrize(("above", "count"), [(1.2, 1), (1.3, 2)])
def test_as_published_a_wider_gap_begins_a_paragraph(above: float, count: int) -> None:
    """Γ₄ is 2.25 points over a pitch of 10."""
    found, _ = published(*prose(3), row(above=above), *prose(2))
    assert len(found) == count


@pytest.mark.parametrize(("indent", "count"), [(0.1, 1), (0.2, 2)])
def test_as_published_a_step_to_the_right_begins_a_paragraph(indent: float, count: int) -> None:
    """Over one point."""
    found, _ = published(*prose(3), row(indent=indent), *prose(2))
    assert len(found) == count


def test_as_published_a_caption_is_a_paragraph_without_a_verb() -> None:
    caption = row("Figure 1. Overview of the months", above=2, slack=10)
    sentence = row("Figure 2 shows the sacks", above=2, slack=10)
    found, context = published(*prose(3), caption, sentence, row(above=2))
    assert found == [3, 1, 1]
    rules = rules_of(context)
    assert rules == [""] * 3 + ["caption_figure"] + [""] * 2
