"""Where something is printed: lengths, boxes, and one box for each line of several sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pdfbot.model import POINT_DIGITS, Box, Sentence


def point(value: float) -> float:
    return round(float(value), POINT_DIGITS)


def box_record(box: Box) -> list[float]:
    return [point(box.left), point(box.bottom), point(box.right), point(box.top)]


def parse_box(values: Iterable[float]) -> Box:
    left, bottom, right, top = map(float, values)
    return Box(left, bottom, right, top)


def line_boxes(sentences: Iterable[Sentence]) -> list[dict[str, Any]]:
    """The page and the box of each line, in reading order, however many sentences are on it."""
    found: dict[str, tuple[int, Box]] = {}
    for sentence in sentences:
        for span in sentence.spans:
            if span.line_id in found:
                box = Box.around([found[span.line_id][1], span.box])
                found[span.line_id] = span.page, box
            else:
                found[span.line_id] = span.page, span.box
    return [{"page": page, "box": box_record(box)} for page, box in found.values()]
