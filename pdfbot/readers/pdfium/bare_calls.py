"""PDFium's functions as ctypes calls them fastest: without declared arguments.

ctypes then checks and converts nothing: a handle or an address must be a `Pointer` or a
`Reference`, a number a plain integer. A call takes 0.2 instead of 0.33 microseconds, and a page
needs some six thousand: nearly a millisecond of nine. Only the loops over characters and objects
use this module.
"""

from __future__ import annotations

import ctypes
from array import array
from typing import Any, TypeAlias

from pdfbot.readers.pdfium.bindings import _INT, Call, _library_with_gil


class Pointer(ctypes.c_void_p):
    """A handle or an address; a plain c_void_p would be returned as a number."""


# A handle or an address that is passed many times: ctypes takes it as it is, and makes one of a
# `Pointer` in every call. The box of a character takes 0.14 instead of 0.18 microseconds.
Reference: TypeAlias = Any


def reference(address: int) -> Reference:
    """The argument that stands for a handle or an address."""
    return ctypes.byref(ctypes.c_char.from_address(address))


def _bare(name: str, result: Any) -> Call:
    function = _library_with_gil[name]
    function.restype = result
    return function


page_object: Call = _bare("FPDFPage_GetObject", Pointer)
form_object: Call = _bare("FPDFFormObj_GetObject", Pointer)
object_type: Call = _bare("FPDFPageObj_GetType", _INT)
object_bounds: Call = _bare("FPDFPageObj_GetBounds", _INT)
char_code: Call = _bare("FPDFText_GetUnicode", ctypes.c_uint)
text_object: Call = _bare("FPDFText_GetTextObject", ctypes.c_void_p)
loose_char_box: Call = _bare("FPDFText_GetLooseCharBox", None)
char_origin: Call = _bare("FPDFText_GetCharOrigin", _INT)
char_matrix: Call = _bare("FPDFText_GetMatrix", _INT)
char_font_size: Call = _bare("FPDFText_GetFontSize", ctypes.c_double)
object_font: Call = _bare("FPDFTextObj_GetFont", ctypes.c_void_p)
rendering_mode: Call = _bare("FPDFTextObj_GetTextRenderMode", _INT)
fill_colour: Call = _bare("FPDFPageObj_GetFillColor", _INT)
clip_path: Call = _bare("FPDFPageObj_GetClipPath", Pointer)
count_paths: Call = _bare("FPDFClipPath_CountPaths", _INT)
count_segments: Call = _bare("FPDFClipPath_CountPathSegments", _INT)
path_segment: Call = _bare("FPDFClipPath_GetPathSegment", Pointer)
segment_point: Call = _bare("FPDFPathSegment_GetPoint", _INT)
segment_type: Call = _bare("FPDFPathSegment_GetType", _INT)
next_link: Call = _bare("FPDFLink_Enumerate", _INT)
link_action: Call = _bare("FPDFLink_GetAction", Pointer)
action_type: Call = _bare("FPDFAction_GetType", ctypes.c_ulong)
glyph_segment: Call = _bare("FPDFGlyphPath_GetGlyphPathSegment", Pointer)


def references(numbers: array[Any], step: int = 1) -> list[Reference]:
    """The address of every element of an array, or of every `step`-th."""
    first, size = numbers.buffer_info()[0], numbers.itemsize
    return [reference(first + index * size) for index in range(0, len(numbers), step)]
