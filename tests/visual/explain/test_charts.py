"""Bar charts as SVG."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from bs4 import BeautifulSoup

from pdfbot.visual.explain.charts import WIDTH, bar_chart, label_width, place_labels


def chart(counts: dict[float, int]) -> BeautifulSoup:
    return BeautifulSoup(
        bar_chart(counts, caption="a < b", bar_width=0.5, highlighted={2.0}), "lxml"
    )


def test_heights_of_bars_are_proportional_to_counts() -> None:
    first, second = chart({1.0: 10, 2.0: 5}).find_all("rect")
    assert float(str(first["height"])) == pytest.approx(2 * float(str(second["height"])))


def test_only_the_highlighted_bar_stands_out() -> None:
    first, second = chart({1.0: 10, 2.0: 5}).find_all("rect")
    assert "class" not in first.attrs
    assert second["class"] == ["pb-highlighted"]


def test_caption_is_escaped() -> None:
    assert chart({1.0: 10}).find("figcaption").get_text() == "a < b"  # type: ignore[union-attr]


def test_chart_without_counts_is_a_remark() -> None:
    assert "nothing to count" in bar_chart({}, caption="x", bar_width=1.0)


@pytest.mark.parametrize("seed", range(20))
def test_labels_never_overlap_and_stay_inside(seed: int) -> None:
    source = Random(seed)
    wanted = [(source.uniform(0, WIDTH), f"{source.uniform(4, 700):.4g}") for _ in range(40)]
    placed = place_labels(wanted)
    ranges = sorted((x - label_width(text) / 2, x + label_width(text) / 2) for x, text in placed)
    assert ranges[0][0] >= 0
    assert ranges[-1][1] <= WIDTH
    assert all(one[1] <= other[0] for one, other in pairwise(ranges))
    assert placed[0][1] == wanted[0][1], "the most important one is there"


def test_labels_far_apart_are_all_there() -> None:
    assert len(place_labels([(50, "54"), (150, "206"), (250, "317")])) == 3
