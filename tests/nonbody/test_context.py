"""The context of the rules: line pitch, size ratios, columns and pages."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from pdfbot.layout.fonts import Fonts
from pdfbot.nonbody.context import MAX_SPACE_ABOVE, measure_pitch

from ..builders import EM, column, context_of, layout, prose, row


def test_context_cannot_be_changed() -> None:
    context = context_of(layout(prose(2)))
    with pytest.raises(FrozenInstanceError):
        context.pitch = 12.0  # type: ignore[misc]


def test_lines_are_grouped_by_page_and_column() -> None:
    context = context_of(layout(prose(2), prose(3), page=1), layout(prose(4), page=2))
    assert [len(lines) for lines in context.columns] == [2, 3, 4]
    assert [line.index for lines in context.columns for line in lines] == list(range(9))
    assert context.layout_of(context.lines[-1]) is context.layouts[1]


def test_pitch_is_the_most_frequent_distance_of_lines_in_the_body_size() -> None:
    rows = [*(row(above=1.2) for _ in range(6)), *(row(size=8, above=0.9) for _ in range(20))]
    assert measure_pitch(column(rows), EM) == 12


@pytest.mark.parametrize(
    ("above", "pitch"), [(0.0, 12), (0.3, 12), (0.325, 3.25), (3.9, 39), (4.0, 12)]
)
def test_pitch_is_never_that_of_lines_on_top_of_each_other_or_far_apart(
    above: float, pitch: float
) -> None:
    """Distances up to 0.3 em or from 4 em on do not count, however frequent they are."""
    rows = [*(row(above=above) for _ in range(9)), row(above=1.2), row(above=1.2)]
    assert measure_pitch(column(rows), EM) == pitch


def test_pitch_of_a_document_printed_on_one_line_is_the_usual_one() -> None:
    assert measure_pitch(column([row(above=0) for _ in range(9)]), EM) == 12


def test_pitch_of_a_document_without_neighbouring_lines_is_the_usual_one() -> None:
    assert measure_pitch([], EM) == 12


def test_space_above_is_in_pitches() -> None:
    context = context_of(layout([row(), row(above=1.5)]))
    assert [context.space_above(line) for line in context.lines] == [MAX_SPACE_ABOVE, 1.5]


@pytest.mark.parametrize(
    ("size", "ratio"), [(10, 1.0), (10.2, 1.0), (9.1, 1.0), (12, 1.2), (4.5, 0.5), (9.5, 9.5 / 9)]
)
def test_ratio_is_one_for_every_body_size_and_relative_to_them_otherwise(
    size: float, ratio: float
) -> None:
    fonts = Fonts(EM, "Serif", (9.0, EM), {})
    context = replace(context_of(layout([row(size=size)])), fonts=fonts)
    assert context.ratio(context.lines[0]) == pytest.approx(ratio)
