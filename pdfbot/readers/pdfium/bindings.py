"""PDFium's functions, declared without types for the loops over characters.

pypdfium2 declares the same functions with typed pointers, which every call then builds and checks.
A page takes thousands of calls: with these declarations, where handles are plain integers and
results are written to addresses, reading papers is 13.5 % faster. Rendering and annotations use
pypdfium2 itself; it is the same library in the same process.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from threading import Lock
from typing import Any

from pypdfium2_raw import bindings

# As numbered in the library's headers: page objects, text rendering modes, errors, actions.
OBJECT_TEXT = 1
OBJECT_IMAGE = 3
OBJECT_FORM = 5
MODE_INVISIBLE = 3
MODE_CLIP = 7
ERROR_PASSWORD = 4
ACTION_URI = 3
# The bit of a document's permissions that allows copying its text.
COPY_PERMISSION = 0x10

# PDFium is not thread-safe: hold this lock while a document is open.
pdfium_lock = Lock()

_library: ctypes.CDLL = bindings._libs["pdfium"]
# The same library, called without releasing the interpreter lock.
_library_with_gil = ctypes.PyDLL(_library._name, handle=_library._handle)
_HANDLE, _INT, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
_PAIR = (_HANDLE, _HANDLE)


def _slow(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function that may take long, so that other threads should run meanwhile."""
    return _declare(_library, name, result, arguments)


def _fast(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function that returns before another thread could be scheduled."""
    return _declare(_library_with_gil, name, result, arguments)


def _declare(
    library: ctypes.CDLL, name: str, result: Any, arguments: tuple[Any, ...]
) -> Callable[..., Any]:
    function = library[name]
    function.restype, function.argtypes = result, arguments
    return function


_slow("FPDF_InitLibrary", None)()

open_file = _slow("FPDF_LoadDocument", _HANDLE, ctypes.c_char_p, ctypes.c_char_p)
open_bytes = _slow("FPDF_LoadMemDocument64", _HANDLE, ctypes.c_char_p, _SIZE, ctypes.c_char_p)
last_error = _fast("FPDF_GetLastError", ctypes.c_ulong)
close_document = _slow("FPDF_CloseDocument", None, _HANDLE)
permissions = _fast("FPDF_GetDocPermissions", ctypes.c_ulong, _HANDLE)
count_pages = _slow("FPDF_GetPageCount", _INT, _HANDLE)

open_page = _slow("FPDF_LoadPage", _HANDLE, _HANDLE, _INT)
close_page = _slow("FPDF_ClosePage", None, _HANDLE)
page_width = _fast("FPDF_GetPageWidthF", ctypes.c_float, _HANDLE)
page_height = _fast("FPDF_GetPageHeightF", ctypes.c_float, _HANDLE)
page_quarter_turns = _fast("FPDFPage_GetRotation", _INT, _HANDLE)
page_bounds = _fast("FPDF_GetPageBoundingBox", _INT, *_PAIR)
count_objects = _fast("FPDFPage_CountObjects", _INT, _HANDLE)
page_object = _fast("FPDFPage_GetObject", _HANDLE, _HANDLE, _INT)
object_type = _fast("FPDFPageObj_GetType", _INT, _HANDLE)
object_matrix = _fast("FPDFPageObj_GetMatrix", _INT, *_PAIR)
count_form_objects = _fast("FPDFFormObj_CountObjects", _INT, _HANDLE)
form_object = _fast("FPDFFormObj_GetObject", _HANDLE, _HANDLE, ctypes.c_ulong)
object_bounds = _fast("FPDFPageObj_GetBounds", _INT, _HANDLE, *_PAIR, *_PAIR)

open_text = _slow("FPDFText_LoadPage", _HANDLE, _HANDLE)
close_text = _slow("FPDFText_ClosePage", None, _HANDLE)
count_chars = _fast("FPDFText_CountChars", _INT, _HANDLE)
page_text = _slow("FPDFText_GetText", _INT, _HANDLE, _INT, _INT, _HANDLE)
char_code = _fast("FPDFText_GetUnicode", ctypes.c_uint, _HANDLE, _INT)
has_no_unicode = _fast("FPDFText_HasUnicodeMapError", _INT, _HANDLE, _INT)
text_object = _fast("FPDFText_GetTextObject", _HANDLE, _HANDLE, _INT)
char_box = _fast("FPDFText_GetCharBox", _INT, _HANDLE, _INT, *_PAIR, *_PAIR)
char_origin = _fast("FPDFText_GetCharOrigin", _INT, _HANDLE, _INT, *_PAIR)
char_matrix = _fast("FPDFText_GetMatrix", _INT, _HANDLE, _INT, _HANDLE)
char_font_size = _fast("FPDFText_GetFontSize", ctypes.c_double, _HANDLE, _INT)

object_font = _fast("FPDFTextObj_GetFont", _HANDLE, _HANDLE)
font_name = _fast("FPDFFont_GetBaseFontName", _SIZE, *_PAIR, _SIZE)
glyph_width = _fast(
    "FPDFFont_GetGlyphWidth", _INT, _HANDLE, ctypes.c_uint32, ctypes.c_float, _HANDLE
)
is_embedded = _fast("FPDFFont_GetIsEmbedded", _INT, _HANDLE)
rendering_mode = _fast("FPDFTextObj_GetTextRenderMode", _INT, _HANDLE)
fill_colour = _fast("FPDFPageObj_GetFillColor", _INT, _HANDLE, *_PAIR, *_PAIR)

next_link = _fast("FPDFLink_Enumerate", _INT, _HANDLE, *_PAIR)
link_box = _fast("FPDFLink_GetAnnotRect", _INT, *_PAIR)
link_action = _fast("FPDFLink_GetAction", *_PAIR)
action_type = _fast("FPDFAction_GetType", ctypes.c_ulong, _HANDLE)
action_uri = _fast("FPDFAction_GetURIPath", ctypes.c_ulong, *_PAIR, _HANDLE, ctypes.c_ulong)

has_transparency = _fast("FPDFPageObj_HasTransparency", _INT, _HANDLE)
path_mode = _fast("FPDFPath_GetDrawMode", _INT, *_PAIR, _HANDLE)
set_active = _fast("FPDFPageObj_SetIsActive", _INT, _HANDLE, _INT)
font_data = _slow("FPDFFont_GetFontData", _INT, *_PAIR, _SIZE, _HANDLE)
glyph_path = _fast("FPDFFont_GetGlyphPath", _HANDLE, _HANDLE, ctypes.c_uint32, ctypes.c_float)
count_glyph_segments = _fast("FPDFGlyphPath_CountGlyphSegments", _INT, _HANDLE)
