"""Dates as papers print them."""

from __future__ import annotations

import pytest

from pdfbot.output.dates import iso_date


@pytest.mark.parametrize(
    ("printed", "iso"),
    [
        ("12 May 2020", "2020-05-12"),
        ("3rd Sept. 2020", "2020-09-03"),
        ("May 7, 2020", "2020-05-07"),
        ("2020 May 12", "2020-05-12"),
        ("12-Jun-2020", "2020-06-12"),
        ("May 2020", "2020-05"),
        ("2020-05-12", "2020-05-12"),
        ("2020-13-12", "2020"),
        ("05/12/2020", "2020"),
        ("in 2020", "2020"),
        ("soon", ""),
        ("", ""),
    ],
)
def test_a_date_is_written_as_far_as_it_is_known(printed: str, iso: str) -> None:
    assert iso_date(printed) == iso
