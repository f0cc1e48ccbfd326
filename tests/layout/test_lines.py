"""Segments to lines in columns: reading order, gaps, edges, and lines out of the flow."""

from __future__ import annotations

import pytest

from pdfbot.layout.fonts import measure_fonts
from pdfbot.layout.lines import lay_out
from pdfbot.layout.page_summary import summarise_page
from pdfbot.layout.side_column import MIN_RUNNING_TEXT
from pdfbot.model import Finding, Page, TextBlock, Verdict
from pdfbot.rules import Rule
from pdfbot.thresholds import Thresholds

from ..builders import PAGE_HEIGHT, PAGE_WIDTH, SENTENCE, block, lay_out_blocks


def body(count: int = 12, left: float = 60, right: float = 360) -> list[TextBlock]:
    """Full lines of text on a pitch of 12, the first at 700."""
    return [block(SENTENCE, left, 700 - 12 * i, right=right) for i in range(count)]


def test_lines_have_ids_gaps_and_edges() -> None:
    page = lay_out_blocks(*body(3), columns=1)
    assert [line.id for line in page.lines] == ["p1.c1.l1", "p1.c1.l2", "p1.c1.l3"]
    assert [line.index for line in page.lines] == [0, 1, 2]
    assert [(line.above, line.below) for line in page.lines] == [
        (float("inf"), 12),
        (12, 12),
        (12, float("inf")),
    ]
    assert {(line.left, line.right, line.indent, line.right_slack) for line in page.lines} == {
        (60, 360, 0, 0)
    }


def test_indent_and_slack_are_measured_from_the_column_edges() -> None:
    page = lay_out_blocks(*body(8), block(SENTENCE, 75, 600, right=300))
    assert (page.lines[-1].indent, page.lines[-1].right_slack) == (15, 60)


def test_cells_at_the_same_height_are_one_line() -> None:
    cells = [block("first cell", 60, 560), block("second cell", 210, 560)]
    page = lay_out_blocks(*body(), *cells)
    last = page.lines[-1]
    assert last.text == "first cell second cell"
    assert last.widest_gap == 100


def test_text_printed_over_text_is_a_line_of_its_own() -> None:
    stamp = block("received in the office of the ministry", 90, 664)
    page = lay_out_blocks(*body(4), stamp)
    assert len(page.lines) == 5


@pytest.mark.parametrize(
    ("width", "up", "own_line"),
    [(3, 0.0, False), (5.9, 0.0, False), (6.1, 0.0, True), (3, 0.4, False), (3, 0.6, True)],
)
def test_overlaid_sign_on_the_same_baseline_is_part_of_the_line(
    width: float, up: float, own_line: bool
) -> None:
    """Less than 0.6 em wide, such as a hyphen that is set on top of the line's text."""
    sign = block("-", 200, 664 + up, right=200 + width)
    page = lay_out_blocks(*body(8), sign)
    assert len(page.lines) == (9 if own_line else 8)
    assert [line.text for line in page.lines].count("-") == own_line


@pytest.mark.parametrize(
    ("below", "covered", "own_line"),
    [("=", "∼", False), ("=", "xy", True), ("name", "∼", True)],
)
def test_sign_made_of_two_is_part_of_the_line(below: str, covered: str, own_line: bool) -> None:
    """TeX sets ≅ as = below ∼, half a point off the baseline."""
    sign = block(covered, 200, 664, right=207, family="CMSY10")
    parts = [block("Let the sum be", 60, 664, right=196), sign]
    parts += [block("below the other", 211, 664, right=360)]
    page = lay_out_blocks(*body(3), *parts, block(below, 200, 663.5, right=207), *body(12)[4:])
    assert len(page.lines) == (13 if own_line else 12)


@pytest.mark.parametrize(
    ("extra", "rule", "finding"),
    [
        (
            block("arXiv", 20, 300, rotation=90),
            Rule.ROTATED,
            Finding("rotated", 90, "more than", 0, ""),
        ),
        (
            block("unseen words", 60, 300, hidden="invisible"),
            Rule.HIDDEN,
            Finding("hidden", 1, "at least", 1, ""),
        ),
        (
            block("12", 20, 640),
            Rule.MARGIN,
            Finding("left_of_columns", 3.0, "more than", 0.3, "edge_reach"),
        ),
        (
            block("see below", 380, 640),
            Rule.MARGIN,
            Finding("right_of_columns", 2.0, "at least", 0.4, ""),
        ),
    ],
    ids=["rotated", "hidden", "left margin", "right margin"],
)
def test_text_out_of_the_flow_is_kept_with_the_reason(
    extra: TextBlock, rule: Rule, finding: Finding
) -> None:
    page = lay_out_blocks(*body(), extra)
    assert len(page.lines) == 12
    ((line, verdict),) = page.out_of_flow
    assert (line.text, line.id, line.blocks) == (extra.text, "p1.c0.l1", (extra,))
    assert verdict == Verdict(line.id, rule, finding)


