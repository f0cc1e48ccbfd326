"""The distribution of line lengths with CW in it, as in Figure 8 of the paper: an SVG by hand."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from pdfbot.recovery.model import Recovery

_WIDTH, _HEIGHT, _MARGIN = 720, 320, 48
# Lines much longer than the column would squeeze the rest of the picture to nothing.
_MAX_WIDTHS = 3
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def draw_lengths(recovery: Recovery, title: str = "") -> str:
    """Bars for DL, a line at l_avg, a line at CW and the band that eps allows around it."""
    lengths = recovery.lengths
    most_x = max(min(lengths.longest, _MAX_WIDTHS * lengths.column_width), 10)
    shown = [(length, count) for length, count in lengths.counts if length <= most_x]
    most_y = max((count for _, count in shown), default=1)
    x_unit = (_WIDTH - 2 * _MARGIN) / (most_x + 1)
    y_unit = (_HEIGHT - 2 * _MARGIN) / most_y
    base = _HEIGHT - _MARGIN

    def x(length: float) -> float:
        return _MARGIN + length * x_unit

    width = lengths.column_width
    low, high = (1 - recovery.eps) * width, (1 + recovery.eps) * width
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        f"<title>{escape(title or 'Line lengths')}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<rect class="eps" x="{x(low):.1f}" y="{_MARGIN}" width="{(high - low) * x_unit:.1f}" '
        f'height="{base - _MARGIN}" fill="#fde9c9"/>',
    ]
    parts += [
        f'<rect class="bar" x="{x(length):.1f}" y="{base - count * y_unit:.1f}" '
        f'width="{max(x_unit * 0.9, 0.5):.2f}" height="{count * y_unit:.1f}" fill="#4a6fa5">'
        f"<title>{count} lines of {length} characters</title></rect>"
        for length, count in shown
    ]
    parts += _axis(most_x, x, base) + _scale(most_y, y_unit, base)
    parts += _mark(x(lengths.average), base, f"average {lengths.average:.1f}", "#777", _MARGIN - 4)
    parts += _mark(x(width), base, f"CW {width}", "#b5301f", _MARGIN - 18)
    parts.append(f'<text x="{_MARGIN}" y="16">{escape(title)}</text></svg>')
    return "\n".join(parts) + "\n"


def _step(most: int) -> int:
    return next((step for step in _STEPS if most / step <= 12), most)


def _axis(most: int, x: Callable[[float], float], base: int) -> list[str]:
    ticks = [
        f'<text x="{x(length):.1f}" y="{base + 14}" text-anchor="middle">{length}</text>'
        for length in range(0, most + 1, _step(most))
    ]
    line = f'<path d="M{_MARGIN} {base}H{_WIDTH - _MARGIN}" stroke="#000"/>'
    label = f'<text x="{_WIDTH / 2}" y="{base + 32}" text-anchor="middle">characters a line</text>'
    return [line, *ticks, label]


def _scale(most: int, unit: float, base: int) -> list[str]:
    ticks = [
        f'<text x="{_MARGIN - 6}" y="{base - count * unit + 4:.1f}" text-anchor="end">'
        f"{count}</text>"
        for count in range(0, most + 1, _step(most))
    ]
    return [*ticks, f'<text x="6" y="{_MARGIN - 12}">lines</text>']


def _mark(x: float, base: int, label: str, colour: str, top: int) -> list[str]:
    return [
        f'<path d="M{x:.1f} {top}V{base}" stroke="{colour}" stroke-width="1.5"/>',
        f'<text x="{x + 4:.1f}" y="{top + 4}" fill="{colour}">{label}</text>',
    ]
