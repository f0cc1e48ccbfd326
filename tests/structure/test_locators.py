"""The volume, the pages and the year of a work are found wherever they begin."""

from __future__ import annotations

import pytest

from pdfbot.structure.locators import find_locator


@pytest.mark.parametrize(
    ("text", "place", "volume"),
    [
        ("A title. Phys. Rev. Lett. 84, 1 (2000)", 24, "84"),
        ("A title. Phys Rev Lett\u00a0A84:1-9", 22, "A84"),
        ("A title. Journal, vol. 3, no. 2", 16, "3"),
        ("A title. J. Phys. (2004), 12:3-9", 16, "12"),
        ("A title, 2004.", 7, "2004"),
    ],
)
def test_locator_begins_at_separators_before_it(text: str, place: int, volume: str) -> None:
    match, first = find_locator(text, 0)

    assert match is not None
    assert first == place
    assert (match.groupdict().get("volume") or "") == volume


def test_separators_before_start_are_no_part_of_locator() -> None:
    match, first = find_locator("Smith, J. (2004), 12:3-9", 16)

    assert match is not None
    assert first == match.start() == 16


def test_number_with_many_words_behind_is_no_locator() -> None:
    match, first = find_locator(
        "Title, 12:3 holds where words follow that tell about other things", 0
    )

    assert match is None
    assert first == 65
