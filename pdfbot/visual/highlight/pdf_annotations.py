"""Highlights in the PDF itself, as annotations that any PDF viewer shows."""

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
from pdfbot.readers.pdfium.pdf_document import usable_password
from pdfbot.readers.pdfium.repair import as_read
from pdfbot.readers.source import Source
from pdfbot.visual.highlight.highlight_plan import HighlightPlan, Layer, PlacedHighlight
from pdfbot.visual.highlight.pdf_actions import ADVICE, has_actions, without_actions
from pdfbot.visual.highlight.rectangles import span_rectangles
from pdfbot.visual.page_coordinates import to_user_point

# The author of the annotations, and the prefix of their names.
AUTHOR = "pdfbot"
# Out of 255: opaque; viewers let the text show through.
OPAQUE = 255


def annotate_pdf(
    content: str | bytes,
    paper: Extraction,
    plan: HighlightPlan,
    password: str | None = None,
    *,
    keep_actions: bool = False,
) -> bytes:
    """The PDF with one annotation per highlight and page, replacing earlier ones by pdfbot.

    Scripts and open actions are removed unless `keep_actions`; nothing else is changed.
    """
    source = as_read(Source(content, "the PDF"), paper.warnings)
    password = usable_password(source, password)
    with pdfium_lock, pypdfium2.PdfDocument(source.content, password=password) as pdf:
        try:
            highlights = _highlights_by_page(paper, plan)
            for number in range(1, len(pdf) + 1):
                try:
                    page = pdf[number - 1]
                except pypdfium2.PdfiumError:
                    continue  # a damaged page stays as it is
                _remove_earlier(page)
                for name, highlight, boxes in highlights[number]:
                    _annotate(page, name, highlight, plan.layers[highlight.layer], boxes)
                page.close()
            data = _save(pdf)
            if keep_actions:
                return data
            is_encrypted = raw.FPDF_GetSecurityHandlerRevision(pdf) >= 0
            plain = _save(pdf, raw.FPDF_REMOVE_SECURITY) if is_encrypted else data
        except pypdfium2.PdfiumError as error:
            raise OutputError(f"the annotated PDF cannot be written ({error})") from None
    if not is_encrypted:
        return without_actions(data)
    if has_actions(plain):
        raise OutputError(
            f"the PDF is encrypted, so its scripts cannot be removed: decrypt it first; {ADVICE}"
        )
    return data


def _save(pdf: pypdfium2.PdfDocument, flags: int = 0) -> bytes:
    stream = io.BytesIO()
    pdf.save(stream, flags=flags)
    return stream.getvalue()


def _remove_earlier(page: pypdfium2.PdfPage) -> None:
    """Remove the annotations of an earlier run of pdfbot."""
    for index in reversed(range(raw.FPDFPage_GetAnnotCount(page))):
        annotation = raw.FPDFPage_GetAnnot(page, index)
        is_ours = (
            raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_HIGHLIGHT
            and _get_text(annotation, b"T") == AUTHOR
            and _get_text(annotation, b"NM").startswith(AUTHOR)
        )
        raw.FPDFPage_CloseAnnot(annotation)
        if is_ours:
            raw.FPDFPage_RemoveAnnot(page, index)


def _highlights_by_page(
    paper: Extraction, plan: HighlightPlan
) -> dict[int, list[tuple[str, PlacedHighlight, list[Box]]]]:
    """The highlights of each page with their boxes, each with a name that is unique on the page."""
    lines = {line.id: line for line in paper.lines}
    found: dict[int, list[tuple[str, PlacedHighlight, list[Box]]]] = defaultdict(list)
    for order, highlight in enumerate(plan.highlights, 1):
        name = f"{AUTHOR} {highlight.sentence_id}" + (
            f" passage {order}" if highlight.is_passage else ""
        )
        boxes: dict[int, list[Box]] = defaultdict(list)
        for number, box in span_rectangles(highlight.spans, lines):
            boxes[number].append(box)
        for number, on_page in boxes.items():
            found[number].append((name, highlight, on_page))
    return found


def describe_highlight(highlight: PlacedHighlight, layer: Layer) -> str:
    """The comment of an annotation: the note, then layer, label, score and sentence on one line."""
    facts = [layer.name]
    if highlight.label and highlight.label != layer.name:
        facts.append(highlight.label)
    if highlight.score is not None:
        facts.append(f"score {highlight.score:.4g}")
    facts.append(f"in {highlight.sentence_id}" if highlight.is_passage else highlight.sentence_id)
    return "\n".join(part for part in (highlight.note, ", ".join(facts)) if part)


def _annotate(
    page: pypdfium2.PdfPage,
    name: str,
    highlight: PlacedHighlight,
    layer: Layer,
    boxes: Sequence[Box],
) -> None:
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
        red, green, blue = (int(layer.colour[i : i + 2], 16) for i in (1, 3, 5))
        alpha = round(OPAQUE * layer.opacity)
        raw.FPDFAnnot_SetColor(annotation, raw.FPDFANNOT_COLORTYPE_Color, red, green, blue, alpha)
        raw.FPDFAnnot_SetFlags(annotation, raw.FPDF_ANNOT_FLAG_PRINT)
        _set_text(annotation, b"NM", name)
        _set_text(annotation, b"T", AUTHOR)
        _set_text(annotation, b"Subj", layer.name)
        _set_text(annotation, b"Contents", describe_highlight(highlight, layer))
    finally:
        raw.FPDFPage_CloseAnnot(annotation)


def _corners(page: pypdfium2.PdfPage, box: Box) -> list[tuple[float, float]]:
    """The corners in the order that PDF viewers expect: upper ones first, left before right."""
    return [to_user_point(page, x, y) for y in (box.top, box.bottom) for x in (box.left, box.right)]


def _set_text(annotation: Any, key: bytes, text: str) -> None:
    data = text.encode("utf-16-le") + b"\0\0"
    buffer = ctypes.create_string_buffer(data, len(data))
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    raw.FPDFAnnot_SetStringValue(annotation, key, pointer)


def _get_text(annotation: Any, key: bytes) -> str:
    size = raw.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    raw.FPDFAnnot_GetStringValue(annotation, key, pointer, size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")
