"""Small bar charts as SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

# Units of the SVG's view box.
WIDTH = 300.0
HEIGHT = 90.0
# The space below the bars for labels of the x axis.
AXIS_HEIGHT = 14.0
LABEL_OFFSET = 2.0
LABEL_MARGIN = 8.0
MIN_BAR_WIDTH = 1.0


def bar_chart(
    counts: Mapping[float, int],
    *,
    caption: str,
    bar_width: float,
    highlighted: Collection[float] = (),
    labels: Collection[float] = (),
) -> str:
    """A chart of counts by x; bars no further than `bar_width` from a `highlighted` x stand out.

    `bar_width` is in units of the x axis, `labels` are the x that are written below it.
    """
    if not counts:
        return f"<p>{escape(caption)}: nothing to count</p>"
    first, last = min(counts) - bar_width, max(counts) + bar_width
    scale = WIDTH / (last - first)
    highest = max(counts.values())
    bars = "".join(
        _bar(
            (x - first - bar_width / 2) * scale,
            max(bar_width * scale, MIN_BAR_WIDTH),
            (HEIGHT - AXIS_HEIGHT) * count / highest,
            f"{x:g}: {count}",
            any(abs(x - other) <= bar_width for other in highlighted),
        )
        for x, count in sorted(counts.items())
    )
    axis = "".join(_label((x - first) * scale, f"{x:g}") for x in sorted(labels))
    return (
        f'<figure class="pb-chart"><figcaption>{escape(caption)}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">{bars}{axis}</svg></figure>'
    )


def _label(x: float, text: str) -> str:
    inside = min(max(x, LABEL_MARGIN), WIDTH - LABEL_MARGIN)
    return f'<text x="{inside:.1f}" y="{HEIGHT - LABEL_OFFSET:.1f}">{text}</text>'


def _bar(left: float, width: float, height: float, title: str, is_highlighted: bool) -> str:
    css_class = ' class="pb-highlighted"' if is_highlighted else ""
    return (
        f'<rect{css_class} x="{left:.2f}" y="{HEIGHT - AXIS_HEIGHT - height:.2f}" '
        f'width="{width:.2f}" height="{height:.2f}"><title>{escape(title)}</title></rect>'
    )
