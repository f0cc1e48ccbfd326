"""Tables built from rows of cells: their place, their columns, and rows of several lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from pdfbot.layout.lines import PageLayout
from pdfbot.model import Box, Finding, Graphic, Table, Verdict
from pdfbot.rules import Rule
from pdfbot.structure.turned_tables import find_turned_tables

from ..builders import PITCH, TOP, Part, Row, column, layout, prose, row, rule
from .parts import structure_of

# Ems: where columns begin.
COLUMNS = (0.0, 10.0, 20.0)
CAPTION = row("Table 1. Sacks of three mills", slack=12.0, above=2.0, size=8.0)


def cells(*texts: str, above: float = 1.3) -> Row:
    """A row of cells, half an em for each character; an empty one is left out."""
    return Row(
        tuple(
            Part(text=text, left=left, right=left + len(text) / 2, size=8.0)
            for left, text in zip(COLUMNS, texts, strict=False)
            if text
        ),
        above,
    )


HEAD = cells("Mill", "Sacks", "Weight", above=2.0)
DATA = [cells("North", "12", "340"), cells("South", "7", "91"), cells("West", "104", "1600")]
GRID = [
    ["Mill", "Sacks", "Weight"],
    ["North", "12", "340"],
    ["South", "7", "91"],
    ["West", "104", "1600"],
]


def table(*rows: Row, before: int = 8) -> Table:
    """The only table of a page with these rows between two paragraphs, with rulings."""
    written = [*prose(before), *rows]
    heights = [TOP + PITCH]
    for current in written:
        heights.append(heights[-1] - current.above * PITCH)
    first = next(i for i, current in enumerate(written) if current is HEAD)
    last = max(i for i, current in enumerate(written) if len(current.parts) > 1 or i == first)
    graphics = [
        rule(0.0, 28.0, heights[first + 1] + 10.0),
        rule(0.0, 28.0, heights[first + 1] - 4.0),
        rule(0.0, 28.0, heights[last + 1] - 4.0),
    ]
    page = layout([*written, row(above=3.0), *prose(8)], graphics=graphics)
    (found,) = structure_of(page).tables
    return found


def test_a_table_below_its_caption_has_rows_and_columns() -> None:
    assert table(CAPTION, HEAD, *DATA).grid() == GRID


def test_a_table_above_its_caption_has_rows_and_columns() -> None:
    assert table(HEAD, *DATA, CAPTION).grid() == GRID


def test_cells_know_their_columns_and_places() -> None:
    found = table(CAPTION, HEAD, *DATA)
    last = found.rows[-1].cells[-1]
    assert (last.text, last.column, last.columns) == ("1600", 2, 1)
    assert found.box.left <= last.box.left < last.box.right <= found.box.right


def test_an_empty_cell_is_left_out() -> None:
    rows = [DATA[0], cells("South", "", "91"), DATA[2]]
    found = table(CAPTION, HEAD, *rows)
    assert found.grid()[2] == ["South", "", "91"]
    assert len(found.rows[2].cells) == 2


@pytest.mark.parametrize(
    ("more", "joined"),
    [
        (("", "and more", ""), ["North", "12 and more", "340"]),
        (("", "", "in all"), ["North", "12", "340 in all"]),
    ],
)
def test_a_line_with_fewer_cells_goes_on_with_the_row_above(
    more: Sequence[str], joined: list[str]
) -> None:
    found = table(CAPTION, HEAD, DATA[0], cells(*more, above=0.9), *DATA[1:])
    assert found.grid() == [GRID[0], joined, *GRID[2:]]


def test_a_full_row_goes_on_with_no_other() -> None:
    assert len(table(CAPTION, HEAD, *DATA, *DATA).rows) == 7


def test_lines_without_columns_are_no_rows() -> None:
    lines = [cells(f"A sack of mill {name}") for name in ("North", "South", "West")]
    assert table(CAPTION, HEAD, DATA[0], *DATA[1:]).rows
    page = layout([*prose(8), CAPTION, *lines, row(above=3.0), *prose(8)])
    (found,) = structure_of(page).tables
    assert (found.rows, found.columns, found.grid()) == ((), 0, [])


def test_a_table_without_columns_has_its_text() -> None:
    lines = [cells(f"A sack of mill {name}") for name in ("North", "South", "West")]
    written = [*prose(8), CAPTION, *lines]
    heights = [TOP + PITCH]
    for current in written:
        heights.append(heights[-1] - current.above * PITCH)
    rules = [rule(0.0, 28.0, heights[10] + 10.0), rule(0.0, 28.0, heights[-1] - 4.0)]
    page = layout([*written, row(above=3.0), *prose(8)], graphics=rules)
    (found,) = structure_of(page).tables
    assert found.rows == ()
    assert found.text == "A sack of mill North\nA sack of mill South\nA sack of mill West"
    assert found.box.width < 28.0 * 10


def turned(
    *rows: Row, turn: Callable[[Box], Box] | None = None, rulings: Sequence[Graphic] = ()
) -> list[Table]:
    """The tables of a page on which these rows are turned, to the left if it does not say how."""
    turn = turn or turn_left
    rotation = 90.0 if turn is turn_left else -90.0
    lines = [
        replace(
            line,
            blocks=tuple(replace(b, box=turn(b.box), rotation=rotation) for b in line.blocks),
        )
        for line in column([*rows])
    ]
    finding = Finding("rotated", 90.0, "more than", 0.0, "")
    aside = tuple((line, Verdict(line.id, Rule.ROTATED, finding)) for line in lines)
    page = layout(prose(8), graphics=[replace(g, box=turn(g.box)) for g in rulings])
    return list(find_turned_tables(replace(page, out_of_flow=aside)))


def turn_left(box: Box) -> Box:
    return Box(-box.top, box.left, -box.bottom, box.right)


def turn_right(box: Box) -> Box:
    return Box(box.bottom, -box.right, box.top, -box.left)


@pytest.mark.parametrize("turn", [turn_left, turn_right])
def test_a_turned_table_has_its_label_and_title(turn: Callable[[Box], Box]) -> None:
    (found,) = turned(CAPTION, HEAD, *DATA, turn=turn)
    assert (found.label, found.title) == ("Table 1", "Sacks of three mills")
    assert found.grid() == GRID


def test_cells_of_a_turned_table_are_where_they_are_printed() -> None:
    (found,) = turned(CAPTION, HEAD, *DATA)
    first, second = found.rows[0].cells[:2]
    assert first.box.top < second.box.bottom, "read upwards"
    assert found.rows[1].cells[0].box.left > first.box.left, "the next row is further right"


@pytest.mark.parametrize("has_ruling", [True, False])
def test_caption_right_above_a_turned_table_of_prose_ends_at_its_head(has_ruling: bool) -> None:
    """With a ruling between them, or before a line with cells; the rest of a title has none."""
    rest = row("and of the valley", slack=20.0, size=8.0)
    texts = [cells("North", "The sacks of the miller"), cells("South", "No sacks were there")]
    more = [cells("", "were counted twice"), cells("", "in the summer")]
    prose_rows = [part for pair in zip(texts, more, strict=True) for part in pair]
    rows = [CAPTION, rest, HEAD, *prose_rows, *DATA]
    tight = [replace(one, above=1.0) for one in rows]
    ruling = rule(0.0, 28.0, TOP - 1.25 * PITCH)
    (found,) = turned(*tight, rulings=[ruling] if has_ruling else [])
    assert found.title == "Sacks of three mills and of the valley"
    assert len(found.rows) >= 4


def test_a_few_turned_words_are_no_table() -> None:
    assert turned(CAPTION, HEAD) == []


@pytest.mark.parametrize(
    ("caption", "continues"),
    [
        ("Table 1. Cont.", "t1"),
        ("Table 1 (continued)", "t1"),
        ("Table 2. Cont.", ""),
        ("Table 1. Sacks of one mill", ""),
    ],
)
def test_a_table_goes_on_with_the_one_of_its_number(caption: str, continues: str) -> None:
    def page(label: Row, number: int) -> PageLayout:
        rows = [*prose(8), label, HEAD, *DATA, row(above=3.0), *prose(8)]
        return layout(rows, page=number)

    second = row(caption, slack=16.0, above=2.0, size=8.0)
    found = structure_of(page(CAPTION, 1), page(second, 2)).tables
    assert [(t.id, t.page, t.continues) for t in found] == [("t1", 1, ""), ("t2", 2, continues)]
    assert len(found[0].rows) == len(found[1].rows) == len(GRID)
