"""Small charts as SVG: bars over numbers, with the chosen ones marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape

WIDTH, HEIGHT, FOOT = 300.0, 90.0, 14.0


def bar_chart(
    counts: Mapping[float, int],
    *,
    name: str,
    thickness: float,
    chosen: Collection[float] = (),
    labels: Collection[float] = (),
) -> str:
    """Bars of `thickness` in units of the x axis; `chosen` x are drawn in another colour."""
    if not counts:
        return f'<p class="pb-empty">{escape(name)}: nothing to count</p>'
    first, last = min(counts) - thickness, max(counts) + thickness
    scale = WIDTH / (last - first)
    highest = max(counts.values())
    bars = "".join(
        _bar(
            (x - first - thickness / 2) * scale,
            max(thickness * scale, 1.0),
            (HEIGHT - FOOT) * count / highest,
            f"{x:g}: {count}",
            any(abs(x - other) <= thickness for other in chosen),
        )
        for x, count in sorted(counts.items())
    )
    marks = "".join(_label((x - first) * scale, f"{x:g}") for x in sorted(labels))
    return (
        f'<figure class="pb-chart"><figcaption>{escape(name)}</figcaption>'
        f'<svg viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img">{bars}{marks}</svg></figure>'
    )


def _label(x: float, text: str) -> str:
    inside = min(max(x, 8.0), WIDTH - 8.0)
    return f'<text x="{inside:.1f}" y="{HEIGHT - 2:.1f}">{text}</text>'


def _bar(left: float, width: float, height: float, title: str, chosen: bool) -> str:
    kind = ' class="pb-chosen"' if chosen else ""
    return (
        f'<rect{kind} x="{left:.2f}" y="{HEIGHT - FOOT - height:.2f}" width="{width:.2f}" '
        f'height="{height:.2f}"><title>{escape(title)}</title></rect>'
    )
