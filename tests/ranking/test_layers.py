"""How many sentences a layer has."""

from __future__ import annotations

from collections import Counter

import pytest

import pdfbot
from pdfbot.ranking.layers import layers_of_places, layers_of_scores


@pytest.mark.parametrize(
    ("density", "sizes"),
    [(None, [1, 2, 2]), (0.01, [1, 1, 3]), (0.2, [1, 1, 3]), (0.5, [2, 2, 1]), (1, [5])],
)
def test_sizes_of_layers_follow_from_the_density(density: float | None, sizes: list[int]) -> None:
    layers = layers_of_places(5, 3, density)
    assert layers == sorted(layers)
    assert list(Counter(layers).values()) == sizes


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_first_layer_is_never_empty(count: int) -> None:
    assert layers_of_places(count, 4) == list(range(1, count + 1))
    assert layers_of_places(0, 4) == []


def test_equal_scores_share_the_upper_layer() -> None:
    assert layers_of_scores([1, 1, 1, 0], 2) == [1, 1, 1, 2]
    assert layers_of_scores([0.5, 2.0, -1.0], 3) == [2, 1, 3]
    # The second layer would have nothing of its own.
    assert layers_of_scores([1, 1, 1, 1, 0, 0], 3) == [1, 1, 1, 1, 2, 2]
    assert layers_of_scores([4, 3, 2, 1], 3, density=0.5) == [1, 1, 2, 2]


@pytest.mark.parametrize("density", [0, -0.1, 1.01, float("nan")])
def test_density_must_be_a_share(density: float) -> None:
    with pytest.raises(pdfbot.UsageError, match="density"):
        layers_of_places(3, 3, density)


def test_there_must_be_a_layer() -> None:
    with pytest.raises(pdfbot.UsageError, match="0 layers: use 1 or more"):
        layers_of_places(3, 0)
