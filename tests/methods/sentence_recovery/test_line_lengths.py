"""The distribution of line lengths, the column width from it, and the choice of eps."""

from __future__ import annotations

import pytest

import pdfbot
from pdfbot.methods.sentence_recovery.line_lengths import choose_eps, measure_lengths
from pdfbot.methods.sentence_recovery.text_lines import TextLine, read_lines

from .samples import recorded


def lines_of_lengths(*lengths: int) -> list[TextLine]:
    return read_lines("\n".join("x" * length for length in lengths))


def test_published_column_width_is_the_mode_above_the_average() -> None:
    lines = lines_of_lengths(*[3] * 5, *[20] * 3, *[22] * 2, *[0] * 2)
    lengths = measure_lengths(lines, published=True)
    assert lengths.counts == ((0, 2), (3, 5), (20, 3), (22, 2))
    assert lengths.average == pytest.approx((15 + 60 + 44) / 12)
    assert lengths.column_width == 20


def test_adjacent_lengths_are_counted_together() -> None:
    lines = lines_of_lengths(60, 60, 81, 82, 83, 84, 5, 5, 5, 5)
    assert measure_lengths(lines, published=True).column_width == 60
    assert measure_lengths(lines).column_width in (82, 83)


def test_column_width_may_be_below_an_average_lifted_by_joined_lines() -> None:
    lengths = measure_lengths(lines_of_lengths(*[60] * 12, *[120] * 2, 130))
    assert lengths.average > 60
    assert lengths.column_width == 60


@pytest.mark.parametrize(
    ("name", "eps"),
    [
        ("novel-dialogue", 0.3),
        ("onecolumn-indented", 0.1),
        ("twocolumn-conference", 0.05),
    ],
)
def test_automatic_eps_suits_the_kind_of_text(name: str, eps: float) -> None:
    text = recorded(name)
    found = pdfbot.recover(text, eps="auto")
    assert found.eps == eps
    assert found.eps_reason.startswith("like ")
    lines = read_lines(text)
    assert choose_eps(lines, measure_lengths(lines))[0] == eps
