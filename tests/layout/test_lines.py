"""Segments to lines in columns: text with spaces, heights, gaps, and what stands aside."""

from __future__ import annotations

import pytest

from pdfbot.layout.fonts import measure_fonts
from pdfbot.layout.lines import PageLayout, lay_out
from pdfbot.layout.making import make_line
from pdfbot.layout.sketches import sketch_pages
from pdfbot.model import Line, Page, TextBlock, Verdict
from pdfbot.thresholds import Thresholds

from ..builders import PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block


def line_of(*blocks: TextBlock) -> Line:
    return make_line("p1.c1.l1", 1, 1, blocks)


def laid_out(*blocks: TextBlock, columns: int | None = None) -> PageLayout:
    page = Page(1, PAGE_WIDTH, PAGE_HEIGHT, blocks)
    sketches = sketch_pages([page], Thresholds())
    fonts = measure_fonts(sketch.tally for sketch in sketches)
    (layout,) = lay_out([page], sketches, fonts, Thresholds(), columns)
    return layout


def body(count: int = 12, left: float = 60, right: float = 360) -> list[TextBlock]:
    """Full lines of text on a pitch of 12, the first at 700."""
    return [block(SENTENCE, left, 700 - 12 * i, right=right) for i in range(count)]


@pytest.mark.parametrize(("gap", "text"), [(1.1, "onetwo"), (1.2, "one two")])
def test_a_space_wherever_the_page_shows_one(gap: float, text: str) -> None:
    line = line_of(block("one", 0, 0), block("two", 15 + gap, 0))
    assert line.text == text
    assert [line.text[start:][:3] for start in line.starts] == ["one", "two"]


@pytest.mark.parametrize(
    ("gap", "said", "text"),
    [(2.9, ".", "T."), (2.9, ", so", "T, so"), (3.1, ".", "T ."), (2.9, ".5", "T .5")],
)
def test_no_space_before_a_stop(gap: float, said: str, text: str) -> None:
    assert line_of(block("T", 0, 0, family="Math"), block(said, 5 + gap, 0)).text == text


def test_blocks_are_read_from_the_left() -> None:
    assert line_of(block("two", 20, 0), block("one", 0, 0)).text == "one two"


def test_scripts_hardly_ever_give_the_size() -> None:
    """In "N_event = E_snap" the subscripts are more than the letters they belong to."""
    parts = [block("N", 0, 0), block("event", 5, -2, size=7), block("=E", 25, 0)]
    line = line_of(*parts, block("snap", 37, -2, size=7))
    assert (line.size, line.baseline) == (10, 0)


@pytest.mark.parametrize(("length", "size"), [(2, 7), (3, 10)])
def test_the_main_size_has_its_share(length: int, size: float) -> None:
    """At least 0.3 of the characters of the most frequent size: 3 of 10."""
    line = line_of(block("x" * length, 0, 0), block("y" * 10, 40, 0, size=7))
    assert line.size == size


def test_the_place_of_some_characters() -> None:
    line = line_of(block("one", 0, 0), block("two", 20, 0))
    assert line.x_range(0, 3) == (0, 15)
    assert line.x_range(1, 5) == (5, 25)
    assert line.x_range(3, 4) == (0, 0)
    assert line.x_ranges([(0, 1), (1, 2), (2, 5), (6, 9)]) == [(0, 5), (5, 10), (10, 25), (30, 35)]
    assert line.x_ranges([(4, 7), (7, 8)]) == [(20, 35), (0, 0)]
    assert line.x_ranges([]) == []


def test_lines_have_ids_gaps_and_edges() -> None:
    layout = laid_out(*body(3), columns=1)
    assert [p.line.id for p in layout.placed] == ["p1.c1.l1", "p1.c1.l2", "p1.c1.l3"]
    assert [(p.above, p.below) for p in layout.placed] == [
        (float("inf"), 12),
        (12, 12),
        (12, float("inf")),
    ]
    assert {(p.left, p.right, p.indent, p.slack) for p in layout.placed} == {(60, 360, 0, 0)}


def test_indent_and_slack() -> None:
    layout = laid_out(*body(8), block(SENTENCE, 75, 600, right=300))
    assert (layout.placed[-1].indent, layout.placed[-1].slack) == (15, 60)


def test_cells_at_one_height_are_one_line() -> None:
    cells = [block("first cell", 60, 560), block("second cell", 210, 560)]
    layout = laid_out(*body(), *cells)
    last = layout.placed[-1]
    assert last.line.text == "first cell second cell"
    assert last.widest_gap == 100


def test_text_printed_over_text_is_not_one_line() -> None:
    stamp = block("received in the office of the ministry", 90, 664)
    layout = laid_out(*body(4), stamp)
    assert len(layout.placed) == 5


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        (block("arXiv", 20, 300, rotation=90), "rotated"),
        (block("unseen words", 60, 300, hidden="invisible"), "hidden"),
        (block("12", 20, 640), "margin"),
        (block("see below", 380, 640), "margin"),
    ],
)
def test_what_is_out_of_the_flow_is_kept_aside(extra: TextBlock, reason: str) -> None:
    layout = laid_out(*body(), extra)
    assert len(layout.placed) == 12
    line, verdict = layout.aside.line(0), layout.aside.verdict(0)
    assert (line.text, line.id, line.blocks) == (extra.text, "p1.c0.l1", (extra,))
    assert verdict == Verdict(line.id, reason)
    assert list(layout.aside.densities()) == [line.density]


@pytest.mark.parametrize(("right", "aside"), [(56.9, 1), (57.1, 0)])
def test_the_margin_ends_near_the_column(right: float, aside: int) -> None:
    """Γ₁: what ends over 0.3 em left of the column is beside it."""
    layout = laid_out(*body(), block("note", 30, 500, right=right))
    assert len(layout.aside) == aside


def test_line_numbers_stand_aside() -> None:
    numbers = [block(str(i + 1), 45, 700 - 12 * i) for i in range(9)]
    layout = laid_out(*body(9), *numbers)
    assert [layout.aside.verdict(i).rule for i in range(9)] == ["line_number"] * 9
    assert len(layout.placed) == 9


def test_text_of_the_next_column_is_cut_off_even_if_close() -> None:
    """The columns are half an em apart, less than a segment's gap; one pair of lines is level."""
    left = body(20, 60, 300)
    right = [block(SENTENCE, 305, 706 - 12 * i, right=545) for i in range(20)]
    level = block(SENTENCE, 60, 400, right=300), block(SENTENCE, 305, 400, right=545)
    layout = laid_out(*left, *right, *level)
    assert [p.line.column for p in layout.placed] == [1] * 21 + [2] * 21
    assert {p.line.text for p in layout.placed} == {SENTENCE}


def test_columns_are_read_one_after_the_other() -> None:
    left = [block(f"left column, line number {i:02}", 60, 700 - 12 * i) for i in range(12)]
    right = [block(f"right column, line number {i:02}", 360, 700 - 12 * i) for i in range(12)]
    interleaved = [b for pair in zip(left, right, strict=True) for b in pair]
    layout = laid_out(*interleaved)
    assert [p.line.text for p in layout.placed] == [b.text for b in [*left, *right]]
    assert [p.line.id for p in layout.placed][11:13] == ["p1.c1.l12", "p1.c2.l1"]
    assert layout.placed[12].above == float("inf")


def test_an_empty_page_has_no_lines() -> None:
    layout = laid_out()
    assert (layout.placed, len(layout.aside)) == ([], 0)
