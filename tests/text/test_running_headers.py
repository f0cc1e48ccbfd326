"""What the repeats of a running header have in common."""

from __future__ import annotations

import pytest

from pdfbot.text.running_headers import header_pattern


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("12 A. Miller", "308 A. MILLER ", True),
        ("Page 3 of 10", "Page 12 of 10", True),
        ("On Mills 7", "On Mills", False),
        ("On Mills 7", "On Millers 7", False),
    ],
)
def test_repeats_of_a_header_differ_only_in_numbers_and_capitals(
    one: str, other: str, same: bool
) -> None:
    assert (header_pattern(one) == header_pattern(other)) is same


def test_numbers_keep_their_place_in_the_pattern() -> None:
    assert header_pattern("Vol. 12, No. 3") == "vol. #, no. #"
