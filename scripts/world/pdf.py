"""Write PDF objects by hand, and the fonts that they use.

The fonts are those built into PDFium: its stand-ins for Times and Helvetica have the same widths
and may be copied freely, so that no font has to be installed.
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

# What one byte can stand for in the usual encoding of Western text.
ENCODING = "cp1252"
FIRST_CODE = 32
LAST_CODE = 255
# Units per em of the fonts.
UNITS = 1000
# Font descriptor: a serif font with letters; the same for every font, as it says nothing.
FLAGS = 34
STEM_WIDTH = 80
ASCENT = 683
DESCENT = -217
CAP_HEIGHT = 662


@dataclass(frozen=True)
class Face:
    """A font as the typesetter sees it: a name, and how far each character moves, in ems."""

    name: str
    advances: Mapping[str, float]

    def width(self, text: str, size: float) -> float:
        return sum(self.advances[char] for char in text) * size


@dataclass(frozen=True)
class Bookmark:
    """An entry of an outline: its title and depth from 1, and a place on a page from 0.

    At depth 0 it is no entry but the name of the place.
    """

    title: str
    depth: int
    page: int
    left: float
    top: float


@dataclass
class PdfFile:
    """The objects of a PDF, numbered in the order in which they are added."""

    objects: list[bytes] = field(default_factory=list)

    def add(self, content: str | bytes) -> int:
        self.objects.append(content if isinstance(content, bytes) else content.encode("ascii"))
        return len(self.objects)

    def add_stream(self, data: bytes, entries: str = "") -> int:
        packed = zlib.compress(data, 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode()
        return self.add(head + packed + b"\nendstream")

    def reserve(self) -> int:
        """A number for an object that is added later."""
        return self.add(b"")

    def write(self, root: int) -> bytes:
        out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        offsets = []
        for number, item in enumerate(self.objects, 1):
            offsets.append(len(out))
            out += f"{number} 0 obj\n".encode() + item + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(self.objects) + 1}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
        out += f"trailer\n<< /Size {len(self.objects) + 1} /Root {root} 0 R >>\n".encode()
        return bytes(out + f"startxref\n{start}\n%%EOF\n".encode())

    def write_pages(
        self, pages: int, page_numbers: list[int], bookmarks: Sequence[Bookmark] = ()
    ) -> bytes:
        """The whole file, with a page tree in the reserved object `pages`, and an outline."""
        kids = " ".join(f"{number} 0 R" for number in page_numbers)
        tree = f"<< /Type /Pages /Kids [{kids}] /Count {len(page_numbers)} >>"
        self.objects[pages - 1] = tree.encode()
        entries = [mark for mark in bookmarks if mark.depth]
        named = sorted((mark for mark in bookmarks if not mark.depth), key=lambda m: m.title)
        more = ""
        if entries:
            more += f" /Outlines {self._add_outline(page_numbers, entries)} 0 R"
        if named:
            pairs = (f"{pdf_string(m.title)} {_target(page_numbers, m)}" for m in named)
            more += f" /Names << /Dests << /Names [{' '.join(pairs)}] >> >>"
        return self.write(self.add(f"<< /Type /Catalog /Pages {pages} 0 R{more} >>"))

    def _add_outline(self, pages: list[int], bookmarks: Sequence[Bookmark]) -> int:
        """Each bookmark is below the last one before it of a smaller depth."""
        root = self.reserve()
        numbers = [self.reserve() for _ in bookmarks]
        children: dict[int, list[int]] = {root: []}
        above = [(0, root)]
        for number, mark in zip(numbers, bookmarks, strict=True):
            while above[-1][0] >= mark.depth:
                above.pop()
            children[above[-1][1]].append(number)
            children[number] = []
            above.append((mark.depth, number))
        for parent, kids in children.items():
            ends = f"/First {kids[0]} 0 R /Last {kids[-1]} 0 R" if kids else ""
            self.objects[parent - 1] += ends.encode()
            for kid, following in pairwise([*kids, 0]):
                after = f"/Next {following} 0 R" if following else ""
                mark = bookmarks[numbers.index(kid)]
                self.objects[kid - 1] += (
                    f" /Title {pdf_string(mark.title)} /Dest {_target(pages, mark)} "
                    f"/Parent {parent} 0 R {after}".encode("ascii")
                )
        for number in (root, *numbers):
            self.objects[number - 1] = b"<< " + self.objects[number - 1] + b" >>"
        return root


def _target(pages: Sequence[int], mark: Bookmark) -> str:
    return f"[{pages[mark.page]} 0 R /XYZ {mark.left:.1f} {mark.top:.1f} null]"


@cache
def standard_face(name: str) -> Face:
    """One of the fourteen standard fonts, measured by PDFium."""
    with _standard_font(name) as font:
        width = ctypes.c_float()
        advances = {}
        for char in _characters():
            pdfium.FPDFFont_GetGlyphWidth(font, ord(char), UNITS, ctypes.byref(width))
            advances[char] = width.value / UNITS
    return Face(name, advances)


def font_program(name: str) -> bytes:
    """The font that PDFium draws a standard font with, in the Compact Font Format."""
    with _standard_font(name) as font:
        length = ctypes.c_size_t()
        pdfium.FPDFFont_GetFontData(font, None, 0, ctypes.byref(length))
        buffer = (ctypes.c_uint8 * length.value)()
        pdfium.FPDFFont_GetFontData(font, buffer, length, ctypes.byref(length))
    return bytes(buffer)


@contextmanager
def _standard_font(name: str) -> Iterator[Any]:
    """The library's handle of a standard font, in a separate document."""
    document = pypdfium2.PdfDocument.new()
    font = pdfium.FPDFText_LoadStandardFont(document.raw, name.encode())
    try:
        yield font
    finally:
        pdfium.FPDFFont_Close(font)
        document.close()


def _characters() -> list[str]:
    codes = bytes(range(FIRST_CODE, LAST_CODE + 1))
    return [char for char in codes.decode(ENCODING, "ignore") if char.isprintable()]


def add_standard_font(file: PdfFile, name: str) -> int:
    """A standard font, which is not embedded."""
    return file.add(
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>"
    )


def add_embedded_font(file: PdfFile, face: Face, program: bytes) -> int:
    """A font under the name of the face, whatever the program calls itself."""
    stream = file.add_stream(program, "/Subtype /Type1C")
    descriptor = file.add(
        f"<< /Type /FontDescriptor /FontName /{face.name} /Flags {FLAGS} /ItalicAngle 0 "
        f"/FontBBox [-200 -250 1100 950] /Ascent {ASCENT} /Descent {DESCENT} "
        f"/CapHeight {CAP_HEIGHT} /StemV {STEM_WIDTH} /FontFile3 {stream} 0 R >>"
    )
    codes = bytes(range(FIRST_CODE, LAST_CODE + 1)).decode(ENCODING, "replace")
    widths = " ".join(f"{face.advances.get(char, 0) * UNITS:.0f}" for char in codes)
    return file.add(
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{face.name} /Encoding /WinAnsiEncoding "
        f"/FirstChar {FIRST_CODE} /LastChar {LAST_CODE} /Widths [{widths}] "
        f"/FontDescriptor {descriptor} 0 R >>"
    )


def pdf_string(text: str) -> str:
    """A string operand, with the bytes outside ASCII escaped."""
    escaped = []
    for byte in text.encode(ENCODING):
        char = chr(byte)
        if char in "()\\":
            escaped.append(f"\\{char}")
        else:
            escaped.append(char if FIRST_CODE <= byte < 127 else f"\\{byte:03o}")
    return f"({''.join(escaped)})"
