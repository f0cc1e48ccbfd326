"""What a PDF says of itself: its title, and its language for screen readers and hyphenation."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable
from typing import Any

import pypdfium2
import pypdfium2.raw as raw

# Share of these words in English text; other languages have far fewer of them.
ENGLISH_WORDS = frozenset("the of and to in is that for with are was by as be this we".split())
MIN_ENGLISH = 0.15
# Words that are examined.
SAMPLE_WORDS = 2_000

_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def find_language(pdf: pypdfium2.PdfDocument, sentences: Iterable[str]) -> str:
    """A code such as "de": what the PDF says, "en" if its sentences are English, else empty."""
    declared = _declared_language(pdf)
    if _CODE.fullmatch(declared):
        return declared
    words = [word for text in sentences for word in _WORD.findall(text.lower())][:SAMPLE_WORDS]
    english = sum(word in ENGLISH_WORDS for word in words)
    return "en" if words and english >= MIN_ENGLISH * len(words) else ""


def declared_title(pdf: pypdfium2.PdfDocument) -> str:
    """The title in the metadata; it may be empty, or have nothing to do with the paper."""
    return _read_utf16(raw.FPDF_GetMetaText, pdf, b"Title")


def _declared_language(pdf: pypdfium2.PdfDocument) -> str:
    return _read_utf16(raw.FPDFCatalog_GetLanguage, pdf)


def _read_utf16(function: Callable[..., int], *arguments: Any) -> str:
    """What a function of the library writes as UTF-16, which a file may contain damaged."""
    length = function(*arguments, None, 0)
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    function(*arguments, buffer, length)
    return bytes(buffer).decode("utf-16-le", "replace").partition("\0")[0].strip()