@pytest.mark.parametrize(("right", "count"), [(56.9, 1), (57.1, 0)])
def test_margin_ends_near_the_column(right: float, count: int) -> None:
    """Γ₁: text that ends more than 0.3 em left of the column is in the margin."""
    page = lay_out_blocks(*body(), block("note", 30, 500, right=right))
    assert len(page.out_of_flow) == count


def test_line_numbers_are_out_of_the_flow() -> None:
    numbers = [block(str(i + 1), 45, 700 - 12 * i) for i in range(9)]
    page = lay_out_blocks(*body(9), *numbers)
    assert [verdict.rule for _, verdict in page.out_of_flow] == ["line_number"] * 9
    assert len(page.lines) == 9


def test_text_of_the_next_column_is_cut_off_even_if_close() -> None:
    """The columns are half an em apart, less than a segment's gap; one pair of lines is level."""
    left = body(20, 60, 300)
    right = [block(SENTENCE, 305, 706 - 12 * i, right=545) for i in range(20)]
    level = block(SENTENCE, 60, 400, right=300), block(SENTENCE, 305, 400, right=545)
    page = lay_out_blocks(*left, *right, *level)
    assert [line.column for line in page.lines] == [1] * 21 + [2] * 21
    assert {line.text for line in page.lines} == {SENTENCE}


def test_columns_are_read_one_after_the_other() -> None:
    left = [block(f"left column, line number {i:02}", 60, 700 - 12 * i) for i in range(12)]
    right = [block(f"right column, line number {i:02}", 360, 700 - 12 * i) for i in range(12)]
    interleaved = [b for pair in zip(left, right, strict=True) for b in pair]
    page = lay_out_blocks(*interleaved)
    assert [line.text for line in page.lines] == [b.text for b in [*left, *right]]
    assert [line.id for line in page.lines][11:13] == ["p1.c1.l12", "p1.c2.l1"]
    assert page.lines[12].above == float("inf")


def with_side_column() -> list[TextBlock]:
    """Text from 220 to 550, and beside it small lines that end at various places."""
    notes = ["Edited by: A. Miller", "Reviewed by: B. Sacks", "Received: 3 March 1987", "Accepted"]
    side = [block(notes[i % 4], 60, 694 - 12 * i, size=8) for i in range(8)]
    return [*body(24, 220, 550), *side]


def test_side_column_of_the_first_page_is_out_of_the_flow() -> None:
    page = lay_out_blocks(*with_side_column(), columns=1)
    assert {line.text for line in page.lines} == {SENTENCE}
    assert {verdict.rule for _, verdict in page.out_of_flow} == {Rule.SIDE_COLUMN}
    shown = [(line.id, line.text) for line, _ in page.out_of_flow]
    assert len(shown) == 8
    assert shown[:2] == [
        ("p1.c0.l1", "Edited by: A. Miller"),
        ("p1.c0.l2", "Reviewed by: B. Sacks"),
    ]


def second_page_has_side_column(first: list[TextBlock]) -> bool:
    thresholds = Thresholds()
    summaries = [
        summarise_page(Page(number, PAGE_WIDTH, PAGE_HEIGHT, tuple(blocks)))
        for number, blocks in enumerate([first, with_side_column()], start=1)
    ]
    fonts = measure_fonts([summary.fonts for summary in summaries])
    _, second = lay_out(summaries, fonts, thresholds, 1)
    return Rule.SIDE_COLUMN in {verdict.rule for _, verdict in second.out_of_flow}


def test_later_pages_have_no_side_column() -> None:
    assert not second_page_has_side_column(body(24, 60, 550))


def test_page_after_a_cover_sheet_has_a_side_column() -> None:
    cover = [block(SENTENCE, 60, 700 - 16 * i, size=12) for i in range(20)]
    assert second_page_has_side_column(cover)
    # As much text in the body's size as a cover sheet may have, and a line more.
    most = MIN_RUNNING_TEXT // len(SENTENCE)
    assert second_page_has_side_column(body(most, 60, 550))
    assert not second_page_has_side_column(body(most + 1, 60, 550))


def test_empty_page_has_no_lines() -> None:
    page = lay_out_blocks()
    assert (page.lines, page.out_of_flow) == ((), ())
