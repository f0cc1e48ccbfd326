"""Insets: blocks of lines with a right edge of their own."""

from __future__ import annotations

import pytest

from pdfbot.paragraphs.insets import measure_insets

from ..builders import EM, Row, context_of, layout, prose, row


def insets(*rows: Row) -> dict[int, float]:
    context = context_of(layout(rows))
    return measure_insets(context, context.lines)


def test_block_with_a_shared_right_edge_is_inset_by_its_distance_from_the_column() -> None:
    abstract = [row(indent=2, slack=2) for _ in range(4)]
    found = insets(*abstract, row(above=2), *prose(2))
    assert found == {**dict.fromkeys(range(4), 2 * EM), **dict.fromkeys(range(4, 7), 0.0)}


def test_lines_without_a_shared_right_edge_have_no_inset() -> None:
    assert insets(row(slack=1), row(slack=2), row(slack=3)) == {}


@pytest.mark.parametrize(("slack", "count"), [(2.2, 4), (2.4, 3)])
def test_indented_first_line_belongs_to_an_inset_if_it_has_the_same_right_edge(
    slack: float, count: int
) -> None:
    first, last = row(indent=3.5, slack=slack), row(indent=2, slack=9)
    assert len(insets(first, row(indent=2, slack=2), row(indent=2, slack=2), last)) == count


def test_full_lines_have_no_inset() -> None:
    assert set(insets(*prose(4)).values()) == {0.0}
