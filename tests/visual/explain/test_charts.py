"""Bar charts as SVG."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from pdfbot.visual.explain.charts import bar_chart


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
