"""Figures, tables and algorithms: captions, and the lines that belong to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.layout.line_features import LayoutLine
from pdfbot.model import Box, Graphic
from pdfbot.nonbody.floats import judge_floats

from ..builders import (
    EM,
    GUTTER,
    LEFT,
    PITCH,
    SENTENCE,
    TOP,
    WIDTH,
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


def judge(*rows: Row, graphics: tuple[Graphic, ...] = ()) -> list[str]:
    return rules_of(judged(judge_floats, layout(rows, graphics=graphics)))


def cells(*texts: str, above: float = 1.0) -> Row:
    parts = [Part(text=t, left=8 * i, right=8 * i + 3) for i, t in enumerate(texts)]
    return Row(tuple(parts), above)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Figure 3. Sacks by month", "caption_figure"),
        ("TABLE IV", "caption_table"),
        ("Algorithm 1 Counting sacks", "caption_algorithm"),
        ("Listing 2: The loop", "caption_algorithm"),
        ("Scheme 1. Flow of sacks", "caption_figure"),
    ],
)
def test_label_set_apart_from_the_text_opens_a_caption(text: str, rule: str) -> None:
    found = judge(*prose(4), row(text, slack=15, above=2), row(above=2), *prose(3))
    assert found == [""] * 4 + [rule] + [""] * 4


def test_sentence_that_begins_with_a_label_stays() -> None:
    text = "Figure 3 shows that the number of sacks grows in every month of the year"
    assert judge(*prose(4), row(text, above=2), *prose(4)) == [""] * 9


@pytest.mark.parametrize(("above", "taken"), [(1.15, False), (1.2, True), (1.25, True)])
def test_caption_is_set_apart(above: float, taken: bool) -> None:
    found = judge(*prose(4), row("Figure 3. Sacks by month", slack=15, above=above))
    assert found[4] == ("caption_figure" if taken else "")


@pytest.mark.parametrize(("size", "taken"), [(9.5, True), (9.7, False), (10.5, True)])
def test_caption_may_differ_in_font_size(size: float, taken: bool) -> None:
    found = judge(*prose(4), row("Figure 3. Sacks by month", slack=15, size=size))
    assert found[4] == ("caption_figure" if taken else "")


def test_caption_may_have_a_label_in_another_style() -> None:
    label = Part(text="Figure 3.", left=0, right=4, bold=True)
    words = Part(text="Sacks by month", left=4.4, right=15)
    ended = row(SENTENCE + ".")
    assert judge(*prose(3), ended, Row((label, words)))[4] == "caption_figure"


@pytest.mark.parametrize(("slack", "taken"), [(0.0, False), (5.0, True)])
def test_styled_label_below_a_full_unfinished_line_is_part_of_its_sentence(
    slack: float, taken: bool
) -> None:
    label = Part(text="Figure 3.", left=0, right=4, bold=True)
    words = Part(text="Sacks are counted", left=4.4, right=30)
    found = judge(*prose(3), row(slack=slack), Row((label, words)), *prose(2))
    assert found[4] == ("caption_figure" if taken else "")


@pytest.mark.parametrize(("below", "taken"), [(0.75, True), (0.85, False)])
def test_lines_of_a_caption_may_be_closer_together_than_the_text(below: float, taken: bool) -> None:
    """In a double-spaced manuscript, where nothing else sets its label apart."""
    caption = [row("Table 1 The sacks of " + SENTENCE), row("in May", slack=20, above=below)]
    found = judge(*prose(4), *caption, row(above=1.5), *prose(3))
    assert found[4] == ("caption_table" if taken else "")


def test_caption_may_be_the_first_line_of_its_column() -> None:
    assert judge(row("Figure 3. Sacks", slack=15), row(above=2), *prose(3))[0] == "caption_figure"


def test_caption_continues_in_its_size_and_pitch() -> None:
    caption = [row("Figure 3. " + SENTENCE, size=9, above=2), row(size=9), row(size=9, slack=9)]
    found = judge(*prose(4), *caption, row(above=2), *prose(3))
    assert found == [""] * 4 + ["caption_figure"] * 3 + [""] * 4


@pytest.mark.parametrize(
    ("below", "taken"),
    [
        (row(above=1.4), True),
        (row(above=1.45), False),
        (row(size=9.65), True),
        (row(size=9.55), False),
    ],
)
def test_caption_ends_at_a_gap_or_a_change_of_size(below: Row, taken: bool) -> None:
    found = judge(*prose(4), row("Figure 3. " + SENTENCE, above=2), below, row(above=3))
    assert (found[5] == "caption_figure") is taken


def test_caption_with_a_short_first_line_ends_at_a_smaller_gap() -> None:
    opening = row("Figure 3. Sacks by month", slack=10, above=2)
    assert judge(*prose(4), opening, row(above=1.1), row(above=3))[5] == "caption_figure"
    assert judge(*prose(4), opening, row(above=1.3), row(above=3))[5] == ""


def test_cells_next_to_a_caption_go_up_to_the_running_text() -> None:
    table = [cells("mill", "sacks", above=2), cells("East", "12"), cells("West", "19")]
    caption = row("Table 1. Sacks", slack=15, above=1.5)
    found = judge(*prose(4), *table, caption, row(above=2), *prose(3))
    assert found == [""] * 4 + ["beside_caption"] * 3 + ["caption_table"] + [""] * 4


def test_end_of_a_sentence_next_to_a_caption_stays() -> None:
    ended = row("but only in the month of May.", slack=14, above=2)
    caption = row("Table 1. Sacks", slack=15, above=1.5)
    assert judge(*prose(4), ended, caption, row(above=2))[4:6] == ["", "caption_table"]


@pytest.mark.parametrize(("above", "taken"), [(1.6, False), (1.7, True)])
def test_short_line_close_to_the_text_below_a_float_stays(above: float, taken: bool) -> None:
    """It may be the heading of the text, or the end of a paragraph."""
    caption = row("Table 1. Sacks", slack=15, above=2)
    table = [cells("East", "12", above=1.5), row("At night", slack=25, above=2)]
    found = judge(*prose(4), caption, *table, row(above=above), *prose(3))
    assert found[5:8] == ["beside_caption", "beside_caption" if taken else "", ""]


def across(*rows: Row, zone: int, top: float) -> list[LayoutLine]:
    """A zone that spans two columns."""
    right = LEFT + 2 * WIDTH + GUTTER
    return [replace(line, right=right) for line in column(rows, zone=zone, top=top)]


def side_by_side(left: list[Row], right: list[Row], *, zone: int, top: float) -> list[LayoutLine]:
    """A zone of two columns."""
    return [
        *column(left, zone=zone, number=1, top=top),
        *column(right, zone=zone, number=2, top=top),
    ]


CAPTION = row("Table 1. Sacks", slack=15)
LEFT_CELLS = [row("East mill", slack=25), row("West mill", slack=25)]
RIGHT_CELLS = [row("many sacks", slack=25), row("no sacks", slack=25)]


def test_table_below_a_caption_that_spans_its_columns_goes_up_to_the_text() -> None:
    below = [*RIGHT_CELLS, row(above=2), *prose(2)]
    lines = [
        *across(CAPTION, zone=1, top=TOP),
        *side_by_side(LEFT_CELLS, below, zone=2, top=TOP - 2 * PITCH),
        *side_by_side([row("Nobody", slack=25)], prose(2), zone=3, top=TOP - 8 * PITCH),
    ]
    found = rules_of(judged(judge_floats, laid_out(lines)))
    cells_and_text = ["beside_caption"] * 4 + [""] * 3
    assert found == ["caption_table", *cells_and_text, "beside_caption", "", ""]


def test_table_above_a_caption_that_spans_its_columns_goes_up_to_the_text() -> None:
    above = [*prose(3), replace(RIGHT_CELLS[0], above=2), RIGHT_CELLS[1]]
    lines = [
        *side_by_side(LEFT_CELLS, above, zone=1, top=TOP),
        *across(CAPTION, zone=2, top=TOP - 8 * PITCH),
    ]
    found = rules_of(judged(judge_floats, laid_out(lines)))
    assert found == ["beside_caption"] * 2 + [""] * 3 + ["beside_caption"] * 2 + ["caption_table"]


@pytest.mark.parametrize(
    ("page", "overhang", "rule"),
    [(1, 0.2, ""), (1, 0.4, "beside_caption"), (2, 0.2, "beside_caption")],
)
def test_small_abstract_above_the_zone_of_a_caption_stays(
    page: int, overhang: float, rule: str
) -> None:
    """Three lines with both edges in common, give or take 0.3 em, on the first page."""
    abstract = [row(size=8, slack=slack) for slack in (0, overhang, 0)]
    lines = [
        *across(*abstract, zone=1, top=TOP),
        *side_by_side([CAPTION, *prose(3)], prose(4), zone=2, top=TOP - 5 * PITCH),
    ]
    pages = [layout(prose(3)), laid_out([replace(p, page=2) for p in lines], page=2)]
    found = rules_of(judged(judge_floats, *(pages if page == 2 else [laid_out(lines)])))
    assert found[3 * (page - 1) :][:3] == [rule] * 3


def test_table_below_a_caption_stays_in_its_column() -> None:
    lines = [
        *column([CAPTION], zone=1),
        *side_by_side(LEFT_CELLS, RIGHT_CELLS, zone=2, top=TOP - 2 * PITCH),
    ]
    found = rules_of(judged(judge_floats, laid_out(lines)))
    assert found == ["caption_table"] + ["beside_caption"] * 2 + [""] * 2


def image(bottom: float, top: float) -> Graphic:
    return Graphic("image", Box(LEFT, bottom, LEFT + 30 * EM, top))


def label_in(graphic: Graphic, given: Row) -> str:
    return judge(*prose(3), given, row(above=4), graphics=(graphic,))[3]


# A label two pitches below three lines of text; its box is 9.7 points high.
LABEL = row("mm per year", slack=20, above=2)
LOW = TOP - 4 * PITCH - 2.2


@pytest.mark.parametrize(("share", "taken"), [(0.5, False), (0.61, True), (1.0, True)])
def test_text_mostly_inside_an_image_is_part_of_it(share: float, taken: bool) -> None:
    assert label_in(image(LOW - 30, LOW + share * 9.7), LABEL) == (
        "inside_drawing" if taken else ""
    )


def test_running_text_over_an_image_stays() -> None:
    assert label_in(image(LOW - 30, LOW + 20), row(above=2)) == ""


@pytest.mark.parametrize(("parts", "taken"), [(4, False), (5, True)])
def test_text_inside_a_drawing_of_many_strokes_is_part_of_it(parts: int, taken: bool) -> None:
    strokes = [
        Graphic("drawing", Box(LEFT + 60 * i, LOW - 5, LEFT + 60 * (i + 1), LOW + 15))
        for i in range(parts)
    ]
    found = judge(*prose(3), LABEL, row(above=4), graphics=tuple(strokes))
    assert found[3] == ("inside_drawing" if taken else "")


@pytest.mark.parametrize("size", [8.0, 9.0, 10.0])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("count", [3, 12])
def test_the_first_block_of_text_stays_in_its_frame(count: int, bold: bool, size: float) -> None:
    """The notes below it in the frame, in another size, are no text; nor is a later block."""
    abstract = [row(indent=2, slack=2, size=size, bold=bold) for _ in range(count)]
    notes = [row(indent=2, slack=2, size=7) for _ in range(3)]
    rows = [row("Abstract", indent=2, slack=22), *abstract, *notes]
    frame = image(TOP - PITCH * len(rows), TOP + PITCH)
    assert judge(*rows, *prose(4), graphics=(frame,)) == [
        *[""] * (count + 1),
        *["inside_drawing"] * 3,
        *[""] * 4,
    ]
    low = TOP - PITCH * (len(rows) + 5)
    later = judge(*prose(4), *rows, graphics=(image(low, TOP - 3.5 * PITCH),))
    assert later[5:] == ["inside_drawing"] * (len(rows) - 1)


def table(caption: str, below: Row) -> list[str]:
    """A caption, a rule, rows set like text, a rule, and text below."""
    rows = [row(caption, slack=20), *(row(above=2 if i == 0 else 1) for i in range(3)), below]
    high, low = TOP - PITCH, TOP - 4.5 * PITCH
    return judge(*rows, *prose(3), graphics=(rule(0, 30, high), rule(0, 30, low)))


def test_rows_between_rulings_below_a_caption_are_a_table() -> None:
    rows = [cells("mill", "sacks", above=2), cells("East", "12"), cells("West", "19")]
    graphics = rule(0, 30, TOP - PITCH), rule(0, 30, TOP - 4.5 * PITCH)
    text = [row(above=3), *prose(3)]
    found = judge(row("Table 1. Sacks", slack=20), *rows, *text, graphics=graphics)
    assert found == ["caption_table"] + ["between_rulings"] * 3 + [""] * 4
    alone = judge(row("The sacks are full.", slack=20), *rows, *text, graphics=graphics)
    assert "between_rulings" not in alone


def test_running_text_between_rulings_stays() -> None:
    assert table("Table 1. Sacks", row(above=3)) == ["caption_table"] + [""] * 7


@pytest.mark.parametrize(("right", "joined"), [(29.75, True), (29.65, False), (25, False)])
def test_rules_of_a_table_are_equally_wide(right: float, joined: bool) -> None:
    """Their ends are at most three points apart."""
    rows = [cells("the", "mill", above=2), cells("East", "12")]
    graphics = rule(0, 30, TOP - PITCH), rule(0, right, TOP - 3.5 * PITCH)
    found = judge(row("Table 1. Sacks", slack=20), *rows, row(above=3), graphics=graphics)
    assert ("between_rulings" in found) is joined


def test_steps_of_an_algorithm_go_even_if_they_look_like_running_text() -> None:
    steps = [row(f"{i}: {SENTENCE}", above=1.3 if i == 1 else 1.0) for i in (1, 2, 3)]
    found = judge(row("Algorithm 1 Counting", slack=15), *steps, row(above=1.5), *prose(3))
    assert found == ["caption_algorithm"] + ["beside_caption"] * 3 + [""] * 4


@pytest.mark.parametrize("number", ["Algorithm 1.", "Figure 1."])
@pytest.mark.parametrize(("indent", "kept"), [(0.3, False), (0.4, True), (1.0, True)])
def test_paragraph_right_below_a_label_is_text(number: str, indent: float, kept: bool) -> None:
    """The label heads a section, or the caption has no more than one short line."""
    paragraph = [row(indent=indent, above=1.15), *prose(4)]
    found = judge(row(above=2), row(f"{number} Counting", slack=15, above=1.5), *paragraph)
    assert found[2:] == ([""] * 5 if kept else [found[2]] * 5)
    assert kept or found[2]


@pytest.mark.parametrize("shift", [-0.6, 0.6])
def test_paragraph_below_a_label_is_text_on_a_page_that_is_shifted(shift: float) -> None:
    """As pages of scans are: its lines are not where the columns of the document begin."""
    shifted = [row(indent=1 + shift, above=1.15), *(row(indent=shift) for _ in range(4))]
    rows = [*shifted[1:], row("Algorithm 3. Counting", indent=1 + shift, slack=15, above=1.5)]
    pages = (*prose(20), row(above=2), *rows, *shifted)
    assert judge(*pages)[-5:] == [""] * 5


@pytest.mark.parametrize(("size", "taken"), [(9.5, False), (9.7, True)])
def test_code_below_a_caption_ends_at_running_text_in_another_size(
    size: float, taken: bool
) -> None:
    code = [row("total += count(sack)", slack=15, size=size, above=1.3) for _ in range(2)]
    found = judge(row("Listing 1: Counting", slack=15), *code, row(above=1.3), *prose(3))
    assert found[1:3] == ["beside_caption"] * 2
    assert (found[3] == "beside_caption") is taken


def test_first_step_below_the_label_may_be_in_another_size() -> None:
    steps = [row(f"{i}: {SENTENCE}") for i in (1, 2)]
    found = judge(row("Algorithm 1 Counting", slack=15, size=9), *steps, row(above=1.5))
    assert found[1:3] == ["beside_caption"] * 2


def test_algorithm_between_rulings_ends_at_the_last_rule() -> None:
    """Even if its steps look like running text."""
    steps = [row(f"{i}: {SENTENCE}", above=1.3 if i == 1 else 1.5) for i in (1, 2, 3)]
    graphics = tuple(rule(0, 30, TOP + y) for y in (12, -4, -50))
    rows = [row("Algorithm 1 Counting", slack=15), *steps, row(above=1.3), *prose(3)]
    found = judge(*rows, graphics=graphics)
    assert found == ["caption_algorithm"] + ["beside_caption"] * 3 + [""] * 4


@pytest.mark.parametrize(("running", "cells", "taken"), [(1, 2, True), (2, 3, False)])
def test_area_between_rulings_with_much_running_text_is_not_a_table(
    running: int, cells: int, taken: bool
) -> None:
    """At most 0.35 of its worded rows: one of three, not two of five."""
    small = [row("every mill and pond and sack", size=9, slack=9) for _ in range(cells)]
    rows = [row(above=2), *prose(running - 1), *small]
    low = TOP - (len(rows) + 1.5) * PITCH
    graphics = rule(0, 30, TOP - PITCH), rule(0, 30, low)
    caption = row("Table 1. Sacks", slack=20)
    found = judge(caption, *rows, row(above=3), *prose(3), graphics=graphics)
    assert ("between_rulings" in found) is taken


WORDS = "mill pond sack bread river stone"


@pytest.mark.parametrize(
    ("given", "is_text"),
    [
        (row(WORDS, slack=10, above=2), True),
        (row("mill pond sack bread river", slack=10, above=2), False),
        (row(WORDS, slack=13, above=2), True),
        (row("the mill is full again.", indent=2.9, slack=10, above=2), True),
        (row("the mill is full again.", indent=3.1, slack=10, above=2), False),
        (row("pond pond " + "a" * 53 + " " + "1" * 38 + ".", slack=10, above=2), True),
        (row("pond pond " + "a" * 50 + " " + "1" * 41 + ".", slack=10, above=2), False),
    ],
    ids=["6 words", "5 words", "wide", "near", "indented", "worded", "numbers"],
)
def test_line_next_to_a_caption_is_text_if_it_reads_like_text(given: Row, is_text: bool) -> None:
    caption = row("Table 1. Sacks", slack=15, above=1.5)
    found = judge(*prose(4), given, caption, row(above=2))
    assert found[4] == ("" if is_text else "beside_caption")


@pytest.mark.parametrize("lines", [1, 2, 4])
@pytest.mark.parametrize("indent", [2.0, 4.0])
@pytest.mark.parametrize(("end", "taken"), [(".", False), (" and", True)])
def test_centred_caption_ends_where_lines_are_not_centred(
    lines: int, indent: float, end: str, taken: bool
) -> None:
    """In a manuscript the text below has the size and the pitch of the caption."""
    last = "the mill in the morning" + end
    label = "Figure 1. A mill and" if lines > 1 else "Figure 1. " + last
    inner = [row(indent=1 + i, slack=1 + i) for i in range(lines - 2)]
    caption = [row(label, indent=3, slack=3, above=2), *inner]
    if lines > 1:
        caption.append(row(last, indent=9, slack=9))
    found = judge(*prose(4), *caption, row(indent=indent), *prose(3))
    assert found[4 : 5 + lines] == ["caption_figure"] * lines + ["caption_figure" if taken else ""]


@pytest.mark.parametrize(
    ("note", "lost"),
    [
        ("Fonte: Elaborado pelos moleiros.", 1),
        ("Quelle: eigene Zählung.", 1),
        ("资料来源：作者整理。", 1),
        ("Fontes do moinho.", 0),
    ],
)
def test_note_below_a_table_goes_though_it_is_close_to_the_text(note: str, lost: int) -> None:
    caption = row("Table 1. Sacks by month", slack=15, above=2)
    rows = [caption, cells("Month", "Sacks"), row(note, size=8.0, slack=15), *prose(4)]
    found = judge(*prose(4), *rows)
    assert found[6:] == ["beside_caption"] * lost + [""] * (5 - lost)


def test_note_below_a_table_ends_at_another_size() -> None:
    caption = row("Table 1. Sacks by month", slack=15, above=2)
    note = [row("Note: the sacks", size=8.0, slack=15), row("of the mill.", size=8.0, slack=15)]
    rows = [caption, cells("Month", "Sacks"), *note, row("The mill", slack=15), *prose(4)]
    assert judge(*prose(4), *rows)[6:] == ["beside_caption"] * 2 + [""] * 5


@pytest.mark.parametrize(
    ("title", "taken"),
    [
        (row("Sacks by month", slack=15, above=2.5, italic=True), True),
        (row("Sacks by month", slack=15, above=2.5, bold=True), True),
        (row("Sacks by month", slack=15, above=2.6, italic=True), False),
        (row("Sacks by month", slack=15, above=2.5), False),
    ],
)
def test_caption_may_have_its_title_below_its_label(title: Row, taken: bool) -> None:
    label = row("Figure 3", slack=25, above=2, bold=True)
    found = judge(*prose(4), label, title, row(above=2), *prose(3))
    assert (found[5] == "caption_figure") is taken


def test_title_below_a_label_with_text_is_no_caption() -> None:
    label = row("Figure 3. Sacks", slack=20, above=2, bold=True)
    title = row("The mill of the valley", slack=15, above=2.5, italic=True)
    assert judge(*prose(4), label, title, row(above=2), *prose(3))[5] != "caption_figure"


@pytest.mark.parametrize(
    ("last", "end", "is_text"),
    [
        (row(), row("of the mill", slack=20, above=2), True),
        (row(f"{SENTENCE}."), row("of the mill", slack=20, above=2), False),
        (row(slack=4), row("of the mill", slack=20, above=2), False),
        (row(), row("The mill", slack=20, above=2), False),
        (row(), row("of the mill", slack=20, above=1.1), False),
        (row(), row("of the mill", slack=10, indent=10, above=2), False),
        (row(), row("of the mill", slack=20, above=2, size=9), False),
    ],
)
def test_sentence_of_the_column_before_ends_below_a_float(
    last: Row, end: Row, is_text: bool
) -> None:
    """A few words above a display, where no running text is near."""
    table = [row("Table 1. Sacks by month", slack=15), row("4 sacks 5", slack=20)]
    second = [*table, end, row("a = b", indent=10, slack=15, above=1.5), row(above=2), *prose(4)]
    found = rules_of(judged(judge_floats, layout([*prose(6), last], second)))
    assert (not found[9]) is is_text


def test_words_below_a_float_amid_its_own_column_are_cells() -> None:
    table = [row("Table 1. Sacks by month", slack=15, above=2), row("4 sacks 5", slack=20)]
    end = row("of the mill", slack=20, above=2)
    rows = [*prose(6), *table, end, row(above=2), *prose(4)]
    assert judge(*rows)[8] == "beside_caption"
