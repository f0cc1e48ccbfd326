"""The median."""

from __future__ import annotations

import statistics

import pytest

from pdfbot.middle import median


@pytest.mark.parametrize("numbers", [[3.0], [1.0, 2.0], [9.0, 1.0, 4.5], [2.0, 8.0, 1.0, 4.0]])
def test_it_is_that_of_the_standard_library(numbers: list[float]) -> None:
    assert median(iter(numbers)) == statistics.median(numbers)
