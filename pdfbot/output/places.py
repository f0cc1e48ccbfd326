"""Where something is printed: lengths, boxes, and one box for each line of several sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pdfbot.model import POINT_DIGITS, Box, PageBox, Sentence


def point(value: float) -> float:
    return round(float(value), POINT_DIGITS)


def box_record(box: Box) -> list[float]:
    return [point(box.left), point(box.bottom), point(box.right), point(box.top)]


def parse_box(values: Iterable[float]) -> Box:
    left, bottom, right, top = map(float, values)
    return Box(left, bottom, right, top)


def line_boxes(sentences: Iterable[Sentence]) -> tuple[PageBox, ...]:
    """The box of each line, in reading order, however many sentences are on it."""
    found: dict[str, PageBox] = {}
    for sentence in sentences:
        for span in sentence.spans:
            known = found.get(span.line_id, span.box)
            found[span.line_id] = PageBox.on(span.page, Box.around([known, span.box]))
    return tuple(found.values())


def box_records(boxes: Iterable[PageBox]) -> list[dict[str, Any]]:
    """The page and the box of each line as JSON."""
    return [{"page": box.page, "box": box_record(box)} for box in boxes]
