"""Whether the labels of two list items are consecutive."""

from __future__ import annotations

import pytest

from pdfbot.text.list_labels import LABEL, counts_on


@pytest.mark.parametrize(
    ("one", "other", "follows"),
    [
        ("1) sacks", "2) corn", True),
        ("(b) sacks", "(c) corn", True),
        ("9. sacks", "10. corn", True),
        ("Step 1: sacks", "Step 2: corn", True),
        ("i) sacks", "ii) corn", True),
        ("(iv) sacks", "(v) corn", True),
        ("ix. sacks", "x. corn", True),
        ("h) sacks", "i) corn", True),
        ("iv) sacks", "vi) corn", False),
        ("iv) sacks", "v. corn", False),
        ("1) sacks", "3) corn", False),
        ("1) sacks", "2. corn", False),
        ("(1) sacks", "(a) corn", False),
        ("2) sacks", "1) corn", False),
        ("1) sacks", "2 corn", False),
        ("sacks", "2) corn", False),
    ],
)
def test_labels_are_consecutive_only_in_the_same_form(one: str, other: str, follows: bool) -> None:
    assert counts_on(one, other) == follows


@pytest.mark.parametrize(
    ("text", "is_label"),
    [
        ("B. Sacks of corn", True),
        ("B) sacks of corn", True),
        ("b. sacks of corn", True),
        ("B. napus was sown", False),
        ("(B. napus) was sown", False),
    ],
)
def test_initial_of_a_species_is_no_label(text: str, is_label: bool) -> None:
    assert (LABEL.match(text) is not None) == is_label
