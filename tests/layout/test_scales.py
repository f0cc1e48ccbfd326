"""The scales of a document: its line distance, what can be seen as white space, its sizes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pdfbot.layout.fonts import Fonts
from pdfbot.layout.scales import (
    MAX_SPACE_ABOVE,
    MIN_CLEARANCE,
    MIN_LINE_GAPS,
    MIN_PARAGRAPH_GAPS,
    MIN_VISIBLE_GAP,
    Scales,
    measure_scales,
)
from pdfbot.thresholds import Thresholds

from ..builders import EM, FONTS, Row, column, prose, row

THRESHOLDS = Thresholds()
VISIBLE = THRESHOLDS.visible_gap
OPENING = "The miller counted the sacks every morning and wrote their number"
INNER = "down in the book that the owner of the mill had given to him for"
CLOSING = "this purpose."


def paragraph(pitch: float, *, gap: float | None = None, indent: float = 0.0) -> list[Row]:
    """A first line, four that continue its sentence, and a short one that ends it."""
    return [
        row(OPENING, above=pitch if gap is None else gap, indent=indent),
        *(row(INNER, above=pitch) for _ in range(4)),
        row(CLOSING, above=pitch, slack=20),
    ]


def paragraphs(
    count: int, pitch: float, *, gap: float | None = None, indent: float = 0.0
) -> Scales:
    return scales([line for _ in range(count) for line in paragraph(pitch, gap=gap, indent=indent)])


def scales(rows: list[Row], fonts: Fonts = FONTS) -> Scales:
    return measure_scales([column(rows)], fonts, THRESHOLDS)


@pytest.mark.parametrize("pitch", [1.0, 1.2, 2.4])
def test_pitch_is_the_line_distance_of_single_and_of_double_spaced_text(pitch: float) -> None:
    found = paragraphs(6, pitch, indent=1.5)
    assert found.pitch == pytest.approx(pitch * EM)
    assert found.visible_gap == VISIBLE


def test_pitch_is_that_of_sentences_even_if_more_lines_are_set_otherwise() -> None:
    """Such as the entries of a long list of references in the body's size."""
    entries = [row("[7] Miller, A., Sacks and their number.", above=0.9) for _ in range(200)]
    assert scales([*(r for _ in range(6) for r in paragraph(1.2)), *entries]).pitch == 12


@pytest.mark.parametrize("pitch", [1.0, 1.2, 2.4])
@pytest.mark.parametrize(
    ("skip", "visible"), [(1.12, MIN_VISIBLE_GAP), (1.3, 1.15), (1.6, VISIBLE)]
)
def test_block_paragraphs_show_what_is_a_visible_gap(
    pitch: float, skip: float, visible: float
) -> None:
    """Halfway between lines and paragraphs, at most the limit of documents without such a gap."""
    found = paragraphs(6, pitch, gap=skip * pitch)
    assert found.visible_gap == pytest.approx(visible, abs=0.01)


@pytest.mark.parametrize("skip", [1.0, 1.03, 1.09])
def test_paragraphs_hardly_further_apart_than_lines_show_no_gap(skip: float) -> None:
    found = paragraphs(6, 1.2, gap=skip * 1.2, indent=1.5)
    assert found.visible_gap == VISIBLE


@pytest.mark.parametrize(("count", "has_gap"), [(MIN_PARAGRAPH_GAPS, False), (6, True)])
def test_a_few_paragraphs_show_no_gap(count: int, has_gap: bool) -> None:
    """Each gap is between two of them."""
    found = paragraphs(count, 1.2, gap=1.3 * 1.2)
    assert found.visible_gap == pytest.approx(1.15 if has_gap else VISIBLE, abs=0.01)


@pytest.mark.parametrize("above", [1.3, 3.0])
def test_tight_and_loose_headings_do_not_change_the_scales(above: float) -> None:
    section = [row("Method", above=above, size=12, bold=True, slack=20), *paragraph(1.0)]
    found = scales([line for _ in range(8) for line in section])
    assert (found.pitch, found.visible_gap) == (EM, VISIBLE)


def test_formulas_that_push_lines_apart_widen_the_visible_gap() -> None:
    text = [row(INNER, above=1.0 if i % 9 else 1.18) for i in range(90)]
    found = scales(text)
    assert found.visible_gap == pytest.approx(1.18 + MIN_CLEARANCE)


def test_gaps_within_sentences_are_never_visible_gaps_however_wide_they_are() -> None:
    text = [row(INNER, above=1.0 if i % 9 else 1.9) for i in range(90)]
    found = scales(text)
    assert found.visible_gap == pytest.approx(VISIBLE + MIN_CLEARANCE)


def test_small_notes_do_not_count() -> None:
    notes = [row(INNER, size=8, above=0.8) for _ in range(200)]
    assert scales([*(r for _ in range(6) for r in paragraph(1.2)), *notes]).pitch == 12


def test_second_size_of_the_body_counts() -> None:
    fonts = replace(FONTS, body_sizes=(9.0, EM))
    assert scales([row(INNER, size=9, above=1.1) for _ in range(40)], fonts).pitch == 11


@pytest.mark.parametrize(("count", "pitch"), [(MIN_LINE_GAPS, 10), (MIN_LINE_GAPS + 1, 12)])
def test_few_lines_within_sentences_leave_the_pitch_to_all_lines(count: int, pitch: float) -> None:
    """The first of the lines has no gap."""
    headings = [row("Of Mills", above=1.0, slack=20) for _ in range(100)]
    text = [row(INNER, above=1.2) for _ in range(count)]
    assert measure_scales([column(text), column(headings)], FONTS, THRESHOLDS).pitch == pitch


@pytest.mark.parametrize(
    ("above", "pitch"), [(0.0, 12), (0.3, 12), (0.325, 3.25), (3.9, 39), (4.0, 12)]
)
def test_pitch_is_never_that_of_lines_on_top_of_each_other_or_far_apart(
    above: float, pitch: float
) -> None:
    """Distances up to 0.3 em or from 4 em on do not count, however frequent they are."""
    rows = [*(row(above=above) for _ in range(9)), row(above=1.2), row(above=1.2)]
    assert scales(rows).pitch == pytest.approx(pitch)


def test_pitch_of_a_document_without_neighbouring_lines_is_the_usual_one() -> None:
    assert measure_scales([], FONTS, THRESHOLDS).pitch == 12


def test_gap_above_is_in_pitches() -> None:
    lines = column([row(), row(above=1.5)])
    found = scales(prose(9))
    assert [found.gap_above(line) for line in lines] == [MAX_SPACE_ABOVE, 1.5]


@pytest.mark.parametrize(("above", "apart"), [(VISIBLE - 0.01, False), (VISIBLE, True), (3, True)])
def test_line_below_white_space_is_apart(above: float, apart: bool) -> None:
    line = column([row(), row(above=above)])[1]
    assert scales(prose(9)).is_apart(line) is apart


@pytest.mark.parametrize(
    ("size", "ratio"), [(10, 1.0), (10.2, 1.0), (9.1, 1.0), (12, 1.2), (4.5, 0.5), (9.5, 9.5 / 9)]
)
def test_ratio_is_one_for_every_body_size_and_relative_to_them_otherwise(
    size: float, ratio: float
) -> None:
    found = scales(prose(9), replace(FONTS, body_sizes=(9.0, EM)))
    assert found.ratio(size) == pytest.approx(ratio)
