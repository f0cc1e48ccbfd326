"""Boxes and spans in JSON records, with lengths rounded to what can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pdfbot.model import Box, Span

# Decimal places of lengths in points: a thousandth of a point is not visible.
POINT_DIGITS = 3

Json = dict[str, Any]


def point(value: float) -> float:
    return round(float(value), POINT_DIGITS)


def box_record(box: Box) -> list[float]:
    return [point(box.left), point(box.bottom), point(box.right), point(box.top)]


def parse_box(values: Sequence[float]) -> Box:
    left, bottom, right, top = map(float, values)
    return Box(left, bottom, right, top)


def span_records(spans: Iterable[Span]) -> list[Json]:
    return [
        {
            "page": span.page,
            "line": span.line_id,
            "start": span.start,
            "end": span.end,
            "box": box_record(span.box),
        }
        for span in spans
    ]


def parse_spans(items: Iterable[Json]) -> tuple[Span, ...]:
    return tuple(
        Span(s["page"], s["line"], s["start"], s["end"], parse_box(s["box"])) for s in items
    )
