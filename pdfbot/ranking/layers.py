"""How many sentences a layer has: one rule for rankings, scores, commands and the service."""

from __future__ import annotations

from collections.abc import Sequence

from pdfbot.errors import UsageError

DEFAULT_LAYERS = 3


def layers_of_places(count: int, layers: int, density: float | None = None) -> list[int]:
    """The layer of each of `count` sentences that come in the order of their importance.

    `density` is the share of the sentences in every layer but the last; without it, layers have
    equal size. The first layer is never empty.
    """
    if layers < 1:
        raise UsageError(f"{layers} layers: use 1 or more")
    if density is None:
        used = min(layers, count)
        return [1 + ((place + 1) * used - 1) // count for place in range(count)]
    if not 0 < density <= 1:
        raise UsageError(f"density {density:g}: use a share of the sentences, above 0 and up to 1")
    size = max(1, round(density * count))
    return [min(layers, 1 + place // size) for place in range(count)]


def layers_of_scores(
    scores: Sequence[float], layers: int, density: float | None = None
) -> list[int]:
    """The layer of each score, the highest in the first; equal scores share the upper layer."""
    order = sorted(scores, reverse=True)
    upper: dict[float, int] = {}
    for score, layer in zip(order, layers_of_places(len(order), layers, density), strict=True):
        upper.setdefault(score, layer)
    used = {layer: place for place, layer in enumerate(dict.fromkeys(upper.values()), 1)}
    return [used[upper[score]] for score in scores]
