"""The median, without the exact fractions that make the standard library's slow to import."""

from __future__ import annotations

from collections.abc import Iterable


def median(numbers: Iterable[float]) -> float:
    """The middle one of the numbers in order, or the mean of the two in the middle."""
    ordered = sorted(numbers)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2
