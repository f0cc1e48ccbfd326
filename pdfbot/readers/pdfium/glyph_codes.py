"""Glyph names that are character codes: fonts without a Unicode map get one made from them.

A Type 3 font may call its glyphs "68" and "97" (D and a) and show them by the codes 0 and 2. PDFium
knows no such names and returns 0 and 2.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from pdfbot.readers.tex_encoding import LIGATURE_CODES, STOP_CODES, TEX_LETTERS

if TYPE_CHECKING:
    from pypdf import PageObject, PdfWriter
    from pypdf.generic import DictionaryObject

# Bytes: rewriting takes several times as much memory.
MAX_BYTES = 64 << 20
MAX_CODE = 0xFF

# "68", "a68", "G4f": every glyph of a font has the same letters before its code, or none.
_DECIMAL = re.compile(r"([A-Za-z]{0,2})(\d{1,3})")
_HEXADECIMAL = re.compile(r"([A-Za-z]{0,2})([\dA-Fa-f]{2})")

_CMAP = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /GlyphCodes def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
{count} beginbfchar
{pairs}
endbfchar
endcmap CMapName currentdict /CMap defineresource pop end end"""

# What pypdf warns of is for those who configure logging, not for the terminal.
logging.getLogger("pypdf").addHandler(logging.NullHandler())


def map_glyph_codes(content: bytes, password: str | None) -> bytes | None:
    """The PDF with Unicode maps for fonts whose glyphs are named by codes; None if it has none."""
    if len(content) > MAX_BYTES:
        return None
    # Imported here because it takes longer than a page, and hardly any document needs it.
    from pypdf import PdfReader, PdfWriter

    try:
        reader = PdfReader(BytesIO(content), password=password)
        if not any(_named_codes(_unmapped_fonts(reader.pages))):
            return None
        writer = PdfWriter(clone_from=reader)
        _add_maps(writer)
        output = BytesIO()
        writer.write(output)
    except Exception:
        # Damaged files raise errors of all kinds; what PDFium made of the file then stands.
        return None
    return output.getvalue()


def _add_maps(writer: PdfWriter) -> None:
    from pypdf.generic import NameObject, StreamObject

    fonts = _unmapped_fonts(writer.pages)
    for font, codes in zip(fonts, _named_codes(fonts), strict=True):
        if codes:
            stream = StreamObject()
            stream.set_data(_unicode_map(codes))
            font[NameObject("/ToUnicode")] = writer._add_object(stream)


def _unmapped_fonts(pages: Iterable[PageObject]) -> list[DictionaryObject]:
    """The fonts of all pages, each once, that have an encoding and no Unicode map."""
    fonts: dict[int, DictionaryObject] = {}
    for page in pages:
        resources = page.get("/Resources", {}).get_object()
        for reference in resources.get("/Font", {}).get_object().values():
            font = reference.get_object()
            if "/Encoding" in font and "/ToUnicode" not in font:
                fonts[id(font)] = font
    return list(fonts.values())


def _named_codes(fonts: Iterable[DictionaryObject]) -> list[dict[int, int]]:
    """By font: the codes that its glyphs are named by, by the codes that show them.

    Empty unless all names are codes. Names of two digits are hexadecimal if other fonts' are.
    """
    encodings = [dict(_glyph_names(font)) for font in fonts]
    decimal = [_parse(names, _DECIMAL, 10) for names in encodings]
    hexadecimal = [_parse(names, _HEXADECIMAL, 16) for names in encodings]
    is_hexadecimal = any(h and not d for h, d in zip(hexadecimal, decimal, strict=True))
    return hexadecimal if is_hexadecimal else decimal


def _glyph_names(font: DictionaryObject) -> Iterator[tuple[int, str]]:
    """The codes and names of an encoding: each number in it says the code of the next name."""
    encoding = font["/Encoding"].get_object()
    differences: Iterable[object] = (
        encoding.get("/Differences", ()) if isinstance(encoding, dict) else ()
    )
    code = 0
    for entry in differences:
        if isinstance(entry, int):
            code = entry
        else:
            yield code, str(entry).removeprefix("/")
            code += 1


def _parse(names: dict[int, str], pattern: re.Pattern[str], base: int) -> dict[int, int]:
    matches = {c: pattern.fullmatch(n) for c, n in names.items() if n != ".notdef"}
    codes = {code: int(match[2], base) for code, match in matches.items() if match}
    is_consistent = (
        len(codes) == len(matches)
        and len({match[1] for match in matches.values() if match}) == 1
        and max(0, *codes, *codes.values()) <= MAX_CODE
        # Names that only repeat the code say nothing.
        and any(code != named for code, named in codes.items())
    )
    return codes if is_consistent else {}


def _unicode_map(codes: dict[int, int]) -> bytes:
    used = set(codes.values())
    is_tex = used & LIGATURE_CODES and used & STOP_CODES
    letters = {
        code: TEX_LETTERS.get(named, chr(named)) if is_tex else chr(named)
        for code, named in codes.items()
    }
    pairs = "\n".join(
        f"<{code:02x}> <{letter.encode('utf-16-be').hex()}>" for code, letter in letters.items()
    )
    return _CMAP.format(count=len(codes), pairs=pairs).encode()
