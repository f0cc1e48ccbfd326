"""The language of a paper: what the PDF says, or English if it reads like English."""

from __future__ import annotations

import ctypes

import pypdfium2
import pypdfium2.raw as raw
import pytest

from pdfbot.visual.replica.language import find_language


@pytest.mark.parametrize(
    ("declared", "text", "expected"),
    [
        ("", "The reason is that we look for it in the dark.", "en"),
        ("", "Der Grund ist, dass wir es im Dunkeln suchen.", ""),
        ("de-AT", "The reason is that we look for it in the dark.", "de-AT"),
        ('"><script>', "Der Grund ist, dass wir es im Dunkeln suchen.", ""),
        ("", "", ""),
    ],
)
def test_language_is_declared_or_english(declared: str, text: str, expected: str) -> None:
    with pypdfium2.PdfDocument.new() as pdf:
        pdf.new_page(100, 100)
        code = (ctypes.c_ushort * (len(declared) + 1))(*map(ord, declared), 0)
        if declared:
            raw.FPDFCatalog_SetLanguage(pdf, code)
        assert find_language(pdf, [text]) == expected
