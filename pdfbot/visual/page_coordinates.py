"""Conversion between a PDF's user space and the visible page, which is cropped and rotated."""

from __future__ import annotations

import ctypes

import pypdfium2
import pypdfium2.raw as raw

# Device units per point: pdfium converts to and from whole device units only.
UNITS_PER_POINT = 64


def to_page_point(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """Convert from user space to points from the lower left of the visible page."""
    width, height = page.get_size()
    right, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, *_device_size(width, height), 0, x, y, right, down)
    return right.value / UNITS_PER_POINT, height - down.value / UNITS_PER_POINT


def to_user_point(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    """Convert from the visible page to user space, in which annotations are written."""
    width, height = page.get_size()
    right, down = round(x * UNITS_PER_POINT), round((height - y) * UNITS_PER_POINT)
    user_x, user_y = ctypes.c_double(), ctypes.c_double()
    raw.FPDF_DeviceToPage(page, 0, 0, *_device_size(width, height), 0, right, down, user_x, user_y)
    return user_x.value, user_y.value


def _device_size(width: float, height: float) -> tuple[int, int]:
    return round(width * UNITS_PER_POINT), round(height * UNITS_PER_POINT)
