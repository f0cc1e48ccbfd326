"""Tables of tests: the first that holds decides, on the right side of its limit."""

from __future__ import annotations

import pytest

from pdfbot.decisions import (
    Decision,
    DecisionTable,
    Measurement,
    Test,
    at_least,
    at_most,
    holds,
    less_than,
    more_than,
)

SIZES = DecisionTable(
    "sizes",
    (
        Test("large", "heading", lambda size: at_least(size, 1.2, "min_heading_ratio")),
        Test("small", "note", lambda size: less_than(size, 0.9)),
    ),
)


@pytest.mark.parametrize(
    ("compare", "held", "failed"),
    [
        (at_least, (2, 3), (1,)),
        (at_most, (1, 2), (3,)),
        (more_than, (3,), (1, 2)),
        (less_than, (1,), (2, 3)),
    ],
)
def test_comparison_holds_on_the_right_side_only(compare, held, failed) -> None:  # type: ignore[no-untyped-def]
    assert all(compare(value, 2).measured == value for value in held)
    assert [compare(value, 2) for value in failed] == [None] * len(failed)


def test_presence_is_one_of_at_least_one() -> None:
    assert holds("label") == Measurement(1, "at least", 1)
    assert holds("") is None


def test_first_test_that_holds_decides() -> None:
    measured = Measurement(1.2, "at least", 1.2, "min_heading_ratio")
    assert SIZES.decide(1.2) == Decision("large", "heading", measured)
    assert SIZES.decide(0.8) == Decision("small", "note", Measurement(0.8, "less than", 0.9))


def test_nothing_is_decided_where_no_test_holds() -> None:
    assert SIZES.decide(1.0) is None
