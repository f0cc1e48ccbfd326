"""Where several sentences are printed: one box for each line of a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pdfbot.model import Box, Sentence
from pdfbot.output.span_records import box_record


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
