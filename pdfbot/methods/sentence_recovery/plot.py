"""The distribution of line lengths with CW marked, as in Figure 8 of the paper, as an SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from pdfbot.methods.sentence_recovery.result import Recovery

# In pixels.
_WIDTH = 720
_HEIGHT = 320
_MARGIN = 48
_BASE = _HEIGHT - _MARGIN
# In pixels above the plot: the captions of the average and of CW, which may be close together.
_AVERAGE_LABEL_RISE = 4
_WIDTH_LABEL_RISE = 18
# In column widths: much longer lines would squeeze the rest of the plot.
_MAX_SHOWN_WIDTHS = 3
# In characters: the shortest axis.
_MIN_AXIS = 10
_TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MAX_TICKS = 12


@dataclass(frozen=True, slots=True)
class _Scale:
    """Converts characters and numbers of lines to pixels."""

    max_length: int
    max_count: int

    @property
    def x_unit(self) -> float:
        return (_WIDTH - 2 * _MARGIN) / (self.max_length + 1)

    @property
    def y_unit(self) -> float:
        return (_HEIGHT - 2 * _MARGIN) / self.max_count

    def x(self, length: float) -> float:
        return _MARGIN + length * self.x_unit

    def y(self, count: int) -> float:
        return _BASE - count * self.y_unit


def draw_lengths(recovery: Recovery, title: str = "") -> str:
    """Bars for DL, a line at l_avg, a line at CW and the band that eps allows around it."""
    lengths = recovery.lengths
    width = lengths.column_width
    max_length = max(min(lengths.longest, _MAX_SHOWN_WIDTHS * width), _MIN_AXIS)
    shown = [(length, count) for length, count in lengths.counts if length <= max_length]
    scale = _Scale(max_length, max((count for _, count in shown), default=1))
    low, high = (1 - recovery.eps) * width, (1 + recovery.eps) * width
    average = f"average {lengths.average:.1f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        f"<title>{escape(title or 'Line lengths')}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<rect class="eps" x="{scale.x(low):.1f}" y="{_MARGIN}" '
        f'width="{(high - low) * scale.x_unit:.1f}" height="{_BASE - _MARGIN}" fill="#fde9c9"/>',
        *(_draw_bar(scale, length, count) for length, count in shown),
        *_draw_length_axis(scale),
        *_draw_count_axis(scale),
        *_draw_marker(scale.x(lengths.average), average, "#777", _AVERAGE_LABEL_RISE),
        *_draw_marker(scale.x(width), f"CW {width}", "#b5301f", _WIDTH_LABEL_RISE),
        f'<text x="{_MARGIN}" y="16">{escape(title)}</text></svg>',
    ]
    return "\n".join(parts) + "\n"


def _draw_bar(scale: _Scale, length: int, count: int) -> str:
    return (
        f'<rect class="bar" x="{scale.x(length):.1f}" y="{scale.y(count):.1f}" '
        f'width="{max(scale.x_unit * 0.9, 0.5):.2f}" height="{count * scale.y_unit:.1f}" '
        f'fill="#4a6fa5"><title>{count} lines of {length} characters</title></rect>'
    )


def _ticks(end: int) -> range:
    step = next((step for step in _TICK_STEPS if end / step <= _MAX_TICKS), end)
    return range(0, end + 1, step)


def _draw_length_axis(scale: _Scale) -> list[str]:
    ticks = [
        f'<text x="{scale.x(length):.1f}" y="{_BASE + 14}" text-anchor="middle">{length}</text>'
        for length in _ticks(scale.max_length)
    ]
    line = f'<path d="M{_MARGIN} {_BASE}H{_WIDTH - _MARGIN}" stroke="#000"/>'
    label = (
        f'<text x="{_WIDTH / 2}" y="{_BASE + 32}" text-anchor="middle">characters per line</text>'
    )
    return [line, *ticks, label]


def _draw_count_axis(scale: _Scale) -> list[str]:
    ticks = [
        f'<text x="{_MARGIN - 6}" y="{scale.y(count) + 4:.1f}" text-anchor="end">{count}</text>'
        for count in _ticks(scale.max_count)
    ]
    return [*ticks, f'<text x="6" y="{_MARGIN - 12}">lines</text>']


def _draw_marker(x: float, label: str, colour: str, rise: int) -> list[str]:
    """A vertical line with a label, `rise` pixels above the plot."""
    top = _MARGIN - rise
    return [
        f'<path d="M{x:.1f} {top}V{_BASE}" stroke="{colour}" stroke-width="1.5"/>',
        f'<text x="{x + 4:.1f}" y="{top + 4}" fill="{colour}">{label}</text>',
    ]
