"""Coloured sentences in the PDF itself, as highlight annotations that any PDF viewer shows."""

from __future__ import annotations

import ctypes
import io
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

from pdfbot.errors import OutputError
from pdfbot.model import Box, Extraction
from pdfbot.readers.pdfium.bindings import pdfium_lock
from pdfbot.visual.highlight.marks import Mark, MarkPlan
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.visual.page_coordinates import to_user_point

# Opacity, 0 to 255: the same as in the replica.
ALPHA = 140


def annotate_pdf(
    content: str | bytes, paper: Extraction, plan: MarkPlan, password: str | None = None
) -> bytes:
    """The PDF with one highlight annotation per mark and page, and nothing else changed."""
    stream = io.BytesIO()
    with pdfium_lock, pypdfium2.PdfDocument(content, password=password) as pdf:
        try:
            for number, marks in _marks_by_page(paper, plan).items():
                page = pdf[number - 1]
                for mark, boxes in marks:
                    _annotate(page, mark, boxes, plan.layers[mark.layer].colour)
                page.close()
            pdf.save(stream)
        except pypdfium2.PdfiumError as error:
            raise OutputError(f"the annotated PDF cannot be written ({error})") from None
    return stream.getvalue()


def _marks_by_page(paper: Extraction, plan: MarkPlan) -> dict[int, list[tuple[Mark, list[Box]]]]:
    lines = {line.id: line for line in paper.lines}
    found: dict[int, list[tuple[Mark, list[Box]]]] = defaultdict(list)
    for mark in plan.marks:
        boxes: dict[int, list[Box]] = defaultdict(list)
        for number, box in span_rectangles(mark.spans, lines):
            boxes[number].append(box)
        for number, on_page in boxes.items():
            found[number].append((mark, on_page))
    return found


def _annotate(page: pypdfium2.PdfPage, mark: Mark, boxes: Sequence[Box], colour: str) -> None:
    annotation = raw.FPDFPage_CreateAnnot(page, raw.FPDF_ANNOT_HIGHLIGHT)
    if not annotation:
        raise OutputError("the PDF cannot be annotated")
    try:
        corners = [_corners(page, box) for box in boxes]
        xs = [x for four in corners for x, _ in four]
        ys = [y for four in corners for _, y in four]
        rect = raw.FS_RECTF(left=min(xs), bottom=min(ys), right=max(xs), top=max(ys))
        raw.FPDFAnnot_SetRect(annotation, rect)
        for (x1, y1), (x2, y2), (x3, y3), (x4, y4) in corners:
            quad = raw.FS_QUADPOINTSF(x1, y1, x2, y2, x3, y3, x4, y4)
            raw.FPDFAnnot_AppendAttachmentPoints(annotation, quad)
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        raw.FPDFAnnot_SetColor(annotation, raw.FPDFANNOT_COLORTYPE_Color, red, green, blue, ALPHA)
        raw.FPDFAnnot_SetFlags(annotation, raw.FPDF_ANNOT_FLAG_PRINT)
        _set_text(annotation, b"NM", f"pdfbot {mark.label}".strip())
        comment = mark.label if mark.score is None else f"{mark.label} ({mark.score:g})".strip()
        _set_text(annotation, b"Contents", comment)
    finally:
        raw.FPDFPage_CloseAnnot(annotation)


def _corners(page: pypdfium2.PdfPage, box: Box) -> list[tuple[float, float]]:
    """Upper left, upper right, lower left, lower right: the order that PDF viewers expect."""
    return [to_user_point(page, x, y) for y in (box.top, box.bottom) for x in (box.left, box.right)]


def _set_text(annotation: Any, key: bytes, text: str) -> None:
    data = text.encode("utf-16-le") + b"\0\0"
    buffer = ctypes.create_string_buffer(data, len(data))
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    raw.FPDFAnnot_SetStringValue(annotation, key, pointer)
