"""Small bar charts as SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape

# Units of the SVG's view box.
WIDTH = 300.0
HEIGHT = 90.0
# The space below the bars for tick labels.
AXIS_HEIGHT = 15.0
LABEL_OFFSET = 3.0
MIN_BAR_WIDTH = 1.0
# The width of a digit in a tick label, and the space between two labels.
DIGIT_WIDTH = 6.0
LABEL_GAP = 5.0


def bar_chart(
    counts: Mapping[float, int],
    *,
    caption: str,
    bar_width: float,
    highlighted: Collection[float] = (),
    labels: Sequence[float] = (),
) -> str:
    """A bar chart of counts by x; bars within `bar_width` of a `highlighted` x stand out.

    `bar_width` is in units of the x axis. `labels` are the ticks, most important first: a label
    that would overlap an earlier one is omitted.
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
    placed = place_labels([((x - first) * scale, f"{x:g}") for x in labels])
    axis = "".join(
        f'<text x="{x:.1f}" y="{HEIGHT - LABEL_OFFSET:.1f}">{text}</text>' for x, text in placed
    )
    return (
        f'<figure class="pb-chart"><figcaption>{escape(caption)}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" aria-label="{escape(caption)}">'
        f"{bars}{axis}</svg></figure>"
    )


def place_labels(wanted: Sequence[tuple[float, str]]) -> list[tuple[float, str]]:
    """The tick labels that fit: inside the chart, and clear of those earlier in the list."""
    placed: list[tuple[float, str]] = []
    for x, text in wanted:
        half = label_width(text) / 2
        inside = min(max(x, half), WIDTH - half)
        if all(
            abs(inside - other) >= half + label_width(known) / 2 + LABEL_GAP
            for other, known in placed
        ):
            placed.append((inside, text))
    return placed


def label_width(text: str) -> float:
    return DIGIT_WIDTH * len(text)


def _bar(left: float, width: float, height: float, title: str, is_highlighted: bool) -> str:
    css_class = ' class="pb-highlighted"' if is_highlighted else ""
    return (
        f'<rect{css_class} x="{left:.2f}" y="{HEIGHT - AXIS_HEIGHT - height:.2f}" '
        f'width="{width:.2f}" height="{height:.2f}"><title>{escape(title)}</title></rect>'
    )
