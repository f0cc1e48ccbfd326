"""The functions of the PDF library that are called for every glyph or object.

pypdfium2 has them too, with typed pointers; without types a call costs half, and a page has
thousands of calls. Handles are plain integers here, results go to addresses.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pypdfium2.raw as raw


def _prototype(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """The same C function, with pointers as integers."""
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return ctypes.CFUNCTYPE(result, *arguments)(address)


_HANDLE, _INT = ctypes.c_void_p, ctypes.c_int
_PAIR = (_HANDLE, _HANDLE)
unicode = _prototype(raw.FPDFText_GetUnicode, ctypes.c_uint, _HANDLE, _INT)
text_object = _prototype(raw.FPDFText_GetTextObject, _HANDLE, _HANDLE, _INT)
loose_box = _prototype(raw.FPDFText_GetLooseCharBox, _INT, _HANDLE, _INT, _HANDLE)
char_box = _prototype(raw.FPDFText_GetCharBox, _INT, _HANDLE, _INT, *_PAIR, *_PAIR)
char_origin = _prototype(raw.FPDFText_GetCharOrigin, _INT, _HANDLE, _INT, *_PAIR)
matrix = _prototype(raw.FPDFText_GetMatrix, _INT, _HANDLE, _INT, _HANDLE)
font_size = _prototype(raw.FPDFText_GetFontSize, ctypes.c_double, _HANDLE, _INT)
font_of = _prototype(raw.FPDFTextObj_GetFont, _HANDLE, _HANDLE)
font_name = _prototype(raw.FPDFFont_GetBaseFontName, ctypes.c_size_t, *_PAIR, ctypes.c_size_t)
font_flags = _prototype(raw.FPDFFont_GetFlags, _INT, _HANDLE)
render_mode = _prototype(raw.FPDFTextObj_GetTextRenderMode, _INT, _HANDLE)
fill_colour = _prototype(raw.FPDFPageObj_GetFillColor, _INT, _HANDLE, *_PAIR, *_PAIR)
clip_path = _prototype(raw.FPDFPageObj_GetClipPath, _HANDLE, _HANDLE)
count_paths = _prototype(raw.FPDFClipPath_CountPaths, _INT, _HANDLE)
count_segments = _prototype(raw.FPDFClipPath_CountPathSegments, _INT, _HANDLE, _INT)
path_segment = _prototype(raw.FPDFClipPath_GetPathSegment, _HANDLE, _HANDLE, _INT, _INT)
segment_point = _prototype(raw.FPDFPathSegment_GetPoint, _INT, _HANDLE, *_PAIR)
count_objects = _prototype(raw.FPDFPage_CountObjects, _INT, _HANDLE)
page_object = _prototype(raw.FPDFPage_GetObject, _HANDLE, _HANDLE, _INT)
object_type = _prototype(raw.FPDFPageObj_GetType, _INT, _HANDLE)
object_bounds = _prototype(raw.FPDFPageObj_GetBounds, _INT, _HANDLE, *_PAIR, *_PAIR)
