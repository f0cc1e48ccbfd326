"""PDFium's functions, declared without types for the loops over characters.

pypdfium2 declares the same functions with typed pointers, which every call then builds and checks.
A page takes thousands of calls: with these declarations, where handles are plain integers and
results are written to addresses, reading papers is 13.5 % faster. Rendering and annotations use
pypdfium2 itself; it is the same library in the same process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import Lock
from typing import Any, TypeAlias

from pypdfium2_raw import bindings

# As numbered in the library's headers: page objects, text rendering modes, errors, actions.
OBJECT_TEXT = 1
OBJECT_IMAGE = 3
OBJECT_FORM = 5
MODE_INVISIBLE = 3
MODE_CLIP = 7
BITMAP_GREY = 1
ERROR_PASSWORD = 4
ACTION_URI = 3
# How a target is shown: at a point, at a height, at a distance from the left, or as a rectangle.
VIEW_POINT = 1
VIEW_HEIGHTS = (3, 7)
VIEW_RECTANGLE = 5
# The bit of a document's permissions that allows copying its text.
COPY_PERMISSION = 0x10

# PDFium is not thread-safe: hold this lock while a document is open.
pdfium_lock: AbstractContextManager[bool] = Lock()

_library: ctypes.CDLL = bindings._libs["pdfium"]
# The same library, called without releasing the interpreter lock.
_library_with_gil = ctypes.PyDLL(_library._name, handle=_library._handle)
Call: TypeAlias = Callable[..., Any]

_HANDLE, _INT, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
_PAIR = (_HANDLE, _HANDLE)


def _slow(name: str, result: Any, *arguments: Any) -> Call:
    """A function that may take long, so that other threads should run meanwhile."""
    return _declare(_library, name, result, arguments)


def _fast(name: str, result: Any, *arguments: Any) -> Call:
    """A function that returns before another thread could be scheduled."""
    return _declare(_library_with_gil, name, result, arguments)


def _declare(library: ctypes.CDLL, name: str, result: Any, arguments: tuple[Any, ...]) -> Call:
    function = library[name]
    function.restype, function.argtypes = result, arguments
    return function


_slow("FPDF_InitLibrary", None)()

open_file: Call = _slow("FPDF_LoadDocument", _HANDLE, ctypes.c_char_p, ctypes.c_char_p)
open_bytes: Call = _slow("FPDF_LoadMemDocument64", _HANDLE, ctypes.c_char_p, _SIZE, ctypes.c_char_p)
last_error: Call = _fast("FPDF_GetLastError", ctypes.c_ulong)
close_document: Call = _slow("FPDF_CloseDocument", None, _HANDLE)
permissions: Call = _fast("FPDF_GetDocPermissions", ctypes.c_ulong, _HANDLE)
count_pages: Call = _slow("FPDF_GetPageCount", _INT, _HANDLE)

open_page: Call = _slow("FPDF_LoadPage", _HANDLE, _HANDLE, _INT)
close_page: Call = _slow("FPDF_ClosePage", None, _HANDLE)
page_width: Call = _fast("FPDF_GetPageWidthF", ctypes.c_float, _HANDLE)
page_height: Call = _fast("FPDF_GetPageHeightF", ctypes.c_float, _HANDLE)
page_quarter_turns: Call = _fast("FPDFPage_GetRotation", _INT, _HANDLE)
page_bounds: Call = _fast("FPDF_GetPageBoundingBox", _INT, *_PAIR)
count_objects: Call = _fast("FPDFPage_CountObjects", _INT, _HANDLE)
page_object: Call = _fast("FPDFPage_GetObject", _HANDLE, _HANDLE, _INT)
object_type: Call = _fast("FPDFPageObj_GetType", _INT, _HANDLE)
object_matrix: Call = _fast("FPDFPageObj_GetMatrix", _INT, *_PAIR)
count_form_objects: Call = _fast("FPDFFormObj_CountObjects", _INT, _HANDLE)
form_object: Call = _fast("FPDFFormObj_GetObject", _HANDLE, _HANDLE, ctypes.c_ulong)
object_bounds: Call = _fast("FPDFPageObj_GetBounds", _INT, _HANDLE, *_PAIR, *_PAIR)

open_text: Call = _slow("FPDFText_LoadPage", _HANDLE, _HANDLE)
close_text: Call = _slow("FPDFText_ClosePage", None, _HANDLE)
count_chars: Call = _fast("FPDFText_CountChars", _INT, _HANDLE)
page_text: Call = _slow("FPDFText_GetText", _INT, _HANDLE, _INT, _INT, _HANDLE)
char_code: Call = _fast("FPDFText_GetUnicode", ctypes.c_uint, _HANDLE, _INT)
has_no_unicode: Call = _fast("FPDFText_HasUnicodeMapError", _INT, _HANDLE, _INT)
text_object: Call = _fast("FPDFText_GetTextObject", _HANDLE, _HANDLE, _INT)
char_box: Call = _fast("FPDFText_GetCharBox", _INT, _HANDLE, _INT, *_PAIR, *_PAIR)
char_origin: Call = _fast("FPDFText_GetCharOrigin", _INT, _HANDLE, _INT, *_PAIR)
char_matrix: Call = _fast("FPDFText_GetMatrix", _INT, _HANDLE, _INT, _HANDLE)
char_font_size: Call = _fast("FPDFText_GetFontSize", ctypes.c_double, _HANDLE, _INT)

object_font: Call = _fast("FPDFTextObj_GetFont", _HANDLE, _HANDLE)
font_name: Call = _fast("FPDFFont_GetBaseFontName", _SIZE, *_PAIR, _SIZE)
glyph_width: Call = _fast(
    "FPDFFont_GetGlyphWidth", _INT, _HANDLE, ctypes.c_uint32, ctypes.c_float, _HANDLE
)
is_embedded: Call = _fast("FPDFFont_GetIsEmbedded", _INT, _HANDLE)
rendering_mode: Call = _fast("FPDFTextObj_GetTextRenderMode", _INT, _HANDLE)
fill_colour: Call = _fast("FPDFPageObj_GetFillColor", _INT, _HANDLE, *_PAIR, *_PAIR)

link_box: Call = _fast("FPDFLink_GetAnnotRect", _INT, *_PAIR)
link_target: Call = _fast("FPDFLink_GetDest", *_PAIR, _HANDLE)
action_uri: Call = _fast("FPDFAction_GetURIPath", ctypes.c_ulong, *_PAIR, _HANDLE, ctypes.c_ulong)

first_bookmark: Call = _slow("FPDFBookmark_GetFirstChild", *_PAIR, _HANDLE)
next_bookmark: Call = _fast("FPDFBookmark_GetNextSibling", *_PAIR, _HANDLE)
bookmark_title: Call = _fast("FPDFBookmark_GetTitle", ctypes.c_ulong, *_PAIR, ctypes.c_ulong)
bookmark_target: Call = _slow("FPDFBookmark_GetDest", *_PAIR, _HANDLE)
bookmark_action: Call = _fast("FPDFBookmark_GetAction", *_PAIR)
action_target: Call = _slow("FPDFAction_GetDest", *_PAIR, _HANDLE)
count_named_targets: Call = _slow("FPDF_CountNamedDests", ctypes.c_ulong, _HANDLE)
named_target: Call = _slow("FPDF_GetNamedDest", *_PAIR, _INT, *_PAIR)
target_page: Call = _slow("FPDFDest_GetDestPageIndex", _INT, *_PAIR)
target_view: Call = _fast("FPDFDest_GetView", ctypes.c_ulong, *_PAIR, _HANDLE)

create_bitmap: Call = _fast("FPDFBitmap_CreateEx", _HANDLE, _INT, _INT, _INT, _HANDLE, _INT)
fill_bitmap: Call = _fast(
    "FPDFBitmap_FillRect", None, _HANDLE, _INT, _INT, _INT, _INT, ctypes.c_ulong
)
render_page: Call = _slow("FPDF_RenderPageBitmap", None, *_PAIR, *[_INT] * 6)
destroy_bitmap: Call = _fast("FPDFBitmap_Destroy", None, _HANDLE)

has_transparency: Call = _fast("FPDFPageObj_HasTransparency", _INT, _HANDLE)
path_mode: Call = _fast("FPDFPath_GetDrawMode", _INT, *_PAIR, _HANDLE)
set_active: Call = _fast("FPDFPageObj_SetIsActive", _INT, _HANDLE, _INT)
font_data: Call = _slow("FPDFFont_GetFontData", _INT, *_PAIR, _SIZE, _HANDLE)
glyph_path: Call = _fast("FPDFFont_GetGlyphPath", _HANDLE, _HANDLE, ctypes.c_uint32, ctypes.c_float)
count_glyph_segments: Call = _fast("FPDFGlyphPath_CountGlyphSegments", _INT, _HANDLE)
