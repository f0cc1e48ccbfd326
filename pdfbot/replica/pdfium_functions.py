"""The PDF library that pypdfium2 brings, called directly.

pypdfium2's own layer declares every function there is and takes five times as long to import as
Python needs to start; its typed pointers make a call cost twice as much, and a page has thousands
of calls. Here handles are plain integers and results go to addresses. What draws or changes a PDF
uses pypdfium2 itself, which works beside this: it is the same library in the same process.
"""

from __future__ import annotations

import ctypes
import os
import sys
from _thread import allocate_lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Kinds of objects on a page, ways to draw text, errors: as the library's headers number them.
OBJECT_TEXT, OBJECT_IMAGE, OBJECT_FORM = 1, 3, 5
MODE_INVISIBLE, MODE_CLIP = 3, 7
ERROR_PASSWORD = 4


def _load() -> ctypes.CDLL:
    """The file that lies beside pypdfium2's bindings; where there is none, they know another."""
    suffix = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
    name = f"{'' if sys.platform == 'win32' else 'lib'}pdfium{suffix}"
    for folder in sys.path:
        path = os.path.join(folder, "pypdfium2_raw", name)
        if os.path.exists(path):
            return ctypes.CDLL(path)
    from pypdfium2_raw import bindings

    library: ctypes.CDLL = bindings._libs["pdfium"]
    return library


_library = _load()
_same_library = ctypes.PyDLL(_library._name, handle=_library._handle)
# The library does one thing at a time: whoever has a document open holds this.
busy = allocate_lock()
_HANDLE, _INT, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
_PAIR = (_HANDLE, _HANDLE)


def _function(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function that may take long: other threads go on meanwhile."""
    return _declared(_library, name, result, arguments)


def _quick(name: str, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A function that is done sooner than another thread could begin."""
    return _declared(_same_library, name, result, arguments)


def _declared(
    library: ctypes.CDLL, name: str, result: Any, arguments: tuple[Any, ...]
) -> Callable[..., Any]:
    function = library[name]
    function.restype, function.argtypes = result, arguments
    return function


_function("FPDF_InitLibrary", None)()

open_file = _function("FPDF_LoadDocument", _HANDLE, ctypes.c_char_p, ctypes.c_char_p)
open_bytes = _function("FPDF_LoadMemDocument64", _HANDLE, ctypes.c_char_p, _SIZE, ctypes.c_char_p)
last_error = _quick("FPDF_GetLastError", ctypes.c_ulong)
close_document = _function("FPDF_CloseDocument", None, _HANDLE)
permissions = _quick("FPDF_GetDocPermissions", ctypes.c_ulong, _HANDLE)
count_pages = _function("FPDF_GetPageCount", _INT, _HANDLE)

open_page = _function("FPDF_LoadPage", _HANDLE, _HANDLE, _INT)
close_page = _function("FPDF_ClosePage", None, _HANDLE)
page_width = _quick("FPDF_GetPageWidthF", ctypes.c_float, _HANDLE)
page_height = _quick("FPDF_GetPageHeightF", ctypes.c_float, _HANDLE)
page_turns = _quick("FPDFPage_GetRotation", _INT, _HANDLE)
page_bounds = _quick("FPDF_GetPageBoundingBox", _INT, *_PAIR)
count_objects = _quick("FPDFPage_CountObjects", _INT, _HANDLE)
page_object = _quick("FPDFPage_GetObject", _HANDLE, _HANDLE, _INT)
object_type = _quick("FPDFPageObj_GetType", _INT, _HANDLE)
object_bounds = _quick("FPDFPageObj_GetBounds", _INT, _HANDLE, *_PAIR, *_PAIR)

open_text = _function("FPDFText_LoadPage", _HANDLE, _HANDLE)
close_text = _function("FPDFText_ClosePage", None, _HANDLE)
count_chars = _quick("FPDFText_CountChars", _INT, _HANDLE)
all_text = _function("FPDFText_GetText", _INT, _HANDLE, _INT, _INT, _HANDLE)
unicode = _quick("FPDFText_GetUnicode", ctypes.c_uint, _HANDLE, _INT)
text_object = _quick("FPDFText_GetTextObject", _HANDLE, _HANDLE, _INT)
loose_box = _quick("FPDFText_GetLooseCharBox", _INT, _HANDLE, _INT, _HANDLE)
char_box = _quick("FPDFText_GetCharBox", _INT, _HANDLE, _INT, *_PAIR, *_PAIR)
char_origin = _quick("FPDFText_GetCharOrigin", _INT, _HANDLE, _INT, *_PAIR)
char_matrix = _quick("FPDFText_GetMatrix", _INT, _HANDLE, _INT, _HANDLE)
font_size = _quick("FPDFText_GetFontSize", ctypes.c_double, _HANDLE, _INT)

font_of = _quick("FPDFTextObj_GetFont", _HANDLE, _HANDLE)
font_name = _quick("FPDFFont_GetBaseFontName", _SIZE, *_PAIR, _SIZE)
render_mode = _quick("FPDFTextObj_GetTextRenderMode", _INT, _HANDLE)
fill_colour = _quick("FPDFPageObj_GetFillColor", _INT, _HANDLE, *_PAIR, *_PAIR)
clip_path = _quick("FPDFPageObj_GetClipPath", _HANDLE, _HANDLE)
count_paths = _quick("FPDFClipPath_CountPaths", _INT, _HANDLE)
count_segments = _quick("FPDFClipPath_CountPathSegments", _INT, _HANDLE, _INT)
path_segment = _quick("FPDFClipPath_GetPathSegment", _HANDLE, _HANDLE, _INT, _INT)
segment_point = _quick("FPDFPathSegment_GetPoint", _INT, _HANDLE, *_PAIR)
