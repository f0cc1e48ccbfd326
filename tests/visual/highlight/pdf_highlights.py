"""The highlight annotations of a PDF, read with pdfium."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import pypdfium2
import pypdfium2.raw as raw


@dataclass(frozen=True)
class Highlight:
    """One annotation; a quad is x and y of upper left, upper right and lower left corner."""

    page: int
    contents: str
    subject: str
    author: str
    name: str
    quads: list[list[float]]
    colour: tuple[int, ...]


def read_highlights(data: bytes) -> list[Highlight]:
    found = []
    with pypdfium2.PdfDocument(data) as pdf:
        for number, page in enumerate(pdf, 1):
            for index in range(raw.FPDFPage_GetAnnotCount(page)):
                annotation = raw.FPDFPage_GetAnnot(page, index)
                if raw.FPDFAnnot_GetSubtype(annotation) == raw.FPDF_ANNOT_HIGHLIGHT:
                    found.append(
                        Highlight(
                            number,
                            _text(annotation, b"Contents"),
                            _text(annotation, b"Subj"),
                            _text(annotation, b"T"),
                            _text(annotation, b"NM"),
                            _quads(annotation),
                            _colour(annotation),
                        )
                    )
    return found


def _text(annotation: Any, key: bytes) -> str:
    size = raw.FPDFAnnot_GetStringValue(annotation, key, None, 0)
    buffer = ctypes.create_string_buffer(size)
    pointer = ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort))
    raw.FPDFAnnot_GetStringValue(annotation, key, pointer, size)
    return buffer.raw.decode("utf-16-le").rstrip("\0")


def _quads(annotation: Any) -> list[list[float]]:
    quads = []
    for index in range(raw.FPDFAnnot_CountAttachmentPoints(annotation)):
        quad = raw.FS_QUADPOINTSF()
        raw.FPDFAnnot_GetAttachmentPoints(annotation, index, quad)
        quads.append([quad.x1, quad.y1, quad.x2, quad.y2, quad.x3, quad.y3])
    return quads


def _colour(annotation: Any) -> tuple[int, ...]:
    parts = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFAnnot_GetColor(annotation, raw.FPDFANNOT_COLORTYPE_Color, *parts)
    return tuple(part.value for part in parts[:3])
